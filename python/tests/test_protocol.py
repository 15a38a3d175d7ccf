"""Strict lines, strict JSON, strict messages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from messages import JsonObject, describe, load, run

from assay_worker.measure.timing_policy import AdaptivePolicy, FixedPolicy
from assay_worker.protocol.commands import Drain, Load, Run, Stop
from assay_worker.protocol.framing import encode_report, parse_command
from assay_worker.protocol.line_splitter import LineSplitter
from assay_worker.protocol.protocol_error import ProtocolError


def fault_of(line: str) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        parse_command(line)
    return caught.value


def changed(command: JsonObject, **fields: Any) -> str:
    return json.dumps({**command, **fields})


def test_commands_are_parsed_to_their_types() -> None:
    assert isinstance(parse_command(json.dumps(load())), Load)
    assert parse_command('{"v":1,"kind":"drain"}') == Drain(1, "drain")
    assert parse_command('{"kind":"stop","v":1}') == Stop(1, "stop")


def test_a_run_has_its_case_as_it_came_and_its_policy_by_kind() -> None:
    command = run("moe")
    adaptive = {"kind": "adaptive", "warmup": 2, "minRuns": 5, "maxRuns": 9, "maxSeconds": 1, "targetCi": 0.02}
    command["policy"]["timing"] = adaptive
    parsed = parse_command(json.dumps(command))
    assert isinstance(parsed, Run)
    assert parsed.case == {"op": "test"}
    assert parsed.inputs is None
    assert parsed.policy.timing == AdaptivePolicy("adaptive", 2, 5, 9, 1.0, 0.02)
    assert parse_command(json.dumps(run("moe"))).policy.timing == FixedPolicy("fixed", 0, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize("version", [2, 0, None, "1", True])
def test_another_version_is_refused_by_name(version: object) -> None:
    error = fault_of(changed(describe(), v=version))
    assert (error.fault, str(error)) == (
        "version",
        f"protocol version {json.dumps(version)}; this program speaks 1",
    )


def test_an_unknown_kind_is_refused_by_name() -> None:
    error = fault_of(changed(describe(), kind="dance"))
    assert error.fault == "kind"
    assert str(error) == 'unknown message kind "dance"; known: describe, load, run, drain, stop'


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (changed(describe(), extra=1), "describe: unknown field extra"),
        (changed(load(), device={"name": "cpu0"}), "load.device.threads is missing"),
        (changed(load(), device={"name": "cpu0", "threads": 0}), "load.device.threads"),
        (changed(load(), device={"name": "cpu0", "threads": 1.5}), "load.device.threads"),
        (changed(load(), scratchDir=None), "load.scratchDir"),
        (changed(run("x"), coordinates={}), "run.coordinates"),
        (changed(run("x"), coordinates=[{"tokens": 0}]), "run.coordinates[0].tokens"),
        (changed(run("x"), attempt=""), "run.attempt"),
        (changed(run("x"), case=[]), "run.case"),
        (changed(run("x"), policy={**run("x")["policy"], "reclaim": "sometimes"}), "run.policy.reclaim"),
        (changed(run("x"), policy={**run("x")["policy"], "timing": {"kind": "fixed"}}), "run.policy.timing"),
    ],
)
def test_a_message_of_another_shape_is_refused_with_its_place(line: str, place: str) -> None:
    error = fault_of(line)
    assert error.fault == "shape"
    assert place in str(error)


@pytest.mark.parametrize("line", ["", "{", '{"v":1,"kind":"stop"} x', '{"v":NaN,"kind":"stop"}', "[" * 100_000])
def test_what_is_not_json_is_refused(line: str) -> None:
    assert fault_of(line).fault == "json"


@pytest.mark.parametrize("line", ["[]", "null", "1", '"run"'])
def test_what_is_not_an_object_is_refused(line: str) -> None:
    assert fault_of(line).fault == "shape"


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_json_cannot_carry_is_not_sent(number: float) -> None:
    clock = {"name": "broken", "resolutionNs": number, "costNs": 1.0}
    with pytest.raises(ProtocolError) as caught:
        encode_report({"kind": "loaded", "versions": {}, "device": {}, "clock": clock, "memory": {}})  # type: ignore[typeddict-item]
    assert caught.value.fault == "json"


def test_a_report_is_one_line_whatever_its_text() -> None:
    encoded = encode_report({"kind": "log", "level": "info", "text": "a\nb\u2028c\ud800"})
    assert encoded.endswith(b"\n")
    assert encoded.count(b"\n") == 1
    assert json.loads(encoded) == {"v": 1, "kind": "log", "level": "info", "text": "a\nb\u2028c\ud800"}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_lines_come_out_the_same_however_the_stream_is_cut(size: int) -> None:
    stream = "eins\n\nzwölf\nabgeschnitten".encode()
    splitter = LineSplitter()
    chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert [line for chunk in chunks for line in splitter.push(chunk)] == ["eins", "", "zwölf"]


def test_a_line_past_the_bound_is_refused_after_the_lines_before_it() -> None:
    lines = LineSplitter(4).push(b"abcd\nabcde")
    assert next(lines) == "abcd"
    with pytest.raises(ProtocolError, match="longer than 4 bytes") as caught:
        next(lines)
    assert caught.value.fault == "length"


def test_a_line_that_is_no_utf_8_is_refused() -> None:
    with pytest.raises(ProtocolError) as caught:
        list(LineSplitter().push(b"\xff\n"))
    assert caught.value.fault == "encoding"
