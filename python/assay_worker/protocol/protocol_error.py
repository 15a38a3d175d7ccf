from __future__ import annotations

from typing import Literal

Fault = Literal["encoding", "length", "json", "version", "kind", "shape"]
"""What a message broke: the bytes, the line's length, JSON, the version, the kind or the kind's shape."""


class ProtocolError(Exception):
    """A message that cannot be sent or was not understood; the text names what was found."""

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault = fault
