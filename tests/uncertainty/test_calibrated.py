"""Probabilities are what they say: of farms that are said to be enough with 90 %, nine in ten are, whatever is true
within the ranges."""

import math
import random
from collections.abc import Iterator

import pytest

from models.load import load
from models.reading.document import SHIPPED
from models.scenario import Scenario
from models.variations.uncertain import uncertain_values, with_drawn
from simulator.experiment.capacity_by_solver import capacity_in_theory_with_limits
from simulator.experiment.results import Unavailable
from simulator.farm.sizing import size_farm
from simulator.uncertainty.draws import draw_worlds
from simulator.uncertainty.model_error import error_spread, kind_of_role, provenance_of
from simulator.uncertainty.worlds import study_worlds

CONFIDENCE = 0.9


def drawn_scenario(rng: random.Random) -> Scenario:
    """A farm of today whose demand, CPU times and sizes have ranges of random width."""
    likely, width = rng.uniform(2e4, 8e4), rng.uniform(1.05, 2.0)
    cpu, known = rng.uniform(0.5, 4.0), rng.uniform(1.05, 2.5)
    size = rng.uniform(4.0, 60.0)
    text = f"""extends: hourly_api.yaml
scenario: drawn
demand: {{from: {likely / width} requests/s, to: {likely * width} requests/s, likely: {likely} requests/s}}
workload:
  request:
    cpu: {{value: {cpu} ms, assumed: {cpu / known} ms to {cpu * known} ms, why: drawn}}
    size: {{mean: {{value: {size} kB, assumed: {0.7 * size} kB to {2 * size} kB, why: drawn}}}}
  cpu_measured_on: {rng.choice(("c7a.8xlarge", "m7i.8xlarge"))}
reserve: 0 %
"""
    return load(SHIPPED / "drawn.yaml", text=text, compared=False)


def truths(scenario: Scenario, count: int, seed: int) -> Iterator[float]:
    """What so many drawn truths need, in times what the scenario as it stands needs, each by theory's own search."""
    draws = draw_worlds(uncertain_values(scenario), count, seed)
    now = size_farm(scenario, capacity_in_theory_with_limits(scenario)).units.exact.value
    for number in range(count):
        true = with_drawn(scenario, draws.world(number))
        found = capacity_in_theory_with_limits(true)
        kind = kind_of_role(found.stop.role if found.stop else None)
        off = math.exp(error_spread(kind, provenance_of(true, kind)) * draws.error[number])
        yield size_farm(true, found).units.exact.value / off / now


def share_enough(scenarios: int, of_each: int, worlds: int) -> float:
    """The share of the truths for which the farm is enough that is said to be so with 90 % probability."""
    rng, enough = random.Random(7), []
    for number in range(scenarios):
        scenario = drawn_scenario(rng)
        found = study_worlds(scenario, worlds=worlds)
        assert not isinstance(found, Unavailable)
        bought = found.needed_with(CONFIDENCE)
        enough += [needed <= bought for needed in truths(scenario, of_each, 1_000 + number)]
    return sum(enough) / len(enough)


def test_of_farms_that_are_enough_with_90_percent_nine_in_ten_are():
    assert 0.85 <= share_enough(8, 32, 128) <= 0.95


@pytest.mark.proof
def test_of_300_drawn_farms_nine_in_ten_are_enough():
    assert 0.85 <= share_enough(300, 1, 256) <= 0.95
