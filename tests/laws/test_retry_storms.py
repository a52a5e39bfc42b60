"""Retry storms: a unit that a short trigger brings down for good, and what it takes to come back.

A server that works on for clients who have left it is busy with work for nobody. Once the line is so long that all
leave before the end of it, retries keep it so long: a metastable failure (Bronson, Aghayev, Charapko and Zhu 2021,
Metastable Failures in Distributed Systems, section 2). A budget lets what is asked for fall below what can be done.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.client_timeouts import RESPONSE_TIMED_OUT, ClientTimeouts, RetryAllowance, RetryPolicy
from simulator.network.cluster import Balancer, NodeEvent
from simulator.network.distribution import constant, exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer
from simulator.network.steps import Serve
from tests.laws.observing import one_request

# Two desks at 60 % of what they do, of 20 requests a second each; both stand still, all but, from second 20 to 30.
LOAD, RATE, NODES = 0.6, 20.0, 2
SLOW = tuple(NodeEvent(20.0, node, "slows", 0.01) for node in range(NODES))
BACK = tuple(NodeEvent(30.0, node, "slows", 1.0) for node in range(NODES))
PLAN = RunPlan(windows=80, window=2.0, warm_up=0.0)
# Before the trigger, and long after it.
BEFORE, AFTER = slice(2, 10), slice(60, 80)
COUNTS = (("requests", "completed"), ("sessions", "offered"))
UNLIMITED, BUDGET = RetryPolicy(4, 1.0), RetryPolicy(4, 1.0, budget=RetryAllowance(0.1))


def unit(load: float, retries: RetryPolicy, response: float = 1.5) -> Network:
    """Desks whose clients wait so long for an answer."""
    rate = load * RATE * NODES
    network = one_request(rate, (Serve("desk", exponential(1.0 / RATE)),), MultiServer("desk", 1))
    source = replace(
        network.source, requests=constant(1.0), patience=ClientTimeouts(response=response, retries=retries)
    )
    return replace(network, nodes=NODES, source=source, balancer=Balancer("random"), events=SLOW + BACK)


@cache
def ran(engine: str, load: float, retries: RetryPolicy) -> Tally:
    """The unit through the trigger and a while after it."""
    return load_engine(engine).run(unit(load, retries), PLAN, 3)


def answered(engine: str, load: float, retries: RetryPolicy, when: slice) -> float:
    """Of the requests that are asked for the first time, the share that is answered, sooner or later."""
    tally = ran(engine, load, retries)
    completed, asked = (np.diff(tally.column(*name))[when].sum() for name in COUNTS)
    return float(completed / asked)


def test_a_unit_stays_down_after_the_trigger_is_gone():
    assert answered("kernel", LOAD, UNLIMITED, BEFORE) > 0.95
    assert answered("kernel", LOAD, UNLIMITED, AFTER) < 0.1


def test_a_retry_budget_lets_it_recover():
    assert answered("kernel", LOAD, BUDGET, BEFORE) > 0.95
    assert answered("kernel", LOAD, BUDGET, AFTER) > 0.95


def test_a_unit_with_room_for_all_retries_recovers_without_a_budget():
    """Five tries of everything at a load of 15 % are 75 % of what the desks do."""
    assert answered("kernel", 0.15, UNLIMITED, AFTER) > 0.95


@pytest.mark.parametrize("retries", [UNLIMITED, BUDGET], ids=["unlimited", "budget"])
def test_engines_agree_on_whether_it_recovers(retries):
    for column in (*COUNTS, ("cause", RESPONSE_TIMED_OUT, "tried again")):
        fast, slow = (ran(engine, LOAD, retries).column(*column) for engine in ("kernel", "reference"))
        np.testing.assert_array_equal(fast, slow)


def test_while_it_is_down_at_most_a_share_is_tried_again():
    """The budget's share of what is asked for the first time, and what was saved at each node."""
    tally = ran("kernel", LOAD, BUDGET)
    again = tally.column("cause", RESPONSE_TIMED_OUT, "tried again")[-1]
    first = tally.column("requests", "issued")[-1] - again
    assert 0.0 < again <= 0.1 * first + NODES * 10.0


@pytest.mark.proof
def test_engines_agree_on_the_load_at_which_it_turns():
    """At each of some loads it recovers in both or in none: at the lowest, and not at the highest."""
    loads = [0.1, 0.2, 0.3, 0.4, 0.6]
    recovered = {
        engine: [answered(engine, load, UNLIMITED, AFTER) > 0.5 for load in loads] for engine in ("kernel", "reference")
    }
    assert recovered["kernel"] == recovered["reference"]
    assert recovered["kernel"][0] and not recovered["kernel"][-1]
