"""Clock, memory, samples and the collections in between."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from assay_worker.measure.clock import measure_clock
from assay_worker.measure.collection_watch import CollectionWatch
from assay_worker.measure.host_timing import take_samples
from assay_worker.measure.timing_policy import AdaptivePolicy, FixedPolicy
from assay_worker.memory.layer_count import count_layer, layers_alive
from assay_worker.memory.memory import read_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

MIB = 1 << 20


class Layer:
    pass


@pytest.fixture
def watch() -> Iterator[CollectionWatch]:
    gc.disable()
    watch = CollectionWatch()
    yield watch
    watch.close()
    gc.enable()


def test_the_clock_tells_its_step_and_its_cost() -> None:
    clock = measure_clock()
    assert clock["resolutionNs"] > 0
    assert clock["costNs"] >= 0


def test_memory_of_the_host_follows_an_allocation() -> None:
    before = read_memory()
    block = bytearray(64 * MIB)
    after = read_memory()
    for figure in ("rssBytes", "privateBytes"):
        grown = (after[figure] or 0) - (before[figure] or 0)
        assert grown == pytest.approx(len(block), rel=0.1)


def test_a_process_without_a_device_has_no_figures_of_one() -> None:
    memory = read_memory()
    assert memory["deviceAllocatedBytes"] is None
    assert memory["deviceFreeBytes"] is None


def test_layers_are_counted_until_they_are_freed() -> None:
    before = layers_alive()
    layer = Layer()
    count_layer(layer)
    assert layers_alive() == before + 1
    ended = weakref.ref(layer)
    del layer
    assert ended() is None
    assert layers_alive() == before


def test_a_fixed_policy_takes_its_runs_after_its_warm_up(watch: CollectionWatch) -> None:
    runs: list[int] = []
    samples = take_samples(lambda: runs.append(1), FixedPolicy("fixed", 2, 5), watch)
    assert (len(samples["warmupNs"]), len(samples["samplesNs"]), len(runs)) == (2, 5, 7)
    assert samples["collectedDuring"] == []


def test_an_adaptive_policy_stops_at_its_time(watch: CollectionWatch) -> None:
    policy = AdaptivePolicy("adaptive", 0, 2, 10**9, 1e-9, 1e-9)
    assert len(take_samples(lambda: None, policy, watch)["samplesNs"]) == 2


def test_a_collection_inside_a_sample_is_booked_there(watch: CollectionWatch) -> None:
    calls = iter(range(10))

    def run() -> None:
        if next(calls) in (2, 4):
            gc.collect(0)

    samples = take_samples(run, FixedPolicy("fixed", 1, 5), watch)
    assert samples["collectedDuring"] == [1, 3]
    assert watch.count() == 0


def test_a_collection_in_the_warm_up_or_between_points_is_counted(watch: CollectionWatch) -> None:
    calls = iter(range(10))
    gc.collect(0)
    take_samples(lambda: gc.collect(0) if next(calls) == 0 else None, FixedPolicy("fixed", 1, 2), watch)
    assert watch.count() == 2


def test_the_count_begins_anew(watch: CollectionWatch) -> None:
    gc.collect(0)
    watch.restart()
    assert watch.count() == 0


def test_a_collection_that_is_asked_for_does_not_count(watch: CollectionWatch) -> None:
    with watch.asked():
        gc.collect()
    assert watch.count() == 0
    gc.collect(0)
    assert watch.count() == 1
