"""What EP asks of a layer: rank 0 of the logical world has its own experts, and a failed layer leaves nothing."""

from __future__ import annotations

import gc
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from moe_runs import moe_case

from assay_worker.callbacks.moe.contract import MoeCase, MoeContract
from assay_worker.callbacks.vllm import engine
from assay_worker.callbacks.vllm.compat import weights_holder
from assay_worker.callbacks.vllm.layer import LayerSpec, build_layer, new_config
from assay_worker.protocol.decode import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.vllm,
    pytest.mark.skipif(find_spec("vllm") is None, reason="no vLLM here: run with the Python of an environment"),
]

EXPERTS = 16


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """vLLM's layers are cycles: other tests count those that are alive."""
    yield
    gc.collect()


def layer_of(ep: int, dtype: str = "bf16") -> LayerSpec:
    layer = decode(moe_case(topK=1, ep=ep), MoeCase, "case")
    return LayerSpec(
        dtype=dtype,
        hidden=256,
        inter=512,
        experts=EXPERTS,
        top_k=1,
        tp=1,
        ep=ep,
        device="cpu",
        contract=MoeContract(layer.activation, layer.routing),
        correction_bias=None,
    )


def build(spec: LayerSpec) -> Any:
    """What holds the weights of a layer that vLLM built and processed."""
    engine.start()
    from vllm.config import set_current_vllm_config

    config = new_config(spec)
    with set_current_vllm_config(config):
        return weights_holder(build_layer(spec, config).module)


def counts(holder: Any) -> tuple[int, int]:
    """Local and global experts, as the layer says."""
    return holder.local_num_experts, holder.global_num_experts


@pytest.mark.parametrize("ep", [1, 2, 4, EXPERTS])
def test_rank_0_has_its_share_of_the_experts_and_knows_of_all(ep: int) -> None:
    assert layer_of(ep).local_experts == EXPERTS // ep
    assert counts(build(layer_of(ep))) == (EXPERTS // ep, EXPERTS)


@pytest.mark.parametrize("dtype", ["fp8", "nvfp4"])
def test_the_layer_after_a_failed_one_of_an_ep_world_has_all_its_experts(dtype: str) -> None:
    """vLLM refuses the one after it allocated, the other before."""
    import torch

    before = torch.get_default_dtype()
    with pytest.raises((RuntimeError, NotImplementedError, ValueError)):
        build(layer_of(2, dtype))
    assert torch.get_default_dtype() == before
    assert counts(build(layer_of(1))) == (EXPERTS, EXPERTS)
