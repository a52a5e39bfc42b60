"""What would help, as a sentence with a table on a terminal, and as data."""

from collections.abc import Iterator
from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.console import console_on, titled_table
from simulator.report.figures import Data, figure
from simulator.report.numbers import bare, fixed, plain, text
from simulator.report.wording import told, verb
from simulator.rollup.limits import Limit
from simulator.rollup.option import UNIT, Saturated, WhatHelps, Worth

WIDTH = 100
COLUMNS = ("gain, Mbps", "USD a month", "USD per Mbps", "then binds")
OTHER_YEAR = 5  # Prices that many years apart are not compared without a word.
ELSEWHERE = "If the software runs there:"


def print_options(found: WhatHelps, stream: TextIO) -> None:
    """Prints what helps most for its cost, every option that was measured in that order, and why others were not."""
    console = console_on(stream, WIDTH, piped=WIDTH)
    console.print(f"{escape(answer(found))}\n", style="bold")
    if found.worths:
        console.print(_table(found))
    _list(console, "Not simulated:", map(_full, found.saturated))
    reasons = (f"{each.name}: {each.reason}" for each in found.not_applicable)
    _list(console, "Not for this server:", reasons)
    for note in notes(found):
        console.print(escape(note), style="dim")


def options_data(found: WhatHelps) -> Data:
    """The same as data: the present capacity, a row for each option measured in that order, and the others."""
    load = found.present.load
    return {
        "present": {
            "server_mbps": figure(load.server_mbps),
            "unit_mbps": figure(load.unit_mbps),
            "binding_limit": load.binding.name,
        },
        "best": found.best.name if found.best else None,
        "options": [_row(each) for each in found.worths],
        "not_simulated": [
            {"name": each.name, "station": each.station, "saturates_mbps": each.mbps} for each in found.saturated
        ],
        "not_applicable": [{"name": each.name, "reason": each.reason} for each in found.not_applicable],
        "notes": list(notes(found)),
    }


def answer(found: WhatHelps) -> str:
    """What helps most for its cost, after what there is now; without another server too, if that is the best."""
    now, best, kept = found.present.load, found.best, found.best_kept
    present = f"One server carries {text(now.server_mbps)} now"
    if best is None:
        return f"{present}, and nothing in the catalogue raises that measurably: {_binds(now.binding, 'still ')}."
    said = f"{present}. Best: {_gained(best)}."
    return said if kept is None or kept is best else f"{said} With the server kept: {_gained(kept)}."


def _gained(found: Worth) -> str:
    """One option in a clause: its gain, its cost, and what binds then."""
    price = "saving" if found.saves else "for"
    cost = text(found.cost.times(-1.0 if found.saves else 1.0, found.cost.unit)).replace("/", " a ")
    per_mbps = "" if found.saves else f", {_per_mbps(found)} USD per Mbps"
    gain = f"+{text(found.gain.difference)} a {found.per} {price} {cost}{per_mbps}"
    return f"{found.name}: {gain}; then {_binds(found.binding)}"


def notes(found: WhatHelps) -> Iterator[str]:
    """How to read the figures."""
    scenario = found.present.scenario
    prices, unit = scenario.datacenter.prices, scenario.unit
    yield (
        "Gains are differences on the same sessions, replication by replication. Costs are what a month costs more than"
        f" now at the largest load: what is bought paid off over {prices.server_life:g} years, power, hosting, rack"
        " space and administration, without bandwidth; another server or system is bought instead of the present one."
        " Prices are assumptions: beneath a cost stands its range from the lowest to the highest of them."
    )
    years = sorted({each.price.year for each in found.worths if each.price.year})
    if any(abs(year - prices.year) > OTHER_YEAR for year in years):
        yield f"The upgrades have prices of {' and '.join(map(str, years))}, the bill those of {prices.year}."
    if unit.spare_nodes:
        working = unit.nodes - unit.spare_nodes
        yield f"A unit pays for {unit.nodes} servers and counts on {working} of them, and so does what a Mbps costs."


def _table(found: WhatHelps) -> Table:
    """A row for each option; only its name may break into lines, so that figures stay whole."""
    table = titled_table("What would help, the cheapest Mbps first")
    table.add_column("option", min_width=28)
    for name in COLUMNS:
        table.add_column(name, justify="left" if name == COLUMNS[-1] else "right", no_wrap=True)
    away = [each for each in found.worths if each.elsewhere]
    for each in found.worths:
        if away and each is away[0]:
            table.add_section()
            table.add_row(ELSEWHERE, style="italic")
        table.add_row(*_cells(each), style="" if each.helps else "dim")
    return table


def _cells(found: Worth) -> tuple[str, ...]:
    name = f"{found.name}\n  {found.adapted}" if found.adapted else found.name
    gain = _signed(found.gain.difference)
    per = "\na unit" if found.per == UNIT else ""
    return escape(name), f"{gain}{per}", _cost(found), _judgement(found), escape(found.binding.name)


def _cost(found: Worth) -> str:
    """The cost, and beneath it the range from the lowest price to the highest."""
    if found.lowest_cost == found.highest_cost:
        return _signed(found.cost)
    return f"{_signed(found.cost)}\n{fixed(found.lowest_cost, 0)} to {fixed(found.highest_cost, 0)}"


def _judgement(found: Worth) -> str:
    """What a Mbps costs, or why it has no price."""
    if found.hurts:
        return "loses"
    if not found.helps:
        return "no gain"
    return "saves" if found.saves else _per_mbps(found)


def _per_mbps(found: Worth) -> str:
    """What a Mbps costs; less than half a cent is not written as nothing."""
    cost = found.cost_per_mbps
    if isinstance(cost, Refused):
        return "-"
    return bare(cost) if cost.value >= 0.005 or cost.value <= 0.0 else "under 0.01"


def _full(found: Saturated) -> str:
    still, less = ("", ", less than is carried now") if found.less else ("still ", "")
    return f"{found.name}: theory: {still}saturates at {plain(found.mbps)} Mbps ({found.station}){less}"


def _binds(limit: Limit, still: str = "") -> str:
    """A limit as a clause: "the disks (6 disks, 9 ms a read) bind"."""
    return f"{told(limit)} {still}{verb(limit, 'binds')}"


def _list(console: Console, title: str, lines: Iterator[str]) -> None:
    shown = list(lines)
    if shown:
        console.print(title, style="bold")
        for line in shown:
            console.print(Padding(escape(line), (0, 0, 0, 2)))
        console.print()


def _signed(measure: Estimate) -> str:
    shown = bare(measure)
    return f"+{shown}" if measure.value > 0.0 and any(digit in shown for digit in "123456789") else shown


def _row(found: Worth) -> Data:
    gain = found.gain
    return {
        "name": found.name,
        "adapted": found.adapted,
        "another_server": found.instead,
        "other_family_of_systems": found.elsewhere,
        "per": found.per,
        "gain_mbps": figure(gain.difference),
        "gain_percent": figure(gain.percent),
        "significant": gain.significant,
        "capacity_mbps": figure(gain.other),
        "cost_per_month": figure(found.cost),
        "cost_per_month_range": [found.lowest_cost, found.highest_cost],
        "cost_per_mbps": figure(found.cost_per_mbps),
        "price": {"value": found.price.value, "low": found.price.low, "high": found.price.high},
        "price_year": found.price.year or None,
        "binding_limit": found.binding.name,
    }
