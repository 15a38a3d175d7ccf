"""A linear layer of vLLM's own, run and dropped: `--callbacks linear_callback`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from messages import POINT

from assay_worker.callbacks.vllm import engine
from assay_worker.memory.layer_count import count_layer

if TYPE_CHECKING:
    from assay_worker.callback import Callback, Sweep

SIDE = 8192
WEIGHT_BYTES = SIDE * SIDE
# Inputs with a zero point: oneDNN packs the weights, on CPUs with AMX as well.
_NUMBERS = {"num_bits": 8, "type": "int", "symmetric": True, "strategy": "channel", "dynamic": False}
_INPUTS = {**_NUMBERS, "symmetric": False, "strategy": "token", "dynamic": True}
_CHECKPOINT = {
    "quant_method": "compressed-tensors",
    "format": "int-quantized",
    "ignore": [],
    "config_groups": {"group_0": {"targets": ["Linear"], "weights": _NUMBERS, "input_activations": _INPUTS}},
}


def int8_linear(_case: dict[str, object], sweep: Sweep) -> None:
    engine.start()
    for _ in sweep:
        _build_and_run()
        sweep.report(POINT)


def _build_and_run() -> None:
    import torch
    from vllm.config import VllmConfig, set_current_vllm_config
    from vllm.forward_context import set_forward_context

    config = VllmConfig()
    config.model_config = SimpleNamespace(dtype=torch.bfloat16, quantization_config=None, enforce_eager=True)
    with set_current_vllm_config(config), torch.inference_mode():
        layer = _built_layer()
        with set_forward_context(None, config, num_tokens=1):
            layer(torch.ones(1, SIDE, dtype=torch.bfloat16))


def _built_layer() -> Any:
    import torch
    from vllm.model_executor.layers.linear import ReplicatedLinear
    from vllm.model_executor.layers.quantization import get_quantization_config

    quantisation = get_quantization_config("compressed-tensors").from_config(_CHECKPOINT)
    layer = ReplicatedLinear(
        SIDE, SIDE, bias=False, params_dtype=torch.bfloat16, quant_config=quantisation, prefix="model.layers.0.linear"
    )
    count_layer(layer)
    for parameter in layer.parameters():
        parameter.data.fill_(1)
    layer.quant_method.process_weights_after_loading(layer)
    return layer


callbacks: dict[str, Callback] = {"int8_linear": int8_linear}
