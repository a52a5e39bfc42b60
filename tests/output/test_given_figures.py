"""What is given has no interval, a ratio is never below nothing, and money has one interval, not two."""

from dataclasses import replace
from datetime import date

import pytest

from models.load import load
from models.quantities.formatting import long_duration
from simulator.experiment.estimate import Estimate
from simulator.experiment.solvers import Theory
from simulator.farm.farm import buy_farm
from simulator.farm.prediction import PredictionInterval
from simulator.farm.study import study
from simulator.messages.decision import farm_states_sentence, sizing_sentence
from simulator.messages.farm_notes import tier_notes
from tests.fabricated import scenario
from tests.farm.test_fetched import HALF, carried

THREE_TIERS = "scenarios/three_tiers.yaml"
CLASSES = [{"name": name, "rate": f"{rate} /s", "size": "20 kB", "cpu": "5 ms", "calls": [
    {"tier": "application", "cpu": "20 ms"}]} for name, rate in (("page", 900), ("image", 100))]  # fmt: skip


@pytest.fixture(scope="module")
def outcome():
    """Two kinds of requests, with rates that say how many there are of each, beside a demand."""
    mixed = {"workload.request": "none", "workload.classes": CLASSES}
    return study(load(THREE_TIERS, mixed), Theory(), "plan", date(2026, 11, 28))


def test_rates_of_classes_beside_a_demand_are_no_load_of_a_server(outcome):
    assert outcome.scenario.workload.offered_rate == 1_000.0 and sizing_sentence(outcome) == ""
    stated = load(THREE_TIERS, {"workload.offered": "1,000 requests/s"})
    assert "it sizes nothing" in sizing_sentence(study(stated, Theory(), "plan", date(2026, 11, 28)))


def test_what_falls_to_a_server_at_the_demand_is_given(outcome):
    """1,000 requests/s on three servers, and on two of them."""
    assert outcome.carried.requests.half_width > 0.0
    assert [each.requests for each in outcome.operating_points] == [
        Estimate(pytest.approx(1_000 / many), 0.0, 1.0, 0, "/s") for many in (3, 2)
    ]
    said = farm_states_sentence(outcome.farm, outcome.operating_points)
    assert "333 req/s" in said and "500 req/s" in said


def test_disks_are_missed_of_tiers_that_may_keep_something_alone(outcome):
    """The application asks the database for what it needs."""
    assert "the disks (`reads` of a call) of database," in tier_notes(outcome)


def test_a_ratio_keeps_to_its_side_of_nothing():
    """Used for 48 ± 30 %: it may grow to 2.1 times, to 1.3 at the least and to 5.6 at the most, which is as far on one
    side as nothing is on the other; never to fewer, the less is known."""
    grows = Estimate(48.0, 30.0, 0.95, 0, "%").through(lambda used: 100.0 / used, "x")
    assert grows.half_width == pytest.approx(100.0 / 48.0) and grows.low == 0.0
    widths = [Estimate(1.0, off, 0.95, 0, "").through(lambda x: 10.0 / x, "").half_width for off in (0.4, 0.5, 0.51)]
    assert widths == pytest.approx([10.0 / 0.6 - 10.0, 10.0, 10.0])
    near = Estimate(48.0, 4.0, 0.95, 0, "%").through(lambda used: 100.0 / used, "x")
    assert near.half_width == pytest.approx(100.0 / 44.0 - 100.0 / 48.0)


def test_money_that_is_predicted_has_one_interval():
    """400 by how much is asked of an origin, and 300 by all else: 500 together."""
    plan = scenario(HALF)
    farm = buy_farm(plan, carried(plan))
    amount = farm.decided.cost.with_bandwidth.whole
    blurred = replace(amount, half_width=400.0)
    known = PredictionInterval(amount.value - 300.0, amount.value, amount.value + 300.0, amount.unit, {})
    paid = farm._paid(lambda _: _Whole(blurred), known)
    assert paid.amount.half_width == 0.0
    assert (paid.over.low, paid.over.high) == pytest.approx((amount.value - 500.0, amount.value + 500.0))


class _Whole:
    def __init__(self, whole):
        self.whole = whole


def test_long_durations_are_told_in_years():
    told = {5.5e6: "63.7 days", 3.2e8: "10.1 years", 7_300.0: "2.03 h"}
    assert {seconds: long_duration(seconds) for seconds in told} == told
