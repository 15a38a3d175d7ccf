from __future__ import annotations

import argparse
import faulthandler
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from assay_worker.alive import keep_saying_alive
from assay_worker.carrier import Upstream, local_up
from assay_worker.collector.collector import Collectors
from assay_worker.collector_settings import CollectorSettings
from assay_worker.command_loop import CommandLoop
from assay_worker.command_reader import CommandReader
from assay_worker.cpu_features import leave_amx
from assay_worker.foreign_callbacks import import_callbacks
from assay_worker.framework import FRAMEWORKS, Framework, WithMore, find_framework
from assay_worker.supervisor import supervise

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str], down: int, up: int) -> NoReturn:
    """Runs a worker to its end. `down` and `up`: copies of the process's stdin and stdout."""
    options = _options(arguments)
    if options.carrier == "fd3":
        os.close(up)
        up = local_up()
    if options.supervised:
        down = supervise(down, up, _remove_archive if options.delete_archive else _nothing)
    _say_all()
    upstream = Upstream(up)
    try:
        _serve(options, CommandReader(down), upstream)
    except BaseException as error:
        _fail(upstream, error)
    _end(0)


def _serve(options: argparse.Namespace, reader: CommandReader, upstream: Upstream) -> None:
    loop = CommandLoop(_framework(options), upstream.send, reader.settle)
    if options.carrier == "stdio":
        keep_saying_alive(upstream.send)
    # At the end of the stream the parent is gone: nobody is left to measure for.
    reader.start(loop.receive, lambda fault: _end(0) if fault is None else _fail(upstream, fault))
    loop.work()


def _framework(options: argparse.Namespace) -> Framework:
    if options.no_amx:
        leave_amx()
    framework: Framework = find_framework(options.framework)
    more = {}
    for module in options.callbacks:
        more.update(import_callbacks(module))
    framework = WithMore(framework, more) if more else framework
    if options.collector:
        framework = Collectors(framework, options.path, options.collector)
    return CollectorSettings(framework, freeze=options.freeze, automatic=not options.no_automatic_gc)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="assay_worker", description="Measures layers for a parent that speaks JSON Lines."
    )
    parser.add_argument(
        "--carrier",
        choices=["fd3", "stdio"],
        default="fd3",
        help="where reports go: descriptor 3 (a local process) or standard output (behind ssh, srun, docker run -i)",
    )
    parser.add_argument("--supervised", action="store_true", help="die with standard input, whatever native code does")
    parser.add_argument("--delete-archive", action="store_true", help="the supervisor removes the zip file at the end")
    parser.add_argument("--framework", choices=FRAMEWORKS, help="what `load` imports")
    parser.add_argument("--callbacks", metavar="MODULE", action="append", default=[], help="brings more callbacks")
    parser.add_argument(
        "--path", metavar="FOLDER", action="append", default=[], help="where collectors are imported from"
    )
    parser.add_argument(
        "--collector",
        metavar="MODULE:FUNCTION",
        action="append",
        default=[],
        help="a foreign callback, by its own name",
    )
    parser.add_argument("--freeze", action="store_true", help="after load, keep what is there from later collections")
    parser.add_argument("--no-automatic-gc", action="store_true", help="after load, collect by the policy alone")
    parser.add_argument("--no-amx", action="store_true", help="choose kernels as on a CPU that has no AMX")
    return parser.parse_args(arguments)


def _say_all() -> None:
    """What a framework says last before it crashes is what the failure record keeps."""
    faulthandler.enable()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def _fail(upstream: Upstream, error: BaseException) -> NoReturn:
    text = f"{type(error).__name__}: {error}"
    sys.stderr.write(f"{text}\n")
    try:
        upstream.send({"kind": "log", "level": "error", "text": text})
    finally:
        _end(1)


def _end(code: int) -> NoReturn:
    """Ends at once: the teardown of a framework is worth no waiting, and other threads have no say."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _remove_archive() -> None:
    Path(sys.argv[0]).unlink(missing_ok=True)


def _nothing() -> None:
    pass
