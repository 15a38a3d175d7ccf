"""A worker that is told to drain or stop ends before its next point."""

from __future__ import annotations

import os
import threading
import time

import pytest
from messages import run
from worker_process import worker

from assay_worker.command_reader import CommandReader


@pytest.mark.parametrize("carrier", ["fd3", "stdio"])
def test_a_drain_during_a_point_ends_the_sweep_after_it(carrier: str) -> None:
    with worker(carrier) as running:
        running.begin()
        running.send(run("pauses", tokens=tuple(range(1, 50))))
        running.read_to("measuring")
        running.send({"v": 1, "kind": "drain"})
        *_, point, returned = running.read_to("returned")
        assert (point["coordinates"], returned["drained"]) == ({"tokens": 1}, True)
        running.send(run("pauses", attempt="a2", tokens=(7,)))
        assert not running.read_to("returned")[-1]["drained"]


def test_a_stop_during_a_point_ends_the_worker_after_it() -> None:
    with worker() as running:
        running.begin()
        running.send(run("pauses", tokens=tuple(range(1, 50)), reclaim="after-success"))
        running.read_to("measuring")
        running.send({"v": 1, "kind": "stop"})
        kinds = [report["kind"] for report in running.read_to("reclaimed")]
        assert kinds == ["point", "returned", "reclaimed"]
        assert running.end()[0] == 0


def test_a_drain_between_attempts_is_none_of_the_next_ones() -> None:
    with worker() as running:
        running.begin()
        running.send({"v": 1, "kind": "drain"})
        running.send(run("leaks"))
        assert not running.read_to("returned")[-1]["drained"]


def test_settling_waits_for_what_is_in_the_pipe_and_for_its_handling() -> None:
    read_end, write_end = os.pipe()
    received: list[str] = []

    def slowly(command: object) -> None:
        time.sleep(0.05)
        received.append(type(command).__name__)

    reader = CommandReader(read_end)
    ended = threading.Event()
    reader.start(slowly, lambda fault: ended.set() if fault is None else None)
    os.write(write_end, b'{"v":1,"kind":"drain"}\n{"v":1,"kind":"stop"}\n')
    reader.settle()
    assert received == ["Drain", "Stop"]
    os.close(write_end)
    assert ended.wait(10)
