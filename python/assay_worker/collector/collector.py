from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from assay_worker.collector.arguments import read_argument
from assay_worker.collector.functions import add_paths, find_function
from assay_worker.collector.rows import RowTail

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay_worker.callback import Callback, Sweep
    from assay_worker.framework import Framework, FrameworkFacts

EXIT_RESTART = 10
"""By public convention a collector that exits with this is done and wants a fresh process."""
SENTINEL = "WORKER_RESTART"
"""By public convention the object of this name, returned, says the same."""


class Collectors:
    """A framework and foreign callbacks, called by their names `package.module:function`.

    They are imported at load, so that the first case does not pay for what they import.
    """

    def __init__(self, framework: Framework, paths: Sequence[str], names: Sequence[str]) -> None:
        self._framework = framework
        self._paths = paths
        self._names = names

    @property
    def callbacks(self) -> Mapping[str, Callback]:
        return {**self._framework.callbacks, **{name: _callback_of(name) for name in self._names}}

    def load(self, threads: int) -> FrameworkFacts:
        facts = self._framework.load(threads)
        add_paths(self._paths)
        for name in self._names:
            find_function(name)
        return facts


def _callback_of(name: str) -> Callback:
    def callback(case: dict[str, object], sweep: Sweep) -> None:
        arguments = [read_argument(written) for written in cast("list[Any]", case["arguments"])]
        device = (sweep.inputs or {})["device"]
        folder = Path(tempfile.mkdtemp(prefix="rows-", dir=sweep.bench.scratch_dir))
        # A fresh file an attempt: what stands in it is of this attempt alone.
        file = folder / "rows.csv"
        tail = RowTail(file, sweep.tell_row)
        tail.start()
        try:
            if _asks_for_restart(name, arguments, {"perf_filename": str(file), "device": device}):
                sweep.ask_for_restart()
        finally:
            # Rows that came before an error are measured all the same.
            tail.finish()

    return callback


def _asks_for_restart(name: str, arguments: list[Any], keywords: dict[str, Any]) -> bool:
    try:
        result = find_function(name)(*arguments, **keywords)
    except SystemExit as end:
        if end.code == EXIT_RESTART and type(end.code) is int:
            return True
        raise
    return _is_sentinel(result)


def _is_sentinel(result: object) -> bool:
    """Whether some module calls this very object `WORKER_RESTART`. A number is a result, whatever its name."""
    if result is None or isinstance(result, int):
        return False
    return any(vars(module).get(SENTINEL) is result for module in list(sys.modules.values()) if module is not None)
