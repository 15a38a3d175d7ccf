from __future__ import annotations

import time
from typing import TYPE_CHECKING

from assay_worker.measure.collection_watch import CollectionWatch, Window
from assay_worker.measure.stopping_rule import wants_more

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_worker.measure.timing_policy import TimingPolicy
    from assay_worker.protocol.reports import Method, SeriesFacts, TimedSamples

HOST_METHOD: Method = {"clock": "host", "cache": "warm", "iterationsPerSample": 1}
"""On the host's clock, one run a sample, the caches as the run before left them."""


def take_samples(run: Callable[[], object], policy: TimingPolicy, collections: CollectionWatch) -> TimedSamples:
    """Times `run` as the policy says, one sample after the other; nothing else happens in between."""
    warmup_ns: list[float] = [_timed(run).duration_ns for _ in range(policy.warmup)]
    samples: list[Window] = []
    samples_ns: list[float] = []
    began = time.perf_counter_ns()
    while wants_more(policy, samples_ns, time.perf_counter_ns() - began):
        sample = _timed(run)
        samples.append(sample)
        samples_ns.append(sample.duration_ns)
    return {"warmupNs": warmup_ns, "samplesNs": samples_ns, "collectedDuring": collections.take_during(samples)}


class HostTimer:
    """Times what has ended when it returns."""

    method = HOST_METHOD

    def __init__(self, run: Callable[[], object]) -> None:
        self._run = run

    def take_samples(self, policy: TimingPolicy, collections: CollectionWatch) -> TimedSamples:
        return take_samples(self._run, policy, collections)

    def facts(self) -> SeriesFacts:
        """What it found beside the samples it took last: nothing."""
        return {}


def _timed(run: Callable[[], object]) -> Window:
    start = time.perf_counter_ns()
    run()
    return Window(start, time.perf_counter_ns() - start)
