"""A sweep as one list of sections: what a terminal, the page and every format of a report show of it."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from simulator.messages.sweep import AGAIN, COST_AGAINST, HOW, answered, variants_answered
from simulator.output.blocks import Block, Preformatted, Report, Text
from simulator.output.sections import EVERYWHERE, REPORT, Output, Section, blocks_for, report
from simulator.studies.sweep import sections
from simulator.studies.sweep.pareto import AnswerSet

WIDTH = 200  # So that the names of variants, by which they are known, are not broken.


class Sweep(NamedTuple):
    """What is shown: the answers, and the command that makes them again."""

    swept: AnswerSet
    command: str = ""


def _section(title: str, blocks: Callable[[AnswerSet], Sequence[Block]], outputs: Output) -> Section[Sweep]:
    """A section of the answers alone."""
    return Section(title, lambda sweep: blocks(sweep.swept), outputs)


def _how(sweep: Sweep) -> list[Block]:
    return [Text(" ".join(what_ran(sweep.swept))), Text(AGAIN), Preformatted(sweep.command)]


def _notes(swept: AnswerSet) -> list[Block]:
    return [Text(line, aside=True) for line in (*what_ran(swept), sections.how_to_read(swept))]


IN_FULL = Output.PAGE | REPORT
SECTIONS: tuple[Section[Sweep], ...] = (
    _section("", sections.lead, EVERYWHERE),
    _section("", sections.bars, EVERYWHERE),
    _section("", sections.others, EVERYWHERE),
    _section("", sections.farms, Output.PAGE),
    _section(COST_AGAINST, sections.front_section, IN_FULL),
    _section("All variants", sections.all_variants_section, REPORT),
    _section("", sections.all_variants_in_short, Output.TERMINAL),
    _section("Without an answer", sections.failed_variants_section, IN_FULL),
    _section("", sections.failed_variants_in_short, Output.TERMINAL),
    Section(HOW, _how, IN_FULL),
    _section("", _notes, Output.TERMINAL),
)


def sweep_report(swept: AnswerSet, command: str, day: str) -> Report:
    """The report of a sweep on an ISO day; `command` makes it again."""
    origin = f"{swept.file}, model {swept.model}, seed {', '.join(map(str, swept.seeds))}"
    return report(SECTIONS, Sweep(swept, command), swept.portfolio, day, origin)


def sweep_page(swept: AnswerSet, command: str) -> list[Block]:
    """What the page shows of a sweep; `command` makes it again."""
    return blocks_for(SECTIONS, Sweep(swept, command), Output.PAGE)


def sweep_blocks(swept: AnswerSet) -> list[Block]:
    """What a terminal shows: the answer, a table, what was left out, and how it was run."""
    return blocks_for(SECTIONS, Sweep(swept), Output.TERMINAL)


def what_ran(swept: AnswerSet) -> Iterator[str]:
    """How many variants there were, and what became of them."""
    same = sum(len(answer.also) for answer in swept.answers)
    yield variants_answered(swept.question, swept.made, swept.invalid, same, len(swept.hopeless), len(swept.failed))
    yield answered(swept.engine, swept.is_by_theory, swept.confidence, swept.seeds, swept.model)
