"""What rows are compared with is the program's own theory, worked out at once for all numbers of requests."""

import math

import pytest

from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import Parameter, is_card_bound, largest_rate, predict_row
from simulator.engines.theory.formulas.closed import DELAY, mean_values
from simulator.engines.theory.formulas.stations import capped_sharing, job_numbers
from tests.calibration.made import CLOSED_SERVER, OPEN_SERVER, machine


@pytest.mark.parametrize("users", [1, 7, 40, 200])
def test_a_closed_server_is_that_of_mean_value_analysis(users):
    said = predict_row(CLOSED_SERVER, LoadTestRow("", 0, {Metric.USERS: users}), LoadKind.CLOSED, machine(4))
    known = mean_values([0.1, 2.3], [4, DELAY], users)
    assert said.rate == pytest.approx(known.throughput[-1], rel=1e-12)
    assert said.mean == pytest.approx(known.response[-1][0] + 0.3, rel=1e-9)
    assert said.cpu == pytest.approx(known.throughput[-1] * 0.1 / 4, rel=1e-12)


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9, 0.99])
def test_an_open_server_is_that_of_processor_sharing(share):
    rate = share * 8 / 0.004
    said = predict_row(OPEN_SERVER, LoadTestRow("", 0, {Metric.RATE: rate}), LoadKind.OPEN, machine(8))
    assert said.mean - 0.02 == pytest.approx(capped_sharing(rate, 0.004, 8, 1).response, rel=1e-9)
    assert said.cpu == pytest.approx(share, rel=1e-9)


def test_contention_bends_it_as_a_capacity_curve_does():
    parameters = {**OPEN_SERVER, Parameter.CONTENTION: 0.05, Parameter.COHERENCE: 0.002}
    curve = [n / (1 + 0.05 * (n - 1) + 0.002 * n * (n - 1)) for n in range(1, 9)]
    said = predict_row(parameters, LoadTestRow("", 0, {Metric.RATE: 1000.0}), LoadKind.OPEN, machine(8))
    assert said.mean - 0.02 == pytest.approx(job_numbers(4.0, curve).jobs / 1000.0, rel=1e-9)


def test_workers_enough_for_everybody_change_nothing():
    point = LoadTestRow("", 0, {Metric.USERS: 40})
    without, with_them = (predict_row(CLOSED_SERVER, point, LoadKind.CLOSED, machine(4, m)) for m in (None, 40))
    assert with_them == pytest.approx(without, rel=1e-9)


def test_workers_who_wait_elsewhere_end_the_rate():
    """8 of them in work for 0.4 s each carry 20 a second, however many users there are."""
    point = LoadTestRow("", 0, {Metric.USERS: 500})
    said = predict_row(CLOSED_SERVER, point, LoadKind.CLOSED, machine(8, 8))
    assert said.rate == pytest.approx(8 / 0.4, rel=1e-6)


def test_users_who_do_not_think_are_all_in_work():
    parameters = {Parameter.WORK: 0.001, Parameter.THINK: 0.0}
    said = predict_row(parameters, LoadTestRow("", 0, {Metric.USERS: 100}), LoadKind.CLOSED, machine(4))
    assert said.rate == pytest.approx(4000) and said.mean == pytest.approx(0.025)


# Responses of 50,000 bytes on cards that send 12.5 MB/s: each takes 4.218 ms of them, 35 segments of 78 bytes included.
SENT = (50_000 + 35 * 78) / 12.5e6


def closed(users):
    return LoadTestRow("", 0, {Metric.USERS: users, Metric.SIZE: 50_000})


@pytest.mark.parametrize("users", [1, 7, 40, 200])
def test_cards_are_a_station_of_their_own(users):
    said = predict_row(CLOSED_SERVER, closed(users), LoadKind.CLOSED, machine(4)._replace(cards=12.5e6))
    known = mean_values([0.1, SENT, 2.3], [4, 1, DELAY], users)
    assert said.rate == pytest.approx(known.throughput[-1], rel=1e-9)
    assert said.mean == pytest.approx(sum(known.response[-1][:2]) + 0.3, rel=1e-9)


def test_cards_end_the_rate_where_responses_fill_them():
    slow = {Parameter.WORK: 0.0002, Parameter.THINK: 0.025}
    cards = machine(4)._replace(cards=12.5e6)
    said = predict_row(slow, closed(100), LoadKind.CLOSED, cards)
    assert said.rate == pytest.approx(1 / SENT, rel=1e-6) == largest_rate(slow, closed(100), cards)
    assert is_card_bound(slow, closed(100), cards) and not is_card_bound(CLOSED_SERVER, closed(100), cards)


def test_an_open_load_shares_the_cards():
    point = LoadTestRow("", 0, {Metric.RATE: 200.0, Metric.SIZE: 50_000})
    without, with_them = (predict_row({Parameter.WORK: 0.004}, point, LoadKind.OPEN, machine(8)._replace(cards=cards))
                          for cards in (math.inf, 12.5e6))  # fmt: skip
    assert with_them.mean - without.mean == pytest.approx(SENT / (1 - 200 * SENT), rel=1e-9)
    assert with_them.cpu == pytest.approx(without.cpu)


def test_workers_enough_for_everybody_change_nothing_where_cards_are_full():
    without, with_them = (
        predict_row(CLOSED_SERVER, closed(40), LoadKind.CLOSED, machine(4, m)._replace(cards=1e6)) for m in (None, 40)
    )
    assert with_them == pytest.approx(without, rel=1e-9)


def test_cards_change_nothing_where_no_row_says_how_large_a_response_is():
    point = LoadTestRow("", 0, {Metric.USERS: 40})
    without, with_them = (
        predict_row(CLOSED_SERVER, point, LoadKind.CLOSED, machine(4)._replace(cards=c)) for c in (math.inf, 1e3)
    )
    assert with_them == without
