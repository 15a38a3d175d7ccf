from __future__ import annotations

import functools
import gc
import inspect
import threading
import warnings
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec

    P = ParamSpec("P")
R = TypeVar("R")


class _Running(threading.local):
    outermost = False


# One thread runs one callback at a time; threads of an executor do not see each other.
_running = _Running()


def collect_garbage() -> int:
    """Collects unreachable objects now: how many there were."""
    return gc.collect()


def collect_unreachable() -> None:
    """Collects unreachable objects once. What goes wrong is a warning: a measurement that returned stands."""
    try:
        collect_garbage()
    except Exception as error:
        warnings.warn(f"the collection after a callback failed: {error!r}", RuntimeWarning, stacklevel=3)


def reclaims_after_return(
    callback: Callable[P, R], after_return: Callable[[], None] = collect_unreachable
) -> Callable[P, R]:
    """Wraps a callback so that unreachable objects are collected once after each of its successful returns.

    Works as a decorator and as the function with which the worker itself dispatches (there with another
    `after_return`). The wrapper adds and drops no argument; it keeps name, module and signature, so that a decorated
    function pickles by reference. An error passes through untouched and nothing is collected. However often a function
    is wrapped, only the outermost wrapper acts.

    Raises TypeError for a coroutine or generator function, whose return is not the end of its work.
    """
    if inspect.iscoroutinefunction(callback) or inspect.isgeneratorfunction(callback):
        raise TypeError(f"{callback!r} returns before its work is done; wrap what runs it to the end")

    @functools.wraps(callback)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        if _running.outermost:
            return callback(*args, **kwargs)
        _running.outermost = True
        try:
            result = callback(*args, **kwargs)
            after_return()
            return result
        finally:
            _running.outermost = False

    return wrapper
