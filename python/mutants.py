"""Breaks the worker and its wrapper, one fault at a time, and says which tests found each: `python3 mutants.py`.

Needs pytest. Ends with 1 when a fault was not found by the group of tests that should find it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

_PYTHON = Path(__file__).parent


class Mutant(NamedTuple):
    """`fault` in words; the text of a file that is replaced by another; the group of tests that finds it."""

    fault: str
    file: str
    text: str
    by: str
    group: str


_WRAPPER = "assay_worker/reclaim.py"
_DISPATCH = "assay_worker/dispatch.py"
_SWEEP = "assay_worker/live_sweep.py"
_MAIN = "assay_worker/__main__.py"
_COLLECTOR = "assay_worker/collector/collector.py"
_SUPERVISOR = "assay_worker/supervisor.py"

MUTANTS = [
    Mutant("no collection after a return", _WRAPPER, "            after_return()\n", "", "cycle_release"),
    Mutant("every wrapper collects", _WRAPPER, "_running.outermost = True", "pass", "cycle_release"),
    Mutant(
        "threads share what is running", _WRAPPER, "class _Running(threading.local)", "class _Running", "cycle_release"
    ),
    Mutant(
        "a failed collection fails the callback",
        _WRAPPER,
        "    except Exception as error:",
        "    except ZeroDivisionError as error:",
        "cycle_release",
    ),
    Mutant(
        "a collection on failure as well",
        _WRAPPER,
        "            after_return()\n            return result\n        finally:\n",
        "            return result\n        finally:\n            after_return()\n",
        "failure_propagation",
    ),
    Mutant(
        "after a failure no wrapper acts any more",
        _WRAPPER,
        "outermost = False\n\n    return",
        "outermost = True\n\n    return",
        "callback_boundaries",
    ),
    Mutant(
        "named arguments are dropped",
        _WRAPPER,
        "result = callback(*args, **kwargs)",
        "result = callback(*args)",
        "argument_forwarding",
    ),
    Mutant(
        "the result is dropped", _WRAPPER, "            return result", "            return None", "argument_forwarding"
    ),
    Mutant("the name is the wrapper's own", _WRAPPER, "    @functools.wraps(callback)\n", "", "pickle_identity"),
    Mutant("coroutines are wrapped", _WRAPPER, "inspect.iscoroutinefunction(callback) or ", "", "argument_forwarding"),
    Mutant(
        "the wrapper imports a framework",
        _WRAPPER,
        "import functools\n",
        "import functools\nimport torch\n",
        "import_compatibility",
    ),
    Mutant(
        "the policy never is not heard",
        _DISPATCH,
        'reclaims = run.policy.reclaim != "never"',
        "reclaims = True",
        "callback_boundaries",
    ),
    Mutant(
        "the policy always is not heard",
        _DISPATCH,
        'reclaims = run.policy.reclaim == "always"',
        "reclaims = False",
        "callback_boundaries",
    ),
    Mutant(
        "a collection after each failure",
        _DISPATCH,
        'reclaims = run.policy.reclaim == "always"',
        "reclaims = True",
        "callback_boundaries",
    ),
    Mutant(
        "the collection comes before the memory is read",
        _DISPATCH,
        "        def returned() -> None:\n",
        "        def returned() -> None:\n            self._collect()\n",
        "callback_boundaries",
    ),
    Mutant(
        "two collections",
        _DISPATCH,
        "        collected, error = self._collect()",
        "        self._collect()\n        collected, error = self._collect()",
        "callback_boundaries",
    ),
    Mutant(
        "a failed collection is a failed attempt",
        _DISPATCH,
        "        except BaseException as error:\n            # Whatever",
        "        except ZeroDivisionError as error:\n            # Whatever",
        "callback_boundaries",
    ),
    Mutant(
        "the worker's own collections are counted as Python's",
        _DISPATCH,
        "with self._collections.asked():",
        "if True:",
        "callback_boundaries",
    ),
    Mutant(
        "the error is replaced",
        _DISPATCH,
        "        return error_facts(error)\n    return None",
        '        return error_facts(RuntimeError("failed"))\n    return None',
        "carriers",
    ),
    Mutant(
        "the failed layer is kept until the memory was read",
        _DISPATCH,
        "        return error_facts(error)\n    return None",
        "        globals()['kept'] = error\n        return error_facts(error)\n    return None",
        "callback_boundaries",
    ),
    Mutant(
        "the end is told too late for the next attempt",
        _DISPATCH,
        "            sweep.end()\n",
        "            pass\n",
        "callback_boundaries",
    ),
    Mutant(
        "the cause is lost",
        "assay_worker/error_facts.py",
        "    cause = _cause(error)",
        "    cause = None",
        "failure_propagation",
    ),
    Mutant(
        "a drain is seen after the sweep",
        _SWEEP,
        "            if self._drained:\n                return\n",
        "",
        "callback_boundaries",
    ),
    Mutant(
        "a drain in the pipe is not waited for",
        _SWEEP,
        "            self._commands_read()\n",
        "",
        "callback_boundaries",
    ),
    Mutant(
        "points may be left out",
        _SWEEP,
        "            if self._current is not None:",
        "            if False:",
        "callback_boundaries",
    ),
    Mutant(
        "stdout is the parent's and the libraries' alike",
        "assay_worker/__main__.py",
        "    os.dup2(2, 1)\n",
        "",
        "carriers",
    ),
    Mutant(
        "stdin is the parent's and the libraries' alike",
        "assay_worker/__main__.py",
        "    os.dup2(nothing, 0)\n",
        "",
        "carriers",
    ),
    Mutant(
        "children hold the parent's pipe",
        "assay_worker/carrier.py",
        "        os.set_inheritable(fd, False)\n",
        "",
        "carriers",
    ),
    Mutant("NaN is sent", "assay_worker/protocol/framing.py", "allow_nan=False, ", "", "protocol"),
    Mutant(
        "the supervisor kills the worker alone",
        "assay_worker/supervisor.py",
        "os.killpg(leader, signal.SIGKILL)",
        "os.kill(leader, signal.SIGKILL)",
        "supervisor",
    ),
    Mutant(
        "the supervisor waits for a worker that reads nothing",
        "assay_worker/supervisor.py",
        "    os.set_blocking(target, False)\n",
        "",
        "supervisor",
    ),
    Mutant(
        "a worker outlives its supervisor",
        "assay_worker/supervisor.py",
        "        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)\n",
        "        pass\n",
        "supervisor",
    ),
    Mutant(
        "exit 10 of a collector is a failure",
        _COLLECTOR,
        "        if end.code == EXIT_RESTART",
        "        if False",
        "foreign_collectors",
    ),
    Mutant(
        "any exit of a collector is a restart",
        _COLLECTOR,
        "        if end.code == EXIT_RESTART and type(end.code) is int:\n            return True\n        raise\n",
        "        return end is not None\n",
        "foreign_collectors",
    ),
    Mutant(
        "a returned number is a restart",
        _COLLECTOR,
        "    if result is None or isinstance(result, int):\n        return False\n",
        "    if result == EXIT_RESTART:\n        return True\n",
        "foreign_collectors",
    ),
    Mutant(
        "the restart is not told",
        _DISPATCH,
        "            if sweep.restart:\n",
        "            if False:\n",
        "foreign_collectors",
    ),
    Mutant(
        "rows before an error are lost",
        _COLLECTOR,
        "        finally:\n            # Rows that came before an error are measured all the same.\n            tail.finish()\n",
        "        except ZeroDivisionError:\n            raise\n        else:\n            tail.finish()\n",
        "foreign_collectors",
    ),
    Mutant(
        "half a row is told",
        "assay_worker/collector/rows.py",
        "self._read(whole_lines=True)",
        "self._read(whole_lines=False)",
        "foreign_collectors",
    ),
    Mutant(
        "rows are told at the end alone",
        "assay_worker/collector/rows.py",
        "        self._thread.start()\n",
        "        self._thread.start()\n        self._stopped.set()\n",
        "foreign_collectors",
    ),
    Mutant(
        "tuples come back as lists",
        "assay_worker/collector/arguments.py",
        "        return tuple(read_argument(member) for member in content)",
        "        return [read_argument(member) for member in content]",
        "foreign_collectors",
    ),
    Mutant(
        "whole floats come back as ints",
        "assay_worker/collector/arguments.py",
        'return {"float": repr(value)} if value.is_integer() else value',
        "return value",
        "foreign_collectors",
    ),
]


def main() -> int:
    escaped = 0
    for mutant in MUTANTS:
        found = _failing_tests(mutant)
        escaped += not found
        mark = f"found by {len(found):2} of test_{mutant.group}" if found else f"NOT FOUND by test_{mutant.group}"
        print(f"{mark:45} {mutant.fault}", flush=True)
    print(f"{len(MUTANTS) - escaped} of {len(MUTANTS)} faults found")
    return 1 if escaped else 0


def _failing_tests(mutant: Mutant) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "python"
        for name in ("assay_worker", "tests", "pyproject.toml", "build_zipapp.py", "bootstrap.py"):
            _copy(_PYTHON / name, copy / name)
        _copy(_PYTHON.parent / "tests" / "fixtures", Path(folder) / "tests" / "fixtures")
        _break(copy / mutant.file, mutant)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/test_{mutant.group}.py"]
        ended = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        return [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]


def _break(file: Path, mutant: Mutant) -> None:
    source = file.read_text("utf-8")
    if source.count(mutant.text) != 1:
        raise SystemExit(f"{mutant.file} has not once what {mutant.fault!r} replaces: {mutant.text!r}")
    file.write_text(source.replace(mutant.text, mutant.by), "utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


if __name__ == "__main__":
    sys.exit(main())
