"""The largest load of a server, as a sentence with the load curve on a terminal, and as data."""

from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from simulator.report.console import console_on
from simulator.report.figures import figure
from simulator.report.numbers import cell, plain, text
from simulator.rollup.largest_load import LargestLoad, LoadPoint

WIDTH = 100
COLUMNS = ("requests/s", "Mbps", "mean response, s", "95 % within, s", "lost, %", "connections", "in targets")


def print_capacity(found: LargestLoad, stream: TextIO) -> None:
    """Prints the capacity of a server and of a unit, what binds there, and the load curve."""
    console = console_on(stream, WIDTH, piped=WIDTH)
    server = f"One server carries {text(found.server_mbps)} at {text(found.offered)} offered within its targets"
    working = found.nodes - found.spare_nodes
    console.print(f"[bold]{server}; a unit with {working} of {found.nodes} at work {text(found.unit_mbps)}.[/]\n")
    limit = found.binding
    console.print(f"{escape(limit.name)} ({escape(limit.limit)}) is used most there: {text(limit.utilisation)}.\n")
    console.print(_curve(found))
    said = f"Found with {found.simulations} simulations; each row of the table is two replications."
    console.print(Padding(said, (1, 0)), style="dim")


def capacity_data(found: LargestLoad) -> dict[str, object]:
    """The same as data: `server` and `unit`, each with capacity_mbps and binding_limit, and the curve."""
    limit = found.binding.name
    return {
        "server": {
            "capacity_mbps": figure(found.server_mbps),
            "offered_requests": figure(found.offered),
            "binding_limit": limit,
        },
        "unit": {"capacity_mbps": figure(found.unit_mbps), "binding_limit": limit},
        "curve": [_point_data(point) for point in found.curve],
    }


def _curve(found: LargestLoad) -> Table:
    table = Table(title="Load curve of one server", title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for name in COLUMNS:
        table.add_column(name, justify="right")
    for point in found.curve:
        word = "[green]yes[/]" if point.met else "[red]no[/]"
        shown = (point.goodput, point.response_mean, point.response_p95, point.errors, point.connections)
        table.add_row(plain(round(point.offered, 1)), *(cell(each, unit=False) for each in shown), word)
    return table


def _point_data(point: LoadPoint) -> dict[str, object]:
    measures = ("goodput", "response_mean", "response_p95", "errors", "connections")
    return {"offered": point.offered, "met": point.met} | {name: figure(getattr(point, name)) for name in measures}
