"""A day of a farm as a list of sections."""

from collections.abc import Iterator

from models.quantities.formatting import count_text, duration
from simulator.daily.day import DayResult
from simulator.farm.stamp import Stamp
from simulator.output.blocks import Block, Heading, Report, Text
from simulator.output.provenance import provenance
from simulator.output.sections import REPORT, Output, Section, blocks_for, terminal_blocks
from simulator.studies.daily.sections import answer, charts, hours, method, week

SECTIONS: tuple[Section[DayResult], ...] = (
    Section("The answer", answer.lead),
    Section("", answer.cards, REPORT | Output.PAGE),
    Section("", answer.details),
    Section("Hour by hour", hours.section),
    Section("Days of the week", week.section),
    Section("How far off the method is", method.section),
    Section("Over the day", lambda day: [charts.charts(day)], REPORT | Output.PAGE),
    Section("", lambda day: [Text(line, aside=True) for line in notes(day)]),
)


def day_report(day_result: DayResult, stamp: Stamp) -> Report:
    """The report of a day."""
    how = " ".join((*method.accuracy_sentences(day_result), *notes(day_result)))
    title = Heading(f"{day_result.scenario.name}: a day", 1)
    blocks = (title, *blocks_for(SECTIONS, day_result, Output.HTML))
    stamped = provenance(stamp, how, day_result.scenario.run.confidence)
    return Report((*blocks, *stamped), stamp.day, stamp.origin)


def day_on_terminal(day_result: DayResult) -> list[Block]:
    """What a terminal shows of a day."""
    return terminal_blocks(SECTIONS, day_result)


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
