from __future__ import annotations

import base64
import sys
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay_worker.protocol.decode import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay_worker.callback import Bench, Sweep
    from assay_worker.measure.timing_policy import TimingPolicy
    from assay_worker.protocol.reports import LogLevel, MeasuredPoint


class NoWorkload(Exception):
    """A run without the assignments that its parent should have computed, or with those of other points."""


@dataclass(frozen=True)
class LogitLevels:
    """Router logits of a token: `chosen` [top-k] of its experts, best first; `unchosen` [experts] of all others."""

    chosen: list[float]
    unchosen: list[float]


@dataclass(frozen=True)
class MoeInputs:
    """`inputs` of a run of an MoE case, computed by the parent.

    `correction_bias` [experts] is added to the scores for the choice; `None`: the layer has none.
    `points`: for each of the run's coordinates, in their order, one text a draw: [tokens x top-k] expert ids, a token's
    best first, 16 bits each, little endian, in base64.
    """

    logits: LogitLevels
    correction_bias: list[float] | None
    points: list[list[str]]


class MoeWorkload:
    """Where the tokens of a sweep go, as the parent computed it, and the sweep to which points are reported."""

    def __init__(self, sweep: Sweep) -> None:
        if sweep.inputs is None:
            raise NoWorkload("the run has no `inputs`: the parent computes where tokens go")
        self._sweep = sweep
        self._inputs = decode(sweep.inputs, MoeInputs, "inputs")
        if len(self._inputs.points) != len(sweep.coordinates):
            raise NoWorkload(f"assignments of {len(self._inputs.points)} points for {len(sweep.coordinates)}")

    @property
    def logits(self) -> LogitLevels:
        return self._inputs.logits

    @property
    def correction_bias(self) -> list[float] | None:
        return self._inputs.correction_bias

    @property
    def bench(self) -> Bench:
        return self._sweep.bench

    @property
    def timing(self) -> TimingPolicy:
        return self._sweep.timing

    def points(self, num_tokens_list: Sequence[int]) -> Iterator[tuple[int, list[array[int]]]]:
        """The points to measure, in order: tokens, and each draw's expert ids [tokens x top-k]."""
        if [coordinates.get("tokens") for coordinates in self._sweep.coordinates] != list(num_tokens_list):
            raise NoWorkload(f"the sweep's points are not those of the call: {list(num_tokens_list)}")
        for index, coordinates in enumerate(self._sweep):
            yield coordinates["tokens"], [self._assignment(text) for text in self._inputs.points[index]]

    def sample_tokens(self) -> array[int]:
        """The expert ids [3 x top-k] of the largest point's first and last token, and of the first one's mirror image.

        Whichever experts a rank holds, some of these tokens go to others: a layer that ignores it is found out.
        """
        largest = max(self._inputs.points, key=lambda draws: len(draws[0]))
        ids = self._assignment(largest[0])
        top_k = len(self.logits.chosen)
        mirrored = [len(self.logits.unchosen) - 1 - expert for expert in ids[:top_k]]
        return array("H", [*ids[:top_k], *ids[-top_k:], *mirrored])

    def report(self, point: MeasuredPoint) -> None:
        self._sweep.report(point)

    def log(self, level: LogLevel, text: str) -> None:
        self._sweep.log(level, text)

    @staticmethod
    def _assignment(text: str) -> array[int]:
        ids = array("H", base64.b64decode(text, validate=True))
        if sys.byteorder == "big":
            ids.byteswap()
        return ids
