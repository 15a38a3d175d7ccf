"""The same layer in plain torch, written from the contract and not from vLLM's code."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from assay_worker.callbacks.vllm.dequantise import expert_matrix

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from torch import Tensor

    from assay_worker.callbacks.moe.contract import Activation, MoeContract, Routing
    from assay_worker.callbacks.vllm.weights import Parameter

_GPT_OSS_ALPHA = 1.702


class LayerShare(NamedTuple):
    """What rank 0 holds: the experts [0, local_experts) and what their parameters were filled with."""

    parameters: Mapping[str, Parameter]
    local_experts: int
    top_k: int
    correction_bias: list[float] | None


def reference_output(share: LayerShare, contract: MoeContract, hidden: Tensor, logits: Tensor) -> Tensor:
    """Rank 0's output [tokens, hidden] in fp32 for inputs [tokens, hidden] and router logits [tokens, experts]."""
    import torch

    weights, ids = route(logits.float(), contract.routing, share)
    inputs = hidden.float()
    output = torch.zeros_like(inputs)
    for expert in sorted({*ids.flatten().tolist()} & {*range(share.local_experts)}):
        tokens, picks = torch.where(ids == expert)
        factors = weights[tokens, picks].unsqueeze(-1)
        on_input = contract.routing.weight_on == "input"
        part = _expert(share.parameters, contract.activation, expert, inputs[tokens] * (factors if on_input else 1.0))
        output.index_add_(0, tokens, part if on_input else part * factors)
    return output


def route(logits: Tensor, routing: Routing, share: LayerShare) -> tuple[Tensor, Tensor]:
    """Weights and expert ids, [tokens, top-k] each; see `src/ops/moe/workload/select.ts`."""
    import torch

    scores = _SCORES[routing.scoring](logits)
    choice = scores if share.correction_bias is None else scores + torch.tensor(share.correction_bias)
    if routing.groups is not None:
        choice = _only_kept_groups(choice, routing.groups.count, routing.groups.kept, share.correction_bias is not None)
    ids = choice.topk(share.top_k, dim=-1).indices
    weights = scores.gather(1, ids)
    if routing.renormalise:
        weights = weights / weights.sum(-1, keepdim=True)
    return weights * routing.scale, ids


def _only_kept_groups(choice: Tensor, count: int, kept: int, biased: bool) -> Tensor:
    grouped = choice.view(len(choice), count, -1)
    # A group scores the sum of its two best where there is a bias, else its best.
    group_scores = grouped.topk(2 if biased else 1, dim=-1).values.sum(-1)
    best = group_scores.topk(kept, dim=-1).indices
    mask = choice.new_full((len(choice), count), float("-inf")).scatter(1, best, 0.0)
    return (grouped + mask.unsqueeze(-1)).flatten(1)


_SCORES: dict[str, Callable[[Tensor], Tensor]] = {
    "softmax": lambda logits: logits.softmax(-1),
    "sigmoid": lambda logits: logits.sigmoid(),
    "sqrtsoftplus": lambda logits: (logits.clamp(min=0) + (-logits.abs()).exp().log1p()).sqrt(),
}


def _expert(parameters: Mapping[str, Parameter], activation: Activation, expert: int, inputs: Tensor) -> Tensor:
    between = inputs @ expert_matrix(parameters, "w13", expert).t()
    if activation.bias:
        between = between + parameters["w13_bias"].expert(expert).float()
    output = activate(between, activation) @ expert_matrix(parameters, "w2", expert).t()
    return output + parameters["w2_bias"].expert(expert).float() if activation.bias else output


def activate(between: Tensor, activation: Activation) -> Tensor:
    """What an expert computes between its matrices: [..., 2 width] to [..., width] with a gate, same width without."""
    if activation.function == "swigluoai":
        return _swiglu_oai(between, activation)
    function = _FUNCTIONS[activation.function]
    if not activation.gated:
        return function(between)
    gate, up = between.chunk(2, dim=-1)
    if activation.limit is not None:
        gate, up = gate.clamp(max=activation.limit), up.clamp(-activation.limit, activation.limit)
    return function(gate) * up


def _swiglu_oai(between: Tensor, activation: Activation) -> Tensor:
    """gpt-oss: rows of gate and up take turns."""
    gate, up = between[..., ::2], between[..., 1::2]
    if activation.limit is not None:
        gate, up = gate.clamp(max=activation.limit), up.clamp(-activation.limit, activation.limit)
    alpha = _GPT_OSS_ALPHA if activation.alpha is None else activation.alpha
    return gate * (alpha * gate).sigmoid() * (up + 1)


def _gelu(x: Tensor) -> Tensor:
    return x * 0.5 * (1 + (x / 2**0.5).erf())


def _gelu_tanh(x: Tensor) -> Tensor:
    return x * 0.5 * (1 + ((2 / 3.141592653589793) ** 0.5 * (x + 0.044715 * x**3)).tanh())


_FUNCTIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "silu": lambda x: x * x.sigmoid(),
    "gelu": _gelu,
    "gelu_tanh": _gelu_tanh,
    "relu2": lambda x: x.clamp(min=0) ** 2,
}
