"""Checked plans as data, and as JUnit XML for someone's continuous integration."""

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as Xml

from models.visible import visible_lines
from simulator.errors import require
from simulator.messages.check import NO_ANSWER, NO_FARM
from simulator.messages.decision import headline
from simulator.messages.sentences import verdict_text, what_binds
from simulator.output.data import farm_data, verdict_data
from simulator.output.figure import Data
from simulator.studies.check.answer import ScenarioCheck
from simulator.studies.check.document import figures

SUITES = "headroom check"
# What XML 1.0 has no way to write (section 2.2 of its recommendation), not even as a reference.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def checks_data(check_results: Sequence[ScenarioCheck]) -> list[Data]:
    """The same as data: a row for each scenario."""
    return [_data_row(each) for each in check_results]


def _data_row(each: ScenarioCheck) -> Data:
    row: Data = {"file": each.scenario.file, "scenario": each.scenario.name, "standing": each.standing}
    if each.outcome is None:
        return row | {"reason": each.reason, "targets": {}, "farm": None}
    outcome = each.outcome
    return row | {
        "reason": "",
        "targets": {verdict.target: verdict_data(verdict) for verdict in outcome.verdicts},
        "recommended": outcome.recommended if outcome.farm else None,
        "farm": farm_data(outcome.farm) if outcome.farm else None,
        "binding_limit": outcome.bottleneck.name,
        "engine": outcome.stamp.engine,
        "scenario_sha256": outcome.stamp.scenario_sha256,
        "seed": outcome.stamp.seed,
    }


def junit_text(check_results: Sequence[ScenarioCheck]) -> str:
    """A test suite for each scenario and a test case for each target, as JUnit XML; the same checks, the same bytes.

    A target that is missed, or cannot be judged, is a failure, and so is a scenario of which no load meets the targets;
    one without an answer is an error. No times are written: they would make every file another one.
    """
    suites = [_suite(each) for each in check_results]
    root = Xml.Element("testsuites", {"name": SUITES, **_sums(suites)})
    root.extend(suites)
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(root, encoding="unicode")}\n'


def _suite(each: ScenarioCheck) -> Xml.Element:
    cases = list(_cases(each))
    suite = Xml.Element("testsuite", {"name": _legal(each.scenario.file), **_counts(cases)})
    if each.outcome is not None:
        _add_properties(suite, each)
    suite.extend(cases)
    return suite


def _add_properties(suite: Xml.Element, each: ScenarioCheck) -> None:
    """What makes the result again."""
    stamp, held = require(each.outcome, "outcome").stamp, Xml.SubElement(suite, "properties")
    known = {
        "scenario": each.scenario.name,
        "scenario_sha256": stamp.scenario_sha256,
        "engine": stamp.engine,
        "seed": str(stamp.seed),
        "replications": str(stamp.replications),
        "model_version": stamp.model_version,
    }
    for name, value in known.items():
        Xml.SubElement(held, "property", {"name": name, "value": _legal(value)})


def _cases(each: ScenarioCheck) -> Iterator[Xml.Element]:
    name = _legal(each.scenario.name)
    if each.outcome is None:
        case = Xml.Element("testcase", {"classname": name, "name": "plan"})
        told = {"type": each.standing, "message": NO_FARM if each.fails else NO_ANSWER}
        error = Xml.SubElement(case, "failure" if each.fails else "error", told)
        error.text = _legal(each.reason)
        yield case
        return
    why = f"{headline(each.outcome)} {what_binds(each.outcome)}"
    for verdict in each.outcome.verdicts:
        case = Xml.Element("testcase", {"classname": name, "name": f"targets.{verdict.target}"})
        if verdict.met is not True:
            failed = {"type": verdict_text(verdict), "message": _legal(figures(verdict))}
            Xml.SubElement(case, "failure", failed).text = _legal(f"{figures(verdict)}. {why}")
        else:
            Xml.SubElement(case, "system-out").text = _legal(figures(verdict))
        yield case


def _counts(cases: Sequence[Xml.Element]) -> dict[str, str]:
    failures, errors = (sum(case.find(tag) is not None for case in cases) for tag in ("failure", "error"))
    return {"tests": str(len(cases)), "failures": str(failures), "errors": str(errors), "skipped": "0"}


def _sums(suites: Sequence[Xml.Element]) -> dict[str, str]:
    return {key: str(sum(int(suite.attrib[key]) for suite in suites)) for key in ("tests", "failures", "errors")}


def _legal(text: str) -> str:
    """A text without what XML cannot say or nobody can see; ElementTree escapes all else."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", visible_lines(text))
