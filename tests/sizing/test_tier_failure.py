"""A tier without spares is not met with the spares gone: one of its servers down is looked at, and said."""

import json
import math
from datetime import date

import pytest

from models.load import load
from models.tier_flows import calling_share
from simulator.errors import UnsupportedByEngine
from simulator.exits import MISSED
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable, WarmUp
from simulator.experiment.solvers import Theory
from simulator.experiment.verdicts import judge, worst_verdicts
from simulator.farm.farm import buy_farm
from simulator.farm.study import study
from simulator.farm.tier_failure_study import tier_failures
from simulator.growth.grow import plan_growth
from simulator.messages.decision import headline
from simulator.messages.grow.when_to_buy import notes
from simulator.output.blocks import Table
from simulator.output.data import figures
from simulator.studies.capacity.document import Capacity, capacity_blocks
from simulator.studies.capacity.result import capacity_data
from simulator.studies.grow.result import growth_data
from simulator.studies.plan.sections import tiers
from simulator.studies.sweep.answer import capacity_figures
from simulator.targets import Target
from tests.output.test_capacity import FOUND
from tests.printed import printed as printed_blocks
from tests.proven import mostly_proof

SHOP = "tests/farms/c_shop.yaml"
# Theory judges no percentiles, so that without them it knows every target.
JUDGED = {"targets.p95_response": None}


def planned(solver=Theory, **changes):
    changes = {**JUDGED, **{path.replace("__", "."): value for path, value in changes.items()}}
    return study(load(SHOP, changes), solver(), "plan", date(2026, 11, 25))


class OfEvenTiers(Theory):
    """Refuses calls that other servers of the unit send to a tier."""

    def results(self, translation, measuring, progress=lambda: None):
        if translation.network.background:
            raise UnsupportedByEngine("tiers: called by others too")
        return super().results(translation, measuring, progress)


def down(outcome, tier):
    return next(each for each in outcome.tiers_down if each.tier == tier)


def test_one_of_two_database_servers_down_takes_89_per_cent_of_the_other_where_70_are_allowed():
    found = planned()
    assert down(found, "mysql").used == pytest.approx(89.4, abs=0.1) and down(found, "mysql").left == 1
    assert down(found, "php").used == pytest.approx(60.0, abs=0.1)
    (missed,) = found.missed
    assert missed.target is Target.UTILISATION and missed.measured.value == pytest.approx(89.4, abs=0.1)
    assert missed.state == "one server of mysql down"
    assert not found.recommended and not found.met
    assert headline(found).startswith("No farm is recommended: with one server of mysql down")


def test_terminal_data_and_exit_code_say_the_same(headroom, tmp_path):
    words = ("--set", "targets.p95_response=none", "--engine", "theory", "--json", tmp_path / "plan.json")
    said = headroom("plan", SHOP, *words)
    data = json.loads((tmp_path / "plan.json").read_text())
    assert said.code == MISSED and data["recommended"] is False and data["targets_met"] is False
    told = data["targets"]["utilisation"]
    assert (told["met"], told["state"]) == (False, "one server of mysql down")
    assert told["measured"]["value"] == pytest.approx(89.4, abs=0.1)
    assert {each["tier"]: each["enough"] for each in data["tiers_down"]} == {"php": 6, "mysql": 3}
    assert "Missed with one server of mysql down: most used limit 89.4 % (at most 70 %)" in said.out
    assert "met with the spares gone: most used limit" not in said.out


def one_down(requests, servers):
    """A shop of so many MySQL servers with one of them down, whose tiers theory knows with the spares gone."""
    changes = {**JUDGED, "demand": f"{requests} requests/s", "reserve": "0 %", "tiers[0].servers": 24,
               "tiers[1].servers": servers}  # fmt: skip
    scenario = load(SHOP, changes)
    farm = buy_farm(scenario, capacity_in_theory(scenario))
    return next(each for each in tier_failures(farm, Theory(), WarmUp(0.0)) if each.tier == "mysql")


@pytest.mark.parametrize("requests", mostly_proof([300, 700, 1_200, 1_900, 2_500], [1_900]))
def test_the_remedy_that_is_named_is_enough_and_one_server_less_is_not(requests):
    named = one_down(requests, 6).enough
    assert named == math.ceil(requests / 1_200.0 * 0.894 / 0.7) + 1
    assert all(verdict.met for verdict in one_down(requests, named).verdicts)
    assert not all(verdict.met for verdict in one_down(requests, named - 1).verdicts)


def test_the_only_server_of_a_tier_down_answers_nobody_who_calls_it():
    found = one_down(300, 1)
    (verdict,) = found.verdicts
    assert verdict.target is Target.ERRORS and verdict.met is False and verdict.measured.value == 100.0
    assert found.used is None and found.enough == 2 and found.state == "the only server of mysql down"


def test_what_is_more_than_the_servers_left_can_do_piles_up_whatever_the_targets():
    found = planned(**{"targets.utilisation": None, "reserve": "0 %", "demand": "1,400 requests/s"})
    verdict = next(each for each in found.verdicts if each.target is Target.PILING_UP)
    used = down(found, "mysql").used
    assert used > 100.0 and verdict.met is False
    assert verdict.measured.value == pytest.approx(100.0 * (1.0 - 100.0 / used))


def test_units_without_spare_nodes_plan_for_no_failure_and_that_is_said():
    found = planned(**{"unit.nodes": 1, "unit.spare_nodes": 0})
    assert found.tiers_down == () and found.met
    told = [getattr(block, "text", "") for block in tiers.section(found)]
    assert any("no server of a tier is taken to be down" in text for text in told)


