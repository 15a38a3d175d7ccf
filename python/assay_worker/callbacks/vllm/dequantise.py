from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

    from assay_worker.callbacks.vllm.weights import Parameter

_E2M1 = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
_EXPONENT_BIAS = 127
_NIBBLES_PER_INT32 = 8
_INT4_ZERO = 8


def expert_matrix(parameters: Mapping[str, Parameter], name: str, expert: int) -> Tensor:
    """The matrix [out, in] of one expert in fp32: `name` is `w13` or `w2`.

    Formats: as compressed-tensors and the OCP microscaling specification define them; fp8 in blocks as DeepSeek-V3.
    """
    parts = {key.removeprefix(f"{name}_"): parameter for key, parameter in parameters.items() if key.startswith(name)}
    weight = (parts.get("weight") or parts["weight_packed"]).expert(expert)
    scale_parameter = parts.get("weight_scale") or parts.get("weight_scale_inv")
    if scale_parameter is None:
        return weight.float()
    scale = scale_parameter.expert(expert)
    if weight.dtype.itemsize == 4:  # noqa: PLR2004 - nibbles in 32 bits
        return _unpack_int4(weight, scale)
    if weight.dtype.is_floating_point or not _is_packed(weight, scale):
        return weight.float() * _spread(scale.float(), weight)
    matrix = _unpack_e2m1(weight)
    if not scale.dtype.is_floating_point:
        return matrix * _spread(2.0 ** (scale.float() - _EXPONENT_BIAS), matrix)
    global_scale = parts["weight_global_scale"].expert(expert).float()
    return matrix * _spread(scale.float(), matrix) / _spread(global_scale, matrix)


def _is_packed(weight: Tensor, scale: Tensor) -> bool:
    """8-bit integers are numbers of their own where each row has one scale, and two e2m1 where a few columns have."""
    import torch

    return bool(weight.dtype == torch.uint8 and scale.dim() == weight.dim())


def _spread(scale: Tensor, matrix: Tensor) -> Tensor:
    """Scales of blocks, rows, halves (gate and up) or the whole, for each element of a matrix."""
    while scale.dim() < matrix.dim():
        scale = scale.unsqueeze(-1)
    for dimension, length in enumerate(matrix.shape):
        repeats = -(-length // scale.shape[dimension])
        scale = scale.repeat_interleave(repeats, dimension).narrow(dimension, 0, length)
    return scale


def _unpack_e2m1(packed: Tensor) -> Tensor:
    """[rows, columns / 2] bytes to [rows, columns]: the low nibble comes first, its top bit is the sign."""
    import torch

    nibbles = torch.stack([packed & 0xF, packed >> 4], dim=-1).flatten(-2)
    magnitude = torch.tensor(_E2M1)[(nibbles & 7).long()]
    return torch.where(nibbles > 7, -magnitude, magnitude)  # noqa: PLR2004 - the sign bit


def _unpack_int4(packed: Tensor, scale: Tensor) -> Tensor:
    """[in / 8, out] words to [out, in]: the lowest nibble comes first, 8 is zero; scales are [in / group, out].

    For CPUs vLLM makes both the other way round, [out, in / 8] and [out, in / group].
    """
    import torch

    if len(packed) == len(scale):
        packed, scale = packed.t(), scale.t()
    shifts = torch.arange(_NIBBLES_PER_INT32, dtype=torch.int32) * 4
    nibbles = (packed.unsqueeze(1) >> shifts.view(1, -1, 1)) & 0xF
    matrix = (nibbles.flatten(0, 1) - _INT4_ZERO).float()
    return (matrix * _spread(scale.float(), matrix)).t()
