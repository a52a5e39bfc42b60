"""Theory: what it refuses and in which words, how it labels what it says, and what it repeats exactly."""

import pickle
from dataclasses import replace

import pytest

from simulator.engines.theory.engine import TheoryEngine, steady_state
from simulator.engines.theory.solution import Accuracy, KnownValue
from simulator.errors import USE_KERNEL, UnsupportedByEngine, reason_without_remedy
from simulator.network.client_timeouts import ClientTimeouts
from simulator.network.cluster import Balancer, NodeEvent
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Background
from simulator.network.resources import MultiServer
from simulator.network.steps import Allocate, Delay, Free, Leak, Seize, Serve
from tests.laws.observing import one_request
from tests.networks import (
    OBJECT,
    collecting,
    download,
    farm,
    flooded,
    named_networks,
    ramp,
    recycling,
    returning,
    short,
    with_class,
    with_resource,
    with_source,
)

KERNEL = "use --engine kernel"


def leaking():
    """Requests leave bytes behind in a memory that is never emptied."""
    network = download()
    return with_class(network, steps=(*network.classes[0].steps, Leak("address space", 10.0)))


def keeping():
    """Requests do not give back what they allocate."""
    return with_class(download(), steps=(Allocate("address space", 10.0), Delay(constant(0.1))))


def waves():
    """Logs are written in waves."""
    jobs = Background("logs", 9.0, (Serve("disks", exponential(0.004), 1),), ((0.0, 0.0), (9.0, 1.0)))
    return replace(download(), background=(jobs,))


def clients(network):
    """A population of forty that comes back to a network."""
    return with_source(network, rate=0.0, open_at_start=40, returns=True)


DIES = (NodeEvent(1.0, 0, "dies"),)
REFUSALS = {
    "balancer": (
        replace(download(nodes=3), balancer=Balancer("least_connections")),
        "unit.balancer.policy = least-connections: theory knows balancers that look at nothing but the client",
    ),
    "in turn": (replace(download(nodes=3), balancer=Balancer("round_robin")), "unit.balancer.policy = round-robin"),
    "a node that dies": (replace(download(nodes=3), events=DIES), "unit.failures: theory knows nothing of nodes that"),
    "who waits no longer": (
        with_source(clients(download()), patience=ClientTimeouts(response=9.0)),
        "workload.patience: theory",
    ),
    "ramp": (ramp(), f"workload.ramp: theory knows only loads that do not change; {KERNEL}"),
    "nobody": (with_source(download(), rate=0.0), "workload.offered = 0 /s: nobody comes"),
    "both": (with_source(clients(download()), rate=1.0), "workload.population: theory knows clients that return or"),
    "requests": (
        with_source(download(), requests=exponential(5.0)),
        "workload.session.requests_distribution: theory knows geometric and constant",
    ),
    "flood": (flooded(), "half-open: theory knows no other jobs that hold what sessions need"),
    "waves": (waves(), "logs: theory knows no other jobs that hold what sessions need, or come in waves"),
    "keeping": (keeping(), "address space: range does not give back what it takes"),
    "tail": (
        one_request(1.0, (Serve("desk", Distribution(Family.PARETO, 0.1, 1.5)),), MultiServer("desk", 2)),
        "desk: services vary without bound, and theory has no mean wait for them",
    ),
    "heap": (clients(collecting()), "heap: theory knows no heap that is collected"),
    "clients and jobs": (
        clients(replace(waves(), background=(replace(waves().background[0], profile=()),))),
        "logs: theory knows no population beside other jobs",
    ),
    "clients and threads": (clients(farm()), "threads: theory knows no population that waits for what others hold"),
    "clients refused": (returning(), "connections: it cannot hold what 120 clients may take"),
    "clients refused by a queue": (
        clients(with_resource(download(), "disks", queue_limit=3)),
        "disks: it cannot hold 40 clients, and theory knows no population that is refused",
    ),
    "leak": (leaking(), "address space: requests leave bytes behind until it is full"),
    "recycling": (recycling(), "page memory: its process is recycled, which theory knows nothing of"),
    "recycling by number": (recycling(at=None, requests=9), "page memory: its process is recycled"),
    "recycling by age": (recycling(at=None, period=9.0), "page memory: its process is recycled"),
    "no room": (
        download(ceiling=1e6 + 200 * OBJECT),
        "address space: what is always in it leaves less room than one request needs",
    ),
}


