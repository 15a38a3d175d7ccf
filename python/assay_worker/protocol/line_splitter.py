from __future__ import annotations

import json
from typing import TYPE_CHECKING

from assay_worker.protocol.protocol_error import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE_BYTES = 64 * 1024 * 1024
"""Longest line that is accepted, without its newline."""

_EXCERPT_LENGTH = 120


class LineSplitter:
    """Cuts a stream of bytes into lines of strict UTF-8. A line that the stream's end cut short is never yielded."""

    def __init__(self, max_bytes: int = MAX_LINE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._pending: list[bytes] = []
        self._pending_bytes = 0

    def push(self, chunk: bytes) -> Iterator[str]:
        """The lines that `chunk` completes, without their newlines.

        Raises ProtocolError for bytes that are no UTF-8 and for a line past the bound, after the lines before it.
        """
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield self._line(end)
        if rest:
            self._keep(rest)

    def _keep(self, part: bytes) -> None:
        self._bound(part)
        self._pending.append(part)
        self._pending_bytes += len(part)

    def _line(self, end: bytes) -> str:
        self._bound(end)
        line = b"".join([*self._pending, end])
        self._pending = []
        self._pending_bytes = 0
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError:
            raise ProtocolError("encoding", f"a line is not UTF-8: {excerpt(line.decode('latin-1'))}") from None

    def _bound(self, part: bytes) -> None:
        if self._pending_bytes + len(part) <= self._max_bytes:
            return
        start = b"".join([*self._pending, part])[:_EXCERPT_LENGTH].decode("latin-1")
        raise ProtocolError("length", f"a line is longer than {self._max_bytes} bytes: {excerpt(start)}")


def excerpt(text: str) -> str:
    """The start of a text, quoted, short enough for a message."""
    return json.dumps(f"{text[:_EXCERPT_LENGTH]}…" if len(text) > _EXCERPT_LENGTH else text, ensure_ascii=False)
