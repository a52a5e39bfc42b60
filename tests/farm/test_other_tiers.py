"""The servers of other tiers are counted with the units, paid like any server, and told beside them."""

import io
import math
import re
from dataclasses import replace
from datetime import date

import pytest
from openpyxl import load_workbook

from models.load import load
from models.quantities.formatting import count_text, significant
from models.tier_flows import tier_core_capacity, tier_work
from models.variations.assumptions import assumed_ranges
from simulator.errors import USE_KERNEL, UnsupportedByEngine, reason_without_remedy
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import STATED
from simulator.experiment.single_server import (
    expected_capacity,
    saturated_server,
    saturation_load,
    search_start,
    without_spares,
)
from simulator.experiment.solvers import Theory
from simulator.farm.farm_at_work import server_at_rate
from simulator.farm.scenario_comparison import ComparedFarm, ScenarioComparison
from simulator.farm.study import study
from simulator.farm.unit_capacity import unit_capacity
from simulator.messages.compare import farm_lines
from simulator.messages.decision import headline, page_headline
from simulator.messages.numbers import room_for
from simulator.messages.plan.theory import theory_sentence
from simulator.messages.stages.farm import TIERS_SHARED
from simulator.output.blocks import KeyFigures, Table
from simulator.output.data import figures
from simulator.output.renderers.html import to_html
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.compare.result import compared_data
from simulator.studies.plan.document import report_of
from simulator.studies.plan.money.prices import quantities_table
from simulator.studies.plan.sections import answer, limits, operating_point, roll_up, tiers, trust
from simulator.targets import target_values
from simulator.translate.translate import translate

FARM = "scenarios/three_tiers.yaml"
# One server that nobody shares its tiers with, so that theory answers.
ONE = {"unit.nodes": 1, "unit.spare_nodes": 0, "demand": "4,000 requests/s",
       "server": "dl325-epyc-7763-2x100gbe"}  # fmt: skip
ALONE = ONE | {"tiers[0].servers": 2, "tiers[1].servers": 1}


@pytest.fixture(scope="module")
def outcome():
    return study(load(FARM, ALONE), Theory(), "plan", date(2026, 11, 22))


def test_a_unit_brings_its_servers_of_every_tier(outcome):
    units = outcome.sizing.units.whole.value
    application, database = outcome.sizing.tiers
    assert units > 1
    assert (application.servers.whole.value, database.servers.whole.value) == (2 * units, units)


def test_the_demand_keeps_them_as_busy_as_the_utilisation_law_says(outcome):
    scenario = outcome.scenario
    for each in outcome.sizing.tiers:
        busy = 4_000.0 * tier_work(scenario, each.tier)
        assert each.busy == pytest.approx(busy)
        held = busy / tier_core_capacity(scenario, each.tier)
        assert each.in_use == pytest.approx(100.0 * held / each.servers.whole.value)
        with_reserve = 1.2 * held / 0.75
        assert each.fewest - 1 < with_reserve <= each.fewest <= each.servers.whole.value


def test_the_fewest_servers_of_a_tier_do_the_work_of_the_reserve_too():
    """Processors that the demand alone keeps at 70 %, with a target of 75 %, take another server for the reserve."""
    scenario = load(FARM, ALONE)
    tier = scenario.tiers[0]
    requests = 0.70 * tier_core_capacity(scenario, tier) / tier_work(scenario, tier)
    for reserve, fewest in ((0.0, 1), (0.05, 1), (0.2, 2)):
        changes = {"demand": f"{requests} requests/s", "reserve": f"{100 * reserve} %"}
        found = study(load(FARM, {**ALONE, **changes}), Theory(), "plan", date(2026, 11, 22))
        assert found.sizing.tiers[0].fewest == fewest
        (table,) = [block for block in tiers.section(found) if isinstance(block, Table)]
        assert table.columns[-1].name == "fewest for the demand" + (" and its reserve" if reserve else "")


def test_the_tier_that_stops_the_farm_is_named(outcome):
    assert outcome.carried.stop.name == "CPU of database"


