"""What the dispatcher reads, collects and tells, and in which order."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

import pytest
from messages import POINT, parsed_run

from assay_worker.callback import Bench
from assay_worker.dispatch import Dispatcher
from assay_worker.live_sweep import LiveSweep, SweepMisused
from assay_worker.measure.collection_watch import CollectionWatch
from assay_worker.memory.memory import read_memory
from assay_worker.reclaim import reclaims_after_return

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from assay_worker.callback import Callback, Sweep
    from assay_worker.protocol.commands import ReclaimPolicy
    from assay_worker.protocol.reports import Memory, Report


class Trace:
    """Runs callbacks through a real dispatcher and writes down what it does, in order."""

    def __init__(self, collections: CollectionWatch) -> None:
        self.steps: list[str] = []
        self.reports: list[Report] = []
        self.collect: Callable[[], int] = gc.collect
        self.drain_after: str | None = None
        self.watched: weakref.ref[object] | None = None
        self.was_alive: list[bool] = []
        self._collections = collections

    def run(self, callback: Callback, reclaim: ReclaimPolicy) -> list[str]:
        run = parsed_run(reclaim)
        bench = Bench(1, "/nowhere", self._collections)
        sweep = LiveSweep(run, bench, self._send, lambda: self._read_commands(sweep))
        dispatcher = Dispatcher(self._send, self._collections, memory=self._memory, collect=self._collect)
        dispatcher.run(run, callback, sweep)
        return self.steps

    def _send(self, report: Report) -> None:
        self.reports.append(report)
        self.steps.append(report["kind"])

    def _read_commands(self, sweep: LiveSweep) -> None:
        if self.drain_after in self.steps:
            sweep.drain()

    def _memory(self) -> Memory:
        self.steps.append("memory")
        if self.watched is not None:
            self.was_alive.append(self.watched() is not None)
        return read_memory()

    def _collect(self) -> int:
        self.steps.append("collect")
        return self.collect()


@pytest.fixture
def trace() -> Iterator[Trace]:
    watch = CollectionWatch()
    yield Trace(watch)
    watch.close()


def measures(_case: dict[str, object], sweep: Sweep) -> None:
    for _ in sweep:
        sweep.report(POINT)


def fails_at_second(_case: dict[str, object], sweep: Sweep) -> None:
    for coordinates in sweep:
        if coordinates["tokens"] == 2:
            raise RuntimeError("at the second point")
        sweep.report(POINT)


POINTS = ["measuring", "point", "measuring", "point"]


def test_memory_returned_one_collection_memory_reclaimed(trace: Trace) -> None:
    expected = ["memory", *POINTS, "memory", "returned", "collect", "memory", "reclaimed"]
    assert trace.run(measures, "after-success") == expected


def test_the_policy_never_collects_nothing(trace: Trace) -> None:
    assert trace.run(measures, "never") == ["memory", *POINTS, "memory", "returned"]


def test_the_policy_always_collects_after_a_return_as_well(trace: Trace) -> None:
    assert trace.run(measures, "always")[-4:] == ["returned", "collect", "memory", "reclaimed"]


@pytest.mark.parametrize("reclaim", ["after-success", "never"])
def test_a_failure_is_told_with_memory_and_without_a_collection(trace: Trace, reclaim: ReclaimPolicy) -> None:
    expected = ["memory", "measuring", "point", "measuring", "memory", "failed"]
    assert trace.run(fails_at_second, reclaim) == expected


def test_the_error_does_not_keep_the_failed_layer_until_the_memory_is_read(trace: Trace) -> None:
    def fails_with_a_layer(_case: dict[str, object], _sweep: Sweep) -> None:
        layer = type("Layer", (), {})()
        trace.watched = weakref.ref(layer)
        raise RuntimeError("with a layer in hand")

    trace.run(fails_with_a_layer, "never")
    assert trace.was_alive == [False]


def test_the_policy_always_collects_after_a_failure_was_told(trace: Trace) -> None:
    assert trace.run(fails_at_second, "always")[-5:] == ["memory", "failed", "collect", "memory", "reclaimed"]


@pytest.mark.parametrize(("reclaim", "collections"), [("after-success", 1), ("never", 0), ("always", 1)])
def test_a_callback_that_is_wrapped_already_is_collected_for_by_the_policy_alone(
    trace: Trace, reclaim: ReclaimPolicy, collections: int
) -> None:
    own: list[str] = []
    wrapped = reclaims_after_return(measures, lambda: own.append("collected"))
    steps = trace.run(wrapped, reclaim)
    assert (steps.count("collect"), own) == (collections, [])


def test_a_wrapper_inside_of_a_callback_does_not_collect_between_points(trace: Trace) -> None:
    inner: list[str] = []
    measure = reclaims_after_return(lambda sweep: sweep.report(POINT), lambda: inner.append("collected"))

    def callback(_case: dict[str, object], sweep: Sweep) -> None:
        for _ in sweep:
            measure(sweep)

    trace.run(callback, "after-success")
    assert inner == []


def test_the_wrapper_acts_again_for_the_next_callback(trace: Trace) -> None:
    trace.run(fails_at_second, "after-success")
    trace.steps.clear()
    assert trace.run(measures, "after-success").count("collect") == 1


@pytest.mark.parametrize("fault", [MemoryError("no room to collect"), KeyboardInterrupt()])
def test_a_collection_that_fails_is_told_and_undoes_nothing(trace: Trace, fault: BaseException) -> None:
    def collect() -> int:
        raise fault

    trace.collect = collect
    steps = trace.run(measures, "after-success")
    assert steps[-4:] == ["returned", "collect", "memory", "reclaimed"]
    last = trace.reports[-1]
    assert last["kind"] == "reclaimed"
    assert last["error"] is not None
    assert last["error"]["type"] == type(fault).__name__
    assert last["collectedObjects"] is None


def test_the_objects_that_the_collection_found_are_counted(trace: Trace) -> None:
    def makes_cycles(_case: dict[str, object], sweep: Sweep) -> None:
        for _ in sweep:
            cycle: list[object] = []
            cycle.append(cycle)
            sweep.report(POINT)

    gc.collect()
    trace.run(makes_cycles, "after-success")
    last = trace.reports[-1]
    assert last["kind"] == "reclaimed"
    assert last["collectedObjects"] is not None
    assert last["collectedObjects"] >= 2


def test_a_drain_ends_the_sweep_before_its_next_point(trace: Trace) -> None:
    trace.drain_after = "point"
    assert trace.run(measures, "never") == ["memory", "measuring", "point", "memory", "returned"]
    last = trace.reports[-1]
    assert last["kind"] == "returned"
    assert last["drained"]


def test_a_drain_during_the_last_point_drained_nothing(trace: Trace) -> None:
    def drains_itself(_case: dict[str, object], sweep: Sweep) -> None:
        for coordinates in sweep:
            if coordinates["tokens"] == 2:
                trace.drain_after = "memory"
            sweep.report(POINT)

    trace.run(drains_itself, "never")
    last = trace.reports[-1]
    assert last["kind"] == "returned"
    assert not last["drained"]


def test_collections_that_the_worker_asks_for_are_none_of_pythons_own(trace: Trace) -> None:
    gc.disable()
    try:
        trace.run(measures, "after-success")
    finally:
        gc.enable()
    last = trace.reports[-1]
    assert last["kind"] == "reclaimed"
    assert last["automaticCollections"] == 0


def test_collections_of_pythons_own_are_counted(trace: Trace) -> None:
    def makes_objects(_case: dict[str, object], sweep: Sweep) -> None:
        for _ in sweep:
            gc.collect(0)
            sweep.report(POINT)

    gc.disable()
    try:
        trace.run(makes_objects, "never")
    finally:
        gc.enable()
    last = trace.reports[-1]
    assert last["kind"] == "returned"
    assert last["automaticCollections"] == 2


def test_a_point_that_is_not_reported_is_a_failure_of_the_callback(trace: Trace) -> None:
    def forgets(_case: dict[str, object], sweep: Sweep) -> None:
        for _ in sweep:
            pass

    assert trace.run(forgets, "never") == ["memory", "measuring", "memory", "failed"]


def test_a_point_that_is_reported_twice_is_a_failure_of_the_callback(trace: Trace) -> None:
    def repeats(_case: dict[str, object], sweep: Sweep) -> None:
        for _ in sweep:
            sweep.report(POINT)
            sweep.report(POINT)

    assert trace.run(repeats, "never") == ["memory", "measuring", "point", "memory", "failed"]
    failed = trace.reports[-1]
    assert failed["kind"] == "failed"
    assert failed["error"]["type"] == f"{SweepMisused.__module__}.SweepMisused"


@pytest.mark.parametrize("reclaim", ["after-success", "never", "always"])
@pytest.mark.parametrize("callback", [measures, fails_at_second])
def test_the_next_attempt_may_begin_when_the_last_message_is_sent_and_not_before(
    trace: Trace, callback: Callback, reclaim: ReclaimPolicy
) -> None:
    run = parsed_run(reclaim)
    over: list[tuple[str, bool]] = []
    watch = trace._collections

    def send(report: Report) -> None:
        over.append((report["kind"], sweep.over))

    sweep = LiveSweep(run, Bench(1, "/nowhere", watch), send, lambda: None)
    Dispatcher(send, watch).run(run, callback, sweep)
    assert [is_over for _, is_over in over] == [False] * (len(over) - 1) + [True]
