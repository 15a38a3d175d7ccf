"""What a worker tells its parent. Field names are those of the messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from assay_worker.protocol.commands import Coordinates

LogLevel = Literal["debug", "info", "warning", "error"]


class Memory(TypedDict):
    """Memory of a worker at one moment; `privateBytes` is VmData. A figure that is not to be had is `None`."""

    rssBytes: int | None
    privateBytes: int | None
    deviceAllocatedBytes: int | None
    deviceReservedBytes: int | None
    deviceFreeBytes: int | None
    layersAlive: int | None


class ErrorFacts(TypedDict):
    """An error as the callback raised it, with its chain of causes (outermost first)."""

    type: str
    message: str
    stack: str
    cause: ErrorFacts | None


class Method(TypedDict):
    """How a sample was taken."""

    clock: Literal["host", "device_events", "graph_replay"]
    cache: Literal["warm", "cold"]
    iterationsPerSample: int


class TimedSamples(TypedDict):
    """Durations (ns) of a series, and the indices of the samples during which Python collected by itself."""

    warmupNs: list[float]
    samplesNs: list[float]
    collectedDuring: list[int]


class DeviceClock(TypedDict):
    """The device's own clock (MHz): what it can hold, and the lowest seen while timing."""

    sustained: int
    lowest: int


class SeriesFacts(TypedDict, total=False):
    """What only some devices tell. `eagerNs`: time of the layer run eagerly, where the samples are graph replays."""

    eagerNs: float
    deviceClockMhz: DeviceClock


class Series(TimedSamples, SeriesFacts):
    """`achievedTokens`: tokens that each local expert got, read back; `None` for ops that do not route."""

    draw: int
    achievedTokens: list[int] | None


class MeasuredPoint(TypedDict):
    """What a worker reports of one point: raw facts only. `kernel` is read back from the built layer."""

    series: list[Series]
    method: Method
    kernel: str
    router: Literal["native", "precomputed"] | None


class Clock(TypedDict):
    """`resolutionNs`: smallest difference that it showed. `costNs`: median cost of one reading."""

    name: str
    resolutionNs: float
    costNs: float


class Ready(TypedDict):
    kind: Literal["ready"]
    runtime: str
    pid: int
    callbacks: list[str]


class Loaded(TypedDict):
    kind: Literal["loaded"]
    versions: dict[str, str]
    device: dict[str, str | float | None]
    clock: Clock
    memory: Memory


class Measuring(TypedDict):
    kind: Literal["measuring"]
    attempt: str
    coordinates: Coordinates


class Point(TypedDict):
    kind: Literal["point"]
    attempt: str
    coordinates: Coordinates
    point: MeasuredPoint


class AttemptFacts(TypedDict):
    """`automaticCollections`: those of the runtime's own since the attempt began, outside the timed part."""

    attempt: str
    before: Memory
    memory: Memory
    durationMs: float
    automaticCollections: int


class Row(TypedDict):
    """What a foreign callback wrote: the header, and one line, both split into cells."""

    kind: Literal["row"]
    attempt: str
    columns: list[str]
    cells: list[str]


class ReturnedFacts(AttemptFacts):
    kind: Literal["returned"]
    drained: bool


class Returned(ReturnedFacts, total=False):
    """`restart`: it is done, and asks for a fresh worker for the next case."""

    restart: bool


class Failed(AttemptFacts):
    kind: Literal["failed"]
    error: ErrorFacts


class Reclaimed(TypedDict):
    kind: Literal["reclaimed"]
    attempt: str
    memory: Memory
    collectedObjects: int | None
    durationMs: float
    automaticCollections: int
    error: ErrorFacts | None


class Log(TypedDict):
    kind: Literal["log"]
    level: LogLevel
    text: str


class Alive(TypedDict):
    kind: Literal["alive"]


Report = Ready | Loaded | Measuring | Point | Row | Returned | Failed | Reclaimed | Log | Alive
