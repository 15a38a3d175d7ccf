"""The stopping rule agrees with the TypeScript one: both are tested against these vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay_worker.measure.median_interval import median_interval_rank
from assay_worker.measure.stopping_rule import wants_more
from assay_worker.measure.timing_policy import AdaptivePolicy, FixedPolicy, TimingPolicy
from assay_worker.protocol.decode import decode

FIXTURE = Path(__file__).parents[2] / "tests" / "fixtures" / "stopping-vectors.json"
GOLDEN: dict[str, list[dict[str, Any]]] = json.loads(FIXTURE.read_text("utf-8"))
KINDS: dict[str, type[TimingPolicy]] = {"fixed": FixedPolicy, "adaptive": AdaptivePolicy}


@pytest.mark.parametrize("vector", GOLDEN["vectors"], ids=lambda vector: vector["name"])
def test_golden_vector(vector: dict[str, Any]) -> None:
    policy = decode(vector["policy"], KINDS[vector["policy"]["kind"]], "policy")
    assert wants_more(policy, vector["samplesNs"], vector["elapsedNs"]) is vector["wantsMore"]


@pytest.mark.parametrize("golden", GOLDEN["ranks"], ids=lambda golden: str(golden["n"]))
def test_golden_rank(golden: dict[str, int]) -> None:
    assert median_interval_rank(golden["n"]) == golden["rank"]
