"""The parts of the vLLM callbacks that need torch or vLLM in the process. Skipped where they are not."""

from __future__ import annotations

import csv
import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from moe_runs import moe_case, moe_run

from assay_worker.callback import Bench
from assay_worker.callbacks.moe.contract import MoeCase, MoeContract
from assay_worker.callbacks.moe.workload import MoeWorkload
from assay_worker.callbacks.vllm.dequantise import expert_matrix
from assay_worker.callbacks.vllm.moe import run_moe_torch
from assay_worker.callbacks.vllm.weight_values import WEIGHT_LIMIT, fill, values
from assay_worker.callbacks.vllm.weights import Parameter, fill_parameters
from assay_worker.live_sweep import LiveSweep
from assay_worker.measure.collection_watch import CollectionWatch
from assay_worker.memory.layer_count import layers_alive
from assay_worker.protocol.commands import Run
from assay_worker.protocol.decode import decode
from assay_worker.protocol.framing import parse_command

if TYPE_CHECKING:
    from pathlib import Path

    from assay_worker.protocol.reports import Report

pytestmark = [
    pytest.mark.vllm,
    pytest.mark.skipif(find_spec("vllm") is None, reason="no vLLM here: run with the Python of an environment"),
]


def test_values_are_those_of_the_embedded_runtime() -> None:
    import torch

    # uniformStream(1, 0) of src/ops/moe/workload/random.ts, as the embedded runtime's weights use it.
    made = torch.empty(3, dtype=torch.float64)
    fill(made, "weights", 0, 0.5)
    assert made.tolist() == pytest.approx([0.4622160214930773, 0.259637201204896, -0.4418147492688149], abs=1e-15)


def test_a_part_has_the_values_that_the_whole_has_there() -> None:
    import torch

    whole = torch.empty((3, 1000, 700), dtype=torch.bfloat16)
    fill(whole, "weights", 5, WEIGHT_LIMIT)
    part = values(whole[2], "weights", 5 + 2 * whole[2].numel(), WEIGHT_LIMIT)
    assert torch.equal(part, whole[2])
    assert float(whole.abs().max()) == pytest.approx(WEIGHT_LIMIT, rel=0.01)
    assert float(whole.float().std()) == pytest.approx(WEIGHT_LIMIT / 3**0.5, rel=0.01)


def stored(tensor: Any) -> Parameter:
    """A parameter of one expert whose values are given."""

    class Stored(Parameter):
        def expert(self, index: int) -> Any:  # noqa: ARG002
            return tensor

    return Stored(None, "weights", 0, 0.0)


def test_dequantised_int4_is_what_compressed_tensors_unpacks() -> None:
    import torch
    from compressed_tensors.compressors.pack_quantized.helpers import pack_to_int32

    numbers = torch.randint(-8, 8, (32, 256), dtype=torch.int8)
    scale = torch.rand(32, 2) + 0.5
    packed = pack_to_int32(numbers, 4).t().contiguous()
    parameters = {"w13_weight_packed": stored(packed), "w13_weight_scale": stored(scale.t().contiguous())}
    expected = numbers.float() * scale.repeat_interleave(128, 1)
    assert torch.equal(expert_matrix(parameters, "w13", 0), expected)
    turned = {name: stored(parameter.expert(0).t()) for name, parameter in parameters.items()}
    assert torch.equal(expert_matrix(turned, "w13", 0), expected)


