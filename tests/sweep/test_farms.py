"""The farms of variants are those of plans: all servers, those of other tiers too, and money as farms are compared."""

import csv
import io
from datetime import date

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.candidates import TooSmall
from simulator.farm.costs.cost_difference import compared_cost
from simulator.farm.farm import buy_farm
from simulator.farm.study import study
from simulator.messages.sweep import IN_ALL
from simulator.output.blocks import Charts, Linked, Report, Table
from simulator.output.data import figures
from simulator.output.pictures import Points
from simulator.output.renderers.markdown import to_markdown
from simulator.studies.sweep.answer import run_variants
from simulator.studies.sweep.document import sweep_blocks, sweep_page
from simulator.studies.sweep.figures import VariantFigures, farm_figures
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer
from simulator.studies.sweep.result import sweep_csv, sweep_data
from simulator.studies.sweep.sections import headline, how_to_read
from simulator.studies.sweep.table import BETWEEN
from simulator.studies.sweep.workers import theory_workers
from tests.fabricated import carried, scenario
from tests.shipped import FOLDER

# One server that nobody shares its tiers with, so that theory answers.
ALONE = "unit: {nodes: 1, spare_nodes: 0}, demand: '4,000 requests/s', server: dl325-epyc-7763-2x100gbe"
ONE_DATABASE = "'tiers[1].servers': 1"
SHOP = f"""
portfolio: shop
base: {FOLDER}/three_tiers.yaml
set: {{{ALONE}, {ONE_DATABASE}}}
grid: {{"tiers[0].servers": [2, 4]}}
"""
# Bandwidth that costs more than instances and their egress.
EDGE = f"""
portfolio: rent or buy
base: {FOLDER}/downloads_today.yaml
set: {{datacenter.prices.bandwidth: 5 USD/Mbps-month}}
alternatives:
  bought: {{unit.nodes: 4}}
"""
RENTED = "  rented: {server: c6gn.16xlarge, datacenter.prices: {model: cloud-us-2026, egress: 0.005 USD/GB}}\n"


@pytest.fixture
def swept(portfolio, variants):
    return lambda text: run_variants(portfolio(text), variants(text), theory_workers(1))


def tables(blocks):
    return [block for block in blocks if isinstance(block, Table)]


def column(table, name):
    place = [each.name for each in table.columns].index(name)
    return [row[place] for row in table.rows]


def test_servers_of_other_tiers_are_counted_as_a_plan_counts_them(swept):
    found = swept(SHOP)
    for tiers, row in zip((2, 4), sweep_data(found)["variants"], strict=True):
        laid = {"unit.nodes": 1, "unit.spare_nodes": 0, "demand": "4,000 requests/s",
                "server": "dl325-epyc-7763-2x100gbe", "tiers[0].servers": tiers, "tiers[1].servers": 1}  # fmt: skip
        plan = figures(study(load(FOLDER / "three_tiers.yaml", laid), Theory(), "plan", date(2026, 11, 23)))
        assert row["servers"] == plan["servers"] and row["cost_per_month"] == plan["cost_per_month"]
        assert row["servers_in_all"]["value"] == plan["in_all"]["servers"] > row["servers"]["value"]
        assert [each["servers"] for each in row["tiers"]] == [each["servers"] for each in plan["tiers"]]
        assert row["servers_of_other_tiers"]["value"] == sum(each["servers"]["value"] for each in plan["tiers"])


def test_servers_of_other_tiers_are_told_and_shown(swept):
    found = swept(SHOP)
    (best, units) = found.best.figures.farm, found.best.figures.farm.whole_units.value
    others = f"{units:.0f} and {3 * units:.0f} of other tiers"
    assert best.servers.value == units > 1
    assert f"({units:.0f} servers and {3 * units:.0f} of other tiers)" in headline(found)
    for blocks in (sweep_blocks(found), sweep_page(found, "sweep")):
        assert column(tables(blocks)[0], "servers")[0] == others
    assert sweep_data(found)["ranking"][0]["servers_of_other_tiers"] == 3 * units
    first, second = csv.DictReader(io.StringIO(sweep_csv(found)))
    assert (float(first["servers_of_other_tiers"]), float(first["servers_in_all"])) == (3 * units, 4 * units)
    assert float(second["servers_of_other_tiers"]) == 5 * float(second["servers"])


