"""The wrapper adds and drops no argument."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

from assay_worker.reclaim import reclaims_after_return

if TYPE_CHECKING:
    from collections.abc import Iterator


def collector(
    moe_type: str, num_tokens_list: list[int], /, hidden_size: int, *more: int, device: str = "cuda:0", **rest: object
) -> dict[str, Any]:
    """As collectors are called."""
    return locals()


wrapped = reclaims_after_return(collector)


@pytest.mark.parametrize(
    ("positional", "named"),
    [
        (("bf16", [1, 2], 4096), {}),
        (("bf16", [1, 2], 4096, 7, 8), {"device": "cpu"}),
        (("bf16", [1, 2]), {"hidden_size": 4096, "perf_filename": "moe_perf.txt", "power_law_alpha": None}),
    ],
)
def test_positional_named_and_default_arguments_arrive(positional: tuple[Any, ...], named: dict[str, Any]) -> None:
    assert wrapped(*positional, **named) == collector(*positional, **named)


def test_arguments_are_the_same_objects() -> None:
    tokens = [1, 2]
    assert wrapped("bf16", tokens, 4096)["num_tokens_list"] is tokens


def test_a_missing_argument_is_the_callbacks_own_error() -> None:
    with pytest.raises(TypeError, match=r"collector\(\) missing 1 required positional argument: 'hidden_size'"):
        wrapped("bf16", [1])  # type: ignore[call-arg]


@pytest.mark.parametrize("result", [None, 10, "restart", [object()]])
def test_the_result_is_the_callbacks_own(result: object) -> None:
    assert reclaims_after_return(lambda: result)() is result


def test_name_module_documentation_and_signature_stay() -> None:
    assert (wrapped.__name__, wrapped.__qualname__, wrapped.__module__) == ("collector", "collector", __name__)
    assert wrapped.__doc__ == "As collectors are called."
    assert inspect.signature(wrapped) == inspect.signature(collector)


def test_what_returns_before_its_work_is_done_is_refused() -> None:
    async def later() -> None: ...

    def piecewise() -> Iterator[int]:
        yield 1

    for function in (later, piecewise):
        with pytest.raises(TypeError, match="returns before its work is done"):
            reclaims_after_return(function)
