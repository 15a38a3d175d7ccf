"""Asks aiconfigurator for every MoE point of a table that Assay exported, and for the middle of every pair of neighbours.

Usage: ask_aiconfigurator.py ROOT SYSTEM BACKEND TABLE
Prints one JSON object: the points asked, the middles asked, and every answer that is not the stored value or the linear blend.
"""

import json
import logging
import sys
from collections import defaultdict
from typing import Any

import pyarrow.parquet as pq
from aiconfigurator_core.sdk import common, engine, operations, perf_database

# A stored value comes back bit by bit; a blend is rounded once or twice.
BLEND_TOLERANCE = 1e-12

CURVE = [
    "moe_dtype",
    "hidden_size",
    "inter_size",
    "topk",
    "num_experts",
    "moe_tp_size",
    "moe_ep_size",
    "distribution",
]


def curves_of(path: str) -> dict[tuple[Any, ...], dict[int, float]]:
    """Latency (ms) by token count, for each layer of the table."""
    curves: dict[tuple[Any, ...], dict[int, float]] = defaultdict(dict)
    for row in pq.read_table(path).to_pylist():
        curve = tuple(row[name] for name in CURVE)
        curves[curve][row["num_tokens"]] = row["latency"]
    return curves


class Asker:
    """A view of one system's tables, asked through the engine that aiconfigurator itself uses."""

    def __init__(self, root: str, system: str, backend: str) -> None:
        perf_database.set_systems_paths(f"{root},default")
        database = perf_database.get_database_view(
            system, backend, "current", database_mode="SILICON", allow_missing_data=True
        )
        if database is None:
            sys.exit(f"aiconfigurator finds no {backend} tables of {system} in {root}")
        self._handle = engine.EngineHandle.for_database(database, systems_path=root)

    def moe(self, curve: tuple[Any, ...], tokens: int) -> float:
        dtype, hidden, inter, topk, experts, tp, ep, distribution = curve
        quant = common.MoEQuantMode[dtype]
        operation = operations.MoE("moe", 1.0, hidden, inter, topk, experts, tp, ep, quant, distribution, 1)
        ops = engine.build_ops_json([operation])
        answers = self._handle.evaluate_ops_json(ops, is_context=True, batch_size=1, s=tokens, x=tokens)
        return float(answers[0][1])


def main() -> None:
    logging.disable(logging.WARNING)
    root, system, backend, path = sys.argv[1:]
    asker = Asker(root, system, backend)
    wrong: list[dict[str, Any]] = []
    points = middles = 0
    for curve, latencies in curves_of(path).items():
        sizes = sorted(latencies)
        for size in sizes:
            points += 1
            answer = asker.moe(curve, size)
            if answer != latencies[size]:
                wrong.append({"curve": curve, "tokens": size, "stored": latencies[size], "answer": answer})
        for left, right in zip(sizes, sizes[1:], strict=False):
            if right - left < 2:
                continue
            middle = (left + right) // 2
            middles += 1
            share = (middle - left) / (right - left)
            blend = latencies[left] + (latencies[right] - latencies[left]) * share
            answer = asker.moe(curve, middle)
            if abs(answer - blend) > BLEND_TOLERANCE * blend:
                wrong.append({"curve": curve, "tokens": middle, "blend": blend, "answer": answer})
    print(json.dumps({"points": points, "middles": middles, "wrong": wrong}))  # noqa: T201


if __name__ == "__main__":
    main()
