"""Checked plans as JUnit XML, whatever characters there are in names and reasons."""

from dataclasses import replace
from xml.etree import ElementTree as Xml

from simulator.experiment.results import Unavailable
from simulator.studies.check.answer import ScenarioCheck
from simulator.studies.check.data import checks_data, junit_text
from simulator.studies.check.document import lines
from tests.fabricated import outcome, scenario


def unanswered(reason):
    return ScenarioCheck(scenario().model_copy(update={"baseline": None}), None, reason)


def test_characters_that_nobody_can_see_are_told_in_xml_as_their_escapes():
    root = Xml.fromstring(junit_text([unanswered("a \0 b \x1b[31m <c> & ]]> \ud800")]).split("\n", 1)[1])
    assert root.find("testsuite/testcase/error").text == r"a \x00 b \x1b[31m <c> & ]]> \ud800"


def test_a_plan_is_judged_by_its_own_targets_and_not_by_those_of_its_baseline():
    plan = outcome()
    assert plan.met and not plan.baseline.met
    assert ScenarioCheck(plan.scenario, plan).standing == "met"


def test_missed_counts_before_not_known():
    missed = outcome().baseline
    assert ScenarioCheck(missed.scenario, missed).standing == "missed"
    (row,) = checks_data([ScenarioCheck(missed.scenario, missed)])
    assert row["standing"] == "missed" and row["targets"]["errors"]["met"] is False


def test_the_last_line_counts_every_standing():
    plan = outcome()
    found = [
        ScenarioCheck(plan.scenario, plan),
        ScenarioCheck(plan.baseline.scenario, plan.baseline),
        unanswered("no capacity"),
    ]
    assert list(lines(found))[-1] == "3 checked: 1 met, 1 missed, 1 no answer."


def test_a_target_that_cannot_be_measured_is_named_with_the_reason():
    plan = outcome()
    unknown = replace(plan, verdicts=(replace(plan.verdicts[0], measured=Unavailable("ask a simulation"), met=None),))
    line = next(lines([ScenarioCheck(plan.scenario, unknown)]))
    assert line.startswith("not known")
    assert 'not known: "requests not completed", at most 1 %: ask a simulation' in line
