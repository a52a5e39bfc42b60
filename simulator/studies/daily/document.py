"""A day of a farm as a list of sections."""

from simulator.daily.day import DayResult
from simulator.farm.stamp import Stamp
from simulator.messages.daily import headings
from simulator.messages.daily.method import accuracy_sentences, notes
from simulator.output.blocks import Heading, Report, Text
from simulator.output.provenance import provenance
from simulator.output.sections import REPORT, Output, Section, blocks_for
from simulator.studies.daily import sections

SECTIONS: tuple[Section[DayResult], ...] = (
    Section("The answer", sections.lead),
    Section("", sections.cards, REPORT | Output.PAGE),
    Section("", sections.details),
    Section("Hour by hour", sections.hours_section),
    Section(headings.WEEK, sections.week_section),
    Section(headings.ACCURACY, sections.method_section),
    Section("Over the day", lambda day: [sections.charts(day)], REPORT | Output.PAGE),
    Section("", lambda day: [Text(line, aside=True) for line in notes(day)]),
)


def day_report(day_result: DayResult, stamp: Stamp) -> Report:
    """The report of a day."""
    how = " ".join((*accuracy_sentences(day_result), *notes(day_result)))
    title = Heading(f"{day_result.scenario.name}: a day", 1)
    blocks = (title, *blocks_for(SECTIONS, day_result, Output.HTML))
    stamped = provenance(stamp, how, day_result.scenario.run.confidence)
    return Report((*blocks, *stamped), stamp.day, stamp.origin)
