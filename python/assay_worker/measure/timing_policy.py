from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from assay_worker.protocol.decode import AtLeast

Count = Annotated[int, AtLeast(0)]
Positive = Annotated[int, AtLeast(1)]


@dataclass(frozen=True)
class FixedPolicy:
    """`warmup` runs come first, are kept apart and count in no statistic."""

    kind: Literal["fixed"]
    warmup: Count
    runs: Positive


@dataclass(frozen=True)
class AdaptivePolicy:
    """Stop once the half-width of the median's 95 % interval is below `target_ci` of the median.

    `max_seconds` is the budget of the timed part of one point; `min_runs` are taken whatever it says.
    """

    kind: Literal["adaptive"]
    warmup: Count
    min_runs: Positive
    max_runs: Positive
    max_seconds: float
    target_ci: float


TimingPolicy = FixedPolicy | AdaptivePolicy
