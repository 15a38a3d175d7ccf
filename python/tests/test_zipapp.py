"""The worker as one file, and carried by a launch command."""

from __future__ import annotations

import base64
import shlex
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from messages import run
from worker_process import WorkerProcess, ended_after, is_alive, worker

if TYPE_CHECKING:
    from collections.abc import Iterator

PYTHON_FOLDER = Path(__file__).parents[1]
sys.path.insert(0, str(PYTHON_FOLDER))

from build_zipapp import build  # noqa: E402


@pytest.fixture(scope="module")
def archive() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "assay-worker.pyz"
        build(path)
        yield path


def leftovers() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("assay-worker-*.pyz"))


def test_the_same_sources_make_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.pyz"
    build(again)
    assert again.read_bytes() == archive.read_bytes()


@pytest.mark.parametrize("carrier", ["fd3", "stdio"])
def test_it_runs_as_a_file(archive: Path, carrier: str) -> None:
    with worker(carrier, command=[sys.executable, str(archive)]) as running:
        running.begin()
        running.send(run("leaks", reclaim="after-success"))
        assert running.read_to("reclaimed")[-1]["error"] is None


def test_the_bootstrap_survives_every_shell() -> None:
    text = (PYTHON_FOLDER / "bootstrap.py").read_text("utf-8")
    assert not set("'$`\\!") & set(text)
    assert shlex.split(f"'{text}'") == [text]


@contextmanager
def carried(archive: Path) -> Iterator[WorkerProcess]:
    """As `ssh HOST python3 -c BOOTSTRAP ...` does it: a shell puts the words together again."""
    bootstrap = (PYTHON_FOLDER / "bootstrap.py").read_text("utf-8")
    script = f"exec {shlex.quote(sys.executable)} -c '{bootstrap}' \"$@\""
    first_line = base64.b64encode(archive.read_bytes()) + b"\n"
    with ended_after(WorkerProcess(["sh", "-c", script, "sh"], "stdio", first_line=first_line)) as running:
        yield running


def test_it_runs_from_its_own_standard_input_and_leaves_nothing(archive: Path) -> None:
    before = leftovers()
    with carried(archive) as running:
        running.begin()
        running.send(run("leaks", reclaim="after-success"))
        assert running.read_to("reclaimed")[-1]["error"] is None
        running.send({"v": 1, "kind": "stop"})
        assert running.end()[0] == 0
    assert leftovers() == before


def test_the_end_of_its_standard_input_ends_it_and_leaves_nothing(archive: Path) -> None:
    before = leftovers()
    with carried(archive) as running:
        pid = running.begin()["pid"]
        running.send(run("spawns_and_hangs"))
        running.read_to("point")
        running.close_down()
        running.end()
        assert not is_alive(pid)
    assert leftovers() == before
