"""The case of an MoE layer as TypeScript sends it; see `src/ops/moe/case.ts` for what each field means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from assay_worker.protocol.decode import AtLeast

Positive = Annotated[int, AtLeast(1)]


@dataclass(frozen=True)
class Activation:
    function: Literal["silu", "gelu", "gelu_tanh", "relu2", "swigluoai"]
    gated: bool
    bias: bool
    alpha: float | None
    limit: float | None


@dataclass(frozen=True)
class Groups:
    count: Positive
    kept: Positive


@dataclass(frozen=True)
class Routing:
    scoring: Literal["softmax", "sigmoid", "sqrtsoftplus"]
    groups: Groups | None
    correction_bias: bool
    renormalise: bool
    scale: float
    weight_on: Literal["output", "input"]
    logits: Literal["model", "fp32"]


@dataclass(frozen=True)
class MoeContract:
    """What the layer computes, beside its sizes."""

    activation: Activation
    routing: Routing


@dataclass(frozen=True)
class Balanced:
    distribution: Literal["balanced"]


@dataclass(frozen=True)
class PowerLaw:
    distribution: Literal["power_law"]
    alpha: float
    draws: Positive
    seed: Annotated[int, AtLeast(0)]


@dataclass(frozen=True)
class MoeCase:
    """Sizes are the whole model's, before tp and ep cut them."""

    op: Literal["moe"]
    runtime: str
    callback: str
    dtype: str
    hidden: Positive
    inter: Positive
    experts: Positive
    top_k: Positive
    tp: Positive
    ep: Positive
    activation: Activation
    routing: Routing
    workload: Balanced | PowerLaw
