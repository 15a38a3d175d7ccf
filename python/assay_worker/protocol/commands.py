"""What a parent tells its worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from assay_worker.measure.timing_policy import AdaptivePolicy, FixedPolicy
from assay_worker.protocol.decode import AtLeast

PROTOCOL_VERSION = 1

ReclaimPolicy = Literal["after-success", "never", "always"]
"""When unreachable objects are collected: once after a successful return, never, or after every end."""

Positive = Annotated[int, AtLeast(1)]
Coordinates = dict[str, Positive]


@dataclass(frozen=True)
class Describe:
    v: int
    kind: Literal["describe"]


@dataclass(frozen=True)
class Device:
    name: str
    threads: Positive


@dataclass(frozen=True)
class Load:
    """`scratch_dir`: a folder that the worker may fill with files that can be made again."""

    v: int
    kind: Literal["load"]
    device: Device
    scratch_dir: str


@dataclass(frozen=True)
class RunPolicy:
    timing: FixedPolicy | AdaptivePolicy
    reclaim: ReclaimPolicy


@dataclass(frozen=True)
class Run:
    """`coordinates`: the points to measure, in order; none where the callback decides.

    `inputs`: what the parent computed of the case for them.
    """

    v: int
    kind: Literal["run"]
    attempt: Annotated[str, AtLeast(1)]
    callback: str
    case: dict[str, object]
    coordinates: list[Coordinates]
    policy: RunPolicy
    inputs: dict[str, object] | None = None


@dataclass(frozen=True)
class Drain:
    """Stop before the next point; the callback returns with what it has."""

    v: int
    kind: Literal["drain"]


@dataclass(frozen=True)
class Stop:
    v: int
    kind: Literal["stop"]


Command = Describe | Load | Run | Drain | Stop
COMMANDS: dict[str, type[Command]] = {
    "describe": Describe,
    "load": Load,
    "run": Run,
    "drain": Drain,
    "stop": Stop,
}
