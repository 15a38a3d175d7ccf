"""Callbacks that real workers run in tests: `--callbacks callbacks_of_tests`."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from messages import POINT

if TYPE_CHECKING:
    from assay_worker.callback import Callback, Sweep

LAYER_BYTES = 64 << 20


class CyclicLayer:
    """Keeps its weights alive as a vLLM layer does: parameter, bound loader, layer, parameter."""

    def __init__(self) -> None:
        self.weights = bytearray(LAYER_BYTES)
        self.loader = self.load

    def load(self) -> None: ...


def measures(_case: dict[str, object], sweep: Sweep) -> None:
    for _ in sweep:
        sweep.report(POINT)


def makes_garbage(_case: dict[str, object], sweep: Sweep) -> None:
    """More objects than Python lets pass without a look."""
    for _ in sweep:
        garbage: list[list[object]] = [[] for _ in range(10_000)]
        sweep.report({**POINT, "kernel": f"{len(garbage)} lists"})


def leaks(_case: dict[str, object], sweep: Sweep) -> None:
    layer = CyclicLayer()
    for _ in sweep:
        layer.load()
        sweep.report(POINT)


def fails(_case: dict[str, object], sweep: Sweep) -> None:
    layer = CyclicLayer()
    for _ in sweep:
        layer.load()
        try:
            raise KeyError("inner")
        except KeyError as error:
            raise RuntimeError("outer") from error


def exits(_case: dict[str, object], _sweep: Sweep) -> None:
    sys.exit(10)


def prints(_case: dict[str, object], sweep: Sweep) -> None:
    """What a library may do to the standard streams."""
    for _ in sweep:
        sys.stdout.write("to stdout by Python\n")
        os.write(1, b"to descriptor 1\n")
        subprocess.run(["sh", "-c", "echo from a child; cat"], check=True)
        sweep.report(POINT)


def pauses(_case: dict[str, object], sweep: Sweep) -> None:
    for _ in sweep:
        time.sleep(0.3)
        sweep.report(POINT)


def spawns_and_hangs(_case: dict[str, object], sweep: Sweep) -> None:
    """Starts a process of its own, tells its number as a kernel's name, and holds the interpreter for ever."""
    for _ in sweep:
        child = subprocess.Popen(["sleep", "600"], close_fds=False)
        # Before the point is told: whoever reads it may write at once, and wake a thread that then waits 5 ms at most.
        sys.setswitchinterval(1e6)
        sweep.report({**POINT, "kernel": str(child.pid)})
        while True:
            pass


def forgets_to_report(_case: dict[str, object], sweep: Sweep) -> None:
    for _ in sweep:
        pass


def not_a_number(_case: dict[str, object], sweep: Sweep) -> None:
    for _ in sweep:
        series = {**POINT["series"][0], "samplesNs": [float("nan")]}
        sweep.report({**POINT, "series": [series]})  # type: ignore[list-item]


callbacks: dict[str, Callback] = {
    function.__name__: function
    for function in (
        measures,
        makes_garbage,
        leaks,
        fails,
        exits,
        prints,
        pauses,
        spawns_and_hangs,
        forgets_to_report,
        not_a_number,
    )
}
