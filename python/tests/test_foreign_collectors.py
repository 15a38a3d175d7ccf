"""Collectors that know nothing of Assay: their cases, their rows, and how they end."""

from __future__ import annotations

import gc
import json
import math
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import foreign_functions
import pytest

from assay_worker.callback import Bench
from assay_worker.collector.arguments import NotWritable, read_argument, write_argument
from assay_worker.collector.collector import Collectors
from assay_worker.collector.functions import NoSuchFunction, find_function
from assay_worker.collector.rows import RowTail
from assay_worker.dispatch import Dispatcher
from assay_worker.framework import NoFramework
from assay_worker.list_cases import list_cases
from assay_worker.live_sweep import LiveSweep
from assay_worker.measure.collection_watch import CollectionWatch
from assay_worker.measure.timing_policy import FixedPolicy
from assay_worker.protocol.commands import ReclaimPolicy, Run, RunPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TESTS = Path(__file__).parent
WAIT_SECONDS = 10
Report = dict[str, Any]


@pytest.fixture
def attempt(tmp_path: Path) -> Iterator[Callable[..., list[Report]]]:
    """Runs a function of `foreign_functions` as the callback of an attempt: all that was told of it."""
    watch = CollectionWatch()

    def run(function: str, *arguments: Any, reclaim: ReclaimPolicy = "never", device: str = "cpu") -> list[Report]:
        name = f"foreign_functions:{function}"
        collectors = Collectors(NoFramework(), [], [name])
        collectors.load(1)
        reports: list[Report] = []
        command = Run(
            v=1,
            kind="run",
            attempt="a1",
            callback=name,
            case={"op": "foreign", "arguments": [write_argument(value) for value in arguments]},
            coordinates=[],
            policy=RunPolicy(FixedPolicy("fixed", 0, 1), reclaim),
            inputs={"device": device},
        )
        sweep = LiveSweep(
            command, Bench(1, str(tmp_path), watch), lambda report: reports.append(dict(report)), _nothing
        )
        Dispatcher(lambda report: reports.append(dict(report)), watch).run(command, collectors.callbacks[name], sweep)
        return reports

    yield run
    watch.close()


def _nothing() -> None:
    pass


def kinds(reports: list[Report]) -> list[str]:
    return [report["kind"] for report in reports]


def rows(reports: list[Report]) -> list[dict[str, str]]:
    told = [report for report in reports if report["kind"] == "row"]
    return [dict(zip(report["columns"], report["cells"], strict=True)) for report in told]


# What is called, and with what.


def test_it_is_called_with_its_arguments_a_fresh_file_and_the_device(attempt: Callable[..., list[Report]]) -> None:
    foreign_functions.calls.clear()
    for _ in range(2):
        attempt("remembers", "float16", (1, 2), 1.0, {"a": [None]}, device="cuda:0")
    (args, first), (_, second) = foreign_functions.calls
    assert args == ("float16", (1, 2), 1.0, {"a": [None]})
    assert [type(value) for value in args] == [str, tuple, float, dict]
    assert first.keys() == {"perf_filename", "device"}
    assert first["device"] == "cuda:0"
    assert first["perf_filename"] != second["perf_filename"]
    assert not Path(first["perf_filename"]).exists()


def test_its_function_is_the_one_that_its_module_has(attempt: Callable[..., list[Report]]) -> None:
    assert find_function("foreign_functions:leaks") is foreign_functions.leaks
    assert kinds(attempt("returns", None)) == ["returned"]


@pytest.mark.parametrize("name", ["foreign_functions:absent", "foreign_functions:calls"])
def test_a_function_that_is_not_there_is_told_before_any_case(name: str) -> None:
    with pytest.raises(NoSuchFunction, match=r"foreign_functions has no function (absent|calls)"):
        Collectors(NoFramework(), [], [name]).load(1)


