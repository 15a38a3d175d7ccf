"""What a callback is, and what it measures with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from assay_worker.measure.collection_watch import CollectionWatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay_worker.measure.timing_policy import TimingPolicy
    from assay_worker.protocol.commands import Coordinates
    from assay_worker.protocol.reports import LogLevel, MeasuredPoint


@dataclass(frozen=True)
class Bench:
    """`threads`: of the native layer. `scratch_dir`: a folder for files that can be made again."""

    threads: int
    scratch_dir: str
    collections: CollectionWatch


class Sweep(Protocol):
    """The points of a case that are to be measured, in order.

    Taking a point says that it is being measured; it must be reported before the next is taken. The sweep ends early
    when the worker is told to drain.
    """

    @property
    def bench(self) -> Bench: ...

    @property
    def timing(self) -> TimingPolicy: ...

    @property
    def coordinates(self) -> Sequence[Coordinates]:
        """All points of the sweep."""

    @property
    def inputs(self) -> dict[str, object] | None:
        """What the parent computed of the case for these points."""

    def __iter__(self) -> Iterator[Coordinates]: ...

    def report(self, point: MeasuredPoint) -> None:
        """Sends the current point."""

    def tell_row(self, columns: list[str], cells: list[str]) -> None:
        """Sends a row of a callback that decides its points itself: the parent reads it. Any thread may."""

    def ask_for_restart(self) -> None:
        """Says that the callback is done and wants a fresh worker for the next case."""

    def log(self, level: LogLevel, text: str) -> None:
        """Tells the parent's log of the worker something."""


Callback = Callable[[dict[str, object], Sweep], None]
"""Builds the layer of a case and measures its sweep; returns when the sweep has ended, and raises what goes wrong."""