def test_the_headline_of_the_page_names_them_before_the_money(outcome):
    units = outcome.sizing.units.whole.value
    application, database = count_text(2 * units, "server"), count_text(units, "server")
    assert f", with {application} of application and {database} of database: " in page_headline(outcome)


def test_every_tier_is_on_the_bill_and_in_the_total(outcome):
    cost, prices = outcome.cost, outcome.scenario.datacenter.prices
    names = [item.name for item in cost.items]
    for name in ("servers", "licences", "electricity", "hosting", "administration"):
        of_both = [f"{name} of {tier}" for tier in ("application", "database")]
        assert [each for each in names if each.startswith(name)] == [name, *of_both]
    assert cost.total.whole.value == pytest.approx(sum(item.amount.whole.value for item in cost.items))
    people = cost.item("administration of application").amount.whole.value
    assert people == pytest.approx(2 * outcome.sizing.units.whole.value * prices.administration)
    bought = {item.name: item.amount.whole.value for item in outcome.farm.capital.items}
    price = prices.from_usd(outcome.scenario.tiers[1].server.price)
    assert bought["servers of database"] == pytest.approx(outcome.sizing.units.whole.value * price)


def test_the_prices_and_the_power_of_every_tier_widen_the_ranges_of_money_and_carbon():
    """By hand, in squares: prices of licences and servers, each with its count."""
    farm = study(load(FARM, ALONE | {"tiers[0].servers": 20}), Theory(), "plan", date(2026, 11, 22)).farm
    ends = _ends(farm, "operating_system.licence", "server.price", "tiers[0].server.price", "tiers[1].server.price")
    units, counts = farm.sizing.units.whole.value, (22, 1, 20, 1)
    down, up = (units * math.hypot(*(count * end[side] for count, end in zip(counts, ends, strict=True)))
                for side in (0, 1))  # fmt: skip
    now = farm.capital.total.whole.value
    assert (farm.capital_range.low, farm.capital_range.high) == pytest.approx((now - down, now + up))
    assert farm.capital_range.resting_on[0] == "tiers[0].server.price" in farm.range.resting_on
    powers = {f"tiers[{tier}].server.{power}" for tier in (0, 1) for power in ("idle_power", "busy_power")}
    assert powers <= set(farm.carbon_range.resting_on) and powers <= set(farm.range.resting_on)


def _ends(farm, *paths):
    """How far each price is off at both ends of its range."""
    found = {each.path: each for each in assumed_ranges(farm.scenario)[0]}
    return [tuple(end - found[path].value for end in found[path].ends) for path in paths]


def test_a_report_and_its_workbook_have_them_on_the_bill(outcome):
    """Whatever a tier is called: formulas know it by its number."""
    report = report_of(outcome)
    assert "servers of application" in to_html(report)
    book = load_workbook(io.BytesIO(to_workbook(report)))
    for side in ("cost", "capital"):
        assert f"plan_{side}_of_servers_of_tier_2_whole" in book.defined_names
    sheet, cell = next(book.defined_names["plan_total_whole"].destinations)
    assert "plan_cost_of_servers_of_tier_1_whole" in str(book[sheet][cell.replace("$", "")].value)


def test_they_are_told_in_the_answer_the_table_and_the_data(outcome):
    units = outcome.sizing.units.whole.value
    assert f"with {2 * units:.0f} servers of application and {units:.0f} servers of database," in headline(outcome)
    (table,) = [block for block in tiers.section(outcome) if isinstance(block, Table)]
    assert [row[0] for row in table.rows] == ["application", "database"]
    told = figures(outcome)["tiers"]
    assert [each["tier"] for each in told] == ["application", "database"]


