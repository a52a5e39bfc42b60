"""Where the RAM of a server goes, of systems that keep one ledger of it."""

from models.ram_ledger import ram_table
from simulator.farm.outcome import Outcome
from simulator.messages.plan import notes, titles
from simulator.output.blocks import Block, Column, Table, Text
from simulator.output.sides import sides

GIB = 1024.0**3


def section(outcome: Outcome) -> list[Block]:
    """A table for each side whose system keeps a ledger; nothing where none does."""
    tables = [_table(side, one) for side, one in sides(outcome).items() if ram_table(one.scenario)]
    return [*tables, Text(notes.ONE_RAM, aside=True)] if tables else []


def _table(side: str, outcome: Outcome) -> Table:
    columns = (Column("held by"), Column("RAM", "GiB", numeric=True), Column("from"))
    rows = tuple((entry.what, entry.bytes / GIB, entry.path) for entry in ram_table(outcome.scenario))
    whole = ("all of it", outcome.scenario.server.ram / GIB, "server.ram")
    return Table(titles.ram_of(side), columns, (*rows, whole))
