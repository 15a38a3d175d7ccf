from __future__ import annotations

from typing import Any


class UnknownDtype(Exception):
    """A dtype that has no meaning here."""


_UNQUANTISED = {
    "bf16": "bfloat16",
    "bfloat16": "bfloat16",
    "fp16": "float16",
    "float16": "float16",
    "fp32": "float32",
}
_BLOCK = 128


def model_dtype(dtype: str) -> str:
    """The torch dtype of a layer's inputs."""
    return _UNQUANTISED.get(dtype, "bfloat16")


def quantisation_config(dtype: str) -> Any | None:
    """vLLM's configuration for a dtype, as from a checkpoint's `quantization_config`; `None`: not quantised.

    Raises UnknownDtype.
    """
    if dtype in _UNQUANTISED:
        return None
    if dtype not in _CHECKPOINTS:
        known = ", ".join([*_UNQUANTISED, *_CHECKPOINTS])
        raise UnknownDtype(f"dtype {dtype}: this callback knows {known}")
    from vllm.model_executor.layers.quantization import get_quantization_config

    checkpoint = _CHECKPOINTS[dtype]
    return get_quantization_config(checkpoint["quant_method"]).from_config(dict(checkpoint))


def _compressed(form: str, weights: dict[str, Any], activations: dict[str, Any] | None) -> dict[str, Any]:
    group = {"targets": ["Linear"], "weights": weights, "input_activations": activations}
    return {"quant_method": "compressed-tensors", "format": form, "ignore": [], "config_groups": {"group_0": group}}


def _numbers(bits: int, kind: str, strategy: str, **more: Any) -> dict[str, Any]:
    return {"num_bits": bits, "type": kind, "symmetric": True, "strategy": strategy, "dynamic": False, **more}


_INT4 = _compressed("pack-quantized", _numbers(4, "int", "group", group_size=_BLOCK), None)
_CHECKPOINTS: dict[str, dict[str, Any]] = {
    "fp8": {"quant_method": "fp8", "activation_scheme": "dynamic"},
    "fp8_block": {"quant_method": "fp8", "activation_scheme": "dynamic", "weight_block_size": [_BLOCK, _BLOCK]},
    "int8": _compressed("int-quantized", _numbers(8, "int", "channel"), _numbers(8, "int", "token", dynamic=True)),
    "int4": _INT4,
    "int4_wo": _INT4,
    "w4a16": _INT4,
    "mxfp4": {"quant_method": "mxfp4"},
    "nvfp4": _compressed(
        "nvfp4-pack-quantized",
        _numbers(4, "float", "tensor_group", group_size=16),
        _numbers(4, "float", "tensor_group", group_size=16, dynamic="local"),
    ),
}
