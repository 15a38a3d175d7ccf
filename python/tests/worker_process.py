"""A real worker with real pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from messages import JsonObject, describe, load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TESTS = Path(__file__).parent
END_SECONDS = 10
# A worker that lives longer is stuck, and so is the test that reads from it.
LIFE_SECONDS = 30
MODULE = [sys.executable, "-m", "assay_worker"]


class WorkerProcess:
    def __init__(
        self, command: Sequence[str], carrier: str, *, first_line: bytes = b"", life_seconds: float = LIFE_SECONDS
    ) -> None:
        up_read, up_write = os.pipe()
        self.mark = f"ASSAY_TEST={uuid.uuid4()}"
        name, _, value = self.mark.partition("=")
        self.process = subprocess.Popen(
            [*command, "--carrier", carrier, "--callbacks", "callbacks_of_tests"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: _becomes_3(up_write),  # noqa: PLW1509
            pass_fds=[3],
            env={**os.environ, "PYTHONPATH": f"{TESTS}{os.pathsep}{TESTS.parent}", name: value},
        )
        os.close(up_write)
        fd3: IO[bytes] = os.fdopen(up_read, "rb")
        self.up = fd3 if carrier == "fd3" else _opened(self.process.stdout)
        self.unused = fd3 if carrier == "stdio" else _opened(self.process.stdout)
        self.loaded: JsonObject = {}
        # A test that goes on once its stuck worker was killed must not pass for that.
        self.was_stuck = False
        self._life = threading.Timer(life_seconds, self._give_up)
        self._life.start()
        self.write(first_line)

    def _give_up(self) -> None:
        self.was_stuck = True
        self.kill()

    def kill(self) -> None:
        """Ends the worker and all that it started, wherever that is."""
        self._life.cancel()
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if self.mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)

    def write(self, data: bytes) -> None:
        down = _opened(self.process.stdin)
        down.write(data)
        down.flush()

    def send(self, command: JsonObject) -> None:
        self.write(f"{json.dumps(command)}\n".encode())

    def read(self) -> JsonObject:
        """The next report."""
        line = self.up.readline()
        assert line.endswith(b"\n"), f"the stream ended with {line!r}: {_opened(self.process.stderr).read()!r}"
        report: JsonObject = json.loads(line)
        return report

    def read_to(self, *kinds: str) -> list[JsonObject]:
        """The reports up to the first of these kinds."""
        reports = [self.read()]
        while reports[-1]["kind"] not in kinds:
            reports.append(self.read())
        return reports

    def begin(self) -> JsonObject:
        """Describes and loads; what it said of itself."""
        self.send(describe())
        ready = self.read()
        self.send(load())
        self.loaded = self.read()
        assert self.loaded["kind"] == "loaded"
        return ready

    def close_down(self) -> None:
        _opened(self.process.stdin).close()

    def end(self) -> tuple[int, bytes]:
        """Waits for the end: exit code and what was printed to stderr."""
        code = self.process.wait(END_SECONDS)
        return code, _opened(self.process.stderr).read()


@contextmanager
def worker(
    carrier: str = "fd3", *options: str, command: Sequence[str] = MODULE, life_seconds: float = LIFE_SECONDS
) -> Iterator[WorkerProcess]:
    with ended_after(WorkerProcess([*command, *options], carrier, life_seconds=life_seconds)) as running:
        yield running


@contextmanager
def ended_after(running: WorkerProcess) -> Iterator[WorkerProcess]:
    try:
        yield running
    finally:
        running.kill()
        running.process.wait()
        for stream in (running.up, running.unused, running.process.stderr):
            _opened(stream).close()
    assert not running.was_stuck, "the worker did not end, and was killed for it"


def is_alive(pid: int) -> bool:
    """A zombie is not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text("ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def _becomes_3(fd: int) -> None:
    os.dup2(fd, 3)
    os.set_inheritable(3, True)


def _opened(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
