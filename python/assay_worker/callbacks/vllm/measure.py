from __future__ import annotations

from typing import TYPE_CHECKING

from assay_worker.callbacks.vllm import compat
from assay_worker.callbacks.vllm.inputs import hidden_states, router_logits
from assay_worker.measure.cuda_timing import CudaTimer
from assay_worker.measure.host_timing import HostTimer

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from torch import Tensor

    from assay_worker.callbacks.moe.workload import MoeWorkload
    from assay_worker.callbacks.vllm.layer import BuiltLayer
    from assay_worker.protocol.reports import MeasuredPoint, Series


def measure_point(layer: BuiltLayer, workload: MoeWorkload, tokens: int, draws: Sequence[array[int]]) -> MeasuredPoint:
    """Times the layer for `tokens` tokens, with each draw's routing in turn."""
    spec = layer.spec
    hidden = hidden_states(spec, tokens)
    # One buffer for all draws: a captured graph reads it where it is.
    logits = router_logits(spec, workload.logits, draws[0])
    series: list[Series] = []
    with layer.running(tokens):
        timer = _timer(layer, workload, hidden, logits)
        for draw, ids in enumerate(draws):
            logits.copy_(router_logits(spec, workload.logits, ids))
            achieved = _achieved_tokens(layer, hidden, logits)
            samples = timer.take_samples(workload.timing, workload.bench.collections)
            series.append({"draw": draw, **samples, "achievedTokens": achieved, **timer.facts()})
        return {
            "series": series,
            "method": timer.method,
            "kernel": compat.kernel_name(layer.module),
            "router": "native",
        }


def _timer(layer: BuiltLayer, workload: MoeWorkload, hidden: Tensor, logits: Tensor) -> HostTimer | CudaTimer:
    def run() -> object:
        return layer.module(hidden, logits)

    if layer.spec.device == "cpu":
        return HostTimer(run)
    return CudaTimer(run, lambda text: workload.log("warning", text))


def _achieved_tokens(layer: BuiltLayer, hidden: Tensor, logits: Tensor) -> list[int]:
    """Tokens that each of rank 0's experts gets, read back from the layer."""
    import torch

    ids = compat.selected_experts(layer.module, hidden, logits)
    counts: list[int] = torch.bincount(ids.flatten().long().cpu(), minlength=layer.spec.experts).tolist()
    return counts[: layer.spec.local_experts]
