"""What of the CPU a framework is not to use, for this process and what it starts."""

from __future__ import annotations

import os

_WITHOUT_AMX = "ASSAY_WITHOUT_AMX"


def leave_amx() -> None:
    os.environ[_WITHOUT_AMX] = "1"
    # The highest level below AMX; oneDNN reads it when it is first used.
    os.environ["ONEDNN_MAX_CPU_ISA"] = "AVX512_CORE_FP16"


def leaves_amx() -> bool:
    return _WITHOUT_AMX in os.environ
