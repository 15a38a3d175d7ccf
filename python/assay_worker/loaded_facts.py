from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING

from assay_worker.measure.clock import measure_clock
from assay_worker.memory.memory import read_memory

if TYPE_CHECKING:
    from assay_worker.framework import Framework
    from assay_worker.protocol.commands import Device
    from assay_worker.protocol.reports import Loaded


def loaded_report(framework: Framework, device: Device) -> Loaded:
    """Loads the framework and tells what was found: the answer to `load`."""
    facts = framework.load(device.threads)
    return {
        "kind": "loaded",
        "versions": {"python": platform.python_version(), **facts.versions},
        "device": {**_host(device), **facts.device},
        "clock": measure_clock(),
        "memory": read_memory(),
    }


def _host(device: Device) -> dict[str, str | float | None]:
    return {
        "name": device.name,
        "kind": "cpu",
        "model": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "threads": device.threads,
        "memoryBytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "architecture": platform.machine(),
        "system": f"{platform.system().lower()} {platform.release()}",
    }


def _processor() -> str | None:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or None
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, None)
