"""A farm that carries many times its demand says so in its first lines, with the farm that fits."""

import sys
from dataclasses import replace
from datetime import date
from itertools import islice

import pytest

from models.load import load
from models.variations.choice import with_unit_size
from simulator.cli.main import main
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.solvers import Theory
from simulator.farm import right_size
from simulator.farm.costs.cost import SERVERS
from simulator.farm.farm import buy_farm
from simulator.farm.outcome import FAR_TOO_LARGE
from simulator.farm.right_size import other_servers, with_fitting_farm
from simulator.farm.study import study, study_in_theory
from simulator.messages.decision import headline, other_units, too_large
from simulator.messages.numbers import rounded
from simulator.output.blocks import Text
from simulator.output.data import figures
from simulator.studies.init.servers import servers_by_year
from simulator.studies.plan.document import plan_blocks
from simulator.studies.plan.sections import answer
from simulator.uncertainty.predict import with_prediction
from simulator.uncertainty.worlds import study_worlds

API = "tests/farms/b_api.yaml"


def planned(file, changes=None):
    return study_in_theory(load(file, changes or {}), "", date.min)


@pytest.fixture
def usual(tmp_path, monkeypatch):
    """The API that `init` makes with the newest server: four servers of 32,000 USD, used at 0.3 %."""
    file = tmp_path / "api.yaml"
    server = servers_by_year()[0][0]
    asked = ["init", str(file), "--what", "api", "--peak", "3,000 requests/s", "--usual", "--server", server]
    monkeypatch.setattr(sys, "argv", ["headroom", *asked])
    assert main() == 0
    return planned(file)


def test_what_init_chooses_is_what_fits_that_api(usual, tmp_path, monkeypatch):
    file = tmp_path / "cheapest.yaml"
    asked = ["init", str(file), "--what", "api", "--peak", "3,000 requests/s", "--usual"]
    monkeypatch.setattr(sys, "argv", ["headroom", *asked])
    assert main() == 0
    chosen = planned(file)
    assert chosen.scenario.server.name == usual.fits.scenario.server.name
    assert chosen.scenario.unit.nodes == usual.fits.scenario.unit.nodes
    assert chosen.farm.in_all.amount.value == pytest.approx(usual.fits.in_all.amount.value)


BY_URL = """\
scenario: News by URL
demand: 15 Gbps
workload:
  request: {size: {mean: 60 kB, distribution: exponential}, cpu: 150 us}
  session: {requests: 10, think_time: 5 s}
  clients: {rate: 20 Mbps}
  content:
    catalogue: 160 GB
    object_size: 60 kB
    popularity: {zipf: 0.9}
    revalidation: {max_age: 60 s, unchanged: 90 %}
    origin: {latency: 40 ms, rate: 10 Gbps, price: 0.05 USD/GB, request_price: 0.0004 USD/thousand}
server: {model: edge-xeon-d-2x25gbe, disks: {size: 1.92 TB}}
operating_system: linux-6
web_server: {model: nginx, file_cache: 4 GB, disk_cache: 30 GB}
unit: {nodes: 40, spare_nodes: 2, balancer: by-url}
targets: {errors: 0.1 %, utilisation: 75 %}
datacenter: {prices: us-2026}
"""


def test_nodes_that_keep_one_copy_together_are_looked_at_in_smaller_units_each_by_itself(tmp_path, monkeypatch):
    """What a node carries hangs on how many keep the content: each size is solved, and the cheapest is told. So it is
    with each other server, of which a few are looked at here: the present one is the cheapest of all."""
    monkeypatch.setattr(right_size, "other_servers", lambda scenario: islice(other_servers(scenario), 5))
    file = tmp_path / "news.yaml"
    file.write_text(BY_URL)
    outcome = planned(str(file))
    sizes = {nodes: load(str(file), {"unit.nodes": nodes}) for nodes in (3, 4, 5, 6, 7, 8, 40)}
    cost = {nodes: buy_farm(each, capacity_in_theory(each)).in_all.amount.value for nodes, each in sizes.items()}
    best = min(cost, key=cost.get)
    assert outcome.is_far_too_large and 3 < best < 8
    assert outcome.fits.scenario.unit.nodes == best
    assert outcome.fits.in_all.amount.value == pytest.approx(cost[best])
    assert f"In theory {best} of these servers are enough (1 unit of {best})" in too_large(outcome)


