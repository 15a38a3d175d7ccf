from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from assay_worker.callbacks.moe.contract import MoeContract
from assay_worker.callbacks.vllm import compat
from assay_worker.callbacks.vllm.quantisation import model_dtype, quantisation_config
from assay_worker.callbacks.vllm.weights import Parameter, fill_parameters, loaded_bytes
from assay_worker.memory.layer_count import count_layer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assay_worker.callbacks.moe.contract import Activation, Routing

_LARGEST_BATCH = 16_384
"""Tokens for which a layer is built, whatever its sweep: a point must not depend on the others."""
_GPT_OSS = (1.702, 7.0)


@dataclass(frozen=True)
class LayerSpec:
    """A layer to build. Sizes are the whole model's; this process is rank 0 of the logical world."""

    dtype: str
    hidden: int
    inter: int
    experts: int
    top_k: int
    tp: int
    ep: int
    device: str
    contract: MoeContract
    correction_bias: list[float] | None

    @property
    def local_experts(self) -> int:
        """Experts of rank 0: the ids [0, local_experts)."""
        return self.experts // self.ep


@dataclass(frozen=True)
class BuiltLayer:
    """`module`: as vLLM runs it, [tokens, hidden] and [tokens, experts] to [tokens, hidden].

    `parameters`: what the weights were before vLLM processed them. `loaded_bytes`: their size then.
    """

    spec: LayerSpec
    config: Any
    module: Any
    parameters: Mapping[str, Parameter]
    loaded_bytes: int

    @contextmanager
    def running(self, tokens: int) -> Iterator[None]:
        """What vLLM's engine puts round a forward pass."""
        import torch
        from vllm.forward_context import set_forward_context

        with torch.inference_mode(), set_forward_context(None, self.config, num_tokens=tokens):
            yield


def new_config(spec: LayerSpec) -> Any:
    """A fresh configuration of vLLM for one layer. Layers register in it by name."""
    import torch
    from vllm.config import VllmConfig

    config = VllmConfig()
    config.model_config = SimpleNamespace(
        dtype=getattr(torch, model_dtype(spec.dtype)),
        # A neutral name: models that have the same layer are one case.
        hf_text_config=SimpleNamespace(model_type="assay"),
        hf_config=SimpleNamespace(model_type="assay"),
        model="assay",
        quantization_config=None,
        enforce_eager=True,
    )
    config.scheduler_config.max_num_batched_tokens = _LARGEST_BATCH
    # vLLM's EP world is its TP world turned over.
    config.parallel_config.enable_expert_parallel = spec.ep > 1
    return config


def build_layer(spec: LayerSpec, config: Any) -> BuiltLayer:
    """vLLM's own layer with deterministic weights, processed by vLLM. Call it with `config` as the current one."""
    with _as_vllm_loads(spec) as dtype:
        module = compat.make_layer(_arguments(spec, dtype))
    holder = compat.weights_holder(module)
    count_layer(holder)
    module.eval()
    parameters = fill_parameters(holder, spec.dtype)
    size = loaded_bytes(holder)
    with _as_vllm_loads(spec):
        holder.quant_method.process_weights_after_loading(holder)
    return BuiltLayer(spec, config, module, parameters, size)


@contextmanager
def _as_vllm_loads(spec: LayerSpec) -> Iterator[Any]:
    """Default dtype and device as vLLM's model loader sets them; gives the dtype."""
    import torch

    before = torch.get_default_dtype()
    dtype = getattr(torch, model_dtype(spec.dtype))
    torch.set_default_dtype(dtype)
    try:
        with torch.device(spec.device):
            yield dtype
    finally:
        torch.set_default_dtype(before)


def _arguments(spec: LayerSpec, dtype: Any) -> dict[str, Any]:
    routing = spec.contract.routing
    return {
        "num_experts": spec.experts,
        "top_k": spec.top_k,
        "hidden_size": spec.hidden,
        "intermediate_size": spec.inter,
        "params_dtype": dtype,
        "quant_config": quantisation_config(spec.dtype),
        "tp_size": spec.ep if spec.ep > 1 else spec.tp,
        "prefix": "model.layers.0.mlp.experts",
        **_activation_arguments(spec.contract.activation),
        **_routing_arguments(routing, spec),
    }


def _activation_arguments(activation: Activation) -> dict[str, Any]:
    name: str = activation.function
    own = (activation.alpha, activation.limit)
    # gpt-oss's own figures stand in the kernel; its model passes none.
    alpha, limit = (None, None) if name == "swigluoai" and own == _GPT_OSS else own
    return {
        "activation": name if activation.gated else compat.plain_activation(name),
        "has_bias": activation.bias,
        "swiglu_alpha": alpha,
        "swiglu_limit": limit,
    }


def _routing_arguments(routing: Routing, spec: LayerSpec) -> dict[str, Any]:
    import torch

    bias = spec.correction_bias
    groups = routing.groups
    return {
        "renormalize": routing.renormalise,
        "scoring_func": routing.scoring,
        "use_grouped_topk": groups is not None,
        "num_expert_group": groups.count if groups else None,
        "topk_group": groups.kept if groups else None,
        "e_score_correction_bias": None if bias is None else torch.tensor(bias, dtype=torch.float32),
        "routed_scaling_factor": routing.scale,
        # As vLLM's models do it wherever the experts do not.
        "apply_routed_scale_to_output": routing.scale != 1.0,
        "router_logits_dtype": torch.float32 if routing.logits == "fp32" else None,
        **_input_weight_arguments(routing),
    }


def _input_weight_arguments(routing: Routing) -> dict[str, Any]:
    if routing.weight_on == "output":
        return {}
    from vllm.model_executor.models.llama4 import Llama4MoE

    return {
        "custom_routing_function": Llama4MoE.custom_routing_function,
        "scoring_func": "softmax",
        "apply_router_weight_on_input": True,
    }