def test_naming_a_collector_imports_nothing() -> None:
    program = (
        "import sys; from assay_worker.collector.collector import Collectors; "
        "from assay_worker.framework import NoFramework; "
        "Collectors(NoFramework(), [], ['foreign_functions:leaks']).callbacks; "
        "sys.exit('foreign_functions' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=TESTS.parent, check=False).returncode == 0


# Its rows.


def test_rows_are_told_by_their_header_before_the_return(attempt: Callable[..., list[Report]]) -> None:
    reports = attempt("writes", 'tokens,kernel,latency\r\n1,"a, b",0.5\r\n2,c,0.75\r\n')
    assert kinds(reports) == ["row", "row", "returned"]
    assert rows(reports) == [
        {"tokens": "1", "kernel": "a, b", "latency": "0.5"},
        {"tokens": "2", "kernel": "c", "latency": "0.75"},
    ]


def test_a_last_row_without_the_end_of_its_line_is_told(attempt: Callable[..., list[Report]]) -> None:
    assert rows(attempt("writes", "tokens,latency\n1,0.5")) == [{"tokens": "1", "latency": "0.5"}]


@pytest.mark.parametrize("text", ["", "tokens,latency\n", "\n\n"])
def test_without_a_row_nothing_is_told_but_the_return(attempt: Callable[..., list[Report]], text: str) -> None:
    assert kinds(attempt("writes", text)) == ["returned"]


def test_rows_before_an_error_are_told_before_it(attempt: Callable[..., list[Report]]) -> None:
    assert kinds(attempt("raises")) == ["row", "failed"]


def test_rows_are_told_while_they_are_written_and_half_a_row_is_not(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    told: list[list[str]] = []
    tail = RowTail(file, lambda _, cells: told.append(cells))
    tail.start()
    foreign_functions.write(str(file), "tokens,latency\n1,0.5\n2,0.")
    _until(lambda: len(told) == 1)
    foreign_functions.write(str(file), "75\n3,1")
    _until(lambda: len(told) == 2)
    tail.finish()
    assert told == [["1", "0.5"], ["2", "0.75"], ["3", "1"]]


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert holds()


# How it ends.


def test_exit_10_is_a_return_that_asks_for_a_fresh_worker(attempt: Callable[..., list[Report]]) -> None:
    [report] = attempt("exits", 10)
    assert (report["kind"], report["restart"]) == ("returned", True)


@pytest.mark.parametrize("code", [None, 0, 1, 11, "10", 10.0, True])
def test_any_other_exit_is_a_failure(attempt: Callable[..., list[Report]], code: object) -> None:
    [report] = attempt("exits", code)
    assert (report["kind"], report["error"]["type"]) == ("failed", "SystemExit")


def test_the_returned_sentinel_asks_for_a_fresh_worker(attempt: Callable[..., list[Report]]) -> None:
    [report] = attempt("returns_sentinel")
    assert (report["kind"], report["restart"]) == ("returned", True)


@pytest.mark.parametrize("value", [None, 0, 10, "WORKER_RESTART", [10], (10, 10)])
def test_any_other_result_asks_for_nothing(attempt: Callable[..., list[Report]], value: object) -> None:
    [report] = attempt("returns", value)
    assert report["kind"] == "returned"
    assert "restart" not in report


def test_a_number_is_a_result_even_where_it_is_called_sentinel(
    attempt: Callable[..., list[Report]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign_functions, "WORKER_RESTART", 10)
    assert "restart" not in attempt("returns_sentinel")[0]


def test_its_error_crosses_as_it_was_raised(attempt: Callable[..., list[Report]]) -> None:
    error = attempt("raises")[-1]["error"]
    assert (error["type"], error["message"]) == ("ValueError", "the kernel is broken")
    assert (error["cause"]["type"], error["cause"]["message"]) == ("KeyError", "'cause'")
    assert "foreign_functions.py" in error["stack"]


def test_its_leak_is_collected_once_after_the_return(attempt: Callable[..., list[Report]]) -> None:
    gc.collect()
    gc.disable()
    try:
        attempt("leaks")
        assert foreign_functions.Layer.alive == 1
        reports = attempt("leaks", reclaim="after-success")
    finally:
        gc.enable()
    assert kinds(reports) == ["row", "returned", "reclaimed"]
    assert foreign_functions.Layer.alive == 0


@pytest.mark.parametrize("function", ["exits", "returns_sentinel"])
def test_who_asks_for_a_fresh_worker_is_collected_after_as_well(
    attempt: Callable[..., list[Report]], function: str
) -> None:
    arguments = (10,) if function == "exits" else ()
    assert kinds(attempt(function, *arguments, reclaim="after-success")) == ["returned", "reclaimed"]


# Its cases.


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, None),
        (True, True),
        (1, 1),
        (2**53, {"int": "9007199254740992"}),
        (0.5, 0.5),
        (1.0, {"float": "1.0"}),
        (-0.0, {"float": "-0.0"}),
        ("tuple", "tuple"),
        ([1, [2]], [1, [2]]),
        ((1, (2,)), {"tuple": [1, {"tuple": [2]}]}),
        ({"tuple": [1]}, {"dict": {"tuple": [1]}}),
    ],
)
def test_an_argument_is_written_as_one_text_alone(value: object, written: object) -> None:
    assert json.dumps(write_argument(value)) == json.dumps(written)
    assert repr(read_argument(json.loads(json.dumps(written)))) == repr(value)


