"""What TypeScript says of a MoE case arrives as it was, or is refused by name."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from messages import POINT
from moe_runs import PLAIN_ROUTING, asked_tokens, assignment, encoded, moe_case, moe_inputs, moe_run

from assay_worker.callback import Bench
from assay_worker.callbacks.moe.contract import Balanced, MoeCase, PowerLaw
from assay_worker.callbacks.moe.workload import MoeWorkload, NoWorkload
from assay_worker.live_sweep import LiveSweep
from assay_worker.measure.collection_watch import CollectionWatch
from assay_worker.protocol.commands import Run
from assay_worker.protocol.decode import decode
from assay_worker.protocol.framing import parse_command
from assay_worker.protocol.protocol_error import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Iterator

VECTORS = Path(__file__).parents[2] / "tests" / "fixtures" / "workload-vectors.json"


@pytest.fixture
def bench() -> Iterator[Bench]:
    watch = CollectionWatch()
    yield Bench(1, "/nowhere", watch)
    watch.close()


def workload(command: dict[str, Any], bench: Bench) -> MoeWorkload:
    run = parse_command(json.dumps(command))
    assert isinstance(run, Run)
    return MoeWorkload(LiveSweep(run, bench, lambda _: None, lambda: None))


def test_the_points_come_in_order_with_their_experts(bench: Bench) -> None:
    case = moe_case()
    under_test = workload(moe_run(case, tokens=(8, 1)), bench)
    seen = []
    for tokens, draws in under_test.points([8, 1]):
        seen.append((tokens, [list(ids) for ids in draws]))
        under_test.report(POINT)
    assert seen == [(8, [assignment(case, 8)]), (1, [assignment(case, 1)])]


@pytest.mark.parametrize("tokens", [(1, 9), (1,)])
def test_a_sample_has_both_ends_of_the_largest_point_and_of_the_experts(bench: Bench, tokens: tuple[int, ...]) -> None:
    case = moe_case()
    ids = assignment(case, tokens[-1])
    expected = [*ids[:2], *ids[-2:], 15 - ids[0], 15 - ids[1]]
    assert list(workload(moe_run(case, tokens=tokens), bench).sample_tokens()) == expected


def test_a_run_without_inputs_is_refused(bench: Bench) -> None:
    command = moe_run(moe_case())
    del command["inputs"]
    with pytest.raises(NoWorkload, match="the parent computes"):
        workload(command, bench)


def test_inputs_of_other_points_are_refused(bench: Bench) -> None:
    command = {**moe_run(moe_case()), "inputs": moe_inputs(moe_case(), (1,))}
    with pytest.raises(NoWorkload, match="1 points for 2"):
        workload(command, bench)


def test_a_sweep_of_other_points_than_the_call_is_refused(bench: Bench) -> None:
    with pytest.raises(NoWorkload, match="not those of the call"):
        next(workload(moe_run(moe_case()), bench).points([1, 16]))


def test_a_case_has_its_workload_by_kind() -> None:
    power_law = {"distribution": "power_law", "alpha": 1.2, "draws": 5, "seed": 0}
    assert decode(moe_case(), MoeCase, "case").workload == Balanced("balanced")
    assert decode(moe_case(workload=power_law), MoeCase, "case").workload == PowerLaw("power_law", 1.2, 5, 0)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"routing": {**PLAIN_ROUTING, "scoring": "tanh"}}, "case.routing.scoring"),
        ({"routing": {**PLAIN_ROUTING, "groups": {"count": 8}}}, "case.routing.groups.kept is missing"),
        ({"sharedExperts": 1}, "unknown field sharedExperts"),
        ({"experts": 0}, "case.experts"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode(moe_case(**changed), MoeCase, "case")
    assert words in str(caught.value)


def plain_vectors() -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))
    return [
        vector
        for vector in vectors
        if vector["workload"]["distribution"] == "balanced"
        and vector["routing"]["groups"] is None
        and vector["ep"] == 1
        and vector["experts"] % vector["topK"] == 0
    ]


@pytest.mark.parametrize("vector", plain_vectors(), ids=lambda vector: f"{vector['experts']}x{vector['tokens']}")
def test_these_tests_compute_experts_and_logits_as_typescript_does(vector: dict[str, Any]) -> None:
    case = moe_case(experts=vector["experts"], topK=vector["topK"], routing=vector["routing"])
    experts, top_k = vector["experts"], vector["topK"]
    ids = assignment(case, vector["tokens"])
    levels = moe_inputs(case, (1,))["logits"]
    rows = [list(levels["unchosen"]) for _ in range(vector["tokens"])]
    for slot, expert in enumerate(ids):
        rows[slot // top_k][expert] = levels["chosen"][slot % top_k]
    logits = struct.pack(f"<{vector['tokens'] * experts}f", *(logit for row in rows for logit in row))
    assert hashlib.sha256(struct.pack(f"<{len(ids)}i", *ids)).hexdigest() == vector["experts_i32le_sha256"]
    assert hashlib.sha256(logits).hexdigest() == vector["logits_f32le_sha256"]
    assert asked_tokens(case, vector["tokens"]) == vector["counts"]


def test_there_are_such_vectors() -> None:
    assert plain_vectors()


def test_expert_ids_are_sixteen_bits_little_endian() -> None:
    assert encoded([1, 258]) == "AQACAQ=="
