"""A day of a farm as blocks: the sections of its report in their order. A section is one file and one line here."""

from collections.abc import Iterator

from models.quantities.formatting import count_text, duration
from simulator.daily.day import DayResult
from simulator.farm.stamp import Stamp
from simulator.output.blocks import Block, Heading, Report, Text
from simulator.output.provenance import provenance
from simulator.studies.daily.sections import answer, charts, hours, method, week

SECTIONS = (answer.section, hours.section, week.section, method.section, charts.section)
ON_TERMINAL = (answer.on_terminal, hours.on_terminal, week.on_terminal, method.on_terminal)


def day_report(day_result: DayResult, stamp: Stamp) -> Report:
    """The report of a day."""
    how = " ".join((*method.accuracy_sentences(day_result), *notes(day_result)))
    blocks = (*day_document(day_result), *provenance(stamp, how, day_result.scenario.run.confidence))
    return Report(blocks, stamp.day, stamp.origin)


def day_document(day_result: DayResult) -> list[Block]:
    """The sections below the title, and how to read the figures."""
    blocks: list[Block] = [Heading(f"{day_result.scenario.name}: a day", 1)]
    for section in SECTIONS:
        blocks += section(day_result)
    return [*blocks, *_asides(day_result)]


def day_on_terminal(day_result: DayResult) -> list[Block]:
    """The same without headings, key figures and charts."""
    return [*(block for section in ON_TERMINAL for block in section(day_result)), *_asides(day_result)]


def _asides(day_result: DayResult) -> list[Block]:
    return [Text(line, aside=True) for line in notes(day_result)]


def notes(day_result: DayResult) -> Iterator[str]:
    """How to read the figures."""
    served, who = day_result.served, "One server"
    if served.nodes > 1:
        who = f"All {count_text(served.nodes, 'server')} of a unit in one world"
    told = (
        f"{who}, {count_text(served.replications, 'replication')}, {duration(served.settled)} of warm-up; the load is a"
        " straight line from hour to hour."
    )
    happen = [each.piece for each in day_result.windows if each.asked.happens]
    if not happen:
        yield f"{told} Every moment is judged by its load."
        return
    least, most = duration(min(happen)), duration(max(happen))
    pieces = f"pieces of {least}" if least == most else f"pieces of {least} to {most}"
    yield f"{told} What happens is judged in {pieces} where it was simulated, all other times by their load."
