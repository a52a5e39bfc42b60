"""What theory says of stations whose rate depends on how many jobs they serve, and of those that serve in turn."""

from dataclasses import replace

import pytest

from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.formulas.closed import DELAY, mean_values
from simulator.engines.theory.formulas.stations import job_numbers
from simulator.experiment.measures.server import percentile
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Release, Seize, Serve
from tests.laws.closed_forms import TaggedCustomer, birth_and_death, closed_birth_and_death, mean_number
from tests.laws.observing import SPREADS, agrees, observe, one_request, ratio, response

pytestmark = pytest.mark.usefixtures("length")

# Two cores of two threads each, the second worth a quarter of a core, with some contention.
CURVE = (1.0, 1.9, 2.1, 2.25)
BIN = 1.0 / 128.0


def threads(in_turn: bool, curve: tuple[float, ...] = CURVE) -> SharedCapacity:
    at_once = len(curve) if in_turn else None
    return SharedCapacity("cpu", curve[-1], (1.0,), "cores", curve=curve, at_once=at_once)


def single(busy: float, work: Distribution, in_turn: bool) -> Network:
    return one_request(busy * CURVE[-1], (Serve("cpu", work),), threads(in_turn))


@pytest.mark.parametrize("busy", [0.01, 0.3, 0.8, 0.99])
@pytest.mark.parametrize("at_once", [1, 2, 4, 9])
def test_numbers_are_those_of_birth_and_death(busy, at_once):
    rates = CURVE[:at_once]
    states = birth_and_death(busy * rates[-1], rates)
    found = job_numbers(busy * rates[-1], rates, at_once)
    assert found.jobs == pytest.approx(float(states @ range(states.size)), rel=1e-9)
    waiting = sum(max(0, n - at_once) * p for n, p in enumerate(states))
    assert found.waiting == pytest.approx(float(waiting), rel=1e-9)
    assert job_numbers(0.0, rates).jobs == 0.0


def test_whole_servers_are_a_curve():
    assert job_numbers(3.2, (1.0, 2.0, 3.0, 4.0)).jobs == pytest.approx(mean_number(4, 3.2), rel=1e-12)


@pytest.mark.parametrize("customers", [1, 3, 12, 60])
def test_mean_values_of_a_curve_are_those_of_its_birth_and_death(customers):
    closed = mean_values((1.0, 4.0), (CURVE[-1], DELAY), customers, {0: CURVE})
    states = closed_birth_and_death(customers, 4.0, CURVE)
    assert closed.jobs[-1, 0] == pytest.approx(float(states @ range(states.size)), rel=1e-10)
    assert closed.response[-1, 0] == pytest.approx(TaggedCustomer(customers, 4.0, CURVE).mean(), rel=1e-9)


def test_mean_values_of_whole_servers_are_the_same_as_a_curve():
    plain = mean_values((1.0, 0.7, 4.0), (3.0, 1.0, DELAY), 20)
    curve = mean_values((1.0, 0.7, 4.0), (3.0, 1.0, DELAY), 20, {0: (1.0, 2.0, 3.0)})
    assert curve.response[-1] == pytest.approx(plain.response[-1], rel=1e-12)


@pytest.mark.parametrize("work", SPREADS)
def test_threads_that_are_shared_are_known_exactly_whatever_the_work(work):
    network = single(0.8, SPREADS[work], in_turn=False)
    found = TheoryEngine().solve(network).figure("response_mean")
    assert found.standing.kind == "exact"
    agrees(response(observe(network, 80_000.0, 500.0)), found.value, within=0.15)


def test_threads_that_run_to_completion_are_known_exactly_for_exponential_work():
    network = single(0.8, exponential(1.0), in_turn=True)
    found = TheoryEngine().solve(network).figure("response_mean")
    assert found.standing.kind == "exact"
    agrees(response(observe(network, 80_000.0, 500.0)), found.value, within=0.1)


@pytest.mark.parametrize("busy", [0.4, 0.7, 0.9])
@pytest.mark.parametrize("work", ["constant", "uniform"])
def test_other_work_in_turn_is_known_within_its_stated_error(work, busy):
    network = single(busy, SPREADS[work], in_turn=True)
    found = TheoryEngine().solve(network).figure("response_mean")
    assert found.standing.kind == "approximate"
    agrees(response(observe(network, 80_000.0, 500.0)), found.value, within=0.1, known_error=found.standing.error)


