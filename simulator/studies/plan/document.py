"""An outcome as blocks: the sections of a report in their order. A section is one file and one line here."""

from collections.abc import Callable

from simulator.failover.survive import FailoverResult
from simulator.farm.outcome import Outcome
from simulator.output import provenance
from simulator.output.blocks import Block, Heading, Report
from simulator.studies.plan.sections import (
    answer,
    assumptions,
    baseline,
    costs,
    decision,
    limits,
    load_curve,
    one_server,
    operating_point,
    queueing_network,
    ram_table,
    response_times,
    roll_up,
    sensitivity,
    tiers,
    time_series,
    trust,
    upgrades,
)
from simulator.studies.survive.document import survival_section

Section = Callable[[Outcome], list[Block]]

SECTIONS: tuple[Section, ...] = (
    answer.section,
    decision.section,
    baseline.section,
    operating_point.section,
    limits.section,
    tiers.section,
    ram_table.section,
    upgrades.section,
    load_curve.section,
    one_server.section,
    time_series.section,
    response_times.section,
    costs.section,
    roll_up.section,
    sensitivity.section,
    trust.section,
    assumptions.section,
    queueing_network.section,
    provenance.section,
)


def document(outcome: Outcome, survived: FailoverResult | None = None) -> list[Block]:
    """The whole report; a section that has nothing to say is left out. `survived`: a unit of it when nodes fail."""
    blocks: list[Block] = [Heading(outcome.scenario.name, 1)]
    for section in SECTIONS:
        if section is roll_up.section and survived is not None:
            blocks += survival_section(survived)
        blocks += section(outcome)
    return blocks


def report_of(outcome: Outcome, survived: FailoverResult | None = None) -> Report:
    """The report of an outcome; its first two sections decide, where it has both."""
    two = 2 if decision.section(outcome) else 1
    annex = tuple(assumptions.every_parameter(outcome))
    return Report(tuple(document(outcome, survived)), outcome.stamp.day, outcome.stamp.origin, two, annex)
