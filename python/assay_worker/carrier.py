from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from assay_worker.protocol.framing import encode_report

if TYPE_CHECKING:
    from assay_worker.protocol.reports import Report

_LOCAL_UP = 3


def local_up() -> int:
    """The descriptor on which a local worker tells its parent. Ends the program where it is not open."""
    try:
        os.fstat(_LOCAL_UP)
    except OSError:
        raise SystemExit(f"descriptor {_LOCAL_UP} is not open; behind ssh and its kin use --carrier stdio") from None
    return _LOCAL_UP


class Upstream:
    """The way up to the parent. Threads may share it: a line is written whole before another begins."""

    def __init__(self, fd: int) -> None:
        # What a callback starts must not hold the parent's pipe open.
        os.set_inheritable(fd, False)
        self._fd = fd
        self._lock = threading.Lock()

    def send(self, report: Report) -> None:
        """Writes a report whole before it returns. Raises OSError when the parent is gone."""
        rest = memoryview(encode_report(report))
        with self._lock:
            while rest:
                rest = rest[os.write(self._fd, rest) :]
