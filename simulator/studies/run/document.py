"""One configuration measured, as a list of sections."""

from simulator.farm.outcome import Outcome
from simulator.messages.sentences import what_binds
from simulator.output.blocks import Block, Text
from simulator.output.data import figures
from simulator.output.sections import Output, Section, terminal_blocks
from simulator.studies.plan.sections import answer, basis, limits, one_server

SECTIONS: tuple[Section[Outcome], ...] = (
    Section("Bottleneck", lambda outcome: [Text(what_binds(outcome), lead=True)], Output.TERMINAL, figures),
    Section("What one server does", one_server.measured, Output.TERMINAL),
    Section("Targets", answer.targets, Output.TERMINAL),
    Section("Limits", lambda outcome: [limits.used_table(outcome)], Output.TERMINAL),
    Section("", basis.section, Output.TERMINAL),
)


def run_blocks(outcome: Outcome, every_limit: bool = False) -> list[Block]:
    """What a terminal shows of it, with every limit or those of which something is used."""
    return terminal_blocks(SECTIONS, outcome, every_limit)
