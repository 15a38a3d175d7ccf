from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from assay_worker.callback import Bench
    from assay_worker.measure.timing_policy import TimingPolicy
    from assay_worker.protocol.commands import Coordinates, Run
    from assay_worker.protocol.reports import LogLevel, MeasuredPoint, Report


class SweepMisused(Exception):
    """A callback that breaks the order of taking and reporting points."""


class LiveSweep:
    """The sweep of a running attempt: tells the parent of each point and obeys its `drain`.

    `commands_read` returns when all that the parent has written so far was received.
    """

    def __init__(
        self, run: Run, bench: Bench, send: Callable[[Report], None], commands_read: Callable[[], None]
    ) -> None:
        self.bench = bench
        self._run = run
        self._send = send
        self._commands_read = commands_read
        self._current: Coordinates | None = None
        self._draining = threading.Event()
        self._drained = False
        self._restart = False
        self._over = False

    @property
    def timing(self) -> TimingPolicy:
        return self._run.policy.timing

    @property
    def coordinates(self) -> Sequence[Coordinates]:
        return self._run.coordinates

    @property
    def inputs(self) -> dict[str, object] | None:
        return self._run.inputs

    @property
    def drained(self) -> bool:
        """It ended before its last point because it was told to."""
        return self._drained

    @property
    def restart(self) -> bool:
        """The callback asked for a fresh worker."""
        return self._restart

    @property
    def over(self) -> bool:
        """The last message of its attempt is on its way: the parent may begin the next."""
        return self._over

    def end(self) -> None:
        """Says so before that message is sent."""
        self._over = True

    def drain(self) -> None:
        """Ends the sweep before its next point. May be called by another thread."""
        self._draining.set()

    def __iter__(self) -> Iterator[Coordinates]:
        for coordinates in self._run.coordinates:
            self._commands_read()
            self._drained = self._draining.is_set()
            if self._drained:
                return
            self._current = coordinates
            self._send({"kind": "measuring", "attempt": self._run.attempt, "coordinates": coordinates})
            yield coordinates
            if self._current is not None:
                raise SweepMisused(f"the callback did not report its point {coordinates}")

    def tell_row(self, columns: list[str], cells: list[str]) -> None:
        self._send({"kind": "row", "attempt": self._run.attempt, "columns": columns, "cells": cells})

    def ask_for_restart(self) -> None:
        self._restart = True

    def log(self, level: LogLevel, text: str) -> None:
        self._send({"kind": "log", "level": level, "text": text})

    def report(self, point: MeasuredPoint) -> None:
        coordinates, self._current = self._current, None
        if coordinates is None:
            raise SweepMisused("the callback reported a point that it was not measuring")
        self._send({"kind": "point", "attempt": self._run.attempt, "coordinates": coordinates, "point": point})
