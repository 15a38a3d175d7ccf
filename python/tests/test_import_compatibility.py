"""Importing the worker imports the standard library alone, on every Python that it says it supports."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import assay_worker

PYTHON_FOLDER = Path(__file__).parents[1]
MODULES = sorted(module.name for module in pkgutil.walk_packages(assay_worker.__path__, "assay_worker."))
PROGRAMS = ["assay_worker.__main__"]


def imported_by(statement: str) -> set[str]:
    """Top-level modules that a fresh interpreter without site packages has after a statement."""
    program = f"{statement}\nprint(*(name.partition('.')[0] for name in sys.modules))"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(PYTHON_FOLDER)!r})\n{program}"]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_the_standard_library_alone(module: str) -> None:
    assert imported_by(f"import {module}") <= {*sys.stdlib_module_names, "assay_worker", "__main__"}


def test_the_wrapper_pulls_in_nothing_of_the_worker_but_itself() -> None:
    program = "import assay_worker.reclaim; print('@', *sorted(n for n in sys.modules if n.startswith('assay_worker')))"
    assert "assay_worker.dispatch" not in imported_by(program)
    assert {"assay_worker.reclaim", "@"} <= imported_by(program)


def test_a_decorated_module_can_be_imported_where_nothing_is_installed() -> None:
    tests = str(Path(__file__).parent)
    assert "torch" not in imported_by(f"sys.path.insert(0, {tests!r}); import decorated_collector")
