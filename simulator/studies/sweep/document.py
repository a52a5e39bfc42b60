"""A sweep as blocks: the sections of its report in their order. A section is one file and one line here."""

from collections.abc import Iterator

from models.variations.portfolio import CAPACITY, PLAN
from simulator.output.blocks import Block, Heading, Preformatted, Report, Text
from simulator.studies.sweep.pareto import AnswerSet
from simulator.studies.sweep.sections import all_variants, answer, failed_variants, front
from simulator.studies.sweep.sentences import NAMED

SECTIONS = (answer.section, front.section, all_variants.section, failed_variants.section)
ON_TERMINAL = (answer.on_terminal, all_variants.on_terminal, failed_variants.on_terminal)
WIDTH = 200  # So that the names of variants, by which they are known, are not broken.
ASKED = {
    PLAN: "Each variant as its scenario is sized.",
    CAPACITY: "Each variant at the largest load that it carries within its targets.",
}


def sweep_report(swept: AnswerSet, command: str, day: str) -> Report:
    """The report of a sweep on an ISO day."""
    origin = f"{swept.file}, model {swept.model}, seed {', '.join(map(str, swept.seeds))}"
    return Report(tuple(sweep_document(swept, command)), day, origin)


def sweep_document(swept: AnswerSet, command: str) -> list[Block]:
    """The sections below the title, and how it was run; `command` makes it again."""
    blocks: list[Block] = [Heading(swept.portfolio, 1)]
    for section in SECTIONS:
        blocks += section(swept)
    return [*blocks, *_how(swept, command)]


def sweep_blocks(swept: AnswerSet) -> list[Block]:
    """What a terminal shows: the answer, a table, what was left out, and how it was run."""
    told = (*what_ran(swept), front.how_to_read(swept))
    return [*(block for section in ON_TERMINAL for block in section(swept)), *(Text(line, aside=True) for line in told)]


def _how(swept: AnswerSet, command: str) -> list[Block]:
    text = Text("The same command on the same versions gives the same figures, digit by digit:")
    return [Heading("How it was run", 2), Text(" ".join(what_ran(swept))), text, Preformatted(command)]


def what_ran(swept: AnswerSet) -> Iterator[str]:
    """How many variants there were, and what became of them."""
    same = sum(len(answer.also) for answer in swept.answers)
    told = [f"{swept.made:,} variants"]
    if swept.invalid:
        told.append(f"{swept.invalid:,} left out, for they cannot be")
    if same:
        told.append(f"{same:,} with the same figures as another one, whose row they share")
    if swept.hopeless:
        told.append(f"{len(swept.hopeless):,} that meet their targets at no load")
    if swept.failed:
        told.append(f"{len(swept.failed):,} without an answer")
    yield f"{', '.join(told)}. {ASKED[swept.question]}"
    by = "by theory, with nothing simulated" if swept.is_by_theory else f"by the {swept.engine} engine"
    seeds = f"seed{'s' if len(swept.seeds) > 1 else ''} {', '.join(map(str, swept.seeds[:NAMED]))}"
    yield f"Answered {by}, intervals at {swept.confidence * 100:g} %, {seeds}, model {swept.model}."
