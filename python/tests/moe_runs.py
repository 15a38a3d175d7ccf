"""Run commands of small MoE cases, with the inputs that the parent would have computed."""

from __future__ import annotations

import base64
import struct
from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from messages import JsonObject

PLAIN_ROUTING: JsonObject = {
    "scoring": "softmax",
    "groups": None,
    "correctionBias": False,
    "renormalise": True,
    "scale": 1,
    "weightOn": "output",
    "logits": "model",
}
SILU: JsonObject = {"function": "silu", "gated": True, "bias": False, "alpha": None, "limit": None}


def moe_case(**changed: Any) -> JsonObject:
    return {
        "op": "moe",
        "runtime": "vllm",
        "callback": "run_moe_torch",
        "dtype": "bf16",
        "hidden": 256,
        "inter": 512,
        "experts": 16,
        "topK": 2,
        "tp": 1,
        "ep": 1,
        "activation": SILU,
        "routing": PLAIN_ROUTING,
        "workload": {"distribution": "balanced"},
        **changed,
    }


def moe_run(case: JsonObject, *, tokens: tuple[int, ...] = (1, 8), reclaim: str = "after-success") -> JsonObject:
    return {
        "v": 1,
        "kind": "run",
        "attempt": "a1",
        "callback": "run_moe_torch",
        "case": case,
        "coordinates": [{"tokens": count} for count in tokens],
        "policy": {"timing": {"kind": "fixed", "warmup": 1, "runs": 2}, "reclaim": reclaim},
        "inputs": moe_inputs(case, tokens),
    }


def moe_inputs(case: JsonObject, tokens: tuple[int, ...]) -> JsonObject:
    experts, top_k = case["experts"], case["topK"]
    bias = [(((expert * 37) % 64) - 32) / 2**17 for expert in range(experts)]
    step = max(1, 0x200 // top_k)
    return {
        "logits": {
            "chosen": [bf16(0x4080 - pick * step) for pick in range(top_k)],
            "unchosen": [bf16(0xC080 + expert) for expert in range(experts)],
        },
        "correctionBias": bias if case["routing"]["correctionBias"] else None,
        "points": [[encoded(assignment(case, count))] for count in tokens],
    }


def assignment(case: JsonObject, tokens: int) -> list[int]:
    """[tokens x top-k] experts that lie in the first groups that may be kept; in all experts without groups."""
    experts, top_k, groups = case["experts"], case["topK"], case["routing"]["groups"]
    eligible = experts if groups is None else experts // groups["count"] * groups["kept"]
    stride = max(1, eligible // top_k)
    return [(token + pick * stride) % eligible for token in range(tokens) for pick in range(top_k)]


def asked_tokens(case: JsonObject, tokens: int) -> list[int]:
    picks = assignment(case, tokens)
    return [picks.count(expert) for expert in range(case["experts"] // case["ep"])]


def encoded(ids: list[int]) -> str:
    return base64.b64encode(array("H", ids).tobytes()).decode("ascii")


def bf16(bits: int) -> float:
    number: float = struct.unpack(">f", struct.pack(">I", bits << 16))[0]
    return number
