from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay_worker.protocol.reports import ErrorFacts

_MAX_CAUSES = 16
"""A chain of causes longer than this, or one that closes on itself, is cut."""


def error_facts(error: BaseException, depth: int = 0) -> ErrorFacts:
    """What was raised, in words that cross a process border; nothing of it is replaced."""
    cause = _cause(error)
    return {
        "type": _type_name(type(error)),
        "message": _message(error),
        "stack": "".join(traceback.format_exception(type(error), error, error.__traceback__, chain=False)),
        "cause": None if cause is None or depth >= _MAX_CAUSES else error_facts(cause, depth + 1),
    }


def _cause(error: BaseException) -> BaseException | None:
    if error.__cause__ is not None or error.__suppress_context__:
        return error.__cause__
    return error.__context__


def _type_name(kind: type[BaseException]) -> str:
    """As Python writes it over a traceback."""
    return (
        kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}.{kind.__qualname__}"
    )


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        # An error that cannot say itself must not hide that it happened.
        return f"<unprintable {type(error).__name__}>"
