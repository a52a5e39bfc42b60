"""Upgrades and `optimise` say the same: given the same choices, the best of both is the farm that costs least."""

from dataclasses import replace
from datetime import date

import pytest
import yaml

from models.load import load
from models.variations.choice import ServerFilter
from models.variations.option import options
from models.variations.portfolio import load_portfolio
from simulator.experiment.capacity_by_solver import server_capacity
from simulator.experiment.estimate import exact
from simulator.experiment.results import Difference
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import ORIGIN
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import buy_farm
from simulator.farm.stopping_limit import stopping_limit
from simulator.farm.study import study
from simulator.farm.upgrade_value import AtCapacity, SaturatedOption, UpgradeRanking, rank_upgrades, upgrade_value
from simulator.messages.cost_difference import unpriced_origin
from simulator.messages.optimise import comparison_notes
from simulator.messages.upgrades import answer
from simulator.studies.optimise import answer as optimising
from simulator.studies.plan.decision import with_decision
from simulator.studies.sweep.answer import run_variants
from simulator.studies.sweep.variants import expand_portfolio
from simulator.studies.sweep.workers import theory_workers
from simulator.studies.upgrades import answer as helping
from tests.fabricated import ROOT
from tests.fabricated_options import at, named
from tests.proven import mostly_proof

FARMS, THEORY = "tests/farms", Theory()
PRICED = {"workload.content.origin.price": "0.00061 USD/GB"}


def gain(before, after, unit="Mbps"):
    more = exact(after.value - before.value, unit)
    return Difference("server_mbps", "", before, after, more, exact(100.0 * more.value / before.value, "%"), None)


def upgrades(scenario):
    """What would help by theory, of other servers alone."""
    now = AtCapacity(scenario, server_capacity(scenario, THEORY))
    worths = []
    for option in options(scenario):
        if option.scenario is not None and option.instead:
            then = AtCapacity(option.scenario, server_capacity(option.scenario, THEORY))
            gains = gain(now.carried.mbps, then.carried.mbps), gain(now.unit_mbps, then.unit_mbps)
            worths.append(replace(upgrade_value(now, then, *gains, option.price), name=option.name, instead=True))
    return UpgradeRanking(now, rank_upgrades(worths), (), ())


@pytest.fixture
def of_servers_alone(monkeypatch):
    """Makes optimise look at what upgrades do: other servers, in units as they are."""
    every = optimising.choices

    def without_additions(scenario, which):
        system = scenario.operating_system.name
        return tuple(each for each in every(scenario) if not any(each.added) and each.model.endswith(f", {system}"))

    monkeypatch.setattr(optimising, "choices", without_additions)
    monkeypatch.setattr(optimising, "unit_sizes", lambda scenario: (scenario.unit.nodes,))


SHIPPED = (
    "downloads_today", "first_farm", "hourly_api", "microsoft_update", "growing_downloads", "failing_unit",
    "microsoft_update_growth", "release_day",
)  # fmt: skip
HELPED = ("tests/farms/h_chat", "tests/farms/b_api", "tests/farms/e_tls", "tests/farms/a_cdn")
OTHERS = ("tests/farms/b_arm", "tests/farms/d_mirror", *(f"scenarios/{name}" for name in SHIPPED))


@pytest.mark.parametrize("file", mostly_proof((*HELPED, *OTHERS), HELPED[1::2]))
def test_the_best_upgrade_is_the_winner_of_optimise(file, of_servers_alone):
    scenario = load(f"{file}.yaml", PRICED if file.endswith("a_cdn") else {}, compared=False)
    found, cheapest = upgrades(scenario), optimising.optimise(scenario, THEORY)
    if cheapest.winner == cheapest.present:  # Then no upgrade is cheaper either.
        assert min(each.whole_cost for each in found.worths) >= cheapest.winner.farm.cost.total.whole.value
        assert found.best is None or not found.best.cheapens
        return
    assert found.best is not None and found.best.cheapens
    assert found.best.farm.scenario.server == cheapest.winner.farm.scenario.server
    assert found.best.farm.cost.total.whole.value == pytest.approx(cheapest.winner.farm.cost.total.whole.value)
    assert found.best.whole_cost == min(each.whole_cost for each in found.worths)


WITH_TIERS = "scenarios/three_tiers", "tests/farms/c_shop"


# Theory finds no steady state at the load that this one states for a server.
DECIDED = [file for file in (*HELPED, *OTHERS, *WITH_TIERS) if not file.endswith("microsoft_update_growth")]


# Of one farm tests/output/test_deciding.py holds it.
@pytest.mark.proof
@pytest.mark.parametrize("file", DECIDED)
def test_a_decision_has_the_two_cheapest_of_optimise_in_place_of_the_plan(file):
    scenario = load(f"{file}.yaml", compared=False)
    told = with_decision(study(scenario, THEORY, "", date.min)).deciding
    cheapest = optimising.optimise(scenario, THEORY)
    assert [cost_in_all(each.farm).value for each in told.alternatives] == [
        offer.whole.value for offer in cheapest.instead
    ]
    better = {offer.name for offer in (cheapest.winner, cheapest.runner_up) if offer and offer != cheapest.present}
    assert better <= {offer.name for offer in cheapest.instead}


# Files of farms, and what is rented or bought there; the others of the shipped ones are proof.
SIDES = [("tests/farms/b_api", True), ("tests/farms/h_chat", True), ("tests/farms/e_tls", False)]
SHIPPED_SIDES = [("scenarios/downloads_today", False), ("scenarios/hourly_api", True), ("scenarios/first_farm", False)]


