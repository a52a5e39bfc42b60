"""Targets judged."""

from simulator.measure.results import Refused
from simulator.rollup.limits import limits
from simulator.rollup.outcome import roll_up
from simulator.rollup.verdicts import verdicts
from tests.fabricated import measured, network, results, scenario, stamp, x86_results

ASKED = {"targets.errors": "1 %", "targets.p95_response": "2 s"}


def judged(found, overrides=None):
    plan = scenario({**ASKED, **(overrides or {})})
    return {verdict.target: verdict for verdict in verdicts(plan, found, limits(found))}


def test_met_and_missed():
    assert {name: verdict.met for name, verdict in judged(results()).items()} == {"errors": True, "p95_response": True}
    assert {name: verdict.met for name, verdict in judged(x86_results()).items()} == {
        "errors": False,
        "p95_response": False,
    }


def test_a_measure_given_as_a_fraction_is_judged_alike():
    verdict = judged(results(errors=measured(0.02, unit="share")))["errors"]
    assert (verdict.asked, verdict.measured.value, verdict.unit, verdict.met) == (1.0, 2.0, "%", False)


def test_a_measure_equal_to_its_target_meets_it():
    assert judged(results(errors=measured(1.0, unit="%")))["errors"].met is True


def test_an_interval_across_the_target_is_not_clear():
    assert judged(results(errors=measured(0.99, 0.1, "%")))["errors"].clear is False
    assert judged(results())["p95_response"].clear is True


def test_a_refused_measure_is_not_judged_and_the_plan_not_met():
    unknown = results(response_p95=Refused("needs 100 requests, there are 71"))
    assert judged(unknown)["p95_response"].met is None
    assert roll_up(scenario(ASKED), network(), unknown, stamp()).met is False


def test_the_most_used_limit_is_judged_when_asked():
    verdict = judged(results(), {"targets.utilisation": "80 %"})["utilisation"]
    assert (verdict.asked, verdict.measured.value, verdict.met) == (80.0, 97.6, False)
