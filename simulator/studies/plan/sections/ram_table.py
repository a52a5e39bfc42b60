"""Where the RAM of a server goes, of systems that keep one ledger of it."""

from models.ram_ledger import memory_path, ram_table
from models.unit_pods import as_node
from simulator.farm.outcome import Outcome
from simulator.messages.plan import notes, titles
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Column, Table, Text
from simulator.output.sides import sides

GIB = 1024.0**3


def section(outcome: Outcome) -> list[Block]:
    """A table for each side whose system keeps a ledger; nothing where none does."""
    tables = [_table(side, one) for side, one in sides(outcome).items() if ram_table(as_node(one.scenario))]
    return [*tables, Text(notes.ONE_RAM, aside=True)] if tables else []


def _table(side: str, outcome: Outcome) -> Table:
    columns = (Column("held by"), Column("RAM", "GiB", numeric=True), Column("from"))
    node = as_node(outcome.scenario)
    rows = tuple((entry.what, entry.bytes / GIB, entry.path) for entry in ram_table(node))
    whole = ("all of it", node.server.ram / GIB, memory_path(outcome.scenario))
    return Table(titles.ram_of(node_word(outcome.scenario), side), columns, (*rows, whole))
