"""What a log says, as blocks, section by section: a section is one file and one line here."""

from collections.abc import Callable, Iterator

from simulator.calibration.log.summary import LogSummary
from simulator.messages.calibrate import log
from simulator.output.blocks import Block, Heading, Report
from simulator.studies.calibrate.log import sections

SECTIONS: tuple[Callable[[LogSummary], Iterator[Block]], ...] = (
    sections.arrivals_section,
    sections.day_section,
    sections.sizes_section,
    sections.popularity_section,
    sections.clients_section,
    sections.answers_section,
    sections.working_set_section,
)


def log_report(log_summary: LogSummary, day: str) -> Report:
    """The same as a report."""
    return Report((Heading(log.TITLE, 1), Heading("The answer", 2), *log_blocks(log_summary)), day,
                  ", ".join(log_summary.files))  # fmt: skip


def log_blocks(log_summary: LogSummary, controls: log.Controls = log.COMMAND_LINE) -> list[Block]:
    """Everything, the account of the lines first, which names the reader's own controls."""
    rest = (block for section in SECTIONS for block in section(log_summary))
    return [*sections.lines_section(log_summary, controls), *rest]
