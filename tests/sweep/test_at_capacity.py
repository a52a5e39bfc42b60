"""A portfolio may ask what each variant carries at most: as `capacity` finds it, with the farm of such servers."""

import pytest

from models.errors import ScenarioError
from models.variations.portfolio import load_portfolio
from simulator.engines.engine import load_engine
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.capacity_search import find_capacity
from simulator.experiment.results import Unavailable
from simulator.farm.farm import buy_farm
from simulator.output.figure import to_json
from simulator.store.store import Store
from simulator.studies.sweep.answer import run_variants
from simulator.studies.sweep.result import sweep_data
from simulator.studies.sweep.sections import how_to_read
from simulator.studies.sweep.workers import local_workers, theory_workers
from tests.sweep.conftest import CAPACITY, TINY


def swept(portfolio, variants, workers, text=CAPACITY):
    return run_variants(portfolio(text), variants(text), workers)


@pytest.fixture
def found(portfolio, variants):
    return swept(portfolio, variants, local_workers("kernel", 2, None))


def test_each_variant_carries_what_the_command_capacity_finds(found, variants):
    made = {variant.name: variant for variant in variants(CAPACITY).found}
    for answer in found.answers:
        variant = made[answer.name]
        alone = find_capacity(variant.scenario, load_engine("kernel"))
        assert answer.figures.server_mbps == alone.server_mbps
        assert answer.figures.capacity_mbps == alone.unit_mbps
        assert (answer.figures.binding_limit, answer.figures.met) == (alone.stop.name, True)


def test_more_cores_carry_more_whatever_load_the_scenario_states(found):
    """At the load that is stated both would carry the same."""
    carried = {answer.name: answer.figures.server_mbps for answer in found.answers}
    small, large = ([each for name, each in carried.items() if f"socket {cores}" in name] for cores in (1, 2))
    assert small and all(one.high < other.low for one in small for other in large)


def test_theory_gives_its_own_capacity_and_bill_and_knows_no_percentiles(portfolio, variants):
    text = CAPACITY + "targets: {p95_response: 10 s}\n"
    made = {variant.name: variant for variant in variants(text).found}
    for answer in swept(portfolio, variants, theory_workers(1), text).answers:
        variant = made[answer.name]
        server = capacity_in_theory(variant.scenario)
        assert answer.figures.server_mbps == server.mbps
        assert answer.figures.farm.cost.amount == buy_farm(variant.scenario, server).decided.whole
        assert (answer.figures.met, answer.unjudged) == (None, ("p95_response",))


def test_the_load_that_is_stated_makes_no_difference_so_those_variants_are_one_answer(found):
    assert [len(answer.also) for answer in found.answers] == [1, 1]


def test_headroom_is_what_the_whole_units_carry_in_times_the_demand(found):
    for answer in found.answers:
        figures = answer.figures
        carried = figures.farm.whole_units.value * figures.capacity_mbps.value
        assert figures.headroom.value == pytest.approx(carried / 1000.0)
        assert figures.headroom.value >= 1.0
    assert "in times the demand" in how_to_read(found)


def test_without_a_demand_there_is_neither_a_bill_nor_headroom(portfolio, variants):
    alone = swept(portfolio, variants, theory_workers(1), CAPACITY.replace("  demand: 1 Gbps\n", ""))
    for answer in alone.answers:
        assert answer.figures.farm is None and isinstance(answer.figures.headroom, Unavailable)
    assert alone.best.figures.capacity_mbps.value == max(each.figures.capacity_mbps.value for each in alone.answers)


@pytest.mark.afresh
def test_interrupted_or_not_and_on_any_number_of_threads_it_is_the_same(found, portfolio, variants, tmp_path):
    whole = to_json(sweep_data(found))
    with Store(tmp_path / "results.sqlite") as store:
        assert to_json(sweep_data(swept(portfolio, variants, local_workers("kernel", 1, store)))) == whole
        made = store.added
        assert to_json(sweep_data(swept(portfolio, variants, local_workers("kernel", 2, store)))) == whole
        assert store.added == made and store.reused >= made


def test_a_population_has_no_load_that_can_be_raised_and_nothing_runs(portfolio, variants):
    text = CAPACITY.replace("workload.offered: [1000 /s, 2000 /s]", "workload: [{population: 100, offered: none}]")
    with pytest.raises(ScenarioError, match="so it has no largest load that the farm could be sized by"):
        variants(text)
    text = text.replace("  demand: 1 Gbps\n", "")
    with pytest.raises(ScenarioError, match=r"workload\.population: there is no steady load to be raised"):
        variants(text)


def test_another_question_is_refused_at_its_line(tmp_path):
    file = tmp_path / "portfolio.yaml"
    file.write_text(TINY.replace("base:", "question: cost\nbase:"))
    with pytest.raises(ScenarioError, match=r':3: question = "cost": no such question; write one of plan, capacity'):
        load_portfolio(file)