def test_without_other_tiers_a_terminal_has_no_column_of_servers(swept):
    table, *_ = tables(sweep_blocks(swept(EDGE)))
    assert "servers" not in [each.name for each in table.columns]


def test_rented_and_bought_farms_are_ranked_with_the_traffic_of_both(swept):
    """Without bandwidth the bought one costs a two hundredth of the rented one, with it thrice as much."""
    found = swept(EDGE + RENTED)
    bought, rented = found.answers
    assert rented.answered.farm.cost.amount.value > 100 * bought.answered.farm.cost.amount.value
    assert (found.best, found.as_cheap) == (rented, ())
    assert IN_ALL in how_to_read(found) and "USD/month in all" in headline(found)
    rows = {row["name"]: row for row in sweep_data(found)["variants"]}
    for each in found.answers:
        amount = rows[each.name]["cost_per_month_with_bandwidth"]["value"]
        assert amount == each.answered.farm.cost_with_bandwidth.amount.value
    assert rows["rented"]["cost_per_month"] == rows["rented"]["cost_per_month_with_bandwidth"]
    table, *_ = tables(sweep_blocks(found))
    cells = column(table, "cost in all")  # Linked where an interval holds two numbers of units.
    costs = [(each.content if isinstance(each, Linked) else each).value for each in cells]
    assert costs == sorted(costs) == [found.best.answered.farm.cost_with_bandwidth.amount.value, max(costs)]
    (pictures,) = (each for each in sweep_page(found, "sweep") if isinstance(each, Charts) and is_of_points(each))
    for chart in pictures.charts:
        assert chart.picture.x_axis == "cost in all, USD/month"
        assert sorted(point.x for point in chart.picture.points) == costs


def test_a_server_that_lacks_ram_says_how_much_it_needs_and_has(swept):
    found = swept(EDGE + RENTED + "  small: {server.ram: 1 GiB}\nskip_invalid: true\n")
    last = found.ranking[-1]
    assert (last.name, last.why_not) == ("small", TooSmall("server.ram", "1.77 GiB", "1 GiB"))
    table = next(each for each in tables(sweep_page(found, "sweep")))
    assert table.rows[-1][0] == "small" and table.rows[-1][-1] == "needs 1.77 GiB of RAM, has 1 GiB"
    (left,) = sweep_data(found)["left_out"]
    assert left["why_not"] == {"kind": "too_small", "path": "server.ram", "needs": "1.77 GiB", "has": "1 GiB"}


def is_of_points(charts):
    return all(isinstance(each.picture, Points) for each in charts.charts)


def test_the_first_thing_seen_is_what_each_costs_in_all_and_one_table_says_why_not(swept):
    """Of a portfolio with a variant that meets its targets at no load too."""
    slow = RENTED.replace("{server:", "{targets.client_speed: 6.24 MB/s, workload.request.cpu: 2 s, server:")
    found = swept(EDGE + RENTED + slow.replace("rented:", "slow:"))
    lead, charts, *others = sweep_page(found, "sweep")
    assert lead.text.startswith("Cheapest within its targets: rented")
    totals, headrooms = charts.charts
    assert [bar.label for bar in totals.picture.bars] == ["rented", "as it is"]
    bills = [each.answered.farm.cost_with_bandwidth.amount.value for each in (found.best, found.answers[0])]
    assert [bar.value for bar in totals.picture.bars] == bills and totals.picture.bars[0].marked
    assert [bar.value for bar in headrooms.picture.bars] == [each.headroom.value for each in found.ranking[:2]]
    table = next(each for each in others if isinstance(each, Table))
    assert [row[0] for row in table.rows] == ["rented", "as it is", "slow"]
    cheapest, dearer, none = (row[-1] for row in table.rows)
    assert cheapest == "cheapest" and "USD a month more" in dearer and "clients receive" in none
    told = {each["name"]: each for each in sweep_data(found)["ranking"]}
    more = told["as it is"]["why_not"]["more_per_month"]["value"]
    assert more == pytest.approx(bills[1] - bills[0]) and told["slow"]["why_not"]["kind"] == "misses_target"


