"""The largest load of a server on a terminal, and as data."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rich.markup import escape
from rich.table import Table

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.bites import NEVER, Bite, bites
from simulator.report.console import bar, console_on, print_written, titled_table
from simulator.report.figures import figure
from simulator.report.numbers import bare, cell, fixed, plain, text
from simulator.report.wording import told, verb
from simulator.rollup.largest_load import LargestLoad, LoadPoint

WIDTH = 100
PILE_UP = "requests that pile up"
MILLISECONDS = 1e3
THREE_DIGITS = 3
COLUMNS = ("requests/s", "Mbps", "mean response, ms", "95 % within, ms", "lost, %", "connections", "")


def print_capacity(found: LargestLoad, report: Sequence[Path], stream: TextIO) -> None:
    """Prints the capacity of a server and of a unit, what ends it, the limits in order, the load curve, and where the
    report is."""
    console = console_on(stream, WIDTH, piped=WIDTH)
    console.print(f"[bold]{escape(answer(found))}[/]\n")
    console.print(f"{escape(what_ends_it(found))}\n")
    console.print(_limits(bites(found)))
    console.print(_curve(found))
    for line in how_found(found):
        console.print(line, style="dim")
    print_written(console, report)


def answer(found: LargestLoad) -> str:
    """How much a server and a unit carry."""
    working = f"{found.nodes - found.spare_nodes} of {found.nodes} at work"
    server = f"One server carries {text(found.server_mbps)}, {text(found.offered)} within its targets"
    return f"{server}; a unit with {working} {text(found.unit_mbps)}."


def what_ends_it(found: LargestLoad) -> str:
    """Which target is missed beyond the capacity, and which limit is the cause."""
    limit = found.binding
    ends = "requests pile up" if found.target == PILE_UP else f'it misses the target "{found.target}"'
    used = f"there {told(limit)} {verb(limit, 'is')} at"
    return f"Beyond that {ends}: {used} {text(limit.utilisation)}."


def how_found(found: LargestLoad) -> list[str]:
    """What the figures rest on."""
    replications = found.offered.samples
    by = f" (found by MSER-5; {found.settled} settles last)" if found.settled else ""
    warm = f"{found.warm_up:g} s of warm-up{by}"
    lines = [
        f"{replications} replications of {found.duration:g} s after {warm}, each searched by itself with the same"
        f" sessions at every load: {found.simulations} simulations. Each row of the load curve is"
        f" {found.curve_replications} shorter replications."
    ]
    if found.expected is not None:
        off = 100.0 * (found.expected / found.offered.value - 1.0)
        lines.append(f"Theory expects {plain(found.expected)} requests/s ({off:+.1f} %).")
    return lines


def capacity_data(found: LargestLoad) -> dict[str, object]:
    """The same as data: `server` and `unit`, each with capacity_mbps and binding_limit, the limits and the curve."""
    limit = found.binding.name
    return {
        "server": {
            "capacity_mbps": figure(found.server_mbps),
            "offered_requests": figure(found.offered),
            "binding_limit": limit,
            "missed_beyond": found.target,
        },
        "unit": {"capacity_mbps": figure(found.unit_mbps), "binding_limit": limit},
        "theory": None if found.expected is None else {"offered_requests": found.expected},
        "limits": [_limit_data(each, found) for each in bites(found)],
        "curve": [_point_data(point) for point in found.curve],
    }


def _limits(found: Sequence[Bite]) -> Table:
    """The limits in the order in which they bind."""
    table = titled_table("Which limit bites first")
    for name in ("", "in use, %", " ", "binds at, /s", "x before"):
        table.add_column(name, justify="right" if name.strip() else "left", no_wrap=True)
    table.add_column("what it is")
    for bite in found:
        limit, times = bite.limit, "" if bite.times is None else fixed(bite.times, 2)
        used = bare(limit.utilisation)
        table.add_row(limit.name, used, bar(limit.utilisation.value), binds_at(bite), times, escape(limit.limit))
    return table


def binds_at(bite: Bite) -> str:
    """The load at which a limit binds, with its interval if it was measured there."""
    if bite.in_words:
        return bite.in_words
    if bite.measured is not None:
        return bare(bite.measured)
    return f"{fixed(bite.rate, THREE_DIGITS - math.ceil(math.log10(bite.rate)))} in theory"


def _curve(found: LargestLoad) -> Table:
    table = titled_table("Load curve of one server", ((name, "right") for name in COLUMNS))
    for point in found.curve:
        word = "[green]in targets[/]" if point.met else "[red]beyond[/]"
        response = (_in_ms(point.response_mean), _in_ms(point.response_p95))
        shown = (point.goodput, *response, point.errors, point.connections)
        table.add_row(plain(round(point.offered, 1)), *(cell(each, unit=False) for each in shown), word)
    return table


def _in_ms(seconds: Estimate | Refused) -> Estimate | Refused:
    return seconds if isinstance(seconds, Refused) else seconds.times(MILLISECONDS, "ms")


def _limit_data(bite: Bite, found: LargestLoad) -> dict[str, object]:
    limit, theory = bite.limit, found.alone.get(bite.limit.name)
    alone = None if theory is None else {"requests": _number(theory.rate), "standing": theory.standing}
    return {
        "name": limit.name,
        "limit": limit.limit,
        "origin": limit.origin,
        "utilisation": figure(limit.utilisation),
        "growth": figure(limit.growth),
        "binds_at": None if bite.measured is None else figure(bite.measured),
        "in_theory": alone,
    }


def _number(rate: float) -> float | str:
    """A rate as data, which has no infinity."""
    return rate if math.isfinite(rate) else NEVER


def _point_data(point: LoadPoint) -> dict[str, object]:
    measures = ("goodput", "response_mean", "response_p95", "errors", "connections")
    return {"offered": point.offered, "met": point.met} | {name: figure(getattr(point, name)) for name in measures}
