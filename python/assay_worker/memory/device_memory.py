from __future__ import annotations

import sys
from typing import NamedTuple


class DeviceMemory(NamedTuple):
    """What torch's allocator handed out and keeps, and what the device has left."""

    allocated_bytes: int | None
    reserved_bytes: int | None
    free_bytes: int | None


NO_DEVICE = DeviceMemory(None, None, None)


def read_device_memory() -> DeviceMemory:
    """The current CUDA device's memory; all `None` while nobody has imported torch and started CUDA.

    Not run on a GPU.
    """
    torch = sys.modules.get("torch")
    cuda = getattr(torch, "cuda", None)
    if cuda is None or not cuda.is_initialized():
        return NO_DEVICE
    try:
        return DeviceMemory(cuda.memory_allocated(), cuda.memory_reserved(), cuda.mem_get_info()[0])
    except RuntimeError:
        # A device after a fault answers nothing; the callback's error says what happened.
        return NO_DEVICE
