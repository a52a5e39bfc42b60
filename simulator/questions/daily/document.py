"""A day of a farm as blocks: the sections of its report in their order. A section is one file and one line here."""

from collections.abc import Iterator

from models.quantities.writing import counted, duration
from simulator.daily.follow import DayFollowed
from simulator.questions.daily.sections import answer, hours, method, over_the_day, week
from simulator.report.blocks import Block, Heading, Report, Text
from simulator.report.provenance import provenance
from simulator.rollup.stamp import Stamp

SECTIONS = (answer.section, hours.section, week.section, method.section, over_the_day.section)
ON_TERMINAL = (answer.on_terminal, hours.on_terminal, week.on_terminal, method.on_terminal)


def day_report(found: DayFollowed, stamp: Stamp) -> Report:
    """The report of a day."""
    how = " ".join((*method.how_exact(found), *notes(found)))
    blocks = (*day_document(found), *provenance(stamp, how, found.scenario.run.confidence))
    return Report(blocks, stamp.day, stamp.origin)


def day_document(found: DayFollowed) -> list[Block]:
    """The sections below the title, and how to read the figures."""
    blocks: list[Block] = [Heading(f"{found.scenario.name}: a day", 1)]
    for section in SECTIONS:
        blocks += section(found)
    return [*blocks, *_asides(found)]


def day_on_terminal(found: DayFollowed) -> list[Block]:
    """The same without headings, key figures and charts."""
    return [*(block for section in ON_TERMINAL for block in section(found)), *_asides(found)]


def _asides(found: DayFollowed) -> list[Block]:
    return [Text(line, aside=True) for line in notes(found)]


def notes(found: DayFollowed) -> Iterator[str]:
    """How to read the figures."""
    served, who = found.served, "One server"
    if served.nodes > 1:
        who = f"All {counted(served.nodes, 'server')} of a unit in one world"
    told = (
        f"{who}, {counted(served.replications, 'replication')}, {duration(served.settled)} of warm-up; the load is a"
        " straight line from hour to hour."
    )
    happen = [each.piece for each in found.windows if each.asked.happens]
    if not happen:
        yield f"{told} Every moment is judged by its load."
        return
    least, most = duration(min(happen)), duration(max(happen))
    pieces = f"pieces of {least}" if least == most else f"pieces of {least} to {most}"
    yield f"{told} What happens is judged in {pieces} where it was simulated, all other times by their load."
