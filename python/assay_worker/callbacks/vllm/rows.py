from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay_worker.callbacks.vllm.layer import LayerSpec

if TYPE_CHECKING:
    from assay_worker.protocol.reports import MeasuredPoint

_NS_PER_MS = 1e6


@dataclass(frozen=True)
class RowLabels:
    """What rows say of the layer beside its sizes. `device`: its name."""

    version: str
    device: str
    distribution: str


@dataclass(frozen=True)
class RowFile:
    """A file in the columns of the public MoE tables."""

    path: str
    spec: LayerSpec
    labels: RowLabels

    def append(self, tokens: int, point: MeasuredPoint) -> None:
        """Appends a row a sample, latency in ms; rows of the same key are samples of one point."""
        path = Path(self.path)
        begins = not path.exists() or path.stat().st_size == 0
        iterations = point["method"]["iterationsPerSample"]
        key = self._key(tokens, point["kernel"])
        with path.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [*key, "latency"])
            if begins:
                writer.writeheader()
            for series in point["series"]:
                for sample in series["samplesNs"]:
                    writer.writerow({**key, "latency": sample / iterations / _NS_PER_MS})

    def _key(self, tokens: int, kernel: str) -> dict[str, str | int]:
        spec = self.spec
        return {
            "framework": "VLLM",
            "version": self.labels.version,
            "device": self.labels.device,
            "op_name": "moe",
            "kernel_source": kernel,
            "moe_dtype": spec.dtype,
            "num_tokens": tokens,
            "hidden_size": spec.hidden,
            "inter_size": spec.inter,
            "topk": spec.top_k,
            "num_experts": spec.experts,
            "moe_tp_size": spec.tp,
            "moe_ep_size": spec.ep,
            "distribution": self.labels.distribution,
        }
