"""The conversations that were recorded with the embedded worker, held with this one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from worker_process import worker

if TYPE_CHECKING:
    from messages import JsonObject

FOLDER = Path(__file__).parents[2] / "tests" / "fixtures" / "conversations"
# `moe` is about a layer of the embedded runtime.
CONVERSATIONS = sorted(path for path in FOLDER.glob("*.jsonl") if path.stem != "moe")


def skeleton(value: Any) -> Any:
    """A message without what differs from run to run: figures, facts of the runtime, stacks."""
    if isinstance(value, dict):
        return {name: skeleton(member) for name, member in value.items()}
    if isinstance(value, list):
        return [skeleton(item) for item in value]
    return "a figure" if isinstance(value, (int, float)) and not isinstance(value, bool) else value


OWN = {"runtime", "callbacks", "versions", "device", "clock", "memory", "before", "collectedObjects"}


def essence(report: JsonObject) -> JsonObject:
    own = {**report}
    for name in {"runtime", "callbacks", "versions", "device", "clock", "memory", "before", "collectedObjects"} & {
        *own
    }:
        own[name] = sorted(own[name]) if name in ("memory", "before") else "its own"
    if own.get("error"):
        own["error"] = words(own["error"])
    coordinates = own.get("coordinates")
    return {**skeleton(own), "coordinates": coordinates}


def words(error: JsonObject | None) -> tuple[Any, ...]:
    """Type (without the module that Python adds), message, and those of the cause."""
    return () if error is None else (error["type"].rpartition(".")[2], error["message"], words(error["cause"]))


@pytest.mark.parametrize("path", CONVERSATIONS, ids=lambda path: path.stem)
@pytest.mark.parametrize("carrier", ["fd3", "stdio"])
def test_the_python_worker_says_the_same(path: Path, carrier: str) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    with worker(carrier, "--callbacks", "conversation_callbacks") as running:
        for line in lines:
            if line["direction"] == "down":
                running.send(line["message"])
            else:
                assert essence(running.read()) == essence(line["message"])
        assert running.end()[0] == 0
        assert running.up.read() == b""


def test_there_are_conversations() -> None:
    assert len(CONVERSATIONS) >= 5
