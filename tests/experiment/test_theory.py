"""What theory says, as results: the measures of a simulation, their standing, and a plan made of them."""

from pathlib import Path

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.engine import TheoryEngine
from simulator.errors import UnsupportedByEngine
from simulator.experiment.capacity_by_solver import capacity_in_theory_with_limits
from simulator.experiment.estimate import Estimate
from simulator.experiment.largest_load_in_theory import largest_load_in_theory
from simulator.experiment.replications import run_plan, summarise
from simulator.experiment.results import Results, Unavailable
from simulator.experiment.theory_results import theory_results
from simulator.farm.outcome import roll_up
from simulator.network.scaling import scale_load
from simulator.targets import Target
from simulator.translate.translate import Translation, translate
from tests.fabricated import stamp

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SOLVED = ("microsoft_update.yaml", "single_server.yaml", "web_farm.yaml", "published/microsoft_update_x86.yaml",
          "published/soft_faults_recycling_allocator.yaml")  # fmt: skip


def scenario_of(file: str):
    return load(str(SCENARIOS / file))


def theory_of(scenario) -> Results:
    return theory_results(scenario.run, translate(scenario))


@pytest.mark.parametrize("file", SOLVED)
def test_theory_has_every_measure_that_a_simulation_has(file):
    """A value or the reason why not, under the same name, in the same unit, and of the same limits."""
    scenario = scenario_of(file)
    run = scenario.run.model_copy(update={"warm_up": 0.0, "duration": 5.0, "window": 1.0, "replications": 2})
    translation = translate(scenario)
    engine = load_engine("kernel")
    tallies = [engine.run(translation.network, run_plan(run, replication), 1) for replication in range(2)]
    measured, found = summarise(engine, translation, run, tallies), theory_of(scenario)
    assert set(found.measures) == set(measured.measures)
    for name, estimate in found.measures.items():
        if isinstance(estimate, Estimate) and isinstance(measured.measures[name], Estimate):
            assert estimate.unit == measured.measures[name].unit, name
    assert {(u.name, u.kind, u.limit, u.origin) for u in found.usages} == {
        (u.name, u.kind, u.limit, u.origin) for u in measured.usages
    }
    assert (set(found.refused), set(found.failed)) == (set(measured.refused), set(measured.failed))


def test_an_approximation_has_its_known_error_as_half_width_and_a_bound_none():
    found = theory_of(scenario_of("published/microsoft_update_x86.yaml"))
    solution = TheoryEngine().solve(translate(scenario_of("published/microsoft_update_x86.yaml")).network)
    wire, said = found.estimate("wire_mbps"), solution.figure("wire_mbps")
    assert said.standing.error > 0.0
    assert wire.half_width == pytest.approx(said.standing.error * said.value)
    assert (wire.samples, found.replications, found.simulated_requests, found.series) == (0, 0, 0, ())
    assert found.standing["wire_mbps"] == str(said.standing)
    assert found.standing["wire_mbps"].startswith("approximate, within 2 %: ")
    assert theory_of(scenario_of("single_server.yaml")).standing["requests"].startswith("exact: ")


@pytest.mark.parametrize("file", SOLVED)
def test_no_interval_of_a_share_passes_0_or_100_per_cent(file):
    found = theory_of(scenario_of(file))
    used = [each for usage in found.usages for each in (usage.utilisation, usage.turned_away)]
    figures = (*found.measures.values(), *found.refused.values(), *found.failed.values(), *used)
    shares = [each for each in figures if isinstance(each, Estimate) and each.unit == "%"]
    assert shares and all(0.0 <= each.low <= each.value <= each.high <= 100.0 for each in shares)


def test_what_theory_cannot_say_is_refused_with_the_reason():
    found = theory_of(scenario_of("web_farm.yaml"))
    for name in ("response_p95", "requests_max", "full_cpu", "recycle_interval"):
        assert isinstance(found.measures[name], Unavailable)
    assert "no percentiles" in found.measures["response_p95"].reason
    assert found.measures["recycle_interval"].reason == "no process is ever recycled"
    assert "response_p95" not in found.standing
    with pytest.raises(UnsupportedByEngine, match="applications memory: its process is recycled"):
        theory_of(scenario_of("web_farm.yaml").baseline)


def test_an_overloaded_server_has_bounds_and_reasons():
    """At five times its load, what turns clients away relieves the disks, but not the cards."""
    scenario = scenario_of("single_server.yaml")
    translation = translate(scenario)
    loaded = Translation(scale_load(translation.network, 5.0), translation.origins)
    found = theory_results(scenario.run, loaded)
    assert found.standing["completed_requests"].startswith("at most: bottleneck law")
    assert found.estimate("completed_requests").half_width == 0.0
    assert "is offered more than it can do" in found.measures["response_mean"].reason
    assert found.estimate("piling_up").value > 50.0
    roll_up(scenario, loaded.network, found, stamp())


@pytest.mark.parametrize("file", SOLVED)
def test_a_plan_can_be_made_of_theory(file):
    scenario = scenario_of(file)
    outcome = roll_up(scenario, translate(scenario).network, theory_of(scenario), stamp())
    assert outcome.binding.limit.utilisation.value > 0.0
    percentiles = [verdict for verdict in outcome.verdicts if verdict.target == "p95_response"]
    assert all(verdict.met is None for verdict in percentiles)


def test_the_farm_that_theory_plans_is_the_one_of_the_documents():
    """12 Gbps by servers of 974 Mbps, and by 32-bit ones of some 600 that turn clients away."""
    scenario = scenario_of("published/microsoft_update_farm.yaml")
    before = scenario.baseline
    baseline = roll_up(before, translate(before).network, theory_of(before), stamp())
    outcome = roll_up(scenario, translate(scenario).network, theory_of(scenario), stamp(), baseline)
    assert outcome.capacity.server_mbps.value == pytest.approx(974.0, abs=1.0)
    assert outcome.sizing.units.exact.value == pytest.approx(2.46, abs=0.01)
    assert (outcome.binding.limit.name, baseline.binding.limit.name) == ("network cards", "disks")
    assert baseline.binding.turned_away_at.name == "kernel pool"
    assert baseline.capacity.server_mbps.low < 600.3 < baseline.capacity.server_mbps.high


def test_a_largest_load_without_limits_says_why_they_are_not_known():
    """As `solve` says it there, for a plan too."""
    timed = {"tiers[0].calls[0].pool": 2, "tiers[0].calls[0].pool_timeout": "20 ms", "targets.errors": "10 %"}
    scenario = load(str(SCENARIOS / "three_tiers.yaml"), timed)
    found = capacity_in_theory_with_limits(scenario)
    assert found.stop is None and found.target is Target.ERRORS
    with pytest.raises(UnsupportedByEngine) as largest:
        largest_load_in_theory(scenario, ())
    with pytest.raises(UnsupportedByEngine) as solved:
        TheoryEngine().solve(scale_load(found.network, found.requests.value / offered_rate(found.network)))
    assert largest.value.why == solved.value.why
    assert "connection pool of application to database" in solved.value.why
