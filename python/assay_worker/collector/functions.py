from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class NoSuchFunction(Exception):
    """A name of a function that its module does not have."""


def add_paths(paths: Sequence[str]) -> None:
    """Makes modules of these folders importable, before any of the same name elsewhere."""
    sys.path[:0] = paths


def find_function(name: str) -> Callable[..., Any]:
    """The function of a name like `package.module:function`; imports its module. Raises NoSuchFunction."""
    module_name, _, function_name = name.partition(":")
    function = getattr(import_module(module_name), function_name, None)
    if not callable(function):
        raise NoSuchFunction(f"{module_name} has no function {function_name}")
    return function  # type: ignore[no-any-return]
