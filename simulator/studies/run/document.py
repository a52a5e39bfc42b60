"""One configuration measured, as a list of sections."""

from typing import NamedTuple

from simulator.experiment.results import Unavailable
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.outcome import Outcome
from simulator.messages.plan import titles
from simulator.messages.sentences import what_binds
from simulator.messages.spares_down import spares_down_sentence
from simulator.output.blocks import Block, Text
from simulator.output.data import figures, spares_down_data
from simulator.output.figure import Data
from simulator.output.sections import Output, Section, terminal_blocks
from simulator.studies.plan.sections import answer, basis, limits, one_server


class MeasuredRun(NamedTuple):
    """What is shown: a server, and what it does while the spares of its unit are down, why that is not known, or None
    where there are none."""

    outcome: Outcome
    down: OperatingPoint | Unavailable | None = None


def _spares_down(run: MeasuredRun) -> list[Block]:
    return [] if run.down is None else [Text(spares_down_sentence(run.outcome.scenario, run.down))]


def _down_data(run: MeasuredRun) -> Data:
    return {} if run.down is None else {"spares_down": spares_down_data(run.outcome.scenario, run.down)}


SECTIONS: tuple[Section[MeasuredRun], ...] = (
    Section(
        "Bottleneck",
        lambda run: [Text(what_binds(run.outcome), lead=True)],
        Output.TERMINAL,
        lambda run: figures(run.outcome),
    ),
    Section(titles.SPARES_DOWN, _spares_down, Output.TERMINAL, _down_data),
    Section(titles.ONE_SERVER, lambda run: one_server.measured(run.outcome), Output.TERMINAL),
    Section("Targets", lambda run: answer.targets(run.outcome), Output.TERMINAL),
    Section("Limits", lambda run: [limits.used_table(run.outcome)], Output.TERMINAL),
    Section("", lambda run: basis.section(run.outcome), Output.TERMINAL),
)


def run_blocks(run: MeasuredRun, every_limit: bool = False) -> list[Block]:
    """What a terminal shows of it, with every limit or those of which something is used."""
    return terminal_blocks(SECTIONS, run, every_limit)