@pytest.mark.parametrize("percent", [50, 95, 99])
def test_percentiles_of_cores_that_run_to_completion_are_those_of_m_m_c(percent):
    cores = SharedCapacity("cpu", 4.0, (1.0,), "cores", at_once=4)
    network = one_request(3.2, (Serve("cpu", exponential(1.0)),), cores)
    found = TheoryEngine().solve(network).figure(f"response_p{percent}")
    agrees(percentile(observe(network, 75_000.0, 500.0), percent), found.value, within=0.15, known_error=BIN)
    # Of threads that hold each other up it says that it does not know.
    unknown = TheoryEngine().solve(single(0.8, exponential(1.0), in_turn=True)).figures[f"response_p{percent}"]
    assert isinstance(unknown, str)


@pytest.mark.parametrize("in_turn", [False, True])
@pytest.mark.parametrize("number", [3, 20])
def test_a_population_goes_round_as_its_product_form_says(number, in_turn):
    network = one_request(
        1.0,
        (Serve("cpu", exponential(0.5)), Serve("disks", exponential(0.3), 1)),
        threads(in_turn),
        MultiServer("disks", 2),
    )
    source = replace(network.source, rate=0.0, open_at_start=number, returns=True, think_time=exponential(2.0),
                     requests=Distribution(Family.GEOMETRIC, 4.0))  # fmt: skip
    network = replace(network, source=source)
    found, steady = TheoryEngine().solve(network), observe(network, 10_000.0, 100.0)
    for name, measured in (
        ("requests", steady.rate("requests", "completed", unit="/s")), ("response_mean", response(steady))
    ):  # fmt: skip
        assert found.figure(name).standing.kind == "exact"
        agrees(measured, found.figure(name).value, within=0.08)


def test_who_finds_no_place_before_threads_is_refused_as_often_as_their_product_form_says():
    steps = (Seize("places", 1.0), Serve("cpu", exponential(1.0)), Release("places", 1.0))
    network = one_request(2.1, steps, threads(in_turn=False), TokenPool("places", 8.0, "refuse", "places"))
    found, steady = TheoryEngine().solve(network), observe(network, 40_000.0, 200.0)
    states = birth_and_death(2.1, CURVE)[:9]
    assert found.figure("failed_requests").value == pytest.approx(100.0 * states[-1] / states.sum(), rel=1e-6)
    agrees(ratio(steady, ("cause", "places", "failed"), ("requests", "issued")),
           float(states[-1] / states.sum()), within=0.1)  # fmt: skip


@pytest.mark.parametrize("in_turn", [False, True])
def test_threads_of_a_pool_that_wait_for_the_cpu_are_slowed_by_its_curve(in_turn):
    steps = (Seize("threads", 1.0), Serve("cpu", exponential(1.0)), Release("threads", 1.0))
    network = one_request(1.8, steps, threads(in_turn), TokenPool("threads", 3.0, "wait", "threads"))
    found, steady = TheoryEngine().solve(network).figure("response_mean"), observe(network, 200_000.0, 500.0)
    agrees(response(steady), found.value, within=0.15, known_error=found.standing.error)
    # Three at once never use the fourth thread.
    states = birth_and_death(1.8, CURVE[:3])
    agrees(response(steady), float(states @ range(states.size)) / 1.8, within=0.15)


def test_time_slices_are_left_to_the_engines():
    slices = SharedCapacity("cpu", 1.0, (1.0,), "cores", at_once=1, slice=0.01)
    refusal = TheoryEngine().supports(one_request(0.5, (Serve("cpu", constant(1.0)),), slices))
    assert "theory knows no time slices" in str(refusal)


def test_the_most_that_threads_do_is_their_curves_end():
    network = single(1.2, exponential(1.0), in_turn=True)
    found = TheoryEngine().solve(network)
    assert found.figure("completed_requests").value == pytest.approx(CURVE[-1])
    done = observe(network, 4_000.0, 100.0).rate("requests", "completed", unit="/s")
    agrees(done, CURVE[-1], within=0.05)
