"""Units that clients find by name are not used alike: by how much, how many are bought, what a dead one still gets."""

from datetime import date

import numpy as np
import pytest

from models.errors import ScenarioError
from models.load import load
from models.parts.clients.dns import NameService
from simulator.errors import NoCapacity
from simulator.experiment.deals import shares
from simulator.experiment.load_imbalance import busiest_unit_factor, units_needed
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.messages.decision import operating_point_sentence
from simulator.output.blocks import Table
from simulator.output.data import figures
from simulator.studies.plan.sections import roll_up

FARM = "scenarios/first_farm.yaml"
TTL = 300.0


def names(resolvers: int, uneven: float = 0.0, ttl: float = TTL) -> NameService:
    return NameService(time_to_live=ttl, resolvers=resolvers, uneven=uneven)


def zipf(resolvers: int, uneven: float) -> np.ndarray:
    shares = np.arange(1.0, resolvers + 1.0) ** -uneven
    return shares / shares.sum()


def planned(**dns):
    changes = {"dns": dns} if dns else {}
    return study(load(FARM, {"demand": "60 Gbps", **changes}), Theory(), "plan", date(2026, 11, 23))


@pytest.mark.parametrize(("resolvers", "uneven"), [(50, 0.0), (400, 0.8), (30_000, 1.0), (30_000, 0.5), (9_000, 1.4)])
def test_the_squares_of_all_shares_are_summed_whether_dealt_one_by_one_or_not(resolvers, uneven):
    own, (_, squares) = shares(resolvers, uneven)
    assert (own**2).sum() + squares == pytest.approx((zipf(resolvers, uneven) ** 2).sum(), rel=1e-6)


class Asking:
    """Resolvers, each with sessions of its own at random, `often` in a time to live, which asks again with the first
    session after its answer has come to its end: when each has asked, and what it was told."""

    def __init__(self, resolvers: int, units: int, lives: int, often: float) -> None:
        random = np.random.default_rng(3)
        gaps = TTL + random.exponential(TTL / often, (resolvers, lives))
        self.asked = np.cumsum(gaps, axis=1) - random.uniform(0.0, TTL * (1.0 + 1.0 / often), (resolvers, 1))
        self.told = random.integers(units, size=(resolvers, lives))

    def at(self, moment: float) -> tuple[np.ndarray, np.ndarray]:
        """By resolver, the unit that it was told last and how long ago."""
        last = (self.asked <= moment).sum(axis=1) - 1
        rows = np.arange(len(last))
        return self.told[rows, last], moment - self.asked[rows, last]


@pytest.mark.parametrize("often", [2.0, 50.0])
def test_those_who_still_come_to_a_dead_unit_are_those_whose_answers_are_young(often):
    """At t after names have left it out, of resolvers with sessions at rate r a share of r (T - t) / (1 + r T), at most
    1 - t / T, which is what a watch tells: half of them at T / 2, none at T."""
    resolvers, after = 20_000, np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    _, age = Asking(resolvers, 4, lives=12, often=often).at(8.0 * TTL)
    seen = np.array([(age < TTL * (1.0 - t)).mean() for t in after])
    expected = often * (1.0 - after) / (1.0 + often)
    assert seen == pytest.approx(expected, abs=3.3 * (0.25 / resolvers) ** 0.5)
    assert (expected <= 1.0 - after).all()


@pytest.mark.parametrize("uneven", [0.0, 0.9])
def test_the_busiest_unit_is_that_of_all_resolvers_dealt_one_by_one(uneven):
    """5,000 of them, of which the program deals the largest 2,000 and takes the rest for normal."""
    units, random = 10, np.random.default_rng(4)
    shares = zipf(5_000, uneven)
    most = [np.bincount(random.integers(units, size=5_000), shares, units).max() * units for _ in range(1_000)]
    assert busiest_unit_factor(names(5_000, uneven), units) == pytest.approx(np.percentile(most, 95.0), rel=0.03)


def test_two_alike_resolvers_and_two_units_by_hand():
    """Half of the time both are told the same unit, which gets all: twice its share."""
    assert busiest_unit_factor(names(2), 2) == pytest.approx(2.0)


def test_units_are_used_alike_where_every_session_asks_anew():
    assert (
        busiest_unit_factor(names(3, ttl=0.0), 7)
        == busiest_unit_factor(None, 7)
        == busiest_unit_factor(names(3), 1)
        == 1.0
    )
    assert units_needed(None, 6.2) == 7 and units_needed(names(9, ttl=0.0), 7.0) == 7


def test_more_resolvers_spread_clients_more_evenly():
    several = [busiest_unit_factor(names(count), 10) for count in (30, 1_000, 100_000)]
    assert several[0] > several[1] > several[2] > 1.0


@pytest.fixture(scope="module")
def even():
    return planned()


@pytest.fixture(scope="module")
def by_name():
    return planned(time_to_live="5 min", resolvers=20_000, uneven=0.6)


def test_units_are_bought_for_the_busiest(even, by_name):
    sizing = by_name.sizing
    assert sizing.units.whole.value > even.sizing.units.whole.value
    assert sizing.units.exact.value == pytest.approx(even.sizing.units.exact.value * sizing.busiest_unit)
    fewer = int(sizing.units.whole.value) - 1
    assert even.sizing.units.exact.value * busiest_unit_factor(by_name.scenario.dns, fewer) > fewer


def test_as_bought_it_is_the_busiest_unit_that_is_judged(even, by_name):
    all_up = by_name.operating_points[0]
    sizing = by_name.sizing
    share = sizing.demanded.requests / sizing.servers.whole.value
    assert all_up.requests.value == pytest.approx(share * sizing.busiest_of_all, rel=1e-6)
    assert sizing.supports.value >= 1.2


def test_a_plan_says_so_and_counts_with_it(even, by_name):
    told = operating_point_sentence(by_name)
    assert "Resolvers (20,000) keep the name of a unit for 300 s" in told and "times its share" in told
    steps = {row[0] for table in roll_up.section(by_name) if isinstance(table, Table) for row in table.rows}
    assert {"the busiest unit gets", "what a unit gets on average then"} <= steps
    assert figures(by_name)["busiest_unit"]["value"] == by_name.sizing.busiest_unit
    assert "Resolvers" not in operating_point_sentence(even) and "busiest_unit" not in figures(even)


def test_no_number_of_units_carries_what_one_resolver_sends_to_one():
    with pytest.raises(NoCapacity, match="the clients of the largest resolvers are too many for the unit"):
        planned(time_to_live="5 min", resolvers=3)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"dns": {"time_to_live": "8 days", "resolvers": 10}}, "dns.time_to_live"),
        ({"dns": {"time_to_live": "5 min", "resolvers": 0}}, "dns.resolvers"),
        ({"dns": {"time_to_live": "5 min", "resolvers": 10, "uneven": 3}}, "dns.uneven"),
        ({"dns": {"resolvers": 10}}, "dns.time_to_live: missing"),
        (
            {"dns": {"time_to_live": "5 min", "resolvers": 10}, "growth": {"a_year": "30 %", "start": "2026-12"}},
            "growth: how unevenly more and more units are used",
        ),
    ],
)
def test_what_is_wrong_with_names_is_told(changes, told):
    with pytest.raises(ScenarioError) as error:
        load(FARM, changes)
    assert told in str(error.value) and len(error.value.problems) == 1
