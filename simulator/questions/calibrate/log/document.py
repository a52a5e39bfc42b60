"""What a log says, as blocks, section by section: a section is one file and one line here."""

from collections.abc import Callable, Iterator

from simulator.questions.calibrate.log.sections import (
    answers,
    arrivals,
    clients,
    day,
    popularity,
    read,
    sizes,
    working_set,
)
from simulator.questions.calibrate.log.summary import LogSummary
from simulator.report.blocks import Block, Heading, Report

SECTIONS: tuple[Callable[[LogSummary], Iterator[Block]], ...] = (
    read.section,
    arrivals.section,
    day.section,
    sizes.section,
    popularity.section,
    clients.section,
    answers.section,
    working_set.section,
)


def log_report(found: LogSummary, day: str) -> Report:
    """The same as a report."""
    return Report((Heading("What the log says", 1), Heading("The answer", 2), *log_blocks(found)), day,
                  ", ".join(found.files))  # fmt: skip


def log_blocks(found: LogSummary) -> list[Block]:
    """Everything, the account of the lines first."""
    return [block for section in SECTIONS for block in section(found)]
