"""What lies between two farms that follow each other by cost, neither of them the first; tables that are the same."""

from dataclasses import replace

import pytest

from simulator.measure.estimate import from_replications
from simulator.measure.results import Difference, Paired
from simulator.questions.compare.compared import Compared, Side
from simulator.questions.compare.differences import difference_blocks
from simulator.questions.compare.document import compared_blocks
from simulator.questions.compare.farms import farm_lines
from simulator.questions.compare.result import compared_data
from simulator.report.blocks import Table
from simulator.rollup.farm import buy
from tests.fabricated import carried, results, scenario
from tests.report.test_like_for_like import BOUGHT
from tests.rollup.test_rented import RENTED

YEAR = {"on_demand": "0.5 USD/h", "reserved_1_year": "2,628 USD/year", "rent": "reserved-1-year"}
FOR_A_YEAR = {**RENTED, "server": {**RENTED["server"], "instance": YEAR}}


def side(name, changes):
    plan = scenario(changes).model_copy(update={"name": name, "file": f"{name}.yaml"})
    return Side(plan, buy(plan, carried(976.0)))


def found(*sides, pairs=()):
    return Compared(sides, results(), pairs)


def test_the_two_rented_ones_are_told_apart_to_the_digits_of_their_difference():
    compared = found(side("bought", BOUGHT), side("hourly", RENTED), side("yearly", FOR_A_YEAR))
    apart = 15 * (0.5 * 730 - 2_628 / 12)
    *_, last = farm_lines(compared)
    assert last.startswith("hourly (hourly.yaml) against yearly (yearly.yaml): as many servers, 2,190 USD a month more")
    (row,) = compared_data(compared)["next_by_cost"]
    assert (row["scenario"], row["against"]) == ("hourly.yaml", "yearly.yaml")
    assert row["cost_more"] == pytest.approx(apart)
    assert row["cost_more_low"] <= row["cost_more"] <= row["cost_more_high"]


def test_what_is_told_against_the_first_one_is_not_told_twice():
    compared = found(side("hourly", RENTED), side("yearly", FOR_A_YEAR))
    assert len(list(farm_lines(compared))) == 2 and compared_data(compared)["next_by_cost"] == []


def test_farms_that_carry_other_demands_are_not_held_against_each_other():
    small = side("small", {**FOR_A_YEAR, "demand": "6 Gbps"})
    compared = found(side("bought", BOUGHT), side("hourly", RENTED), small)
    assert compared_data(compared)["next_by_cost"] == []


def paired(name, value):
    one = from_replications([1.0, 2.0, 3.0], 0.95, "Mbps")
    figure = Difference("traffic", "traffic", one, one, replace(one, value=value), one, 5)
    return Paired("a.yaml", name, (figure,), ())


def test_a_table_that_stands_above_already_is_named_and_not_shown_again():
    pairs = (paired("b.yaml", 1.0), paired("c.yaml", 1.0), paired("d.yaml", 2.0))
    blocks = compared_blocks(found(side("bought", BOUGHT), pairs=pairs))
    on_a_page = difference_blocks(("b", "c", "d"), pairs, results())
    for shown in (blocks, on_a_page):
        assert sum(isinstance(block, Table) for block in shown) == 2
        assert sum("All figures are those of b.yaml." in getattr(block, "text", "") for block in shown) == 1