@pytest.mark.proof
def test_nodes_that_keep_one_copy_together_are_in_the_end_as_few_as_can_be(tmp_path):
    """The farm that fits the one above is looked at once more."""
    file = tmp_path / "news.yaml"
    file.write_text(BY_URL)
    outcome = planned(str(file))
    best = outcome.fits.scenario.unit.nodes
    assert f"In theory {best} of these servers are enough" in too_large(outcome)
    smallest = planned(str(file), {"unit.nodes": best})
    assert smallest.fits is None or not smallest.is_far_too_large
    assert "cannot be smaller" not in too_large(planned(str(file), {"unit.nodes": best, "demand": "1 Gbps"}))


def test_a_farm_that_cannot_be_smaller_is_sent_to_no_search_for_a_smaller_one(tmp_path, monkeypatch):
    """The two servers that `init` chose for 5 Gbps, one of them to spare: `optimise` finds the same two."""
    file = tmp_path / "downloads.yaml"
    asked = ["init", str(file), "--what", "downloads", "--peak", "5 Gbps", "--size", "30 MB", "--usual"]
    monkeypatch.setattr(sys, "argv", ["headroom", *asked])
    assert main() == 0
    found = planned(file)
    assert found.is_far_too_large and found.fits is None and found.sizing.servers.whole.value == 2.0
    assert "`optimise`" not in too_large(found)
    assert too_large(found).endswith("in theory no other server that is bought costs less.")
    larger = planned(file, {"unit.nodes": 3})
    assert larger.fits is not None and larger.fits.scenario.unit.nodes == 2
    assert "In theory 2 of these servers are enough" in too_large(larger)


def test_the_newest_server_for_a_small_peak_is_told_to_be_far_too_large(usual):
    assert usual.is_far_too_large and usual.sizing.supports.value > 100.0
    fits = usual.fits
    assert fits.cost.with_bandwidth.whole.value < usual.cost.with_bandwidth.whole.value / 5.0
    assert fits.sizing.supports.value >= 1.2 and not fits.scenario.server.is_rented
    data = figures(usual)
    assert data["far_too_large"] and data["fits"]["server"] == fits.scenario.server.name
    lead = next(block for block in plan_blocks(usual) if isinstance(block, Text))
    page = next(block for block in answer.answer(usual) if isinstance(block, Text))
    assert lead.lead and page.lead and too_large(usual) in lead.text and too_large(usual) in page.text
    assert fits.scenario.server.name in too_large(usual)


def test_a_farm_of_its_size_has_the_same_servers_in_cheaper_units():
    """By hand: 4 ms on cores of their own speed, 32 a server at 70 %, carry 5,600 requests/s; seven work for 36,000."""
    found = planned(API)
    assert found.sizing.supports.value < FAR_TOO_LARGE
    assert not found.is_far_too_large and not too_large(found)
    assert (found.fits.scenario.unit.nodes, found.fits.sizing.servers.whole.value) == (8, 8.0)
    assert found.fits.cost.with_bandwidth.whole.value == pytest.approx(22_400.0, rel=2e-3)
    four_less = 4.0 * found.farm.cost.parts[SERVERS].whole.value / 12.0
    saved = found.farm.in_all.amount.value - found.fits.in_all.amount.value
    assert saved == pytest.approx(four_less) and rounded(saved, 100.0) in other_units(found)
    assert figures(found)["fits"]["servers"]["value"] == 8.0


def test_a_whole_number_of_units_is_not_one_more_for_a_millionth():
    """By hand: 2,000,000 users with a quarter in reserve at 250,000 a server are 10 servers at work, two units of six
    with a spare each. A search ends a little below 250,000, and a third unit was bought for 5.5e-07 % of it."""
    found = planned("tests/farms/h_chat.yaml")
    sizing = found.fits.sizing
    assert (sizing.servers.whole.value, sizing.units.whole.value, sizing.capacity.nodes) == (12, 2, 6)
    assert sizing.units.exact.value == pytest.approx(2.0, rel=1e-6)


def test_units_that_save_next_to_nothing_are_not_told():
    found = planned(API, {"unit.nodes": "8"})
    assert found.fits is None and not other_units(found) and figures(found)["fits"] is None


def test_worlds_in_units_of_another_size_are_those_of_such_a_farm():
    scenario = load(API)
    resized = study_worlds(scenario, worlds=32).in_units_of(8)
    stated = study_worlds(with_unit_size(scenario, 8), worlds=32)
    assert (resized.units == stated.units).all()
    assert resized.bills(1) == pytest.approx(stated.bills(1)) and resized.enough(1) == stated.enough(1)


