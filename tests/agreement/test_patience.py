"""Clients that do not wait for ever: both engines do the same, request by request, whatever happens to the nodes."""

from dataclasses import replace

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.client_timeouts import BREAKER_OPEN, RESPONSE_TIMED_OUT, Breaker, ClientTimeouts, RetryPolicy
from simulator.network.cluster import Balancer, NodeEvent
from tests.agreement.twins import assert_twins
from tests.networks import crowd, download, lockstep, named_networks, short
from tests.random_networks import random_unit_of_the_impatient

PLAN = RunPlan(windows=12, window=0.5, warm_up=1.0, replication=3, log=100_000)
SHORT = RunPlan(windows=4, window=0.5, warm_up=0.5, replication=3, log=100_000)
HASTY = ClientTimeouts(0.05, 0.1, RetryPolicy(2, 0.2, 2.0, jitter=0.5))


def impatient(network, patience: ClientTimeouts = HASTY):
    """The network with clients that do not wait for ever."""
    return replace(network, source=replace(network.source, patience=patience))


# What who waits no longer may have left behind.
LEFT_BEHIND = (
    "a heap that is collected",
    "a population that returns",
    "processes that are recycled",
    "queue limits",
    "sessions wait for connections",
    "worker threads",
)


@pytest.mark.parametrize("name", LEFT_BEHIND)
def test_engines_agree_on_impatient_clients_of(name):
    assert_twins(impatient(named_networks()[name]), PLAN, seed=5)


@pytest.mark.proof
@pytest.mark.parametrize("name", sorted(set(named_networks()) - set(LEFT_BEHIND)))
def test_engines_agree_on_impatient_clients_of_anything(name):
    assert_twins(impatient(named_networks()[name]), PLAN, seed=5)


def test_engines_agree_on_clients_in_step_who_wait_as_long_as_a_service_takes():
    """What ends at the very moment at which a client would leave has come in time."""
    for longest in (0.25, 0.5, 1.0):
        assert_twins(impatient(lockstep(), ClientTimeouts(longest, longest, RetryPolicy(3, 0.25))), PLAN, seed=5)


def test_engines_agree_on_a_breaker_that_opens_and_closes():
    breaker = Breaker(share=0.3, window=0.5, least=5, rest=0.2)
    network = impatient(short(nodes=3), ClientTimeouts(response=0.4, retries=RetryPolicy(2, 0.1), breaker=breaker))
    assert_twins(network, PLAN, seed=5)
    tally = load_engine("kernel").run(network, PLAN, 5)
    assert tally.column("cause", BREAKER_OPEN, "tried again")[-1] > 20
    assert tally.column("cause", RESPONSE_TIMED_OUT, "failed")[-1] > 20
    assert tally.column("requests", "completed")[-1] > 100


def test_a_balancer_goes_around_a_node_whose_breaker_is_open():
    """A node at a hundredth of its speed answers nobody in time; who would find its breaker open goes elsewhere."""
    breaker = Breaker(share=0.3, window=0.5, least=5, rest=0.5)
    patient = impatient(download(nodes=3), ClientTimeouts(response=2.0, retries=RetryPolicy(2, 0.1), breaker=breaker))
    slow = replace(patient, events=(NodeEvent(0.0, 1, "slows", 0.01),), balancer=Balancer("random"))
    around = replace(slow, balancer=Balancer("random", around=True))
    refused = []
    for network in (slow, around):
        assert_twins(network, PLAN, seed=5)
        tally = load_engine("kernel").run(network, PLAN, 5)
        refused.append(sum(tally.column("cause", BREAKER_OPEN, what)[-1] for what in ("failed", "tried again")))
    assert refused[1] < 0.1 * refused[0]


def test_more_clients_leave_than_there_is_room_for_at_first():
    """Each leaves a job behind, and the kernel makes room for them as for those who arrive."""
    assert_twins(impatient(crowd(), ClientTimeouts(response=0.3, retries=RetryPolicy(1, 0.1))), SHORT, seed=5)


@pytest.mark.parametrize("seed", range(8))
def test_engines_agree_on_random_units_of_the_impatient(seed):
    assert_twins(random_unit_of_the_impatient(seed), PLAN, seed=seed)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(8, 60))
def test_engines_agree_on_many_random_units_of_the_impatient(seed):
    assert_twins(random_unit_of_the_impatient(seed), PLAN, seed=seed)
