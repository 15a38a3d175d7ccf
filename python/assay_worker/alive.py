from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_worker.protocol.reports import Report

ALIVE_SECONDS = 5.0


def keep_saying_alive(send: Callable[[Report], None], seconds: float = ALIVE_SECONDS) -> threading.Event:
    """Tells the parent on a thread of its own that the way up still works, until the returned event is set.

    A remote carrier can lose its connection without either side being told; only silence shows it.
    """
    stopped = threading.Event()

    def beat() -> None:
        # A write that fails says that the parent is gone; the reader of commands ends the worker.
        with suppress(OSError):
            while not stopped.wait(seconds):
                send({"kind": "alive"})

    threading.Thread(target=beat, name="assay-alive", daemon=True).start()
    return stopped
