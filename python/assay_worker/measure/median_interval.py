from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_TAIL = 0.025
"""Share of probability that the median's interval may leave out on each side: 95 % in all."""


def median_interval_rank(n: int) -> int:
    """Rank k (from 1) of the order statistic at which the 95 % interval of the median begins; it ends at n + 1 - k.

    The largest k with P(B < k) <= 2.5 %, B ~ Binomial(n, 1/2); 0 where no pair of ranks covers 95 % (n < 6).
    Source: David and Nagaraja, Order Statistics, section 7.1.
    """
    k = n // 2
    probability = _central_probability(n)
    below = 0.5 - probability / 2 if n % 2 == 0 else 0.5 - probability
    while k > 0 and below > _TAIL:
        probability *= k / (n - k + 1)
        k -= 1
        below -= probability
    return k


def relative_median_interval(ascending: Sequence[float]) -> float | None:
    """Half-width of the median's 95 % interval over the median; `None` for fewer than six samples."""
    n = len(ascending)
    rank = median_interval_rank(n)
    if rank == 0:
        return None
    return (ascending[n - rank] - ascending[rank - 1]) / (ascending[(n - 1) // 2] + ascending[n // 2])


def _central_probability(n: int) -> float:
    """P(B = n // 2), as a product that neither overflows nor underflows."""
    half = n // 2
    probability = 1.0
    for i in range(1, half + 1):
        probability *= (2 * i - 1) / (2 * i)
    return probability if n % 2 == 0 else probability * (2 * half + 1) / (2 * half + 2)
