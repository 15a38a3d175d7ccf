from __future__ import annotations

import json
from typing import TYPE_CHECKING, NoReturn

from assay_worker.protocol.commands import COMMANDS, PROTOCOL_VERSION, Command
from assay_worker.protocol.decode import decode
from assay_worker.protocol.line_splitter import excerpt
from assay_worker.protocol.protocol_error import ProtocolError

if TYPE_CHECKING:
    from assay_worker.protocol.reports import Report


def encode_report(report: Report) -> bytes:
    """The line that carries a report, version and newline included.

    Raises ProtocolError for a number that JSON cannot carry (NaN, Infinity) and for a value that is no JSON at all.
    """
    try:
        text = json.dumps({"v": PROTOCOL_VERSION, **report}, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise ProtocolError("json", f'JSON cannot carry a "{report["kind"]}" report: {error}') from error
    return f"{text}\n".encode()


def parse_command(line: str) -> Command:
    """Raises ProtocolError for anything but a command of this version."""
    value = _parse_json(line)
    if not isinstance(value, dict):
        raise ProtocolError("shape", f"a message is an object, not {excerpt(line)}")
    version, kind = value.get("v"), value.get("kind")
    if version != PROTOCOL_VERSION or isinstance(version, (bool, float)):
        known = f"this program speaks {PROTOCOL_VERSION}"
        raise ProtocolError("version", f"protocol version {json.dumps(version)}; {known}")
    command = COMMANDS.get(kind) if isinstance(kind, str) else None
    if command is None:
        raise ProtocolError("kind", f"unknown message kind {json.dumps(kind)}; known: {', '.join(COMMANDS)}")
    return decode(value, command, str(kind))


def _parse_json(line: str) -> object:
    try:
        return json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("json", f"not JSON ({error}): {excerpt(line)}") from None


def _refuse_constant(name: str) -> NoReturn:
    message = f"{name} is no JSON"
    raise ValueError(message)
