from __future__ import annotations

import os
import select
import threading
import time
from typing import TYPE_CHECKING

from assay_worker.protocol.framing import parse_command
from assay_worker.protocol.line_splitter import LineSplitter

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_worker.protocol.commands import Command

_CHUNK_BYTES = 1 << 20
_POLL_SECONDS = 0.0005


class CommandReader:
    """Reads commands on a thread of its own, so that they arrive while a callback runs."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._lines = LineSplitter()
        # Held from before bytes leave the pipe until what they say has been received.
        self._handling = threading.Lock()

    def start(self, receive: Callable[[Command], None], ended: Callable[[BaseException | None], None]) -> None:
        """Begins to read; both are called on the reader's thread.

        `ended` is called once: with `None` at the stream's end, else with what went wrong.
        """
        threading.Thread(target=self._run, args=(receive, ended), name="assay-commands", daemon=True).start()

    def settle(self) -> None:
        """Returns when all that the parent has written by now was received."""
        while self._waiting(0):
            time.sleep(_POLL_SECONDS)
        with self._handling:
            return

    def _run(self, receive: Callable[[Command], None], ended: Callable[[BaseException | None], None]) -> None:
        try:
            while self._read(receive):
                pass
        except BaseException as error:
            ended(error)
        else:
            ended(None)

    def _read(self, receive: Callable[[Command], None]) -> bool:
        self._waiting(None)
        with self._handling:
            chunk = os.read(self._fd, _CHUNK_BYTES)
            for line in self._lines.push(chunk):
                receive(parse_command(line))
        return chunk != b""

    def _waiting(self, seconds: float | None) -> bool:
        readable, _, _ = select.select([self._fd], [], [], seconds)
        return bool(readable)
