"""Sessions of a constant number of requests that are open at the start are as far on as any found later."""

from collections import Counter
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network
from simulator.network.open_sessions import OpenSessions, remaining_requests
from simulator.network.resources import SharedCapacity
from simulator.network.session_source import SessionSource
from simulator.network.steps import Serve
from tests.laws.observing import ENGINES, Observer, agrees, jobs, observe, request
from tests.networks import RARELY, SIMULATORS

REQUESTS, READING, THINK, RATE = 12, 4.0, 1.0, 20.0
CYCLE = READING + THINK
LEAST = REQUESTS * READING + (REQUESTS - 1) * THINK  # As long as this a session lasts.
PAUSES = {"exponential": exponential(THINK), "constant": constant(THINK)}


def reading(
    pause: Distribution,
    midway: bool = True,
    caps: tuple[float, ...] = (1.0,),
    rate: float = RATE,
    requests: int = REQUESTS,
    lengths: Family = Family.CONSTANT,
) -> Network:
    """Sessions that read each response at the pace of their line, half of them each pace, from a wide card."""
    readings = tuple(READING / cap for cap in caps)
    seconds = [each + pause.mean for each in readings]
    found = tuple(each / sum(seconds) for each in seconds)
    length = Distribution(lengths, float(requests))
    opened = round(RATE * (requests - 1) * sum(seconds) / len(caps))
    even = pause.kind is Family.CONSTANT
    start = OpenSessions(remaining_requests(length), found, readings, even) if midway else None
    shares = tuple(1.0 / len(caps) for _ in caps)
    source = SessionSource(rate, length, pause, shares, open_at_start=opened, midway=start)
    card = SharedCapacity("card", 1e9, caps, "seconds of the slowest line")
    return Network(1, (card,), (request((Serve("card", constant(READING)),)),), source)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize("pause", PAUSES)
def test_the_steady_state_is_there_as_soon_as_the_first_responses_have_been_read(pause, observer):
    """Within the first session length, in which those who open the run leave one by one: the law is rate x requests,
    and so many responses are read as Little's law says."""
    network = reading(PAUSES[pause])
    steady = observe(network, LEAST - READING, READING, windows=28, observer=Observer(observer.engine))
    agrees(steady.rate("requests", "issued", unit="/s"), RATE * REQUESTS, within=0.15)
    agrees(jobs(steady, "card"), RATE * REQUESTS * READING, within=0.15)


def test_clients_of_unequal_lines_are_found_as_often_as_they_are_there():
    """A line of a tenth of the speed: half of the sessions, and six of seven that are found."""
    caps = (0.1, 1.0)
    steady = observe(reading(PAUSES["exponential"], caps=caps), 100.0, READING / caps[0], windows=28)
    agrees(steady.rate("requests", "issued", unit="/s"), RATE * REQUESTS, within=0.15)
    agrees(steady.rate("shared", "card", "work", unit="/s"), RATE * REQUESTS * READING, within=0.15)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_sessions_without_memory_of_unequal_lines_neither_pile_up_nor_drain(observer):
    """Of whom there are most in a steady state, those of a slow line, stay for long: found as often as they come, they
    would fill up for session lengths."""
    caps, requests = (0.1, 1.0), 4 * REQUESTS
    network = reading(PAUSES["exponential"], caps=caps, requests=requests, lengths=Family.GEOMETRIC)
    steady = observe(network, 280.0, READING / caps[0], windows=28, observer=Observer(observer.engine))
    agrees(jobs(steady, "card"), RATE * requests * READING * 5.5, within=0.05)
    as_they_come = replace(network, source=replace(network.source, midway=None))
    less = jobs(observe(as_they_come, 280.0, READING / caps[0], windows=28), "card")
    assert less.value + less.half_width < 0.8 * RATE * requests * READING * 5.5


