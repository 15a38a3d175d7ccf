"""The clock of an NVIDIA device, where NVML can be asked. Not run on a GPU."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assay_worker.protocol.reports import DeviceClock


class DeviceClockWatch:
    """Remembers the lowest clock of the multiprocessors that it saw."""

    def __init__(self, device: int) -> None:
        self._nvml = _nvml()
        self._lowest: int | None = None
        if self._nvml is not None:
            self._handle = self._nvml.nvmlDeviceGetHandleByIndex(device)

    def look(self) -> None:
        """Reads the clock; called right after work, while the device has not slowed down yet."""
        if self._nvml is None:
            return
        now = self._nvml.nvmlDeviceGetClockInfo(self._handle, self._nvml.NVML_CLOCK_SM)
        self._lowest = now if self._lowest is None else min(now, self._lowest)

    def seen(self) -> DeviceClock | None:
        """`None` without NVML, and before the first look."""
        if self._nvml is None or self._lowest is None:
            return None
        sustained = self._nvml.nvmlDeviceGetApplicationsClock(self._handle, self._nvml.NVML_CLOCK_SM)
        return {"sustained": sustained, "lowest": self._lowest}


def _nvml() -> Any | None:
    try:
        nvml = import_module("pynvml")
        nvml.nvmlInit()
    except Exception:
        # No module, no library, no driver, no permission: there is no clock to be had.
        return None
    return nvml
