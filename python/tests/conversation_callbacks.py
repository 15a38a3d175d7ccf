"""The callbacks of the recorded conversations, in Python; see `tests/fixtures/callbacks` for the others."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING, NoReturn

from messages import POINT

if TYPE_CHECKING:
    from assay_worker.callback import Callback, Sweep


class LayerFault(Exception):
    pass


class RangeError(Exception):
    pass


def noop(_case: dict[str, object], sweep: Sweep) -> None:
    for _ in sweep:
        sweep.report(POINT)


def slow(_case: dict[str, object], sweep: Sweep) -> None:
    for _ in sweep:
        time.sleep(0.1)
        sweep.report(POINT)


def raises_after_building(case: dict[str, object], sweep: Sweep) -> None:
    for _ in sweep:
        raise LayerFault(f"a layer of {case['bytes']} bytes broke") from RangeError("its kernel has no such shape")


def breaks_collection(_case: dict[str, object], sweep: Sweep) -> None:
    def broken(_generation: int = 2) -> NoReturn:
        raise RangeError("the collection broke")

    gc.collect = broken  # type: ignore[assignment]
    for _ in sweep:
        sweep.report(POINT)


callbacks: dict[str, Callback] = {
    "test/noop": noop,
    "test/slow": slow,
    "test/raises-after-building": raises_after_building,
    "test/breaks-collection": breaks_collection,
}
