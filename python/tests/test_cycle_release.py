"""What only a collection frees is freed after each return, once."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import TYPE_CHECKING

import pytest
from callbacks_of_tests import LAYER_BYTES, CyclicLayer
from decorated_collector import collections_so_far, run_layer_twice_wrapped
from messages import run
from worker_process import worker

from assay_worker.reclaim import collect_unreachable, reclaims_after_return

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _no_collection_by_chance() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def build_and_drop() -> weakref.ref[CyclicLayer]:
    return weakref.ref(CyclicLayer())


def test_a_cycle_outlives_a_plain_callback() -> None:
    assert build_and_drop()() is not None


def test_a_cycle_does_not_outlive_a_wrapped_callback() -> None:
    assert reclaims_after_return(build_and_drop)()() is None


def test_wrapped_twice_collects_once() -> None:
    before = run_layer_twice_wrapped()
    assert collections_so_far() - before == 1


def test_two_threads_of_an_executor_each_have_their_collection() -> None:
    inside = threading.Barrier(2)
    collected: list[int] = []
    wrapped = reclaims_after_return(inside.wait, lambda: collected.append(1))
    threads = [threading.Thread(target=wrapped) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(collected) == 2


def test_a_collection_that_fails_leaves_the_result_and_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise MemoryError("no room")

    monkeypatch.setattr(gc, "collect", broken)
    with pytest.warns(RuntimeWarning, match="no room"):
        assert reclaims_after_return(lambda: 7)() == 7
    with pytest.warns(RuntimeWarning, match="no room"):
        collect_unreachable()


def layers(report: dict[str, int], start: dict[str, int]) -> float:
    """Private memory over the start, in layers."""
    return (report["privateBytes"] - start["privateBytes"]) / LAYER_BYTES


def test_a_worker_gives_each_layer_back_before_the_next() -> None:
    with worker("fd3") as running:
        running.begin()
        for attempt in ("a1", "a2", "a3"):
            running.send(run("leaks", attempt=attempt, reclaim="after-success"))
            *_, returned, reclaimed = running.read_to("reclaimed")
            assert layers(returned["memory"], returned["before"]) == pytest.approx(1, abs=0.2)
            assert layers(reclaimed["memory"], returned["before"]) == pytest.approx(0, abs=0.2)
            assert reclaimed["collectedObjects"] > 0


def test_without_collections_the_layers_pile_up() -> None:
    with worker("fd3") as running:
        running.begin()
        starts = []
        for attempt in ("a1", "a2", "a3"):
            running.send(run("leaks", attempt=attempt, reclaim="never"))
            starts.append(running.read_to("returned")[-1]["before"])
        assert layers(starts[2], starts[0]) == pytest.approx(2, abs=0.2)
