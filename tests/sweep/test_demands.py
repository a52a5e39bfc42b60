"""Variants that carry different demands are not ranked against each other."""

from dataclasses import replace

from simulator.messages.sweep import DIFFERENT
from simulator.output.blocks import Table
from simulator.studies.sweep.answer import run_variants
from simulator.studies.sweep.document import sweep_blocks, sweep_page
from simulator.studies.sweep.pareto import best_answers, best_for_each, pareto_standings, rank_answers
from simulator.studies.sweep.result import sweep_csv, sweep_data
from simulator.studies.sweep.sections import headline, how_to_read
from simulator.studies.sweep.workers import theory_workers
from tests.shipped import FOLDER
from tests.sweep.test_front import answer

TWO_DEMANDS = f"""
portfolio: two demands
base: {FOLDER}/downloads_today.yaml
grid: {{demand: [50 Gbps, 200 Gbps], reserve: [10 %, 40 %]}}
"""


def carrying(demand, *made):
    farms = (replace(each.figures.farm, demand=demand) for each in made)
    return [replace(each, figures=replace(each.figures, farm=farm)) for each, farm in zip(made, farms, strict=True)]


FOUND = [
    *carrying("20 Gbps", answer("dear", 30, 100), answer("cheap", 20, 100), answer("out", 5, 100, met=False)),
    *carrying("5 Gbps", answer("small", 10, 100)),
]


def test_they_stand_by_demand_and_the_cheapest_of_each_is_named():
    assert [each.name for each in rank_answers(FOUND)] == ["cheap", "dear", "out", "small"]
    named = [(each.demand, each.best.name, each.variants) for each in best_for_each(FOUND)]
    assert named == [("20 Gbps", "cheap", 3), ("5 Gbps", "small", 1)]
    standing = {each.name: each.standing for each in pareto_standings(FOUND)}
    assert standing == {"dear": "dominated", "cheap": "front", "out": "misses its targets", "small": "front"}


def test_of_one_demand_all_is_as_it_was():
    assert best_for_each(FOUND[:3]) == () and best_answers(FOUND[:3])[0].name == "cheap"


def test_a_sweep_over_two_demands_says_so_in_words_tables_and_data(portfolio, variants):
    found = run_variants(portfolio(TWO_DEMANDS), variants(TWO_DEMANDS), theory_workers(1))
    assert found.best is None and found.has_a_winner
    told = headline(found)
    assert told.startswith(f"{DIFFERENT}. 50 Gbps: ") and " 200 Gbps: " in told and DIFFERENT in how_to_read(found)
    for blocks in (sweep_blocks(found), sweep_page(found, "again")):
        table = next(block for block in blocks if isinstance(block, Table) and len(block.rows) == len(found.answers))
        assert [column.name for column in table.columns][:2] == ["variant", "demand"]
        assert [row[1] for row in table.rows] == sorted((row[1] for row in table.rows), key=lambda each: len(each))
    data = sweep_data(found)
    assert data["best"] is None and [each["stated_demand"] for each in data["by_demand"]] == ["50 Gbps", "200 Gbps"]
    assert {row["stated_demand"] for row in data["variants"]} == {"50 Gbps", "200 Gbps"}
    assert len(sweep_csv(found).splitlines()) == 1 + len(found.answers)
