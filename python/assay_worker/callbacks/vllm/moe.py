from __future__ import annotations

from typing import TYPE_CHECKING

from assay_worker.callbacks.vllm import engine
from assay_worker.callbacks.vllm.check import check_against_reference
from assay_worker.callbacks.vllm.layer import LayerSpec, build_layer, new_config
from assay_worker.callbacks.vllm.measure import measure_point
from assay_worker.callbacks.vllm.rows import RowFile, RowLabels
from assay_worker.reclaim import reclaims_after_return

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_worker.callbacks.moe.contract import MoeContract
    from assay_worker.callbacks.moe.workload import MoeWorkload


@reclaims_after_return
def run_moe_torch(  # noqa: PLR0913, PLR0917 - the convention of the public collectors
    moe_type: str,
    num_tokens_list: Sequence[int],
    hidden_size: int,
    inter_size: int,
    topk: int,
    num_experts: int,
    moe_tp_size: int,
    moe_ep_size: int,
    model_name: str,  # noqa: ARG001
    distributed: str,
    power_law_alpha: float,
    *,
    perf_filename: str | None = None,
    device: str = "cuda:0",
    contract: MoeContract,
    workload: MoeWorkload,
) -> None:
    """Builds a MoE layer by vLLM's own factory and measures its sweep.

    Sizes are the whole model's; the process stands for rank 0 of the logical world. `contract` says what the layer
    computes, `workload` where its tokens go; both come from the parent, and `model_name`, `distributed` and
    `power_law_alpha` add nothing to them: they are labels of the rows that go to `perf_filename`, where one is given.

    Raises what vLLM raises for a layer that it refuses, and WrongOutput for one that computes something else.
    """
    engine.start()
    spec = LayerSpec(
        dtype=moe_type,
        hidden=hidden_size,
        inter=inter_size,
        experts=num_experts,
        top_k=topk,
        tp=moe_tp_size,
        ep=moe_ep_size,
        device=device,
        contract=contract,
        correction_bias=workload.correction_bias,
    )
    rows = None
    if perf_filename is not None:
        distribution = f"power_law_{power_law_alpha}" if distributed == "power_law" else distributed
        rows = RowFile(perf_filename, spec, RowLabels(engine.vllm_version(), device, distribution))
    _measure_sweep(spec, num_tokens_list, workload, rows)


# Not in the function above: something that vLLM imports keeps the frames of its importers, and what they hold.
def _measure_sweep(
    spec: LayerSpec, num_tokens_list: Sequence[int], workload: MoeWorkload, rows: RowFile | None
) -> None:
    from vllm.config import set_current_vllm_config

    config = new_config(spec)
    # Versions up to 0.20 ask for it while they run.
    with set_current_vllm_config(config):
        layer = build_layer(spec, config)
        workload.log("info", f"{layer.loaded_bytes} bytes of weights before vLLM processed them")
        check_against_reference(layer, workload)
        for tokens, draws in workload.points(num_tokens_list):
            point = measure_point(layer, workload, tokens, draws)
            workload.report(point)
            if rows is not None:
                rows.append(tokens, point)
