"""Targets judged."""

import pytest

from simulator.experiment.limits import rank_limits
from simulator.experiment.results import Unavailable
from simulator.experiment.verdicts import verdicts
from simulator.farm.outcome import roll_up
from simulator.messages.sentences import target_text
from tests.fabricated import measured, network, results, scenario, stamp, usage, x86_results

ASKED = {"targets.errors": "1 %", "targets.p95_response": "2 s"}


def judged(found, overrides=None):
    plan = scenario({**ASKED, **(overrides or {})})
    return {verdict.target: verdict for verdict in verdicts(plan, found, rank_limits(found))}


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
    unknown = results(response_p95=Unavailable("needs 100 requests, there are 71"))
    assert judged(unknown)["p95_response"].met is None
    assert roll_up(scenario(ASKED), network(), unknown, stamp()).met is False


def test_the_most_used_limit_is_judged_when_asked():
    verdict = judged(results(), {"targets.utilisation": "80 %"})["utilisation"]
    assert (verdict.asked, verdict.measured.value, verdict.met) == (80.0, 97.6, False)


def test_memory_that_turns_nothing_away_is_not_the_most_used_limit():
    cache, cpu = usage("process memory", "memory", 0.99), usage("CPU", "server", 0.4)
    asked = {"targets.utilisation": "80 %"}
    assert judged(results(usages=(cache, cpu)), asked)["utilisation"].measured.value == 40.0
    failing = usage("process memory", "memory", 0.99, turned_away=0.02)
    assert judged(results(usages=(failing, cpu)), asked)["utilisation"].met is False
    assert "utilisation" not in judged(results(usages=(cache,)), asked)


def test_the_99th_percentile_is_judged_when_asked():
    verdict = judged(results(response_p99=measured(2.4, unit="s")), {"targets.p99_response": "3 s"})["p99_response"]
    assert (verdict.name, verdict.asked, verdict.met) == ("99 % of the responses within", 3.0, True)


@pytest.mark.parametrize(("speed", "half_width", "met", "clear"), [
    (70e3, 0.01, True, True), (60e3, 0.0, True, True), (60.3e3, 0.1, True, False), (50e3, 0.01, False, True),
])  # fmt: skip
def test_a_speed_is_met_by_at_least_what_is_asked(speed, half_width, met, clear):
    found = results(client_speed=measured(speed, half_width, "B/s"))
    verdict = judged(found, {"targets.client_speed": "60 kB/s"})["client_speed"]
    assert (verdict.met, verdict.clear, verdict.at_least) == (met, clear, True)
    assert target_text(verdict) == "at least 60 kB/s"


def test_at_most_so_much_is_asked_of_all_others():
    assert [target_text(verdict) for verdict in judged(results()).values()] == ["at most 1 %", "at most 2 s"]
