"""What a worker loads: a framework and its callbacks, by name. Naming one imports none."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay_worker.callback import Callback

# A module of this package each, with `callbacks` and `load` as in `Framework`.
FRAMEWORKS = {"vllm": "assay_worker.callbacks.vllm.framework"}


class FrameworkFacts(NamedTuple):
    """`versions`: of libraries, and settings that change what runs. `device`: what the layers will run on."""

    versions: dict[str, str]
    device: dict[str, str | float | None]


class Framework(Protocol):
    @property
    def callbacks(self) -> Mapping[str, Callback]: ...

    def load(self, threads: int) -> FrameworkFacts:
        """Imports the framework and sets it up; its first case then pays for nothing that others do not pay."""


class NoFramework:
    """A worker without one: for callbacks that need the standard library alone, or import what they need."""

    callbacks: Mapping[str, Callback] = {}

    def load(self, threads: int) -> FrameworkFacts:  # noqa: ARG002
        return FrameworkFacts({}, {})


class WithMore(NamedTuple):
    """A framework and callbacks from elsewhere."""

    framework: Framework
    more: Mapping[str, Callback]

    @property
    def callbacks(self) -> Mapping[str, Callback]:
        return {**self.framework.callbacks, **self.more}

    def load(self, threads: int) -> FrameworkFacts:
        return self.framework.load(threads)


def find_framework(name: str | None) -> Framework:
    """The framework of that name, not loaded yet; `None`: none."""
    if name is None:
        return NoFramework()
    framework: Framework = import_module(FRAMEWORKS[name])
    return framework
