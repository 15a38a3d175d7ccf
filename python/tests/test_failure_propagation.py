"""An error of a callback reaches the parent, or the caller of a wrapped function, as it was."""

from __future__ import annotations

import traceback
import weakref
from typing import NoReturn

import pytest

from assay_worker.error_facts import error_facts
from assay_worker.reclaim import reclaims_after_return


class OwnError(Exception):
    pass


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


def collected() -> NoReturn:
    pytest.fail("a failure was followed by a collection")


@pytest.mark.parametrize("error", [OwnError("own"), KeyboardInterrupt(), SystemExit(10), MemoryError("full")])
def test_the_wrapper_passes_the_same_object_on(error: BaseException) -> None:
    def fails() -> None:
        raise error

    with pytest.raises(type(error)) as caught:
        reclaims_after_return(fails, collected)()
    assert caught.value is error


def test_the_wrapper_keeps_traceback_and_cause() -> None:
    def fails() -> None:
        try:
            raise KeyError("inner")
        except KeyError as inner:
            raise OwnError("outer") from inner

    with pytest.raises(OwnError) as caught:
        reclaims_after_return(fails, collected)()
    assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "fails"
    assert isinstance(caught.value.__cause__, KeyError)


def test_the_wrapper_keeps_the_failed_layer_no_longer_than_the_error_does() -> None:
    class Layer:
        pass

    alive: list[weakref.ref[Layer]] = []

    def fails() -> None:
        layer = Layer()
        alive.append(weakref.ref(layer))
        raise OwnError

    with pytest.raises(OwnError):
        reclaims_after_return(fails, collected)()
    assert alive[0]() is None


def test_facts_have_type_message_and_stack() -> None:
    def fails() -> NoReturn:
        raise OwnError("words")

    with pytest.raises(OwnError) as caught:
        fails()
    facts = error_facts(caught.value)
    assert (facts["type"], facts["message"], facts["cause"]) == (f"{__name__}.OwnError", "words", None)
    assert 'raise OwnError("words")' in facts["stack"]


def test_the_type_of_a_builtin_error_has_no_module() -> None:
    assert error_facts(RuntimeError("words"))["type"] == "RuntimeError"


def test_the_cause_stands_in_its_own_words() -> None:
    outer = OwnError("outer")
    outer.__cause__ = ValueError("inner")
    cause = error_facts(outer)["cause"]
    assert cause is not None
    assert (cause["type"], cause["message"]) == ("ValueError", "inner")


def test_what_an_error_was_raised_while_handling_is_its_cause() -> None:
    def fails() -> None:
        try:
            raise KeyError("first")
        except KeyError:
            raise OwnError("second")  # noqa: B904

    with pytest.raises(OwnError) as caught:
        fails()
    cause = error_facts(caught.value)["cause"]
    assert cause is not None
    assert cause["type"] == "KeyError"


def test_an_error_from_none_has_no_cause() -> None:
    def fails() -> None:
        try:
            raise KeyError("first")
        except KeyError:
            raise OwnError("second") from None

    with pytest.raises(OwnError) as caught:
        fails()
    assert error_facts(caught.value)["cause"] is None


def test_a_chain_that_closes_on_itself_is_cut() -> None:
    error = OwnError("round")
    error.__cause__ = error
    depth = 0
    facts = error_facts(error)
    while facts["cause"] is not None:
        facts = facts["cause"]
        depth += 1
    assert depth == 16


def test_an_error_without_words_is_told_all_the_same() -> None:
    assert error_facts(Unprintable())["message"] == "<unprintable Unprintable>"