@pytest.mark.parametrize(("network", "message"), REFUSALS.values(), ids=REFUSALS)
def test_what_theory_cannot_say_is_refused_by_name(network, message):
    refusal = TheoryEngine().supports(network)
    assert str(refusal).startswith(message), refusal
    assert KERNEL in str(refusal) or "nlb" in str(refusal)
    with pytest.raises(UnsupportedByEngine) as error:
        TheoryEngine().solve(network)
    assert str(refusal) in str(error.value)


def test_a_process_that_never_fills_is_not_recycled():
    """Base 5 MB, up to 1.8 MB of cache and 1 MB left behind: below 9 MB, whatever is offered."""
    network = recycling(at=9e6)
    pages = with_resource(network, "page memory", plateau=1e6)
    files = next(region for region in network.regions if region.name == "file memory")
    network = with_resource(pages, "file memory", recycle=replace(files.recycle, requests=None), plateau=1e6)
    assert TheoryEngine().supports(network) is None
    assert TheoryEngine().solve(network).figure("page memory").value < 9e6


@pytest.mark.parametrize("name", named_networks())
def test_every_network_is_solved_or_refused(name):
    network = named_networks()[name]
    engine = TheoryEngine()
    if engine.supports(network) is not None:
        return
    found = engine.solve(network)
    assert found == engine.solve(network), "the same network, another answer"
    for key, said in found.figures.items():
        if isinstance(said, KnownValue):
            assert said.value >= 0.0, key
            assert said.standing.basis, key
        else:
            assert len(said.split()) > 3, key


@pytest.mark.parametrize("network", [download(nodes=3), short(), farm()], ids=["download", "short", "farm"])
def test_what_comes_is_completed_or_turned_away(network):
    found = TheoryEngine().solve(network)
    completed, meant = found.figure("completed_requests").value, found.figure("offered_requests").value
    assert completed + found.figure("errors").value / 100.0 * meant == pytest.approx(meant, rel=1e-9)
    assert sum(use.lost.value for use in found.uses) == pytest.approx(found.figure("errors").value, abs=1e-9)


def test_a_load_may_be_asked_about_that_is_not_the_networks_own():
    found = TheoryEngine().solve(download(), 100.0)
    assert (found.rate, found.figure("requests").value) == pytest.approx((100.0, 100.0))
    with pytest.raises(ValueError, match="above 0"):
        TheoryEngine().solve(download(), 0.0)


def test_a_standing_says_how_a_figure_is_to_be_read():
    assert str(Accuracy("exact", 0.0, "Little's law")) == "exact: Little's law"
    assert str(Accuracy("approximate", 0.0251, "Che")) == "approximate, within 2.5 %: Che"
    assert str(Accuracy("at most", 0.0, "bottleneck law")) == "at most: bottleneck law"


def test_what_is_held_is_given_back_where_it_was_taken():
    """Taken while connecting, given back on leaving: no request keeps it."""
    assert TheoryEngine().supports(with_source(download(), close=())) is not None
    free = (*download().classes[0].steps, Seize("connections", 1.0), Free("address space", 0.0))
    assert TheoryEngine().supports(with_class(download(), steps=free)) is not None


def test_a_search_that_does_not_settle_is_no_answer(monkeypatch):
    def unsettled(network, rate, node):
        return replace(steady_state(network, rate, node=node), settled=False)

    monkeypatch.setattr("simulator.engines.theory.engine.steady_state", unsettled)
    with pytest.raises(UnsupportedByEngine, match="300 requests a second: theory finds no steady state; use --engine"):
        TheoryEngine().solve(download())


def test_what_to_do_instead_is_apart_from_why_also_from_a_worker():
    told = UnsupportedByEngine("theory knows no calls", USE_KERNEL)
    sent = pickle.loads(pickle.dumps(told))
    assert (sent.why, sent.instead, str(sent)) == (told.why, KERNEL, f"theory knows no calls; {KERNEL}")
    assert reason_without_remedy(sent) == "theory knows no calls" and reason_without_remedy(ValueError("no")) == "no"
