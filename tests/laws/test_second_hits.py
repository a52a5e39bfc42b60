"""Caches that let in what is asked for a second time within a window, behind another cache as flash is: hits and warm
starts, by theory and by simulation.
"""

from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.policy_laws import share_after_second_hit
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.cache_errors import hit_error
from simulator.engines.theory.visits import cache_hits
from simulator.network.cache_policies import CLOCK, FIFO, LRU
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.resources import Cache, Catalogue
from simulator.network.steps import Admit, Lookup
from tests.agreement.twins import assert_twins
from tests.laws.observing import agrees, observe, one_request, ratio

RATE, OBJECTS = 1000.0, Catalogue(4000, 0.8, constant(1.0))
COLUMNS = ("cache", "flash", "hits"), ("cache", "flash", "lookups")


def flash(window: float, policy: str = LRU, warm: bool = True) -> Network:
    """200 objects in memory and 800 on flash of 4,000, asked for 1,000 times a second."""
    inner = Lookup("flash", (Admit("flash"),))
    caches = (
        Cache("memory", 200.0, warm=True),
        Cache("flash", 800.0, warm=warm, behind="memory", policy=policy, admission_window=window),
    )
    return one_request(RATE, (Lookup("memory", (inner, Admit("memory"))),), *caches, catalogue=OBJECTS)


def test_by_hand_what_is_asked_for_once_a_window_comes_in_with_two_thirds():
    """An object asked for once in the window and once in the time that it is held for: 1 - 1 / e comes in of who
    misses, and the same stays: q = F / (1 - F + F) = F, held F q."""
    one = np.array([1.0])
    held, again = share_after_second_hit(one, one)
    within = 1.0 - np.exp(-1.0)
    assert again[0] == pytest.approx(within) and held[0] == pytest.approx(within**2)


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
@pytest.mark.parametrize("window", [2.0, 10.0])
def test_hits_are_within_the_error_that_theory_states(window, policy):
    network = flash(window, policy)
    told = cache_hits(network, RATE)[2][1]
    steady = observe(network, 400.0, 100.0, windows=20)
    agrees(ratio(steady, *COLUMNS), told.hit_ratio, within=0.05, known_error=hit_error(network, told))


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
@pytest.mark.parametrize("window", [2.0, 10.0])
def test_a_warm_flash_begins_as_it_goes_on(window, policy):
    later = ratio(observe(flash(window, policy), 400.0, 100.0, windows=20), *COLUMNS)
    first = ratio(observe(flash(window, policy), 4.0, windows=4), *COLUMNS)
    assert abs(first.value - later.value) <= first.half_width + later.half_width + 0.03
    cold = ratio(observe(flash(window, policy, warm=False), 4.0, windows=4), *COLUMNS)
    assert cold.value < 0.5 * later.value


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
def test_engines_agree_on_what_comes_in_at_the_second_hit(policy):
    plan = RunPlan(windows=4, window=0.5, warm_up=0.0, replication=3, log=100_000)
    network = flash(2.0, policy)
    assert_twins(replace(network, source=replace(network.source, rate=300.0)), plan, seed=7)
