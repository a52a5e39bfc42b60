"""Paired differences."""

import math
from statistics import stdev, variance

import pytest
from scipy.stats import t as student

from models.errors import ScenarioError
from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.estimate import from_replications
from simulator.experiment.measurement import measure_server, measure_with_common_draws
from simulator.experiment.paired_differences import check_pairs, difference, pair_results
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Simulation
from simulator.experiment.warm_up import find_warm_up
from simulator.translate.translate import translate
from tests.experiment.cold_start import SERVER

SMALL = "scenarios/single_server.yaml"
SHORT = {"run.replications": "5", "run.warm_up": "20 s", "run.duration": "30 s", "run.window": "5 s"}
A = (100.0, 110.0, 90.0, 104.0)
B = (103.0, 112.5, 93.5, 106.0)


def estimate(values, unit="/s", confidence=0.9):
    return from_replications(values, confidence, unit)


def scenario(**overrides):
    return load(SMALL, SHORT | overrides)


def measured(of):
    return measure_server(Simulation(load_engine("kernel")), of, translate(of))


def found(paired):
    return {one.measure: one for one in paired.differences}


def test_an_estimate_keeps_what_each_replication_gave_and_what_is_made_of_it_does_not():
    assert estimate(A).each == A
    assert estimate(A).times(2.0, "/s").each == ()


def test_the_interval_is_students_over_the_differences_of_the_pairs():
    d = [b - a for a, b in zip(A, B, strict=True)]
    one = difference("requests", estimate(A), estimate(B))
    assert one.difference.value == pytest.approx(2.75)
    assert one.difference.half_width == pytest.approx(student.ppf(0.95, 3) * stdev(d) / 2.0)
    assert (one.difference.confidence, one.difference.samples, one.difference.unit) == (0.9, 4, "/s")
    assert one.significant
    assert one.replications_if_independent == math.ceil(4 * (variance(A) + variance(B)) / variance(d))


def test_so_many_independent_replications_give_an_interval_as_narrow():
    """Up to Student's quantile, which the number of replications itself moves."""
    one = difference("requests", estimate(A), estimate(B))
    n = one.replications_if_independent
    apart = math.sqrt((variance(A) + variance(B)) / n)
    assert apart == pytest.approx(stdev(one.difference.each) / 2.0, rel=1.0 / n)


def test_a_difference_in_proportion_is_a_percentage_without_spread():
    one = difference("CPU", estimate(A), estimate([1.02 * a for a in A]))
    assert one.percent.value == pytest.approx(2.0)
    assert one.percent.half_width == pytest.approx(0.0, abs=1e-9)


def test_the_percentage_of_a_reference_that_hardly_varies_is_the_difference_over_it():
    one = difference("requests", estimate([100.0, 100.1, 99.9]), estimate([103.0, 101.0, 105.0]))
    assert one.percent.value == pytest.approx(3.0)
    assert one.percent.half_width == pytest.approx(one.difference.half_width, rel=0.01)


def test_of_a_reference_of_0_there_is_no_percentage():
    one = difference("errors", estimate([0.0, 0.0]), estimate([1.0, 1.1]))
    assert isinstance(one.percent, Unavailable) and "0" in one.percent.reason and one.significant


@pytest.mark.parametrize("other", [A, [a * (1.0 + 1e-13) for a in A]], ids=["the same", "rounding"])
def test_rounding_is_no_difference(other):
    one = difference("requests", estimate(A), estimate(other))
    assert (one.difference.value, one.difference.half_width) == (0.0, 0.0)
    assert not one.significant and one.replications_if_independent is None


def test_no_number_of_independent_replications_finds_a_difference_that_never_varies():
    one = difference("requests", estimate(A), estimate([a + 1 / 3 for a in A]))
    assert one.significant and one.replications_if_independent is None


def test_fewer_than_two_replications_are_never_enough():
    one = difference("requests", estimate([1.0, 2.0]), estimate([9.0, 1.0]))
    assert one.replications_if_independent == 2 and not one.significant


def test_replications_that_are_no_pairs_are_an_error():
    with pytest.raises(ValueError):
        difference("requests", estimate(A), estimate(B[:3]))


