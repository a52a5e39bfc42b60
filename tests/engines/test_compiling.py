"""The kernel is compiled as it is meant to be."""

from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
import pytest

from simulator.engines import compiling
from simulator.engines.compiling import SharedCacheLocator, compiled, entry, seldom, shared
from simulator.engines.kernel import clock
from simulator.engines.kernel.clock import advance


class Pair(NamedTuple):
    """Arrays in a tuple, as the kernel's world holds them."""

    values: np.ndarray
    weights: np.ndarray


def weighted(pair, n):
    """Takes arrays out of a tuple, now one and now the other, which is what makes Numba count references."""
    total = 0.0
    for i in range(n):
        array = pair.values
        if i % 2 == 1:
            array = pair.weights
        total += array[i]
    return total


def generated(**options) -> str:
    """The machine-independent code that Numba makes of `weighted`."""
    function = numba.njit(**options)(weighted)
    assert function(Pair(np.ones(3), np.ones(3)), 3) == 3.0
    return "".join(function.inspect_llvm().values())


def test_reference_counting_can_still_be_switched_off():
    # `_nrt` is a private option: should a new Numba drop it, kernels would run at half the speed and nobody would know.
    assert "NRT_incref" in generated()
    assert "NRT_" not in generated(_nrt=False)


@pytest.mark.parametrize("decorator", [compiled, seldom, shared, entry])
def test_every_function_of_the_kernel_is_compiled_without_reference_counting(decorator):
    options = decorator(weighted).targetoptions
    assert options["_nrt"] is False
    assert options["nogil"] is True


def test_the_kernel_runs_without_the_interpreters_lock():
    assert advance.targetoptions["nogil"] is True


def test_what_is_compiled_is_shared_by_all_checkouts_of_the_same_sources(monkeypatch):
    """Each compiled it again, for more than a minute."""
    here = SharedCacheLocator.get_suitable_cache_subpath(clock.__file__)
    assert advance._cache.cache_path.endswith(here)
    monkeypatch.setattr(compiling, "_PROGRAM", Path("/elsewhere/simulator"))
    assert SharedCacheLocator.get_suitable_cache_subpath("/elsewhere/simulator/engines/kernel/clock.py") == here


def test_functions_of_other_programs_are_kept_where_numba_keeps_them():
    """Who calls the library may compile functions too."""
    assert SharedCacheLocator.from_function(weighted, __file__) is None
    numba.njit(cache=True)(weighted)
