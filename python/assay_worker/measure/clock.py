from __future__ import annotations

import itertools
import time
from statistics import median_low
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay_worker.protocol.reports import Clock

_READINGS = 20_001


def measure_clock() -> Clock:
    """The clock that times samples: its smallest step and the median cost of a reading, measured here and now."""
    now = time.perf_counter_ns
    readings = [now() for _ in range(_READINGS)]
    steps = [after - before for before, after in itertools.pairwise(readings)]
    return {
        "name": "time.perf_counter_ns",
        "resolutionNs": min((step for step in steps if step > 0), default=0),
        "costNs": median_low(steps),
    }