@pytest.mark.parametrize(("file", "rented"), mostly_proof([*SIDES, *SHIPPED_SIDES], SIDES[:1]))
def test_the_best_of_a_portfolio_is_the_winner_of_optimise(file, rented, of_servers_alone, tmp_path):
    """Of the servers that are rented, or bought, as the page Portfolio offers them."""
    which = ServerFilter(rented)
    scenario = load(f"{file}.yaml", compared=False)
    cheapest = optimising.optimise(scenario, THEORY, which=which)
    offered = optimising.choices(scenario, which)
    servers = sorted({each.scenario.server.name for each in offered if each.scenario and each.wanted})
    said = {"portfolio": "alike", "base": str(ROOT / f"{file}.yaml"), "question": "capacity", "skip_invalid": True}
    path = tmp_path / "portfolio.yaml"
    path.write_text(yaml.safe_dump({**said, "grid": {"server": servers}}))
    portfolio = load_portfolio(str(path))
    swept = run_variants(portfolio, expand_portfolio(portfolio), theory_workers(1))
    best, winner = swept.best.answered, cheapest.winner
    assert swept.best.values["server"] == winner.farm.scenario.server.name
    assert best.farm.cost_with_bandwidth.amount.value == pytest.approx(winner.farm.cost.with_bandwidth.whole.value)
    assert best.farm.servers.value == winner.servers.value


def test_what_carries_less_is_measured_where_its_farm_may_be_the_cheapest(monkeypatch):
    """Theory ruled out by what a server carries, so that a cheaper farm of smaller servers was never seen."""
    now, dear, cheap = at(), named("dear", 250.0, 0), named("cheap", -10.0, -12_000)
    bounds = {"cheap": cheap.whole_cost - 1.0, "hopeless": dear.whole_cost + 1.0}
    judged = [dear, *(SaturatedOption(name, "CPU", 900.0, True, bound) for name, bound in bounds.items())]
    monkeypatch.setattr(helping, "_measured", lambda now, option, solver: {"cheap": cheap}[option])
    helping._judge_what_may_be_cheaper(now, ["dear", "cheap", "hopeless"], judged, THEORY)
    assert judged[:2] == [dear, cheap] and isinstance(judged[2], SaturatedOption)


def test_what_stops_more_connections_is_their_target_where_no_limit_is_full():
    """250,000 connections of 320,000: the worker connections, used for a part of that, were said to bind."""
    scenario = load(f"{FARMS}/h_chat.yaml", {"web_server.worker_connections": 20_000})
    found = upgrades(scenario)
    at_target = [each for each in found.worths if each.stop.is_target]
    assert at_target and not found.present.carried.stop.is_full
    for each in at_target:
        assert each.stop.limit == "250,000 a server" and each.farm.carried.stop.utilisation.value < 90.0
        assert each.stop == stopping_limit(each.farm.carried, scenario.targets)
    assert any(not each.stop.is_target for each in found.worths)


def test_what_an_origin_delivers_is_counted_at_its_price():
    """Four disks in place of twelve save 720 USD of machines, and have 40 Gbps more fetched: 8,000 USD more."""
    small = {"server": "edge-xeon-d-2x25gbe", "server.disks.size": "7.68 TB"}
    farms = []
    for changes in ({}, {**small, "unit.nodes": 8}):
        scenario = load(f"{FARMS}/a_cdn.yaml", {**PRICED, **changes})
        farms.append(buy_farm(scenario, server_capacity(scenario, THEORY)))
    fetched = [farm.sizing.fetched.value for farm in farms]
    billed = [farm.cost.item(ORIGIN).amount.whole.value for farm in farms]
    assert billed == pytest.approx([mbps * 328.5 * 0.00061 for mbps in fetched])
    assert fetched == pytest.approx([52_000, 92_000], rel=0.05)
    assert billed[1] - billed[0] == pytest.approx(8_000, rel=0.05)


def test_the_cheapest_farm_of_an_origin_with_a_price_fetches_little(of_servers_alone):
    scenario = load(f"{FARMS}/a_cdn.yaml", PRICED)
    cheapest = optimising.optimise(scenario, THEORY)
    present = cheapest.present.farm
    assert cheapest.winner.farm.cost.with_bandwidth.whole.value <= present.cost.with_bandwidth.whole.value
    assert cheapest.winner.farm.sizing.fetched.value < present.sizing.fetched.value
    assert not unpriced_origin({"the cheapest": cheapest.winner.farm, "now": present})


def test_upgrades_ask_for_the_price_of_an_origin_too():
    assert "workload.content.origin.price" in answer(upgrades(load(f"{FARMS}/a_cdn.yaml")))
    assert "origin.price" not in answer(upgrades(load(f"{FARMS}/a_cdn.yaml", PRICED)))


def test_a_price_of_an_origin_that_nobody_stated_is_asked_for(of_servers_alone):
    cheapest = optimising.optimise(load(f"{FARMS}/a_cdn.yaml"), THEORY)
    assert "workload.content.origin.price" in next(comparison_notes(cheapest))
    stated = optimising.optimise(load(f"{FARMS}/a_cdn.yaml", {"workload.content.origin.price": "0 USD/GB"}), THEORY)
    assert not any("origin.price" in said for said in comparison_notes(stated))
