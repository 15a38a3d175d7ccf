"""Stands between a remote carrier and the worker: it owns standard input, and what runs ends when that ends.

`ssh` and its kin do not tell a remote process that they are gone; its standard input is all that ends. A worker inside
native code would not see it, so another process watches.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK_BYTES = 1 << 16
_PR_SET_PDEATHSIG = 1
_SIGNAL_EXIT = 128


def supervise(down: int, up: int, at_end: Callable[[], None]) -> int:
    """Splits this process in two. Returns in the child alone: the descriptor on which it reads commands from now on.

    The child leads a group of its own, which is killed when `down` ends or the supervisor is told to end. The
    supervisor calls `at_end` when the child is gone and ends with its exit code, or 128 and the signal that ended it.
    """
    read_end, write_end = os.pipe()
    supervisor = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(write_end)
        os.close(down)
        _lead_group(supervisor)
        return read_end
    # Both do it: neither may go on before it is done.
    with suppress(ProcessLookupError, PermissionError):
        os.setpgid(child, child)
    os.close(read_end)
    os.close(up)
    _watch(child, at_end)
    _forward(down, write_end)
    _kill_group(child)
    while True:
        # The watcher ends this process when the child is reaped.
        signal.pause()


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _lead_group(supervisor: int) -> None:
    os.setpgid(0, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != supervisor:
        os.kill(os.getpid(), signal.SIGKILL)


def _watch(child: int, at_end: Callable[[], None]) -> None:
    for ending in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(ending, lambda *_: _kill_group(child))

    def end_with_child() -> NoReturn:
        _, status = os.waitpid(child, 0)
        # What the child left behind in its group.
        _kill_group(child)
        at_end()
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if code >= 0 else _SIGNAL_EXIT - code)

    threading.Thread(target=end_with_child, name="assay-reaper", daemon=True).start()


def _forward(source: int, target: int) -> None:
    """Passes bytes on until the source ends. It never waits for the child to read: the end must always be seen."""
    os.set_blocking(target, False)
    waiting = bytearray()
    while True:
        readable, writable, _ = select.select([source], [target] if waiting else [], [])
        if readable:
            chunk = os.read(source, _CHUNK_BYTES)
            if not chunk:
                return
            waiting += chunk
        if writable:
            try:
                del waiting[: os.write(target, waiting)]
            except BrokenPipeError:
                # The child is ending, and the watcher says how.
                waiting.clear()