def test_the_power_and_the_space_of_the_whole_farm_are_told_with_their_parts(outcome):
    """Every printed sum is that of its printed parts, and the carbon is that of the power in all."""
    (table,) = [block for block in roll_up.section(outcome) if isinstance(block, Table)]
    results = {row[0]: row[2] for row in table.rows}
    how = {row[0]: row[1] for row in table.rows}
    parts = ("", " of application", " of database")
    for what in ("average power", "power provisioned", "rack units"):
        assert results[f"{what} in all"].value == pytest.approx(sum(results[f"{what}{of}"].value for of in parts))
    boxes = [results[f"servers{of}"].value for of in parts]
    units = outcome.sizing.units.whole.value
    assert boxes == [units, 2 * units, units]
    heights = [box * server.rack_units for box, server in zip(boxes, _servers(outcome), strict=True)]
    assert results["rack units in all"].value == sum(heights)
    assert how["rack units of database"] == f"{units:.0f} servers x 4 U"
    assert how["servers"] == f"{units:.0f} units x 1 node"
    prices = outcome.scenario.datacenter.prices
    carbon = results["average power in all"].value * prices.pue * 8760.0 * prices.carbon / 1000.0
    assert results["carbon of its electricity"].content.value == pytest.approx(carbon)
    filled = re.findall(r"(\d+) / (\d+) by", how["racks"])
    assert results["racks"].value == math.ceil(sum(int(box) / int(of_a_rack) for box, of_a_rack in filled))


def _servers(outcome):
    return outcome.scenario.server, *(tier.server for tier in outcome.scenario.tiers)


def test_servers_of_other_tiers_stand_beside_those_in_front(outcome):
    units = outcome.sizing.units.whole.value
    (servers,) = [each for block in answer.key_figures(outcome) if isinstance(block, KeyFigures) for each in block.cards
                  if each.label == "Servers"]  # fmt: skip
    assert servers.note.count(f" and {3 * units:.0f} of other tiers; ") == 1
    told = figures(outcome)["in_all"]
    assert told["servers"] == 4 * units
    assert told["power_kw"]["value"] == pytest.approx(
        figures(outcome)["power_kw"]["value"] + sum(each["power_kw"]["value"] for each in figures(outcome)["tiers"])
    )
    labels = [row[0] for row in quantities_table({"plan": outcome}).every]
    assert {"servers of application", "average power of database", "rack units of database"} <= set(labels)


def test_the_power_at_work_is_told_to_be_that_of_the_servers_in_front(outcome):
    table = operating_point._at_work("plan", outcome, outcome.farm)
    drawn = {row[0]: row[1] for row in table.rows}
    assert drawn["power of the servers in front"].value == outcome.sizing.whole_power.average.value
    assert "power of the farm" not in drawn


def test_a_farm_is_compared_by_the_servers_of_its_tiers_too(outcome):
    more = study(load(FARM, ALONE | {"tiers[0].servers": 20}), Theory(), "plan", date(2026, 11, 22))
    sides = [ComparedFarm(each.scenario, each.farm) for each in (outcome, more)]
    found = ScenarioComparison(tuple(sides), outcome.results, ())
    of_all = [each.sizing.servers.whole.value for each in (outcome.farm, more.farm)]
    behind = more.sizing.of_other_tiers - outcome.sizing.of_other_tiers
    assert behind > 0 and of_all[0] == of_all[1]
    assert f": as many servers and {behind:.0f} more of other tiers, " in list(farm_lines(found))[1]
    assert compared_data(found)["farms"][1]["servers_of_other_tiers_more"] == behind


def test_what_a_unit_carries_with_its_spares_at_work_is_not_told_where_they_call_the_same_tiers():
    """A server's largest load is found beside the calls of those that are left; a tier that is full then carries no
    more for one more of them."""
    found = study(load(FARM, {"demand": "none"}), Watched(), "plan", date(2026, 11, 22))
    assert figures(found)["capacity_mbps_with_spares"] == {"refused": TIERS_SHARED}
    (table,) = [block for block in roll_up.section(found) if isinstance(block, Table)]
    (row,) = [row for row in table.rows if row[0] == "one unit, spares at work"]
    assert row[1:] == ("", Unavailable(TIERS_SHARED))
    stated = unit_capacity(found.scenario, replace(found.carried, way=STATED))
    assert stated.unit_mbps_full.value == pytest.approx(3 * found.carried.mbps.value)


