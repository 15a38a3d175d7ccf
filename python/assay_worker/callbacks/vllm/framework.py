"""vLLM as a framework of the worker; see `assay_worker.framework`."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from assay_worker.callbacks.moe.contract import MoeCase, MoeContract, PowerLaw
from assay_worker.callbacks.moe.workload import MoeWorkload
from assay_worker.callbacks.vllm import engine
from assay_worker.callbacks.vllm.first_layer import build_first_layer
from assay_worker.callbacks.vllm.moe import run_moe_torch
from assay_worker.framework import FrameworkFacts
from assay_worker.protocol.decode import decode

if TYPE_CHECKING:
    from assay_worker.callback import Callback, Sweep


def moe(case: dict[str, object], sweep: Sweep) -> None:
    """Calls `run_moe_torch` with the arguments of a case, as public collectors call it."""
    layer = decode(case, MoeCase, "case")
    workload = layer.workload
    run_moe_torch(
        layer.dtype,
        [coordinates["tokens"] for coordinates in sweep.coordinates],
        layer.hidden,
        layer.inter,
        layer.top_k,
        layer.experts,
        layer.tp,
        layer.ep,
        # Models that have the same layer are one case.
        "",
        workload.distribution,
        workload.alpha if isinstance(workload, PowerLaw) else 0.0,
        device=engine.default_device(),
        contract=MoeContract(layer.activation, layer.routing),
        workload=MoeWorkload(sweep),
    )


callbacks: dict[str, Callback] = {"run_moe_torch": moe}


def load(threads: int) -> FrameworkFacts:
    engine.start(threads)
    build_first_layer()
    gc.collect()
    return FrameworkFacts(engine.versions(), engine.device_facts())