def test_units_with_tiers_are_resized_with_the_servers_of_these_that_each_takes():
    """By hand: 433 requests/s go to each node of three, one of them spare, where 1,390 may; a node less does as well,
    for the database stops the unit. How sure that is, comes from worlds of its own: what a node carries of a unit that
    its tiers stop is more where there are fewer. It is less than is asked for, and so it is no better a farm."""
    found = planned("scenarios/three_tiers.yaml")
    assert found.fits.scenario.unit.nodes == 2 and found.farm.scenario.unit.nodes == 3
    assert [tier.servers for tier in found.fits.scenario.tiers] == [3, 2]
    one_less = found.farm.cost.parts[SERVERS].whole.value - found.fits.cost.parts[SERVERS].whole.value
    assert found.farm.in_all.amount.value - found.fits.in_all.amount.value == pytest.approx(one_less)
    assert "3 servers of application and 2 servers of database" in other_units(found)
    own = study_worlds(found.fits.scenario, found.fits.carried, worlds=16).enough(1)
    assert 0.5 < own < 0.9 and with_prediction(found, worlds=16).fits is None


def test_what_fits_a_farm_that_is_far_too_large_is_told_with_how_sure_that_is(usual):
    told = with_prediction(usual, worlds=32)
    known = told.fits.prediction
    assert known.worlds == 32 and known.bought == told.fits.sizing.units.whole.value
    assert known.enough[known.bought] > 0.5
    paid = told.fits.in_all
    assert (paid.over.low, paid.over.high) == pytest.approx((known.cost.low, known.cost.high))
    assert known.cost.low < paid.amount.value < known.cost.high


def test_what_fits_is_rented_where_the_farm_is_and_keeps_its_spares():
    found = planned(API, {"demand": "300 requests/s"})
    assert found.is_far_too_large
    fits = found.fits
    assert fits.scenario.server.is_rented and fits.sizing.capacity.spare_nodes == 1
    assert fits.sizing.capacity.nodes <= 3
    again = study(fits.scenario, Theory(), "", date.min)
    assert again.recommended and again.cost.with_bandwidth.whole.value == pytest.approx(
        fits.cost.with_bandwidth.whole.value
    )


WEIGHTED = {"unit.balancer": {"model": "round-robin", "weights": [2, 1, 1]}}
GROUPED = {
    "workload.day": None,
    "growth": None,
    "supply": None,
    "workload.request": None,
    "workload.classes": [{"name": name, "rate": "1 /s", "size": "6 kB", "cpu": "4 ms"} for name in ("read", "write")],
    "unit.paths": [
        {"name": "readers", "classes": ["read"], "nodes": 2, "spare_nodes": 1},
        {"name": "writers", "classes": ["write"], "nodes": 1},
    ],
}
FAILING = {"unit.failures": {"timetable": [{"at": "60 s", "lasts": "2 min"}]}}


@pytest.mark.parametrize(("file", "changes"), [
    ("c_shop", {"targets.p95_response": None}), ("b_api", WEIGHTED), ("b_api", GROUPED), ("b_api", FAILING),
], ids=["tiers", "weights", "groups", "failures"])  # fmt: skip
def test_what_fits_is_named_whatever_the_nodes_of_a_unit_do(file, changes):
    found = planned(f"tests/farms/{file}.yaml", {"demand": "100 requests/s", **changes})
    assert found.is_far_too_large
    fits = found.fits
    assert fits.cost.with_bandwidth.whole.value < found.cost.with_bandwidth.whole.value
    assert fits.scenario.server.name in too_large(found) and too_large(found) in headline(found)
    again = study(fits.scenario, Theory(), "", date.min)
    assert not again.missed and again.cost.with_bandwidth.whole.value == pytest.approx(
        fits.cost.with_bandwidth.whole.value
    )


def test_where_a_load_is_that_of_a_population_no_other_farm_is_looked_for():
    found = planned(API, {"demand": "300 requests/s"})
    closed = found.scenario.model_copy(
        update={"workload": found.scenario.workload.model_copy(update={"population": 100.0})}
    )
    unnamed = with_fitting_farm(replace(found, scenario=closed, fits=None))
    assert unnamed.fits is None and "`optimise`" in too_large(unnamed)


def test_a_farm_that_is_sized_by_a_stated_load_names_what_fits_by_the_largest():
    """Units of three servers at 3,000 requests/s each carry 6 times 1,000 requests/s with one of them gone."""
    found = planned(API, {"demand": "1,000 requests/s", "workload.offered": "3000 /s", "sized_by": "stated load"})
    assert found.is_far_too_large and found.sizing.supports.value == pytest.approx(6.0)
    assert found.fits.cost.with_bandwidth.whole.value < 0.5 * found.cost.with_bandwidth.whole.value
    assert 1.2 <= found.fits.sizing.supports.value < FAR_TOO_LARGE
