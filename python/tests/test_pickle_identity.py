"""A decorated callback pickles by reference and is the same object in another process."""

from __future__ import annotations

import functools
import multiprocessing
import pickle
import pickletools
import sys

import decorated_collector
import pytest
from decorated_collector import is_this_module_s_own, run_layer

METHODS = [method for method in ("spawn", "fork", "forkserver") if method in multiprocessing.get_all_start_methods()]


def test_it_unpickles_to_the_same_object() -> None:
    assert pickle.loads(pickle.dumps(run_layer)) is run_layer


def test_the_pickle_names_module_and_function_and_nothing_else() -> None:
    names = [argument for _, argument, _ in pickletools.genops(pickle.dumps(run_layer)) if isinstance(argument, str)]
    assert names == ["decorated_collector", "run_layer"]


def test_a_partial_of_it_unpickles_with_its_arguments() -> None:
    partial = pickle.loads(pickle.dumps(functools.partial(run_layer, 3, device="cuda:1")))
    assert partial.func is run_layer
    assert partial(scale=2) == (6, "cuda:1")


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", METHODS)
def test_other_processes_get_the_same_function(method: str) -> None:
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.apply(is_this_module_s_own, (run_layer,))
        assert pool.apply(run_layer, (3,), {"scale": 2}) == (6, "cpu")
        assert pool.apply(functools.partial(run_layer, 5), (), {"device": "cuda:0"}) == (5, "cuda:0")


def test_the_module_says_the_same_name() -> None:
    assert sys.modules[run_layer.__module__] is decorated_collector
    assert getattr(decorated_collector, run_layer.__qualname__) is run_layer
