from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay_worker.callbacks.vllm.weight_values import WEIGHT_LIMIT, Kind, fill, values

if TYPE_CHECKING:
    from torch import Tensor

_STRIDE = 300_007
"""Between the beginnings of two parameters in their series."""
_EXPONENT_BIAS = 127
_UNUSED = ("g_idx", "sort_indices", "weight_shape")
"""Orders of columns, and shapes before packing: nothing is reordered, and nobody asks for the shape."""
_LARGEST = {"fp8": 1.0, "fp8_block": 1.0, "int8": 128.0, "mxfp4": 6.0, "nvfp4": 6.0}
_INT4_LARGEST = 8.0


class UnknownParameter(Exception):
    """A parameter that vLLM gave the layer and that nobody here knows how to fill."""


@dataclass(frozen=True)
class Parameter:
    """What a parameter [experts, ...] was filled with, before vLLM processed it. `like` has its shape and no memory."""

    like: Any
    kind: Kind
    start: int
    limit: float

    def expert(self, index: int) -> Tensor:
        """The values of one expert, in the parameter's own format, on the CPU."""
        part = self.like[index]
        return values(part, self.kind, self.start + index * part.numel(), self.limit)


def fill_parameters(holder: Any, dtype: str) -> dict[str, Parameter]:
    """Fills a layer's parameters with numbers of its dtype, the same in each run: what each was given, by name.

    Raises UnknownParameter.
    """
    import torch

    given = {}
    with torch.no_grad():
        for order, (name, parameter) in enumerate(sorted(holder.named_parameters(recurse=False))):
            if name.endswith(_UNUSED):
                parameter.zero_()
                continue
            kind, limit = _kind_and_limit(name, parameter, dtype)
            like = torch.empty(parameter.shape, dtype=parameter.dtype, device="meta")
            given[name] = Parameter(like, kind, order * _STRIDE, limit)
            fill(parameter.data, kind, order * _STRIDE, limit)
    return given


def loaded_bytes(holder: Any) -> int:
    """Bytes of a layer's parameters; taken before vLLM processes them, which may move them out of the module."""
    return sum(parameter.numel() * parameter.element_size() for parameter in holder.parameters())


def _kind_and_limit(name: str, parameter: Any, dtype: str) -> tuple[Kind, float]:
    """Scales are such that the weights that they give lie in +- WEIGHT_LIMIT."""
    largest = _LARGEST.get(dtype, _INT4_LARGEST)
    if name.endswith("global_scale"):
        # Divides: scales of 1 (8 bits of floating point) and the largest number give the limit.
        return "constant", largest / WEIGHT_LIMIT
    if "scale" in name and dtype == "nvfp4":
        return "scales", 1.0
    if "scale" in name and not parameter.dtype.is_floating_point:
        return "constant", _EXPONENT_BIAS + math.floor(math.log2(WEIGHT_LIMIT / largest))
    if "scale" in name:
        return "scales", WEIGHT_LIMIT / largest
    if "weight" not in name and "bias" not in name:
        raise UnknownParameter(f"{name} of shape {tuple(parameter.shape)} has no meaning here")
    return "weights", 1.0 if parameter.dtype.itemsize == 1 else WEIGHT_LIMIT
