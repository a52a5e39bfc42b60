"""Promises that other simulators broke, each of which somebody reported as a bug; here they are kept by both engines.

What is held elsewhere is not written again: a thousand jobs at once take a thousand seconds
(tests/invariants/test_work_conservation.py), every request ends under one cause, in every network, and so does every
session (tests/invariants/test_conservation.py), no station idles and Little's law holds at every resource
(tests/invariants/test_every_resource.py), nothing is used beyond what there is in any window
(tests/invariants/test_bounds.py), and another log or other windows change nothing but rounding in the course of a run
(tests/invariants/test_repeatability.py).
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate
from simulator.experiment.measures.server import all_measures
from simulator.experiment.measures.usage import limit_usages
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.results import Unavailable
from simulator.network.distribution import constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import MultiServer, Resource, SharedCapacity, TokenPool
from simulator.network.steps import Release, Seize, Serve, Step
from simulator.translate.resources import Origin
from tests.laws.closed_forms import erlang_c, mean_number
from tests.laws.observing import ENGINES, agrees, jobs, observe, one_request, ratio, request, response, single
from tests.networks import RARELY, SIMULATORS, drained, named_networks

CORE = SharedCapacity("core", 1.0, (1.0,), "cores")
NETWORKS = named_networks()
SHORT_RUN = RunPlan(windows=5, window=0.15, warm_up=0.15)
EXACT = 1e-12


@pytest.fixture(params=SIMULATORS)
def engine(request):
    return load_engine(request.param)


def one_by_one(count: int, apart: float, station: SharedCapacity, size: float) -> Network:
    """Jobs that come to a station `apart` seconds from each other, from second 1 + `apart` on: through a door."""
    door, steps = MultiServer("door", 1), (Serve("door", constant(apart)), Serve(station.name, constant(size)))
    source = single(RARELY, think_time=constant(1.0), open_at_start=count)
    return Network(1, (door, station), (request(steps),), source)


def ends(engine, network: Network) -> list[float]:
    """When the requests of a network end that all begin at second 1."""
    return engine.run(network, RunPlan(windows=1, window=2000.0, warm_up=0.0, log=2000), 1).log["end"].tolist()


def test_a_thousand_jobs_that_come_while_others_are_served_take_a_thousand_seconds(engine):
    """The core is busy from the first arrival on, and it has done 1,000 s of work when the last job leaves."""
    network = one_by_one(1000, 1 / 16, CORE, 1.0)
    plan = RunPlan(windows=3, window=500.0, warm_up=0.0, log=1000)
    tally = engine.run(network, plan, 1)
    assert len(tally.log) == 1000
    assert tally.log["end"].max() == pytest.approx(1.0 + 1 / 16 + 1000.0, rel=EXACT)
    np.testing.assert_allclose(tally.column("shared", "core", "work"), [0.0, 500.0 - 17 / 16, 1000.0 - 17 / 16, 1000.0])


def test_a_late_joiner_gets_no_credit_for_the_time_before_it_came(engine):
    """Of two jobs of 4 s, a second apart: the first has 3 s left when the second comes, which is the whole 4 s short.

    They share for 6 s, and then the second one needs its last second.
    """
    assert ends(engine, one_by_one(2, 1.0, CORE, 4.0)) == pytest.approx([9.0, 10.0], rel=EXACT)


def test_who_joins_after_an_idle_time_starts_from_nothing(engine):
    """Each has the core to itself, and has left before the next one comes."""
    assert ends(engine, one_by_one(4, 10.0, CORE, 4.0)) == pytest.approx([15.0, 25.0, 35.0, 45.0], rel=EXACT)


@pytest.mark.parametrize(
    ("cores", "expected"),
    [
        # Alone for 1 s, in twos for 1 s, in threes until the first has done its 3 s; then in twos; then alone.
        (1.0, [8.5, 10.5, 11.0]),
        # Two cores serve two jobs in full, three at two thirds, and two in full again.
        (2.0, [5.5, 6.5, 7.5]),
        # Nobody is slowed down where there is a core for each.
        (3.0, [5.0, 6.0, 7.0]),
    ],
)
def test_jobs_are_slowed_down_by_others_and_speed_up_as_they_leave(engine, cores, expected):
    station = replace(CORE, capacity=cores)
    assert ends(engine, one_by_one(3, 1.0, station, 3.0)) == pytest.approx(expected, rel=EXACT)


def mixed(steps: dict[str, tuple[Step, ...]], rate: float, *resources: Resource) -> Network:
    """Classes of requests, as many of each, that come at random for 400 s."""
    classes = tuple(RequestClass(name, 1.0 / len(steps), constant(1.0), 0.0, s) for name, s in steps.items())
    return Network(1, resources, classes, single(rate, profile=((0.0, 1.0), (400.0, 1.0), (400.5, 0.0))))


def in_order(engine, network: Network) -> np.ndarray:
    """The log of a network once all its requests have ended, in the order in which they came."""
    tally = engine.run(network, RunPlan(windows=1, window=4000.0, warm_up=0.0, log=5000), 3)
    assert len(tally.log) == tally.column("requests", "issued")[-1] > 300
    return tally.log[np.argsort(tally.log["start"], kind="stable")]


@pytest.mark.parametrize("servers", [1, 3])
def test_nobody_jumps_a_queue(engine, servers):
    """Small requests behind large ones begin in the order in which they came, and not before a server is free.

    A server takes the next one when it is free; so the n-th begins when it has come and the first of the servers that
    the others before it keep busy is free (Kiefer and Wolfowitz 1955, On the Theory of Queues with Many Servers).
    """
    work = {"small": 0.1, "large": 3.0}
    network = mixed({name: (Serve("desk", constant(size)),) for name, size in work.items()}, 0.9 * servers,
                    MultiServer("desk", servers))  # fmt: skip
    log = in_order(engine, network)
    free, waited = [0.0] * servers, 0
    for start, end, size in zip(log["start"], log["end"], np.take(list(work.values()), log["kind"]), strict=True):
        begins = max(start, free[0])
        assert end == pytest.approx(begins + size, rel=1e-9)
        free = sorted([*free[1:], begins + size])
        waited += begins > start
    assert waited > 50


def test_nobody_jumps_the_line_for_a_pool(engine):
    """A small wish that would fit waits behind a large one that does not, though it came later."""
    wishes = {"small": 1.0, "large": 3.0}
    hold = Serve("wide", constant(1.0))
    steps = {name: (Seize("pool", amount), hold, Release("pool", amount)) for name, amount in wishes.items()}
    resources = (TokenPool("pool", 4.0, "wait", "tokens"), SharedCapacity("wide", 1e9, (1.0,), "jobs"))
    log = in_order(engine, mixed(steps, 1.5, *resources))
    granted, amount = log["end"] - 1.0, np.take(list(wishes.values()), log["kind"])
    assert (np.diff(granted) >= -1e-9).all()
    # It did happen that the first in line was a large one for which there was no room, and a small one would have had.
    held_back = 0
    for late in np.flatnonzero((amount == 1.0) & (granted > log["start"] + 1e-6)):
        now = log["start"][late]
        used = amount[(granted <= now) & (now < log["end"])].sum()
        held_back += used + 1.0 <= 4.0
    assert held_back > 20


@cache
def replications(engine: str, name: str) -> ReplicationSet:
    """Two short replications of a network, from which figures are made."""
    run = load_engine(engine).run
    return ReplicationSet(
        NETWORKS[name], [run(NETWORKS[name], replace(SHORT_RUN, replication=r), 9) for r in range(2)], 0.95
    )


@pytest.mark.parametrize("name", NETWORKS)
def test_the_causes_add_up_to_what_was_refused_and_failed(engine, name):
    """In the figures that are shown, too, replication by replication."""
    measures, refused, failed = all_measures(replications(engine.name, name))
    for total, by_cause in ((measures["refused_sessions"], refused), (measures["failed_requests"], failed)):
        assert isinstance(total, Estimate)
        parts = np.array([cause.each for cause in by_cause.values()] or [[0.0, 0.0]])
        np.testing.assert_allclose(parts.sum(axis=0), total.each, rtol=EXACT, atol=EXACT)


@pytest.mark.parametrize("name", NETWORKS)
def test_utilisation_lies_between_nothing_and_all(engine, name):
    """As it is shown: of every station, pool and memory, in every replication."""
    network = NETWORKS[name]
    steady = replications(engine.name, name)
    found = limit_usages(steady, {resource.name: Origin("", "") for resource in network.resources})
    for usage in found:
        assert min(usage.utilisation.each) >= -1e-9, usage
        # Two processes of one pool may overlap while one of them drains.
        overlap = any(region.name == usage.name and region.recycle is not None for region in network.regions)
        assert max(usage.utilisation.each) <= (200.0 if overlap else 100.0) + 1e-6, usage


@pytest.mark.parametrize("name", NETWORKS)
def test_looking_changes_nothing(engine, name):
    """With a log or without, in one window or in five: the same events, responses and totals."""
    network, seed = NETWORKS[name], 9
    plain = replications(engine.name, name).tallies[0]
    logged = engine.run(network, replace(SHORT_RUN, log=100_000), seed)
    assert logged.edges.tobytes() == plain.edges.tobytes()
    assert logged.histogram.tobytes() == plain.histogram.tobytes()
    one = engine.run(network, RunPlan(windows=1, window=SHORT_RUN.duration, warm_up=SHORT_RUN.warm_up), seed)
    assert one.events == plain.events
    np.testing.assert_array_equal(one.histogram, plain.histogram)
    np.testing.assert_allclose(one.edges[-1], plain.edges[-1], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_the_number_is_the_rate_times_the_time_and_the_wait_is_erlangs(observer):
    """Three servers, and three columns that know nothing of each other: jobs, completions, and their times."""
    a = 2.1
    network = one_request(a, (Serve("desk", exponential(1.0)),), MultiServer("desk", 3))
    steady = observe(network, 100_000.0, 50.0, windows=20, observer=observer)

    def quotient(tally: Tally) -> float:
        return steady.total(tally, "queue", "desk", "jobs") / steady.total(tally, "requests", "response time")

    agrees(steady.estimate(quotient, ""), 1.0, within=0.02)
    wait = erlang_c(3, a) / (3.0 - a)
    agrees(response(steady), 1.0 + wait, within=0.1)
    served = ratio(steady, ("queue", "desk", "busy"), ("requests", "completed"))
    agrees(served, 1.0, within=0.05)
    agrees(jobs(steady, "desk"), mean_number(3, a), within=0.15)


def failing_late() -> Network:
    """Requests that are served, and then fail where they find a desk taken."""
    steps = (Serve("core", exponential(1.0)), Serve("desk", exponential(1.0), 1))
    source = single(RARELY, think_time=constant(1.0), open_at_start=300)
    return Network(1, (CORE, MultiServer("desk", 1, queue_limit=0)), (request(steps),), source)


@pytest.mark.parametrize(
    "network", [failing_late(), drained(NETWORKS["processes killed at once"])], ids=["late", "killed"]
)
def test_response_times_are_measured_and_not_made_of_other_figures(engine, network):
    """Requests that fail take time too, so the number in progress over the throughput is not the response time.

    The area under the number is the time of all requests; the response time is that of those that were completed.
    """
    tally = engine.run(network, RunPlan(windows=1, window=1000.0, warm_up=0.0, log=100_000), 2)
    assert tally.column("sessions", "open")[-1] == 0
    failed = tally.log[tally.log["cause"] >= 0]
    wasted = float((failed["end"] - failed["start"]).sum())
    area, measured = -tally.column("requests", "active moment")[-1], tally.column("requests", "response time")[-1]
    assert area - measured == pytest.approx(wasted, rel=1e-6)
    assert wasted > 0.05 * measured


def test_utilisation_is_measured_and_not_made_of_the_throughput(engine):
    """A thousand jobs share a core and none is done before the last second: the core is full and nothing comes out."""
    source = single(RARELY, think_time=constant(1.0), open_at_start=1000)
    network = Network(1, (CORE,), (request((Serve("core", constant(1.0)),)),), source)
    tallies = [engine.run(network, RunPlan(10, 50.0, 100.0, replication), 1) for replication in range(2)]
    steady = ReplicationSet(network, tallies, 0.95)
    measures, _, _ = all_measures(steady)
    (core,) = limit_usages(steady, {"core": Origin("", "")})
    assert core.utilisation.value == pytest.approx(100.0, rel=EXACT)
    assert measures["connections"].value == pytest.approx(1000.0, rel=EXACT)
    assert measures["completed_requests"].value == 0.0
    assert isinstance(measures["response_mean"], Unavailable)


def test_percentiles_are_those_of_the_responses_and_not_of_their_mean(engine):
    """Responses of 1 s and of 100 s: the median is one of them and nowhere near the mean, and p95 is the other."""
    wide = SharedCapacity("wide", 1e9, (1.0,), "jobs")
    steps = {name: (Serve("wide", constant(size)),) for name, size in (("a", 1.0), ("b", 1.0), ("c", 100.0))}
    tallies = [engine.run(mixed(steps, 2.0, wide), RunPlan(8, 50.0, 100.0, each), 1) for each in range(2)]
    measures, _, _ = all_measures(ReplicationSet(mixed(steps, 2.0, wide), tallies, 0.95))
    assert measures["response_p50"].value == pytest.approx(1.0, rel=0.01)
    assert measures["response_p95"].value == pytest.approx(100.0, rel=0.01)
    assert 25.0 < measures["response_mean"].value < 42.0
