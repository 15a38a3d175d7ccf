"""Behind a remote carrier nothing outlives standard input."""

from __future__ import annotations

import os
import signal
import time

import pytest
from messages import run
from worker_process import WorkerProcess, is_alive, worker

END_SECONDS = 5


def gone(pids: list[int]) -> bool:
    deadline = time.monotonic() + END_SECONDS
    while any(is_alive(pid) for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def hang(running: WorkerProcess) -> list[int]:
    """Runs a callback that holds the interpreter for ever: the numbers of worker and of what it started."""
    ready = running.begin()
    assert ready["pid"] != running.process.pid
    running.send(run("spawns_and_hangs"))
    child = int(running.read_to("point")[-1]["point"]["kernel"])
    assert is_alive(child)
    return [ready["pid"], child]


def test_the_end_of_standard_input_ends_worker_and_what_it_started() -> None:
    with worker("stdio", "--supervised") as running:
        pids = hang(running)
        running.close_down()
        assert gone([*pids, running.process.pid])


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_supervisor_that_is_told_to_end_ends_both(ending: signal.Signals) -> None:
    with worker("stdio", "--supervised") as running:
        pids = hang(running)
        running.process.send_signal(ending)
        assert gone([*pids, running.process.pid])
        assert running.end()[0] == 128 + signal.SIGKILL


def test_a_supervisor_that_is_killed_takes_the_worker_with_it() -> None:
    with worker("stdio", "--supervised") as running:
        worker_pid, _ = hang(running)
        running.process.kill()
        assert gone([worker_pid])


def test_the_workers_exit_code_is_the_supervisors() -> None:
    with worker("stdio", "--supervised") as running:
        running.begin()
        running.send({"v": 1, "kind": "stop"})
        assert running.end()[0] == 0
    with worker("stdio", "--supervised") as running:
        running.begin()
        running.write(b"nonsense\n")
        assert running.end()[0] == 1


def test_a_signal_that_ended_the_worker_is_told_as_shells_tell_it() -> None:
    with worker("stdio", "--supervised") as running:
        pid = running.begin()["pid"]
        os.kill(pid, signal.SIGSEGV)
        assert running.end()[0] == 128 + signal.SIGSEGV


def test_the_end_is_seen_while_the_worker_reads_nothing() -> None:
    with worker("stdio", "--supervised") as running:
        pids = hang(running)
        line = b'{"v":1,"kind":"describe"}\n'
        # Parts of a pipe, so that what comes next does not fit as a whole. A reader that waited in the system takes the
        # first before it waits for the interpreter.
        for _ in range(2):
            running.write(line * 800)
            time.sleep(0.3)
        running.write(line * 20_000)
        running.close_down()
        assert gone([*pids, running.process.pid])
