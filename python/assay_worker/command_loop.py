from __future__ import annotations

import os
import queue
import threading
from typing import TYPE_CHECKING

from assay_worker.callback import Bench
from assay_worker.dispatch import Dispatcher
from assay_worker.live_sweep import LiveSweep
from assay_worker.loaded_facts import loaded_report
from assay_worker.measure.collection_watch import CollectionWatch
from assay_worker.protocol.commands import Command, Describe, Drain, Load, Run, Stop
from assay_worker.protocol.protocol_error import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from assay_worker.callback import Callback
    from assay_worker.framework import Framework
    from assay_worker.protocol.reports import Report


class UnknownCallback(Exception):
    """A callback that this worker does not have."""


class CommandLoop:
    """Does what the parent's commands say, one thing at a time.

    `receive` is called by the thread that reads commands, `work` by the main thread, which frameworks want for their
    own work. `commands_read` returns when all that the parent has written so far was received.
    """

    def __init__(self, framework: Framework, send: Callable[[Report], None], commands_read: Callable[[], None]) -> None:
        self._framework = framework
        self._callbacks: Mapping[str, Callback] = framework.callbacks
        self._send = send
        self._commands_read = commands_read
        self._collections = CollectionWatch()
        self._dispatcher = Dispatcher(send, self._collections)
        self._work: queue.SimpleQueue[Load | tuple[Run, LiveSweep] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._bench: Bench | None = None
        self._sweep: LiveSweep | None = None

    def receive(self, command: Command) -> None:
        """Begins what a command says. Raises ProtocolError for one that does not fit what the worker is doing."""
        if isinstance(command, Describe):
            self._describe()
        elif isinstance(command, Load):
            self._work.put(command)
        elif isinstance(command, Run):
            self._work.put((command, self._begin(command)))
        elif isinstance(command, Drain):
            self._drain()
        elif isinstance(command, Stop):
            self._drain()
            self._work.put(None)

    def work(self) -> None:
        """Loads and runs until told to stop, and nothing runs any more."""
        while (task := self._work.get()) is not None:
            if isinstance(task, Load):
                self._load(task)
            else:
                run, sweep = task
                self._dispatcher.run(run, self._callback(run.callback), sweep)

    def _describe(self) -> None:
        names = list(self._callbacks)
        self._send({"kind": "ready", "runtime": "python", "pid": os.getpid(), "callbacks": names})

    def _load(self, load: Load) -> None:
        loaded = loaded_report(self._framework, load.device)
        self._bench = Bench(load.device.threads, load.scratch_dir, self._collections)
        self._send(loaded)

    def _begin(self, run: Run) -> LiveSweep:
        with self._lock:
            if self._bench is None:
                raise ProtocolError("kind", '"run" came before the worker had loaded')
            if self._sweep is not None and not self._sweep.over:
                raise ProtocolError("kind", '"run" came while an attempt runs')
            self._sweep = LiveSweep(run, self._bench, self._send, self._commands_read)
            return self._sweep

    def _drain(self) -> None:
        with self._lock:
            if self._sweep is not None:
                self._sweep.drain()

    def _callback(self, name: str) -> Callback:
        return self._callbacks.get(name) or _missing(name, list(self._callbacks))


def _missing(name: str, known: list[str]) -> Callback:
    def refuse(*_: object) -> None:
        raise UnknownCallback(f'no callback "{name}" in this worker; it has: {", ".join(known) or "none"}')

    return refuse