def test_thousands_of_values_come_back_as_they_were() -> None:
    source = random.Random(8)
    for _ in range(3000):
        value = _some_value(source, depth=4)
        # Other programs hold numbers as JSON does: 1.0 is 1 to them.
        through = json.loads(json.dumps(write_argument(value)), parse_float=_as_others_read)
        assert repr(read_argument(through)) == repr(value)


def _as_others_read(text: str) -> float | int:
    number = float(text)
    return int(number) if number.is_integer() else number


def _some_value(source: random.Random, depth: int) -> object:
    simple: list[object] = [None, True, "dict", source.randint(-(2**70), 2**70), source.randint(-9, 9)]
    simple += [source.uniform(-1e9, 1e9), float(source.randint(-99, 99)), 10.0 ** source.randint(-300, 300)]
    if depth == 0 or source.random() < 0.4:
        return source.choice(simple)
    members = [_some_value(source, depth - 1) for _ in range(source.randint(0, 3))]
    return source.choice([members, tuple(members), {str(index): member for index, member in enumerate(members)}])


class _Precision(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value", [object(), math.nan, math.inf, {1, 2}, {1: 2}, b"x", _Precision("fp16"), [(object(),)]]
)
def test_what_has_no_form_of_its_own_is_refused(value: object) -> None:
    with pytest.raises(NotWritable):
        write_argument(value)


def test_a_case_that_cannot_be_written_is_refused_alone_with_its_number() -> None:
    listed = list_cases(foreign_functions.get_cases())
    assert listed[:2] == [{"arguments": [1, {"tuple": [2, {"float": "3.0"}]}]}, {"arguments": ["a"]}]
    assert listed[2]["refused"].startswith("case 3 holds a builtins.object")
    assert listed[3]["refused"].startswith("case 4 is a str")


def test_the_list_says_where_it_is_from_and_what_a_getter_prints_is_no_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text("print('imported')\ndef cases():\n    print('called')\n    return [[1]]\n")
    command = [sys.executable, "-m", "assay_worker.list_cases", "--path", str(tmp_path), "noisy:cases"]
    ended = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, check=True)
    listing = json.loads(ended.stdout)
    assert listing["cases"] == [{"arguments": [1]}]
    assert listing["file"] == str(tmp_path / "noisy.py")
    assert ended.stderr.split() == ["imported", "called"]
