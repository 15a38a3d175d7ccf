"""What a worker is started with, and what it says of itself when it has loaded."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest
from messages import run
from worker_process import MODULE, worker

from assay_worker.foreign_callbacks import NoCallbacks, import_callbacks
from assay_worker.framework import FRAMEWORKS, NoFramework, find_framework


def test_it_tells_versions_device_clock_and_memory() -> None:
    with worker() as running:
        running.begin()
        loaded = running.loaded
        assert loaded["versions"] == {"python": platform.python_version()}
        assert loaded["device"]["name"] == "cpu0"
        assert loaded["device"]["threads"] == 1
        assert loaded["device"]["cores"] >= 1
        assert loaded["clock"]["resolutionNs"] > 0
        assert loaded["memory"]["privateBytes"] > 0
        assert loaded["memory"]["layersAlive"] == 0


def test_settings_of_the_collector_are_part_of_the_environment() -> None:
    with worker("fd3", "--freeze", "--no-automatic-gc") as running:
        running.begin()
        versions = running.loaded["versions"]
        assert (versions["gc.freeze"], versions["gc.automatic"]) == ("after load", "off")


def test_a_frozen_worker_still_collects_what_came_later() -> None:
    with worker("fd3", "--freeze") as running:
        running.begin()
        running.send(run("leaks", reclaim="after-success"))
        *_, returned, reclaimed = running.read_to("reclaimed")
        assert reclaimed["collectedObjects"] > 0
        assert returned["memory"]["privateBytes"] - reclaimed["memory"]["privateBytes"] > 50 << 20


def test_without_automatic_collections_none_is_noticed() -> None:
    for options, noticed in (((), True), (("--no-automatic-gc",), False)):
        with worker("fd3", *options) as running:
            running.begin()
            running.send(run("makes_garbage"))
            assert (running.read_to("returned")[-1]["automaticCollections"] > 0) is noticed


def test_callbacks_come_from_a_file_as_well_and_are_found_again_by_name() -> None:
    path = Path(__file__).parent / "conversation_callbacks.py"
    callbacks = import_callbacks(str(path))
    assert callbacks["test/noop"].__module__ == "conversation_callbacks"


def test_a_module_without_callbacks_is_refused_by_name() -> None:
    with pytest.raises(NoCallbacks, match="messages has no dictionary"):
        import_callbacks("messages")
    with worker("fd3", "--callbacks", "messages") as running:
        assert "NoCallbacks" in running.read()["text"]
        assert running.end()[0] == 1


def test_naming_a_framework_imports_none() -> None:
    assert isinstance(find_framework(None), NoFramework)
    assert list(find_framework("vllm").callbacks) == ["run_moe_torch"]


def test_a_framework_that_is_not_there_is_refused_when_the_worker_starts() -> None:
    with worker("fd3", command=[*MODULE, "--framework", "unheard-of"]) as running:
        code, printed = running.end()
        assert code == 2
        assert f"choose from {', '.join(FRAMEWORKS)}".replace("'", "") in printed.decode().replace("'", "")
