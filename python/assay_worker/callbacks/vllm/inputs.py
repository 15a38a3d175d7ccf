from __future__ import annotations

from typing import TYPE_CHECKING

from assay_worker.callbacks.vllm.quantisation import model_dtype
from assay_worker.callbacks.vllm.weight_values import fill

if TYPE_CHECKING:
    from array import array

    from torch import Tensor

    from assay_worker.callbacks.moe.workload import LogitLevels
    from assay_worker.callbacks.vllm.layer import LayerSpec


def hidden_states(spec: LayerSpec, tokens: int) -> Tensor:
    """Inputs of a layer, [tokens, hidden] in its dtype: the same numbers in each run."""
    import torch

    made = torch.empty((tokens, spec.hidden), dtype=getattr(torch, model_dtype(spec.dtype)), device=spec.device)
    fill(made, "activations", 0, 1.0)
    return made


def router_logits(spec: LayerSpec, levels: LogitLevels, ids: array[int]) -> Tensor:
    """Logits [tokens, experts] that make the layer choose `ids` [tokens x top-k], in the dtype that it is handed."""
    import torch

    fp32 = spec.contract.routing.logits == "fp32"
    dtype = torch.float32 if fp32 else getattr(torch, model_dtype(spec.dtype))
    chosen = torch.tensor(levels.chosen, dtype=dtype)
    places = torch.tensor(ids, dtype=torch.int64).view(-1, len(chosen))
    logits = torch.tensor(levels.unchosen, dtype=dtype).repeat(len(places), 1)
    return logits.scatter_(1, places, chosen.expand(places.shape)).to(spec.device)
