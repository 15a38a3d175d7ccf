"""Where versions of vLLM differ; nothing else in this folder asks for a version.

Three kinds of factory: a class `FusedMoE` that holds the weights itself (0.20.2 to 0.23.0), a function of that name
(0.24.0 to 0.26.0) and `FusedMoEFactory` (0.27.1 on), which both give a runner that holds them in `routed_experts`.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from torch import Tensor

FactoryKind = Literal["class", "function", "factory"]


class UnsupportedByThisVllm(Exception):
    """An argument that the layer needs and the factory of this version does not have."""


def factory_kind() -> FactoryKind:
    from vllm.model_executor.layers import fused_moe

    if hasattr(fused_moe, "FusedMoEFactory"):
        return "factory"
    return "class" if inspect.isclass(fused_moe.FusedMoE) else "function"


def make_layer(arguments: dict[str, Any]) -> Any:
    """vLLM's layer. Arguments that this version lacks may be left out where they are `None`, and are refused else."""
    factory = _factory()
    known = inspect.signature(factory).parameters
    missing = sorted(name for name, value in arguments.items() if name not in known and value is not None)
    if missing:
        raise UnsupportedByThisVllm(f"{factory.__name__} of this vLLM takes no {', '.join(missing)}")
    given = {name: value for name, value in arguments.items() if name in known}
    gated = not arguments["activation"].endswith("_no_mul")
    if "is_act_and_mul" in known:
        given["is_act_and_mul"] = gated
    return factory(**given)


def plain_activation(name: str) -> str:
    """The name of an activation without a gate."""
    from vllm.model_executor.layers.fused_moe import activation_without_mul

    plain: str = activation_without_mul(name)
    return plain


def weights_holder(layer: Any) -> Any:
    """The module whose parameters are the experts' weights."""
    return getattr(layer, "routed_experts", layer)


def kernel_name(layer: Any) -> str:
    """What computes the experts, read back from the built layer: class, and library, instruction set or backend."""
    method = weights_holder(layer).quant_method
    kernel = getattr(method, "moe_kernel", None)
    experts = getattr(kernel, "fused_experts", None) or getattr(method, "cpu_fused_moe", None) or method
    # The class has an instruction set also where it hands the work on.
    library = "zentorch" if getattr(experts, "_use_zentorch", False) else None
    detail = library or getattr(experts, "isa", None) or _backend(method)
    return "/".join(["vllm", type(experts).__name__, *([detail] if detail else [])])


def selected_experts(layer: Any, hidden: Tensor, logits: Tensor) -> Tensor:
    """Expert ids [tokens, top-k] that the layer chooses for these logits, by the code that it runs itself."""
    if hidden.device.type == "cpu" and factory_kind() != "factory":
        return _selected_by_cpu_kernel(weights_holder(layer), hidden, logits)
    _, ids = layer.router.select_experts(hidden, logits)
    return ids


def _selected_by_cpu_kernel(holder: Any, hidden: Tensor, logits: Tensor) -> Tensor:
    """Up to 0.26 the CPU's experts choose for themselves; the router beside them belongs to GPUs."""
    from vllm.model_executor.layers.fused_moe.cpu_fused_moe import select_experts

    names = set(inspect.signature(select_experts).parameters) - {"hidden_states", "router_logits"}
    _, ids = select_experts(
        hidden_states=hidden, router_logits=logits, **{name: getattr(holder, name) for name in names}
    )
    return ids


def _factory() -> Callable[..., Any]:
    from vllm.model_executor.layers import fused_moe

    factory: Callable[..., Any] = getattr(fused_moe, "FusedMoEFactory", None) or fused_moe.FusedMoE
    return factory


def _backend(method: Any) -> str | None:
    backends = (getattr(method, name) for name in vars(method) if name.endswith("_backend"))
    return next((backend.name for backend in backends if hasattr(backend, "name")), None)
