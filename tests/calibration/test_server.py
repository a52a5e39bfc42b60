"""What rows are compared with is the program's own theory, worked out at once for all numbers of requests."""

import pytest

from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import Gauge, OperatingPoint
from simulator.calibration.server import Parameter, predicted
from simulator.engines.analytic.formulas.curves import numbers
from simulator.engines.analytic.formulas.mva import DELAY, mean_values
from simulator.engines.analytic.formulas.sharing import capped_sharing
from tests.calibration.made import CLOSED_SERVER, OPEN_SERVER, machine


@pytest.mark.parametrize("users", [1, 7, 40, 200])
def test_a_closed_server_is_that_of_mean_value_analysis(users):
    said = predicted(CLOSED_SERVER, OperatingPoint("", 0, {Gauge.USERS: users}), LoadKind.CLOSED, machine(4))
    known = mean_values([0.1, 2.3], [4, DELAY], users)
    assert said.rate == pytest.approx(known.throughput[-1], rel=1e-12)
    assert said.mean == pytest.approx(known.response[-1][0] + 0.3, rel=1e-9)
    assert said.cpu == pytest.approx(known.throughput[-1] * 0.1 / 4, rel=1e-12)


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9, 0.99])
def test_an_open_server_is_that_of_processor_sharing(share):
    rate = share * 8 / 0.004
    said = predicted(OPEN_SERVER, OperatingPoint("", 0, {Gauge.RATE: rate}), LoadKind.OPEN, machine(8))
    assert said.mean - 0.02 == pytest.approx(capped_sharing(rate, 0.004, 8, 1).response, rel=1e-9)
    assert said.cpu == pytest.approx(share, rel=1e-9)


def test_contention_bends_it_as_a_capacity_curve_does():
    parameters = {**OPEN_SERVER, Parameter.CONTENTION: 0.05, Parameter.COHERENCE: 0.002}
    curve = [n / (1 + 0.05 * (n - 1) + 0.002 * n * (n - 1)) for n in range(1, 9)]
    said = predicted(parameters, OperatingPoint("", 0, {Gauge.RATE: 1000.0}), LoadKind.OPEN, machine(8))
    assert said.mean - 0.02 == pytest.approx(numbers(4.0, curve).jobs / 1000.0, rel=1e-9)


def test_workers_enough_for_everybody_change_nothing():
    point = OperatingPoint("", 0, {Gauge.USERS: 40})
    without, with_them = (predicted(CLOSED_SERVER, point, LoadKind.CLOSED, machine(4, m)) for m in (None, 40))
    assert with_them == pytest.approx(without, rel=1e-9)


def test_workers_who_wait_elsewhere_end_the_rate():
    """8 of them in work for 0.4 s each carry 20 a second, however many users there are."""
    point = OperatingPoint("", 0, {Gauge.USERS: 500})
    said = predicted(CLOSED_SERVER, point, LoadKind.CLOSED, machine(8, 8))
    assert said.rate == pytest.approx(8 / 0.4, rel=1e-6)


def test_users_who_do_not_think_are_all_in_work():
    parameters = {Parameter.WORK: 0.001, Parameter.THINK: 0.0}
    said = predicted(parameters, OperatingPoint("", 0, {Gauge.USERS: 100}), LoadKind.CLOSED, machine(4))
    assert said.rate == pytest.approx(4000) and said.mean == pytest.approx(0.025)
