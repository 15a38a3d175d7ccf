"""Timing on CUDA devices. Not run on a GPU."""

from __future__ import annotations

import math
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from assay_worker.measure.collection_watch import CollectionWatch, Window
from assay_worker.measure.device_clock import DeviceClockWatch
from assay_worker.measure.stopping_rule import wants_more

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_worker.measure.timing_policy import TimingPolicy
    from assay_worker.protocol.reports import Method, SeriesFacts, TimedSamples

_NS_PER_MS = 1e6
# Kernels are compiled and tuned in the first runs.
_FIRST_RUNS = 3
_EAGER_RUNS = 3
_SAMPLE_MS = 1.0
_MOST_ITERATIONS = 100


class CudaTimer:
    """Times replays of a captured graph by device events, or eager runs where nothing can be captured.

    `run` must read its inputs where they are, so that other inputs are timed by filling the same tensors.
    """

    def __init__(self, run: Callable[[], object], warn: Callable[[str], None]) -> None:
        import torch  # noqa: PLC0415

        self._cuda = torch.cuda
        self._eager = run
        self._first_runs()
        self._replay = self._capture(warn)
        self._device = torch.cuda.current_device()
        self._clock = DeviceClockWatch(self._device)
        self._eager_ns = median(self._elapsed_ns(run, 1) for _ in range(_EAGER_RUNS))
        iterations = math.ceil(_SAMPLE_MS * _NS_PER_MS / max(1.0, self._elapsed_ns(self._run, 1)))
        self._iterations = min(_MOST_ITERATIONS, max(1, iterations))

    @property
    def method(self) -> Method:
        clock: Any = "device_events" if self._replay is None else "graph_replay"
        return {"clock": clock, "cache": "warm", "iterationsPerSample": self._iterations}

    def take_samples(self, policy: TimingPolicy, collections: CollectionWatch) -> TimedSamples:
        """Warm-up runs on the path that is timed."""
        self._clock = DeviceClockWatch(self._device)
        warmup_ns = [self._elapsed_ns(self._run, self._iterations) for _ in range(policy.warmup)]
        windows: list[Window] = []
        samples_ns: list[float] = []
        began = time.perf_counter_ns()
        while wants_more(policy, samples_ns, time.perf_counter_ns() - began):
            start = time.perf_counter_ns()
            samples_ns.append(self._elapsed_ns(self._run, self._iterations))
            windows.append(Window(start, time.perf_counter_ns() - start))
        self._clock.look()
        return {"warmupNs": warmup_ns, "samplesNs": samples_ns, "collectedDuring": collections.take_during(windows)}

    def facts(self) -> SeriesFacts:
        """What it found beside the samples it took last."""
        facts: SeriesFacts = {}
        if self._replay is not None:
            facts["eagerNs"] = self._eager_ns
        clock = self._clock.seen()
        if clock is not None:
            facts["deviceClockMhz"] = clock
        return facts

    def _run(self) -> object:
        return self._eager() if self._replay is None else self._replay()

    def _first_runs(self) -> None:
        """On a stream of their own, as a capture wants it."""
        stream = self._cuda.Stream()
        stream.wait_stream(self._cuda.current_stream())
        with self._cuda.stream(stream):
            for _ in range(_FIRST_RUNS):
                self._eager()
        self._cuda.current_stream().wait_stream(stream)
        self._cuda.synchronize()

    def _capture(self, warn: Callable[[str], None]) -> Callable[[], object] | None:
        graph = self._cuda.CUDAGraph()
        try:
            with self._cuda.graph(graph):
                self._eager()
        except RuntimeError as error:
            self._cuda.synchronize()
            warn(f"no graph could be captured, the layer is timed eagerly: {error}")
            return None
        replay: Callable[[], object] = graph.replay
        return replay

    def _elapsed_ns(self, run: Callable[[], object], iterations: int) -> float:
        start, end = (self._cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(iterations):
            run()
        end.record()
        end.synchronize()
        elapsed_ms: float = start.elapsed_time(end)
        return elapsed_ms * _NS_PER_MS
