from __future__ import annotations

import time
from typing import TYPE_CHECKING

from assay_worker.error_facts import error_facts
from assay_worker.memory.memory import read_memory
from assay_worker.reclaim import collect_garbage, reclaims_after_return

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_worker.callback import Callback
    from assay_worker.live_sweep import LiveSweep
    from assay_worker.measure.collection_watch import CollectionWatch
    from assay_worker.protocol.commands import Run
    from assay_worker.protocol.reports import AttemptFacts, ErrorFacts, Memory, Report, Returned

_NS_PER_MS = 1e6


class Dispatcher:
    """Runs attempts by the callback contract: what is read, collected and told, and when."""

    def __init__(
        self,
        send: Callable[[Report], None],
        collections: CollectionWatch,
        *,
        memory: Callable[[], Memory] = read_memory,
        collect: Callable[[], int] = collect_garbage,
    ) -> None:
        self._send = send
        self._collections = collections
        self._read_memory = memory
        self._collect_garbage = collect

    def run(self, run: Run, callback: Callback, sweep: LiveSweep) -> None:
        """Runs one attempt to its last message. What goes wrong in it is told to the parent."""
        self._collections.restart()
        before = self._read_memory()
        start_ns = time.perf_counter_ns()

        def facts() -> AttemptFacts:
            return {
                "attempt": run.attempt,
                "before": before,
                "memory": self._read_memory(),
                "durationMs": _since(start_ns),
                "automaticCollections": self._collections.count(),
            }

        def returned() -> None:
            reclaims = run.policy.reclaim != "never"
            report: Returned = {"kind": "returned", "drained": sweep.drained, **facts()}  # type: ignore[typeddict-item]
            if sweep.restart:
                report["restart"] = True
            self._tell(sweep, report, last=not reclaims)
            if reclaims:
                self._reclaim(run.attempt, sweep)

        failure = _failure_of(reclaims_after_return(callback, returned), run.case, sweep)
        if failure is None:
            return
        reclaims = run.policy.reclaim == "always"
        self._tell(sweep, {"kind": "failed", "error": failure, **facts()}, last=not reclaims)
        if reclaims:
            self._reclaim(run.attempt, sweep)

    def _reclaim(self, attempt: str, sweep: LiveSweep) -> None:
        start_ns = time.perf_counter_ns()
        collected, error = self._collect()
        duration_ms = _since(start_ns)
        report: Report = {
            "kind": "reclaimed",
            "attempt": attempt,
            "memory": self._read_memory(),
            "collectedObjects": collected,
            "durationMs": duration_ms,
            "automaticCollections": self._collections.count(),
            "error": error,
        }
        self._tell(sweep, report, last=True)

    def _tell(self, sweep: LiveSweep, report: Report, *, last: bool) -> None:
        if last:
            sweep.end()
        self._send(report)

    def _collect(self) -> tuple[int | None, ErrorFacts | None]:
        try:
            with self._collections.asked():
                return self._collect_garbage(), None
        except BaseException as error:
            # Whatever it is, the points stay.
            return None, error_facts(error)


def _failure_of(callback: Callback, case: dict[str, object], sweep: LiveSweep) -> ErrorFacts | None:
    """Only facts leave this function: the error itself would keep the failed layer alive."""
    try:
        callback(case, sweep)
    except BaseException as error:
        # A callback's KeyboardInterrupt and SystemExit are its failures as well.
        return error_facts(error)
    return None


def _since(start_ns: int) -> float:
    return (time.perf_counter_ns() - start_ns) / _NS_PER_MS
