"""The numbers that layers are made of: the same for the same dtype on every machine.

Each kind of number is a series that repeats a block over and over. The block's length is a prime, so that no row or
expert of a layer is another's; and since a value depends on its place alone, a weight can be had again after the layer
has packed it away.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from torch import Tensor

Kind = Literal["weights", "activations", "scales", "constant"]

_PERIOD = 1_048_573
_MASK = 0xFFFF_FFFF
_SEEDS: dict[Kind, int] = {"weights": 1, "scales": 3, "activations": 4}
WEIGHT_LIMIT = 0.05
"""Weights lie in +- this: outputs are of the inputs' size whatever the width, and far from any format's limits."""


def fill(target: Tensor, kind: Kind, start: int, limit: float) -> None:
    """Fills `target` with a series from its `start`-th value on.

    Weights and activations in floating point lie in +- `limit`, scales within a fifth of it; a constant is it.
    """
    block = _block(kind, target.dtype, limit).roll(-(start % _PERIOD)).to(target.device)
    flat = target.view(-1)
    whole = len(flat) // _PERIOD * _PERIOD
    flat[:whole].view(-1, _PERIOD).copy_(block)
    flat[whole:].copy_(block[: len(flat) - whole])


def values(like: Tensor, kind: Kind, start: int, limit: float) -> Tensor:
    """The values that `fill` gives a tensor of this shape and dtype, on the CPU."""
    import torch

    made = torch.empty(like.shape, dtype=like.dtype, device="cpu")
    fill(made, kind, start, limit)
    return made


@cache
def _block(kind: Kind, dtype: Any, limit: float) -> Tensor:
    import torch

    if kind == "constant":
        return torch.full((_PERIOD,), limit, dtype=torch.float32).to(dtype)
    uniform = _uniform(_SEEDS[kind])
    if kind == "scales":
        return (limit * (0.8 + 0.4 * uniform)).to(dtype)
    if dtype.is_floating_point:
        return ((2 * uniform - 1) * limit).to(dtype)
    # All bit patterns of the integer are numbers of its format.
    information = torch.iinfo(dtype)
    span = information.max - information.min + 1
    return ((uniform * span).floor().to(torch.int64) + information.min).to(dtype)


def _uniform(seed: int) -> Tensor:
    """Numbers in [0, 1), float64: SplitMix32, as `uniformStream` of `src/ops/moe/workload/random.ts`."""
    import torch

    start = _mix(torch.tensor(seed)) ^ _mix(torch.tensor(0x6A09E667))
    steps = torch.arange(1, _PERIOD + 1, dtype=torch.int64) * 0x9E3779B9
    return _mix((start + steps) & _MASK).to(torch.float64) / 2**32


def _mix(bits: Tensor) -> Tensor:
    bits = ((bits ^ (bits >> 16)) * 0x21F0AAAD) & _MASK
    bits = ((bits ^ (bits >> 15)) * 0x735A2D97) & _MASK
    return bits ^ (bits >> 15)
