from __future__ import annotations

import weakref

_alive: set[weakref.ref[object]] = set()


def layers_alive() -> int:
    """Native layers that were built in this process and are not freed yet."""
    return len(_alive)


def count_layer(layer: object) -> None:
    """Counts a native layer until it is freed; `layer` is the object whose end frees it."""
    _alive.add(weakref.ref(layer, _alive.discard))