def test_who_begins_whole_sessions_at_the_start_asks_for_too_much():
    """What was so before: nobody leaves for a session length, while as many come."""
    network = reading(PAUSES["exponential"], midway=False)
    steady = observe(network, LEAST - READING, READING, windows=28)
    measured = steady.rate("requests", "issued", unit="/s")
    assert measured.value - measured.half_width > 1.2 * RATE * REQUESTS


@pytest.mark.parametrize("engine", SIMULATORS)
@pytest.mark.parametrize("requests", [1, 2, REQUESTS])
def test_requests_left_are_even_over_all_but_the_first(requests, engine):
    """P(L > k) / (E[L] - 1) for k from 1: by chi-square at 99.9 %."""
    log = _log(reading(PAUSES["exponential"], rate=RARELY, requests=requests), engine)
    sent = Counter(Counter(log["session"].tolist()).values())
    assert set(sent) <= set(range(1, requests))
    expected = sent.total() / max(1, requests - 1)
    squares = sum((sent[k] - expected) ** 2 / expected for k in range(1, requests))
    assert squares < {1: 1e-9, 2: 1e-9, REQUESTS: 29.6}[requests]


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("engine", SIMULATORS)
def test_first_requests_come_as_those_of_a_cycle_that_is_found_anywhere(pause, engine):
    """A share of reading / cycle has an even part of a response to read, and then a think time; the mean of constant
    cycles is half of one. Compared with the law by the largest distance (Kolmogorov 1933) at 99.9 %."""
    log = _log(reading(PAUSES[pause], rate=RARELY), engine)
    firsts = np.sort(log["start"][log["request"] == 0])
    if pause == "constant":
        law = np.minimum(firsts / CYCLE, 1.0)
    else:
        until = np.minimum(firsts, READING)
        read = (until - THINK * (np.exp(-(firsts - until) / THINK) - np.exp(-firsts / THINK))) / READING
        law = (READING * read - THINK * np.expm1(-firsts / THINK)) / CYCLE
    assert np.abs(law - np.arange(firsts.size) / firsts.size).max() < 1.95 / np.sqrt(firsts.size)


def test_lengths_without_memory_are_left_as_they_are():
    geometric = Distribution(Family.GEOMETRIC, 20.0)
    assert remaining_requests(geometric) == geometric


def test_fractions_of_a_request_are_not_sent():
    assert remaining_requests(constant(7.9)) == remaining_requests(constant(7.0))


def test_no_law_is_made_up_for_other_lengths():
    with pytest.raises(ValueError, match="geometric or constant, not exponential with mean 3"):
        remaining_requests(exponential(3.0))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"client_shares": (0.5, 0.4), "readings": (1.0, 1.0)}, "shares of 1"),
        ({"client_shares": (1.0,), "readings": (1.0, 1.0)}, "as many readings"),
        ({"client_shares": (1.0,), "readings": (inf,)}, "some seconds or none"),
        ({"client_shares": (1.0,), "readings": (-1.0,)}, "some seconds or none"),
    ],
)
def test_what_nobody_can_be_in_the_middle_of_is_refused(changes, problem):
    with pytest.raises(ValueError, match=problem):
        OpenSessions(constant(3.0), **changes)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"client_shares": (0.5, 0.5)}, "of the rate classes that there are"),
        ({"returns": True}, "are not midway"),
        ({"spread": 1.0}, "are not midway"),
    ],
)
def test_a_source_that_contradicts_its_start_is_refused(changes, problem):
    midway = OpenSessions(constant(3.0), (1.0,), (1.0,))
    with pytest.raises(ValueError, match=problem):
        SessionSource(**{
            "rate": 1.0, "requests": constant(4.0), "think_time": constant(1.0), "client_shares": (1.0,),
            "midway": midway, **changes,
        })  # fmt: skip


def _log(network: Network, engine: str) -> np.ndarray:
    """All requests of those who open the run; nobody comes later."""
    plan = RunPlan(windows=4, window=LEAST, warm_up=0.0, replication=0, log=100_000)
    return load_engine(engine).run(network, plan, 7).log
