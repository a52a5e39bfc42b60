"""An outcome as blocks: the sections of a report in their order. A section is one file and one line here."""

from collections.abc import Callable

from simulator.questions.plan import ram_table
from simulator.questions.plan.sections import (
    against_baseline,
    answer,
    as_bought,
    assumptions,
    costs,
    decision,
    limits,
    load_curve,
    one_server,
    over_time,
    queueing_network,
    response_times,
    roll_up,
    sensitivity,
    trust,
    what_would_help,
)
from simulator.report import provenance
from simulator.report.blocks import Block, Heading, Report
from simulator.rollup.outcome import Outcome

Section = Callable[[Outcome], list[Block]]

SECTIONS: tuple[Section, ...] = (
    answer.section,
    decision.section,
    against_baseline.section,
    as_bought.section,
    limits.section,
    ram_table.section,
    what_would_help.section,
    load_curve.section,
    one_server.section,
    over_time.section,
    response_times.section,
    costs.section,
    roll_up.section,
    sensitivity.section,
    trust.section,
    assumptions.section,
    queueing_network.section,
    provenance.section,
)


def document(outcome: Outcome) -> list[Block]:
    """The whole report; a section that has nothing to say is left out."""
    blocks: list[Block] = [Heading(outcome.scenario.name, 1)]
    for section in SECTIONS:
        blocks += section(outcome)
    return blocks


def report_of(outcome: Outcome) -> Report:
    """The report of an outcome; its first two sections decide, where it has both."""
    two = 2 if decision.section(outcome) else 1
    annex = tuple(assumptions.every_parameter(outcome))
    return Report(tuple(document(outcome)), outcome.stamp.day, outcome.stamp.origin, two, annex)
