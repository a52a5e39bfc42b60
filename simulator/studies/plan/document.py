"""A plan as one list of sections: what a terminal, the page, every format of a report and JSON show of it."""

from collections.abc import Callable
from typing import NamedTuple

from simulator.failover.survive import FailoverResult
from simulator.farm.outcome import Outcome
from simulator.messages.plan import titles
from simulator.output import provenance
from simulator.output.blocks import Block, Report
from simulator.output.data import figures
from simulator.output.figure import Data
from simulator.output.sections import DETAIL, EVERYWHERE, REPORT, TABLES, Output, Section, report, terminal_blocks
from simulator.studies.plan.sections import (
    answer,
    assumptions,
    baseline,
    basis,
    costs,
    decision,
    failure,
    limits,
    links,
    load_curve,
    one_server,
    operating_point,
    prediction,
    queueing_network,
    ram_table,
    rent_terms,
    response_times,
    roll_up,
    sensitivity,
    settings,
    tiers,
    time_series,
    trust,
    upgrades,
)

PAGE, TERMINAL = Output.PAGE, Output.TERMINAL


class Plan(NamedTuple):
    """What is shown: a plan, and a unit of its farm when nodes fail, where that was asked."""

    outcome: Outcome
    survived: FailoverResult | None = None


def _section(
    title: str,
    blocks: Callable[[Outcome], list[Block]],
    outputs: Output,
    key: str = "",
    data: Callable[[Outcome], Data] | None = None,
) -> Section[Plan]:
    """A section of the outcome alone."""
    of_plan = None if data is None else lambda plan: data(plan.outcome)
    return Section(title, lambda plan: blocks(plan.outcome), outputs, of_plan, key)


SECTIONS: tuple[Section[Plan], ...] = (
    _section("The answer", answer.answer, EVERYWHERE & ~PAGE, "headline", figures),
    _section("The answer", answer.answer_in_short, PAGE, "headline"),
    _section("", prediction.section, EVERYWHERE, "reasons", prediction.data),
    _section("", answer.key_figures, PAGE | REPORT, "figures"),
    _section("", answer.reasons, EVERYWHERE, "reasons"),
    _section("", tiers.notes, TERMINAL),
    _section("", answer.targets, EVERYWHERE, "targets"),
    _section("The decision", decision.section, REPORT, data=decision.data),
    _section("Against the baseline", baseline.summary, EVERYWHERE, "compared"),
    _section("", baseline.section, REPORT),
    _section("", one_server.by_class, TERMINAL),
    _section(titles.NEAR_LIMITS, limits.used, EVERYWHERE, "near"),
    _section("", operating_point.section, REPORT),
    _section("Bottleneck", limits.section, PAGE | REPORT, "use"),
    _section("", links.section, EVERYWHERE, "links", links.data),
    _section("", tiers.caches, TERMINAL),
    _section("Other tiers", tiers.section, PAGE | REPORT, "tiers"),
    _section(titles.RAM, ram_table.section, REPORT),
    _section("Settings to write", settings.section, REPORT),
    Section("When nodes fail", failure.summary, TERMINAL | REPORT, failure.data),
    Section("", failure.section, REPORT),
    _section("What would help", upgrades.summary, TERMINAL | REPORT, data=upgrades.data),
    _section("", upgrades.section, REPORT),
    _section("Load curve", load_curve.summary, TERMINAL | REPORT, data=load_curve.data),
    _section("", load_curve.section, REPORT),
    _section(titles.ONE_SERVER, one_server.section, DETAIL),
    _section("Over time", time_series.section, PAGE | DETAIL, "over_time"),
    _section("Response times", response_times.section, PAGE | DETAIL, "response"),
    _section("Costs", costs.section, PAGE | REPORT, "costs"),
    _section("", costs.workbook_note, REPORT),
    _section("", answer.money, REPORT),
    _section("", rent_terms.section, PAGE | REPORT, "costs", rent_terms.data),
    _section("", rent_terms.summary, TERMINAL),
    _section(titles.ARITHMETIC, roll_up.section, DETAIL),
    _section("", sensitivity.summary, TERMINAL, data=sensitivity.data),
    _section("What matters", sensitivity.section, REPORT),
    _section(titles.TRUST, trust.section, REPORT, data=trust.data),
    _section("", basis.section, TERMINAL),
    _section("Assumptions", assumptions.section, DETAIL),
    _section("Every parameter", assumptions.every_parameter, TABLES),
    _section("The queueing network", queueing_network.section, DETAIL),
    _section("Provenance", provenance.section, REPORT),
)


def plan_blocks(outcome: Outcome, survived: FailoverResult | None = None, every_limit: bool = False) -> list[Block]:
    """What a terminal shows of a plan, with every limit or those of which something is used."""
    return terminal_blocks(SECTIONS, Plan(outcome, survived), every_limit)


def report_of(outcome: Outcome, survived: FailoverResult | None = None, every: bool = True) -> Report:
    """The report of an outcome, with `every` detail or without; its first two sections decide, where it has both."""
    stamp, decides = outcome.stamp, 2 if decision.section(outcome) else 1
    return report(SECTIONS, Plan(outcome, survived), outcome.scenario.name, stamp.day, stamp.origin, decides, every)
