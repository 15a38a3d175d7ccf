"""Lists the cases that a getter gives: `python3 -m assay_worker.list_cases --path FOLDER package.module:function`.

Prints one JSON object: the Python's `version`, the `file` of the getter's module, and `cases`, each either `arguments`
(see `collector/arguments.py`) or `refused`, which says why it cannot be written down.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import platform
import sys
from typing import TYPE_CHECKING, Any

from assay_worker.collector.arguments import NotWritable, write_argument
from assay_worker.collector.functions import add_paths, find_function

if TYPE_CHECKING:
    from collections.abc import Iterable


def list_cases(cases: Iterable[Any]) -> list[dict[str, Any]]:
    """Cases as JSON, in their order."""
    return [_listed(number, case) for number, case in enumerate(cases, start=1)]


def _listed(number: int, case: Any) -> dict[str, Any]:
    if not isinstance(case, (list, tuple)):
        return {"refused": f"case {number} is a {type(case).__name__}, not a list or tuple of arguments"}
    try:
        return {"arguments": [write_argument(value) for value in case]}
    except NotWritable as error:
        return {"refused": f"case {number} holds {error}, which has no form in JSON that comes back the same"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--path", action="append", default=[], help="where modules are imported from; repeatable")
    parser.add_argument("getter", metavar="MODULE:FUNCTION")
    options = parser.parse_args()
    # What a collector prints while it is imported is not part of the list.
    answer = os.dup(1)
    os.dup2(2, 1)
    add_paths(options.path)
    getter = find_function(options.getter)
    module = sys.modules[options.getter.partition(":")[0]]
    listing = {
        "version": platform.python_version(),
        "file": inspect.getsourcefile(module) or "",
        "cases": list_cases(getter()),
    }
    sys.stdout.flush()
    with os.fdopen(answer, "w", encoding="utf-8") as stream:
        json.dump(listing, stream, allow_nan=False)


if __name__ == "__main__":
    main()
