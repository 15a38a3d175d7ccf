"""Arguments of a case in JSON, and back, without loss: an object is always a tag that says what a value is."""

from __future__ import annotations

import math
from typing import Any

_SAFE_INTEGER = 2**53 - 1
"""Other programs read larger whole numbers as the nearest one that they have."""


class NotWritable(Exception):
    """A value that has no form in JSON that would come back as the same value."""


def write_argument(value: Any) -> Any:
    """A value in JSON. Raises NotWritable."""
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind is int:
        return value if abs(value) <= _SAFE_INTEGER else {"int": str(value)}
    if kind is float:
        return _write_float(value)
    if kind is list:
        return [write_argument(member) for member in value]
    if kind is tuple:
        return {"tuple": [write_argument(member) for member in value]}
    if kind is dict and all(type(name) is str for name in value):
        return {"dict": {name: write_argument(member) for name, member in value.items()}}
    raise NotWritable(f"a {kind.__module__}.{kind.__qualname__}")


def _write_float(value: float) -> Any:
    if not math.isfinite(value):
        raise NotWritable(f"the number {value}")
    # 1.0 and 1 are one number in JSON.
    return {"float": repr(value)} if value.is_integer() else value


def read_argument(written: Any) -> Any:
    """The value that `write_argument` wrote."""
    if isinstance(written, list):
        return [read_argument(member) for member in written]
    if not isinstance(written, dict):
        return written
    [(tag, content)] = written.items()
    if tag == "tuple":
        return tuple(read_argument(member) for member in content)
    if tag == "dict":
        return {name: read_argument(member) for name, member in content.items()}
    return {"int": int, "float": float}[tag](content)
