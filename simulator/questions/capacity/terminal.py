"""The largest load of a server on a terminal, and as data."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rich.markup import escape
from rich.table import Table

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.data import farm_data, figure
from simulator.report.language.bites import NEVER, Bite, bites
from simulator.report.language.decision import bought
from simulator.report.language.numbers import bare, cell, deviation, plain, rough, text
from simulator.report.language.wording import told, verb
from simulator.report.renderers.console import bar, console_on, print_written, titled_table
from simulator.rollup.carried import LARGEST
from simulator.rollup.farm import Farm
from simulator.rollup.largest_load import LargestLoad, LoadPoint
from simulator.targets import Target

WIDTH = 100
MILLISECONDS = 1e3
COLUMNS = ("requests/s", "Mbps", "mean response, ms", "95 % within, ms", "lost, %", "connections", "")


def print_capacity(found: LargestLoad, farm: Farm | None, report: Sequence[Path], stream: TextIO) -> None:
    """Prints the capacity of a server and of a unit, the farm for the demand if there is one, what ends the capacity,
    the limits in order, the load curve, and where the report is."""
    console = console_on(stream, WIDTH, piped=WIDTH)
    console.print(f"[bold]{escape(answer(found))}[/]\n")
    if farm is not None:
        stated = "" if farm.carried.way == LARGEST else " It is sized by the load that the scenario states."
        console.print(f"{escape(bought(farm))}{stated}\n")
    console.print(f"{escape(what_ends_it(found))}\n")
    console.print(_limits(bites(found)))
    console.print(_curve(found))
    for line in how_found(found):
        console.print(line, style="dim")
    print_written(console, report)


def answer(found: LargestLoad) -> str:
    """How much a server and a unit carry."""
    server = f"One server carries {text(found.server_mbps)} ({bare(found.offered)} requests/s) within its targets"
    if found.nodes == 1:
        return f"{server}."
    working = f"{found.nodes - found.spare_nodes} of {found.nodes} at work"
    return f"{server}; a unit with {working} {text(found.unit_mbps)}."


def what_ends_it(found: LargestLoad) -> str:
    """Which target is missed beyond the capacity, and which limit is the cause."""
    limit = found.binding
    ends = "requests pile up" if found.target is Target.PILING_UP else f"it misses the target {found.target.value}"
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
        lines.append(f"Theory expects {plain(found.expected)} requests/s ({deviation(off)}).")
    return lines


def capacity_data(found: LargestLoad, farm: Farm | None = None) -> dict[str, object]:
    """The same as data: `server` and `unit`, each with capacity_mbps and binding_limit, the limits and the curve; the
    farm, where there is a demand."""
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
        "farm": farm_data(farm) if farm else None,
    }


def _limits(found: Sequence[Bite]) -> Table:
    """The limits in the order in which they bind."""
    table = titled_table("Which limit bites first")
    for name in ("", "in use, %", " ", "binds at, /s", "x before"):
        table.add_column(name, justify="right" if name.strip() else "left", no_wrap=True)
    table.add_column("what it is")
    for bite in found:
        limit, times = bite.limit, "" if bite.times is None else rough(bite.times)
        used = bare(limit.utilisation)
        table.add_row(limit.name, used, bar(limit.utilisation.value), binds_at(bite), times, escape(limit.limit))
    return table


def binds_at(bite: Bite) -> str:
    """The load at which a limit binds, with its interval if it was measured there."""
    if bite.in_words:
        return bite.in_words
    if bite.measured is not None:
        return bare(bite.measured)
    return f"{rough(bite.rate)} in theory"


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