def test_who_has_no_answer_does_not_change_how_the_others_are_compared(swept):
    """A rented variant that meets its targets at no load has no bill that could be held against theirs."""
    slow = RENTED.replace("{server:", "{targets.client_speed: 6.24 MB/s, workload.request.cpu: 2 s, server:")
    found = swept(EDGE + slow)
    assert found.answers[1].figures is None and found.best == found.answers[0]


def test_where_no_variant_has_an_answer_none_is_said_to_miss_its_targets(swept):
    """Theory knows no time slices."""
    found = swept(SHOP.replace("tiers[0].servers", 'web_server.discipline": ["time-slices"], "tiers[0].servers'))
    assert len(found.failed) == 2 and headline(found) == "None of the variants could be answered."


def one_or_two():
    """A demand that a unit of five servers carries to the point, so that two may be needed."""
    return buy_farm(scenario({"demand": "4 Gbps"}), carried(800.0, relative=0.003))


def of_one(farm):
    mbps = farm.carried.mbps
    found = VariantFigures(farm_figures(farm), mbps, mbps, "CPU", farm.sizing.supports, (), True, 3)
    answer = VariantAnswer("edge", (), {}, "a.yaml", "edge", found, standing="front")
    return AnswerSet("one", "a.yaml", "plan", "kernel", "m", (answer,), 1, 0, (), answer, (), (1,), 0.95)


def test_one_unit_that_may_be_two_has_a_range_of_costs_and_never_costs_from_nothing():
    farm = one_or_two()
    kept, amount = farm_figures(farm), compared_cost(farm, alike=True)
    assert amount.half_width == pytest.approx(amount.value, rel=0.1)  # Plus and minus all of it: what it was told as.
    assert kept.units_between == (1, 2) and not kept.is_sure
    assert kept.cost.lowest == pytest.approx(amount.value, rel=0.01)
    assert 1.5 * amount.value < kept.cost.highest < 2.0 * amount.value
    found = of_one(farm)
    written = to_markdown(Report(tuple(sweep_page(found, "sweep")), "2026-11-23", ""))
    for table in tables([*sweep_blocks(found), *sweep_page(found, "sweep")]):
        (cost,), (between,) = column(table, "cost in all"), column(table, BETWEEN)
        low, _, high = between.partition(" to ")
        assert cost.content.half_width == 0.0 and low and high and f"({between} USD/month)" in headline(found)
        assert between in written
    assert "lowest to highest is what those cost" in how_to_read(found)
    (pictures,) = (each for each in sweep_page(found, "sweep") if isinstance(each, Charts) and is_of_points(each))
    assert pictures.charts[0].picture.points[0].x_between == (
        kept.cost_with_bandwidth.lowest,
        kept.cost_with_bandwidth.highest,
    )
    (row,) = sweep_data(found)["variants"]
    assert row["cost_per_month_over_units"] == {"low": kept.cost.lowest, "high": kept.cost.highest}


def test_a_cost_that_is_known_is_told_to_the_dollar_and_has_no_range():
    found = of_one(buy_farm(scenario({"demand": "4 Gbps"}), carried(901.0)))
    cost = found.farms[0].cost_with_bandwidth
    (table,) = tables(sweep_blocks(found))
    assert BETWEEN not in [each.name for each in table.columns] and column(table, "cost in all") == [cost.amount]
    assert (cost.lowest, cost.highest) == (cost.amount.low, cost.amount.high)
    assert "lowest to highest" not in how_to_read(found) and " within the interval" not in headline(found)
