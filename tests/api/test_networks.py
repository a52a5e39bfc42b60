"""A queueing network of somebody's own: the kernel, the reference engine and theory give what is known of it."""

import pytest

import headroom
from headroom import Distribution, Family, Network, RequestClass, Serve, SessionSource, TokenPool, exponential

RATE, MEAN = 8.0, 0.1  # M/M/1 at 0.8.


def queue(rate=RATE, servers=1):
    """Requests that come one by one, at random, to servers with one queue."""
    steps = (Serve("servers", exponential(MEAN)),)
    source = SessionSource(
        rate=rate,
        requests=Distribution(Family.CONSTANT, 1.0),
        think_time=exponential(1.0),
        client_shares=(1.0,),
        connect=(),
        close=(),
    )
    request = RequestClass("request", 1.0, Distribution(Family.CONSTANT, 1.0), 0.0, steps)
    return Network(1, (headroom.MultiServer("servers", servers),), (request,), source)


def test_theory_says_what_is_known_of_a_queue():
    found = headroom.simulate(queue(), engine="theory")
    assert found.measures["response_mean"].value == pytest.approx(MEAN / (1.0 - RATE * MEAN), rel=1e-9)
    assert found.limits[0].utilisation.value == pytest.approx(100.0 * RATE * MEAN)
    assert found.bottleneck == "servers"


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_engines_find_it_within_their_interval(engine):
    found = headroom.simulate(queue(), engine=engine, duration=300.0, warm_up=100.0, replications=10, confidence=0.99)
    mean = found.measures["response_mean"]
    assert mean.low <= MEAN / (1.0 - RATE * MEAN) <= mean.high and mean.relative < 0.3
    assert found.figure("measures.response_mean").source == "simulated"


def test_the_two_engines_agree_to_the_digit_on_the_same_draws():
    run = {"duration": 100.0, "warm_up": 10.0, "replications": 2, "seed": 3}
    mean = [
        headroom.simulate(queue(), engine=engine, **run).measures["requests"].value
        for engine in ("kernel", "reference")
    ]
    assert mean[0] == pytest.approx(mean[1], rel=1e-9)


def test_more_than_a_network_can_do_is_told():
    with pytest.raises((headroom.NotConverged, headroom.Unstable)):
        headroom.simulate(queue(rate=20.0), duration=60.0)


@pytest.mark.parametrize(
    ("wrong", "argument"), [({"seed": -1}, "seed"), ({"replications": 1}, "replications"), ({"engine": "x"}, "engine"),
                            ({"duration": -1.0}, "duration"), ({"threads": 0}, "threads")]
)  # fmt: skip
def test_an_argument_that_cannot_be_is_named(wrong, argument):
    with pytest.raises(headroom.ScenarioError) as caught:
        headroom.simulate(queue(), **wrong)
    assert caught.value.problems[0].file == f"argument {argument}"


def test_names_of_networks_are_offered():
    assert TokenPool("threads", 4.0, "wait", "threads").name == "threads"