def test_dequantised_blocks_rows_halves_and_the_whole() -> None:
    import torch

    eight_bits = torch.randn(256, 384).to(torch.float8_e4m3fn)
    for shape in ((2, 3), (256, 1), (2,), ()):
        scale = torch.rand(shape) + 0.5
        parameters = {"w2_weight": stored(eight_bits), "w2_weight_scale_inv": stored(scale)}
        rows = scale.reshape(-1, 1) if scale.dim() < 2 else scale
        spread = rows.repeat_interleave(256 // rows.shape[0], 0).repeat_interleave(384 // rows.shape[1], 1)
        assert torch.equal(expert_matrix(parameters, "w2", 0), eight_bits.float() * spread)


def test_dequantised_mxfp4_and_nvfp4() -> None:
    import torch

    packed = torch.tensor([[0x2A, 0xF7]] * 2, dtype=torch.uint8).repeat(1, 16)
    numbers = torch.tensor([-1.0, 1.0, 6.0, -6.0]).repeat(2, 16)
    exponents = torch.tensor([[126, 128], [127, 127]], dtype=torch.uint8)
    mxfp4 = {"w2_weight": stored(packed), "w2_weight_scale": stored(exponents)}
    expected = numbers * torch.tensor([[0.5, 2.0], [1.0, 1.0]]).repeat_interleave(32, 1)
    assert torch.equal(expert_matrix(mxfp4, "w2", 0), expected)

    scale = torch.tensor([[1.0, 2.0, 0.5, 4.0]] * 2).to(torch.float8_e4m3fn)
    nvfp4 = {
        "w2_weight_packed": stored(packed),
        "w2_weight_scale": stored(scale),
        "w2_weight_global_scale": stored(torch.tensor(8.0)),
    }
    expected = numbers * torch.tensor([[1.0, 2.0, 0.5, 4.0]]).repeat_interleave(16, 1) / 8
    assert torch.equal(expert_matrix(nvfp4, "w2", 0), expected)


def test_parameters_are_filled_by_name_and_strange_ones_refused() -> None:
    import torch

    from assay_worker.callbacks.vllm.weights import UnknownParameter

    module = torch.nn.Module()
    module.w2_weight = torch.nn.Parameter(torch.empty(4, 8, 8), requires_grad=False)
    module.w2_bias = torch.nn.Parameter(torch.empty(4, 8), requires_grad=False)
    given = fill_parameters(module, "bf16")
    assert sorted(given) == ["w2_bias", "w2_weight"]
    assert torch.equal(given["w2_weight"].expert(3), module.w2_weight[3])
    module.mystery = torch.nn.Parameter(torch.empty(4), requires_grad=False)
    with pytest.raises(UnknownParameter, match="mystery"):
        fill_parameters(module, "bf16")


@pytest.mark.parametrize("tokens", [(1, 4)])
def test_it_can_be_called_as_public_collectors_are(tokens: tuple[int, ...], tmp_path: Path) -> None:
    """Positional arguments, rows in a file, and the decorator's collection after the return."""
    case = moe_case()
    run = parse_command(json.dumps(moe_run(case, tokens=tokens)))
    assert isinstance(run, Run)
    layer = decode(case, MoeCase, "case")
    watch = CollectionWatch()
    reports: list[Report] = []
    sweep = LiveSweep(run, Bench(1, str(tmp_path), watch), reports.append, lambda: None)
    rows = tmp_path / "moe_perf.txt"
    before = layers_alive()
    try:
        run_moe_torch(
            *("bf16", list(tokens), 256, 512, 2, 16, 1, 1, "any/model", "power_law", 1.2),
            perf_filename=str(rows),
            device="cpu",
            contract=MoeContract(layer.activation, layer.routing),
            workload=MoeWorkload(sweep),
        )
    finally:
        watch.close()
    points = [report for report in reports if report["kind"] == "point"]
    with rows.open(encoding="utf-8", newline="") as file:
        written = list(csv.DictReader(file))
    assert [row["num_tokens"] for row in written] == ["1", "1", "4", "4"]
    assert {(row["distribution"], row["moe_dtype"], row["num_experts"]) for row in written} == {
        ("power_law_1.2", "bf16", "16")
    }
    assert float(written[0]["latency"]) == points[0]["point"]["series"][0]["samplesNs"][0] / 1e6
    if points[0]["point"]["kernel"] != "vllm/CPUFusedMOE/none":
        assert layers_alive() == before
