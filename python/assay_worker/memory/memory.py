from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from assay_worker.memory.device_memory import read_device_memory
from assay_worker.memory.layer_count import layers_alive

if TYPE_CHECKING:
    from assay_worker.protocol.reports import Memory

_STATUS = Path("/proc/self/status")
_BYTES_PER_KIB = 1024


def read_memory() -> Memory:
    """This process's memory now. The host's figures are `None` where /proc is not there, the device's without one."""
    status = _read_status()
    device = read_device_memory()
    return {
        "rssBytes": _field(status, "VmRSS"),
        "privateBytes": _field(status, "VmData"),
        "deviceAllocatedBytes": device.allocated_bytes,
        "deviceReservedBytes": device.reserved_bytes,
        "deviceFreeBytes": device.free_bytes,
        "layersAlive": layers_alive(),
    }


def _read_status() -> str:
    try:
        return _STATUS.read_text("latin-1")
    except OSError:
        return ""


def _field(status: str, name: str) -> int | None:
    found = re.search(rf"^{name}:\s+(\d+) kB$", status, re.MULTILINE)
    return None if found is None else int(found[1]) * _BYTES_PER_KIB
