from __future__ import annotations

from typing import TYPE_CHECKING

from assay_worker.measure.median_interval import relative_median_interval
from assay_worker.measure.timing_policy import AdaptivePolicy, FixedPolicy, TimingPolicy

if TYPE_CHECKING:
    from collections.abc import Sequence

_NS_PER_SECOND = 1e9


def wants_more(policy: TimingPolicy, samples_ns: Sequence[float], elapsed_ns: float) -> bool:
    """Whether a series takes another timed sample after those it has; asked before each one, the first too.

    The same rule as `src/measure/stopping-rule.ts`: both are tested against the same vectors.
    """
    n = len(samples_ns)
    if isinstance(policy, FixedPolicy):
        return n < policy.runs
    if n < policy.min_runs:
        return True
    if n >= policy.max_runs or elapsed_ns >= policy.max_seconds * _NS_PER_SECOND:
        return False
    return not _looks_at(policy, n) or not _is_precise(policy, samples_ns)


def _looks_at(policy: AdaptivePolicy, n: int) -> bool:
    """Whether the interval is computed at n samples: at `min_runs`, then up to eight times in each doubling of n."""
    step: int = 1 << max(0, n.bit_length() - 4)
    return n == policy.min_runs or n % step == 0


def _is_precise(policy: AdaptivePolicy, samples_ns: Sequence[float]) -> bool:
    interval = relative_median_interval(sorted(samples_ns))
    return interval is not None and interval <= policy.target_ci