def test_the_report_has_a_row_for_each_tier_with_what_is_left():
    found = planned()
    table = next(block for block in tiers.section(found) if isinstance(block, Table) and "down" in block.title)
    assert [row[:3] for row in table.rows] == [("php", "5", "60"), ("mysql", "1", "89.4")]
    assert figures(found)["tiers_down"][1]["in_use"]["value"] == pytest.approx(89.4, abs=0.1)


def test_theory_knows_a_tier_with_one_server_down_whose_servers_then_stand_unevenly_behind_the_others():
    """Six servers at 50 % are eight at 37.5 % and seven at 42.9 %."""
    found = planned(**{"unit.nodes": 4, "unit.spare_nodes": 2, "tiers[0].servers": 8, "tiers[1].servers": 4})
    php = {verdict.target: verdict for verdict in down(found, "php").verdicts}
    assert php[Target.UTILISATION].measured.value == pytest.approx(50.0 * 6.0 / 7.0, rel=1e-6)
    assert php[Target.UTILISATION].met is True and php[Target.ERRORS].met is True
    assert found.met and found.recommended


def test_what_a_solver_cannot_say_is_not_known_and_not_met():
    """Two nodes at work, whose tiers it knows with all servers up, and not with one down."""
    found = planned(
        OfEvenTiers, **{"unit.nodes": 4, "unit.spare_nodes": 2, "tiers[0].servers": 8, "tiers[1].servers": 4}
    )
    php = {verdict.target: verdict for verdict in down(found, "php").verdicts}
    errors = php[Target.ERRORS].measured
    assert isinstance(errors, Unavailable) and "not looked at" in errors.reason
    assert php[Target.UTILISATION].met is True
    assert not found.met and found.recommended


@pytest.mark.parametrize(
    ("classes", "share"),
    [
        ([{"name": "page", "rate": "3 /s", "calls": [{"tier": "php", "cpu": "1 ms"}]}], 1.0),
        ([{"name": "page", "rate": "3 /s", "calls": [{"tier": "php", "cpu": "1 ms"}]},
          {"name": "image", "rate": "1 /s"}], 0.75),
        ([{"name": "page", "rate": "3 /s", "calls": [{"tier": "php", "cpu": "1 ms"}]},
          {"name": "search", "rate": "1 /s", "calls": [{"tier": "mysql", "cpu": "1 ms"}]}], 1.0),
    ],
)  # fmt: skip
def test_as_many_requests_need_a_tier_as_call_it_themselves_or_by_another(classes, share):
    kinds = [{"size": "10 kB", "cpu": "1 ms", **each} for each in classes]
    scenario = load(SHOP, {"workload.request": None, "workload.classes": kinds})
    assert calling_share(scenario, "mysql") == pytest.approx(share)


def test_of_several_states_the_worst_verdict_on_each_target_counts():
    def judged(value, half=0.0):
        return judge(Target.UTILISATION, 70.0, "%", Estimate(value, half, 0.95, 5, "%"))

    unknown = judge(Target.UTILISATION, 70.0, "%", Unavailable("nobody looked"))
    met, near, missed, perhaps = judged(50.0), judged(60.0), judged(80.0), judged(71.0, 5.0)
    for better, worse in ((met, near), (near, unknown), (unknown, perhaps), (perhaps, missed)):
        assert worst_verdicts((better,), (worse,)) == worst_verdicts((worse,), (better,)) == (worse,)
    lost = judge(Target.ERRORS, 1.0, "%", exact(0.0, "%"))
    assert worst_verdicts((lost, met), (missed,)) == (lost, missed)


def test_theory_of_a_sweep_misses_the_target_that_a_plan_misses():
    told = {
        servers: capacity_figures(load(SHOP, {**JUDGED, "tiers[1].servers": servers}), Theory()) for servers in (2, 3)
    }
    (missed,) = (each for each in told[2].verdicts if each.met is False)
    assert told[2].met is False and missed.measured.value == pytest.approx(89.4, abs=0.1)
    assert told[3].met is True


def test_growth_fills_units_so_that_a_tier_has_more_to_do_then():
    """A unit carries 70 / 62.6 x 1,680 requests/s, of which 1 / 1.3 are not its reserve: 96.3 % of a MySQL server."""
    ahead = {"growth": {"start": "2026-12", "horizon": "24 months", "a_year": "50 %"}}
    grown = plan_growth(load(SHOP, {**JUDGED, **ahead}), Theory())
    mysql = next(each for each in grown.tiers_down if each.tier == "mysql")
    assert mysql.used == pytest.approx(96.3, abs=0.1) and mysql.enough == 3 and mysql.missed is not None
    assert growth_data(grown)["tiers_down"][1]["in_use"]["value"] == pytest.approx(96.3, abs=0.1)
    assert any("tiers[1].servers: 3" in note for note in notes(grown))


def test_capacity_tells_tiers_with_one_server_down_beside_the_farm_that_it_buys():
    scenario = load(SHOP, JUDGED)
    farm = buy_farm(scenario, capacity_in_theory(scenario))
    down = tier_failures(farm, Theory(), WarmUp(0.0))
    assert [each["enough"] for each in capacity_data(FOUND, farm, down)["tiers_down"]] == [6, 3]
    assert "`tiers[1].servers: 3`" in " ".join(
        printed_blocks(capacity_blocks(Capacity(FOUND, None, farm, down))).split()
    )
