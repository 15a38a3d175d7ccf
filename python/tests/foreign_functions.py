"""Callbacks of a collector that knows nothing of Assay, and what it calls its restart sentinel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

WORKER_RESTART = object()
calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = []


class Layer:
    """Held by its own loader: nothing frees it but a collection of cycles."""

    alive = 0

    def __init__(self) -> None:
        Layer.alive += 1
        self.loader = self.load

    def load(self) -> None:
        raise NotImplementedError

    def __del__(self) -> None:
        Layer.alive -= 1


def get_cases() -> list[object]:
    return [[1, (2, 3.0)], ("a",), [object()], "abc"]


def remembers(*args: Any, **kwargs: Any) -> None:
    calls.append((args, kwargs))


def leaks(*, perf_filename: str, device: str) -> None:  # noqa: ARG001
    Layer()
    write(perf_filename, "tokens,latency\n1,0.5\n")


def writes(text: str, *, perf_filename: str, device: str) -> None:  # noqa: ARG001
    write(perf_filename, text)


def raises(*, perf_filename: str, device: str) -> None:  # noqa: ARG001
    write(perf_filename, "tokens,latency\n1,0.5\n")
    raise ValueError("the kernel is broken") from KeyError("cause")


def exits(code: Any, *, perf_filename: str, device: str) -> None:  # noqa: ARG001
    sys.exit(code)


def returns_sentinel(**_: str) -> object:
    return WORKER_RESTART


def returns(value: Any, **_: str) -> Any:
    return value


def write(path: str, text: str) -> None:
    with Path(path).open("a", encoding="utf-8", newline="") as file:
        file.write(text)