@pytest.fixture(scope="module")
def against_faster_cores():
    reference, faster = scenario(), scenario(**{"server.core_speed": "1.02"})
    return pair_results(reference, faster, measured(reference), measured(faster))


def test_cores_2_percent_faster_are_found_with_a_quarter_of_the_replications(against_faster_cores):
    """The demonstration of common random numbers: both servers serve the same sessions."""
    assert against_faster_cores.workload == ()
    for name, sign in (("CPU", -1.0), ("response_mean", -1.0)):
        one = found(against_faster_cores)[name]
        assert one.significant and math.copysign(1.0, one.difference.value) == sign, name
        assert one.difference.samples == 5
        assert one.replications_if_independent >= 4 * one.difference.samples, name
        # Seen apart, the two values could be the same.
        assert one.reference.low < one.other.high, name


def test_the_cpu_is_used_less_in_the_proportion_of_its_speed(against_faster_cores):
    percent = found(against_faster_cores)["CPU"].percent
    assert percent.value == pytest.approx(100.0 * (1.0 / 1.02 - 1.0), abs=0.01)


def test_what_both_have_is_compared(against_faster_cores):
    names = list(found(against_faster_cores))
    assert names[:3] == ["requests", "wire_mbps", "response_mean"]
    assert {"response_p95", "connections", "errors", "failed_requests", "refused_sessions"} < set(names)
    assert {"CPU", "disks", "network cards", "kernel pool", "process memory"} < set(names)


def test_what_only_one_has_is_left_out():
    reference, other = scenario(), scenario(**{"workload.offered": "1 /s", "run.duration": "10 s", "run.window": "1 s"})
    few = measured(other)
    assert isinstance(few.measures["response_p95"], Unavailable)
    assert "response_p95" not in found(pair_results(reference, other, measured(reference), few))


def test_another_workload_is_told():
    reference, other = scenario(), scenario(**{"workload.offered": "1900 /s", "unit.nodes": "2"})
    results = measured(reference)
    assert pair_results(reference, other, results, results).workload == ("workload.offered", "unit.nodes")


DIFFERENT = {
    "run.seed": ("2", "1"),
    "run.replications": ("6", "5"),
    "run.warm_up": ("25 s", "20 s"),
    "run.duration": ("40 s", "30 s"),
    "run.window": ("2 s", "5 s"),
    "run.confidence": ("90 %", "95 %"),
}
FOUND = {"run.replications": ("auto", "5"), "run.warm_up": ("auto", "20 s"), "run.duration": ("auto", "30 s")}


@pytest.mark.parametrize(("path", "value", "needed"), [
    (path, value, needed) for settings in (DIFFERENT, FOUND) for path, (value, needed) in settings.items()
])  # fmt: skip
def test_runs_that_give_no_pairs_are_refused_with_both_files_and_the_remedy(path, value, needed):
    with pytest.raises(ScenarioError) as raised:
        check_pairs(scenario(), [scenario(), scenario(**{path: value}).model_copy(update={"file": "other.yaml"})])
    assert str(raised.value).startswith(f"other.yaml: {path} = {value}: {SMALL} has {needed}")
    assert f"--set '{path}={needed}'" in str(raised.value)


def test_servers_run_for_as_long_as_the_one_that_settles_last_and_as_often_as_the_first_needs():
    changes = SERVER | {"run.precision": "1 %"}
    warm, cold = (load(SMALL, changes | {"run.start": start}) for start in ("warm", "cold"))
    found = measure_with_common_draws(load_engine("kernel"), [warm, cold])
    assert (
        found[0].settled
        == found[1].settled
        == find_warm_up(load_engine("kernel"), translate(cold).network, cold.run)[1]
    )
    assert found[0].warm_up > find_warm_up(load_engine("kernel"), translate(warm).network, warm.run)[1].seconds
    assert found[0].replications == found[1].replications > 5


def test_threads_and_precision_do_not_matter_to_pairs():
    check_pairs(scenario(), [scenario(**{"run.threads": "1", "run.precision": "5 %"})])
