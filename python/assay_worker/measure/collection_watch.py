from __future__ import annotations

import gc
import time
from array import array
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Window(NamedTuple):
    """A stretch of time on the clock of `time.perf_counter_ns`."""

    start_ns: int
    duration_ns: int


class CollectionWatch:
    """Notices the collections that Python does by itself; those that the worker asks for do not count."""

    def __init__(self) -> None:
        # Arrays of numbers: what the watch keeps makes no work for the collector that it watches.
        self._starts = array("q")
        self._ends = array("q")
        self._asked = False
        gc.callbacks.append(self._note)

    def close(self) -> None:
        gc.callbacks.remove(self._note)

    def restart(self) -> None:
        """Forgets what was seen so far."""
        del self._starts[:]
        del self._ends[:]

    def count(self) -> int:
        """How many were seen since the restart that lay in no window of `take_during`."""
        return len(self._ends)

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Around a collection that the worker asks for."""
        self._asked = True
        try:
            yield
        finally:
            self._asked = False

    def take_during(self, windows: Sequence[Window]) -> list[int]:
        """The indices of the windows in which Python collected; such a collection leaves the count."""
        seen = list(zip(self._starts, self._ends, strict=False))
        self.restart()
        hit = set()
        for start, end in seen:
            index = next((i for i, window in enumerate(windows) if _overlaps(window, start, end)), None)
            if index is None:
                self._starts.append(start)
                self._ends.append(end)
            else:
                hit.add(index)
        return sorted(hit)

    def _note(self, phase: str, _info: dict[str, int]) -> None:
        if self._asked:
            return
        if phase == "start":
            self._starts.append(time.perf_counter_ns())
        elif len(self._ends) < len(self._starts):
            self._ends.append(time.perf_counter_ns())


def _overlaps(window: Window, start_ns: int, end_ns: int) -> bool:
    return start_ns < window.start_ns + window.duration_ns and end_ns > window.start_ns
