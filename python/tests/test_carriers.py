"""Real workers, real pipes."""

from __future__ import annotations

import threading

import pytest
from callbacks_of_tests import callbacks
from messages import run
from worker_process import MODULE, is_alive, worker

from assay_worker.alive import keep_saying_alive

CARRIERS = pytest.mark.parametrize("carrier", ["fd3", "stdio"])


@CARRIERS
def test_a_whole_conversation(carrier: str) -> None:
    with worker(carrier) as running:
        ready = running.begin()
        assert (ready["runtime"], ready["pid"]) == ("python", running.process.pid)
        assert ready["callbacks"] == list(callbacks)
        running.send(run("leaks", reclaim="after-success"))
        kinds = [report["kind"] for report in running.read_to("reclaimed")]
        assert kinds == ["measuring", "point", "measuring", "point", "returned", "reclaimed"]
        running.send({"v": 1, "kind": "stop"})
        assert running.end() == (0, b"")


@CARRIERS
def test_a_library_that_prints_or_reads_cannot_reach_the_parent(carrier: str) -> None:
    with worker(carrier) as running:
        running.begin()
        running.send(run("prints"))
        assert running.read_to("returned", "failed")[-1]["kind"] == "returned"
        running.send({"v": 1, "kind": "stop"})
        code, printed = running.end()
        assert code == 0
        assert printed == b"to stdout by Python\nto descriptor 1\nfrom a child\n" * 2
        assert running.unused.read() == b""


@CARRIERS
def test_the_parents_end_is_the_workers_end(carrier: str) -> None:
    with worker(carrier) as running:
        running.begin()
        running.send(run("pauses", tokens=tuple(range(1, 100))))
        running.read_to("point")
        running.close_down()
        assert running.end()[0] == 0


@CARRIERS
@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"v":2,"kind":"describe"}\n', "protocol version 2; this program speaks 1"),
        (b'{"v":1,"kind":"dance"}\n', 'unknown message kind "dance"'),
        (b"\xff\n", "a line is not UTF-8"),
    ],
)
def test_a_line_that_is_not_understood_ends_the_worker_by_name(carrier: str, line: bytes, words: str) -> None:
    with worker(carrier) as running:
        running.begin()
        running.write(line)
        log = running.read()
        assert (log["kind"], log["level"]) == ("log", "error")
        assert words in log["text"]
        code, printed = running.end()
        assert code == 1
        assert words.encode() in printed


def test_a_run_before_the_load_is_refused() -> None:
    with worker() as running:
        running.send(run("leaks"))
        assert "before the worker had loaded" in running.read()["text"]
        assert running.end()[0] == 1


def test_a_run_while_an_attempt_runs_is_refused() -> None:
    with worker() as running:
        running.begin()
        running.send(run("pauses"))
        running.send(run("pauses", attempt="a2"))
        assert "while an attempt runs" in running.read_to("log")[-1]["text"]
        assert running.end()[0] == 1


def test_attempts_follow_each_other_without_a_pause() -> None:
    with worker() as running:
        running.begin()
        for number in range(200):
            callback = "measures" if number % 2 == 0 else "exits"
            running.send(run(callback, attempt=f"a{number}"))
            assert running.read_to("returned", "failed")[-1]["attempt"] == f"a{number}"


def test_a_callback_that_is_not_there_fails_and_names_those_that_are() -> None:
    with worker() as running:
        running.begin()
        running.send(run("dance"))
        error = running.read()["error"]
        assert error["type"].endswith("UnknownCallback")
        assert error["message"].startswith('no callback "dance" in this worker; it has: measures, makes_garbage')


def test_errors_arrive_as_they_were_and_the_worker_goes_on() -> None:
    with worker() as running:
        running.begin()
        running.send(run("fails"))
        error = running.read_to("failed")[-1]["error"]
        assert (error["type"], error["message"]) == ("RuntimeError", "outer")
        assert (error["cause"]["type"], error["cause"]["message"]) == ("KeyError", "'inner'")
        assert 'raise RuntimeError("outer") from error' in error["stack"]
        running.send(run("exits"))
        exited = running.read()["error"]
        assert (exited["type"], exited["message"]) == ("SystemExit", "10")
        running.send(run("forgets_to_report"))
        assert "did not report its point" in running.read_to("failed")[-1]["error"]["message"]


def test_a_point_with_a_number_that_json_cannot_carry_is_the_callbacks_failure() -> None:
    with worker() as running:
        running.begin()
        running.send(run("not_a_number"))
        assert running.read_to("failed")[-1]["error"]["message"].startswith('JSON cannot carry a "point" report')


def test_what_a_callback_starts_does_not_hold_the_stream_open() -> None:
    with worker("fd3") as running:
        running.begin()
        running.send(run("spawns_and_hangs"))
        child = int(running.read_to("point")[-1]["point"]["kernel"])
        running.process.kill()
        assert running.up.read() == b""
        assert is_alive(child)


def test_descriptor_3_must_be_there() -> None:
    with worker("fd3", command=["sh", "-c", 'exec 3>&-; exec "$0" "$@"', *MODULE]) as running:
        code, printed = running.end()
        assert code != 0
        assert b"descriptor 3" in printed


def test_the_beat_goes_on_until_it_is_stopped() -> None:
    beats: list[str] = []
    enough = threading.Event()

    def send(report: object) -> None:
        beats.append(str(report))
        if len(beats) == 3:
            enough.set()

    stopped = keep_saying_alive(send, 0.01)
    assert enough.wait(10)
    stopped.set()
    assert set(beats) == {"{'kind': 'alive'}"}
