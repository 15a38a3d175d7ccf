"""Why memory is read, and layers are not only counted."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from linear_callback import WEIGHT_BYTES
from messages import run
from worker_process import MODULE, worker

pytestmark = [
    pytest.mark.vllm,
    pytest.mark.skipif(find_spec("vllm") is None, reason="no vLLM here: run with the Python of an environment"),
]
LIFE_SECONDS = 300


def test_packed_weights_outlive_the_layer_that_nobody_holds_any_more() -> None:
    """The kernel of an int8 linear layer holds itself, and with it what it packed; the layer is gone."""
    command = [*MODULE, "--framework", "vllm", "--callbacks", "linear_callback", "--freeze", "--no-automatic-gc"]
    with worker("fd3", command=command, life_seconds=LIFE_SECONDS) as process:
        process.begin()
        # What the first brings with it (arenas, a thread's own memory) is no layer.
        for _ in range(2):
            process.send(run("int8_linear", tokens=(1,), reclaim="after-success"))
            returned, reclaimed = process.read_to("reclaimed", "failed")[-2:]
    assert reclaimed["kind"] == "reclaimed", reclaimed.get("error")
    before, after, collected = returned["before"], returned["memory"], reclaimed["memory"]
    assert (before["layersAlive"], after["layersAlive"]) == (0, 0)
    assert after["privateBytes"] - before["privateBytes"] > 0.9 * WEIGHT_BYTES
    assert collected["privateBytes"] - before["privateBytes"] < 0.1 * WEIGHT_BYTES
