from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay_worker.callback import Callback


class NoCallbacks(Exception):
    """A module that was to bring callbacks and has none."""


def import_callbacks(module_name: str) -> dict[str, Callback]:
    """The callbacks that a module (a dotted name, or the path of a .py file) exports as `callbacks`, by name."""
    if module_name.endswith(".py"):
        path = Path(module_name).resolve()
        # By name, not by path: what the module defines must be found again by whoever unpickles it.
        sys.path.insert(0, str(path.parent))
        module_name = path.stem
    callbacks = getattr(import_module(module_name), "callbacks", None)
    if not isinstance(callbacks, dict) or not all(callable(callback) for callback in callbacks.values()):
        raise NoCallbacks(f"{module_name} has no dictionary `callbacks` of functions")
    return callbacks
