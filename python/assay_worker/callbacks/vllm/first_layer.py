from __future__ import annotations

from contextlib import suppress

from assay_worker.callbacks.moe.contract import Activation, MoeContract, Routing
from assay_worker.callbacks.vllm import engine
from assay_worker.callbacks.vllm.inputs import hidden_states
from assay_worker.callbacks.vllm.layer import LayerSpec, build_layer, new_config

_TOKENS = 2


def build_first_layer() -> None:
    """Builds and runs a tiny layer and drops it.

    What a process's first layer brings with it (modules, threads, arenas of the allocator) then belongs to the load:
    the first case is like any other, and memory after load is what later figures can be held against.
    """
    # A device that refuses this layer says so when its first case comes.
    with suppress(Exception):
        _build_and_run()


def _build_and_run() -> None:
    import torch
    from vllm.config import set_current_vllm_config

    contract = MoeContract(
        Activation("silu", gated=True, bias=False, alpha=None, limit=None),
        Routing("softmax", None, False, True, 1.0, "output", "model"),
    )
    spec = LayerSpec(
        dtype="bf16",
        hidden=512,
        inter=512,
        experts=8,
        top_k=2,
        tp=1,
        ep=1,
        device=engine.default_device(),
        contract=contract,
        correction_bias=None,
    )
    config = new_config(spec)
    with set_current_vllm_config(config):
        layer = build_layer(spec, config)
        hidden = hidden_states(spec, _TOKENS)
        with layer.running(_TOKENS):
            layer.module(hidden, torch.zeros((_TOKENS, spec.experts), dtype=hidden.dtype, device=spec.device))
