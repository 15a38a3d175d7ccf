from __future__ import annotations

from typing import TYPE_CHECKING

from assay_worker.callbacks.vllm.inputs import hidden_states, router_logits
from assay_worker.callbacks.vllm.reference import LayerShare, reference_output

if TYPE_CHECKING:
    from assay_worker.callbacks.moe.workload import MoeWorkload
    from assay_worker.callbacks.vllm.layer import BuiltLayer

_TOKENS = 3
# Error over the output, both as norms. Formats differ in how they round weights and what lies between the matrices;
# a layer that computes something else is off by a third and more.
_TOLERANCES = {"fp32": 1e-4, "fp16": 0.005, "float16": 0.005, "bf16": 0.02, "bfloat16": 0.02}
_QUANTISED_TOLERANCE = 0.1


class WrongOutput(Exception):
    """The layer runs and computes something else than its contract says: its time is that of another layer."""


def check_against_reference(layer: BuiltLayer, workload: MoeWorkload) -> None:
    """Runs a few tokens and compares them with plain torch. Raises WrongOutput."""
    spec = layer.spec
    hidden = hidden_states(spec, _TOKENS)
    logits = router_logits(spec, workload.logits, workload.sample_tokens())
    with layer.running(_TOKENS):
        # A copy: some kernels of older versions multiply their input in place.
        output = layer.module(hidden.clone(), logits).float().cpu()
    share = LayerShare(layer.parameters, spec.local_experts, spec.top_k, spec.correction_bias)
    expected = reference_output(share, spec.contract, hidden.cpu(), logits.cpu())
    error = float((output - expected).norm() / expected.norm())
    tolerance = _TOLERANCES.get(spec.dtype, _QUANTISED_TOLERANCE)
    # Written so that NaN fails.
    if not error <= tolerance:
        raise WrongOutput(
            f"the output differs from the reference by {error:.2g} of its norm; {spec.dtype} allows {tolerance}"
        )
    workload.log("info", f"the output differs from the reference by {error:.2g} of its norm")
