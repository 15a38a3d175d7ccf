from __future__ import annotations

import gc
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay_worker.callback import Callback
    from assay_worker.framework import Framework, FrameworkFacts


class CollectorSettings(NamedTuple):
    """A framework after whose load Python's collector is set; what was set is told as part of the environment.

    `freeze`: no later collection looks at what is there after load, and costs next to nothing.
    `automatic`: Python may collect by itself. Where it may not, what is unreachable stays until the policy says so: two
    arms of an experiment then differ in the policy alone, and not in when Python happened to collect.
    """

    framework: Framework
    freeze: bool
    automatic: bool

    @property
    def callbacks(self) -> Mapping[str, Callback]:
        return self.framework.callbacks

    def load(self, threads: int) -> FrameworkFacts:
        facts = self.framework.load(threads)
        settings = {}
        if self.freeze:
            gc.collect()
            gc.freeze()
            settings["gc.freeze"] = "after load"
        if not self.automatic:
            gc.disable()
            settings["gc.automatic"] = "off"
        return facts._replace(versions={**facts.versions, **settings})
