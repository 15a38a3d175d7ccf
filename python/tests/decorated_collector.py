"""A collector whose callback is decorated, in a module that other processes can import."""

from __future__ import annotations

import gc

from assay_worker.reclaim import reclaims_after_return


@reclaims_after_return
def run_layer(size: int, scale: int = 1, *, device: str = "cpu") -> tuple[int, str]:
    return size * scale, device


@reclaims_after_return
@reclaims_after_return
def run_layer_twice_wrapped() -> int:
    """Collections so far; one more when it has returned."""
    return collections_so_far()


def collections_so_far() -> int:
    return sum(generation["collections"] for generation in gc.get_stats()[2:])


def is_this_module_s_own(function: object) -> bool:
    return function is run_layer
