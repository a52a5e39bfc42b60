"""The settings of a server, which cost nothing: what to write, where, and why not more."""

from simulator.farm.outcome import Outcome
from simulator.farm.settings import settings
from simulator.messages.plan import notes, titles
from simulator.output.blocks import Block, Column, Table, Text


def section(outcome: Outcome) -> list[Block]:
    """A table of all lines; nothing where nobody knows what the settings are called."""
    found = settings(outcome.scenario)
    if not found:
        return []
    columns = (Column("file"), Column("setting"), Column("value"), Column("unless set"), Column("as large as"))
    rows = tuple((each.file, each.name, each.value, each.unless_set or "-", str(each.bound)) for each in found)
    return [Table(titles.SETTINGS, columns, rows), Text(notes.SETTINGS, aside=True)]
