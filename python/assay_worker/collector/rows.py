from __future__ import annotations

import csv
import io
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TAIL_SECONDS = 0.25


class RowTail:
    """Tells the rows of a CSV file as they are written: each whole line once, with the header above it.

    It looks on a thread of its own, rarely enough that a look (the size of a file) is nothing beside what is measured.
    """

    def __init__(self, path: Path, tell: Callable[[list[str], list[str]], None]) -> None:
        self._path = path
        self._tell = tell
        self._read_bytes = 0
        self._columns: list[str] | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="assay-rows", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def finish(self) -> None:
        """Tells what is left, a last line without its end as well: nobody writes any more."""
        self._stopped.set()
        self._thread.join()
        self._read(whole_lines=False)

    def _follow(self) -> None:
        while not self._stopped.wait(TAIL_SECONDS):
            self._read(whole_lines=True)

    def _read(self, *, whole_lines: bool) -> None:
        try:
            size = self._path.stat().st_size
        except FileNotFoundError:
            return
        if size <= self._read_bytes:
            return
        with self._path.open("rb") as file:
            file.seek(self._read_bytes)
            content = file.read()
        if whole_lines:
            content = content[: content.rfind(b"\n") + 1]
        self._read_bytes += len(content)
        for cells in csv.reader(io.StringIO(content.decode("utf-8", "replace"), newline="")):
            self._take(cells)

    def _take(self, cells: list[str]) -> None:
        if not cells:
            return
        if self._columns is None:
            self._columns = cells
        else:
            self._tell(self._columns, cells)
