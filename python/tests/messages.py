"""Commands and points as tests send them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay_worker.measure.timing_policy import FixedPolicy
from assay_worker.protocol.commands import ReclaimPolicy, Run, RunPolicy

if TYPE_CHECKING:
    from assay_worker.protocol.reports import MeasuredPoint

JsonObject = dict[str, Any]

POINT: MeasuredPoint = {
    "series": [{"draw": 0, "warmupNs": [], "samplesNs": [1.0], "collectedDuring": [], "achievedTokens": None}],
    "method": {"clock": "host", "cache": "warm", "iterationsPerSample": 1},
    "kernel": "test/none",
    "router": None,
}


def describe() -> JsonObject:
    return {"v": 1, "kind": "describe"}


def load(threads: int = 1) -> JsonObject:
    return {"v": 1, "kind": "load", "device": {"name": "cpu0", "threads": threads}, "scratchDir": "/nowhere"}


def run(callback: str, *, attempt: str = "a1", tokens: tuple[int, ...] = (1, 2), reclaim: str = "never") -> JsonObject:
    return {
        "v": 1,
        "kind": "run",
        "attempt": attempt,
        "callback": callback,
        "case": {"op": "test"},
        "coordinates": [{"tokens": count} for count in tokens],
        "policy": {"timing": {"kind": "fixed", "warmup": 0, "runs": 1}, "reclaim": reclaim},
    }


def parsed_run(reclaim: ReclaimPolicy, tokens: tuple[int, ...] = (1, 2)) -> Run:
    return Run(
        v=1,
        kind="run",
        attempt="a1",
        callback="any",
        case={"op": "test"},
        coordinates=[{"tokens": count} for count in tokens],
        policy=RunPolicy(FixedPolicy("fixed", 0, 1), reclaim),
    )