def test_an_origin_is_counted_by_the_misses_of_the_cache():
    """Half of the objects, asked for alike, are in the cache: half of the requests make a call of 2 ms."""
    content = {"catalogue": "4 GB", "object_size": {"mean": "20 kB", "distribution": "constant"},
               "popularity": {"zipf": 0}, "origin": {"latency": "1 ms", "rate": "10 Gbps"}}  # fmt: skip
    changes = {
        "workload.content": content,
        "web_server.file_cache": "2 GB",
        "workload.request.calls": [{"tier": "origin", "when": "miss", "cpu": "2 ms"}],
        "tiers": [{"name": "origin", "server": "gold-6140-2x25gbe"}],
    }
    found = study(load(FARM, {**ONE, **changes}), Theory(), "plan", date(2026, 11, 22))
    (origin,) = found.sizing.tiers
    each = 2e-3 * 6.0 * found.scenario.operating_system.cpu_factor / origin.tier.server.core_speed
    assert origin.busy == pytest.approx(4_000.0 * 0.5 * each, rel=1e-3)


def test_a_farm_without_tiers_says_nothing_of_them():
    found = study(load("scenarios/first_farm.yaml"), Theory(), "plan", date(2026, 11, 22))
    assert found.sizing.tiers == () and tiers.section(found) == []


class Watched(Theory):
    """Theory that notes which networks it is asked about, and knows no calls of others, which it would refuse."""

    def __init__(self):
        self.asked = []

    def carries(self, scenario, replications=None, progress=lambda: None):
        return super().carries(without_spares(load(FARM, ALONE)), replications, progress)

    def results(self, translation, measuring, progress=lambda: None):
        self.asked.append(translation.network)
        alone = replace(translation.network, background=())
        return super().results(replace(translation, network=alone), measuring, progress)


def test_without_a_demand_a_server_is_shown_beside_the_calls_of_those_that_are_left_with_the_spares_gone():
    """At what it carries, which is counted so."""
    solver, scenario = Watched(), load(FARM, {"demand": "none"})
    found = study(scenario, solver, "plan", date(2026, 11, 22))
    gone = server_at_rate(without_spares(scenario), found.carried.requests.value).network
    (network,) = solver.asked
    assert network.background
    assert [jobs.rate for jobs in network.background] == pytest.approx([jobs.rate for jobs in gone.background])


REFUSED = UnsupportedByEngine("theory cannot solve this network: tiers: theory knows no calls", USE_KERNEL)


def test_why_theory_knows_nothing_is_a_sentence_that_does_not_name_the_engine_in_use():
    said = "Theory cannot solve this network: tiers: theory knows no calls"
    assert str(REFUSED).endswith("knows no calls; use --engine kernel")
    assert theory_sentence(Unavailable(reason_without_remedy(REFUSED))) == f"In theory: not known. {said}"
    found = study(load(FARM, {"demand": "none"}), Watched(), "plan", date(2026, 11, 22))
    simulated = replace(
        found, theory=Unavailable(reason_without_remedy(REFUSED)), results=replace(found.results, standing={})
    )
    (told,) = trust._in_theory(simulated)
    assert told.text.endswith(f"this one. {said}.")


def test_where_theory_refuses_it_expects_no_load():
    """That which fills the first station is no largest load within the targets; a search begins there all the same."""
    network = saturated_server(load(FARM, {"web_server.discipline": "time-slices"})).network
    assert expected_capacity(network, target_values(load(FARM).targets)) is None
    assert search_start(network, None) == saturation_load(network)
    assert search_start(network, 5.0) == 5.0


def test_the_processors_of_a_tier_are_told_with_what_their_threads_are_worth():
    scenario = load(FARM)
    known = translate(scenario).origins
    for tier in scenario.tiers:
        told = known[f"CPU of {tier.name}"].limit
        assert told.endswith(
            f" with 2 threads each, worth {significant(tier_core_capacity(scenario, tier), 3)} of them together"
        )


def test_the_load_at_which_a_limit_is_full_is_that_of_a_server_with_the_spares_down():
    found = study(load("scenarios/first_farm.yaml"), Theory(), "plan", date(2026, 11, 22))
    down = {limit.name: room_for(limit.growth) for limit in found.operating_points[-1].limits}
    assert down != {limit.name: room_for(limit.growth) for limit in found.limits}
    table = limits.used_table(found).in_full()
    names = [column.name for column in table.columns]
    assert "one node down: used" in names
    assert {row[0]: row[names.index("grows to")] for row in table.rows} == down
