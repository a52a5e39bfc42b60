"""What would help, as a sentence with a table on a terminal, and as data."""

from collections.abc import Iterator
from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.data import Data, farm_data, figure
from simulator.report.language.decision import bought
from simulator.report.language.numbers import bare, fixed, plain, signed, text
from simulator.report.language.wording import counted, told, verb
from simulator.report.renderers.console import console_on, titled_table
from simulator.rollup.limits import Limit
from simulator.rollup.option import UNIT, Saturated, WhatHelps, Worth

WIDTH = 100
COLUMNS = ("gain, Mbps", "USD a month", "USD per Mbps", "the farm then", "then binds")
OTHER_YEAR = 5  # Prices that many years apart are not compared without a word.
FARM = COLUMNS[3]
ELSEWHERE = "If the software runs there:"


def print_options(found: WhatHelps, stream: TextIO) -> None:
    """Prints what helps most for its cost, every option that was measured in that order, and why others were not."""
    console = console_on(stream, WIDTH, piped=WIDTH)
    console.print(f"{escape(answer(found))}\n", style="bold")
    if found.present.farm is not None:
        console.print(f"Now: {escape(bought(found.present.farm))}\n")
    if found.worths:
        console.print(_table(found))
    _list(console, "Not simulated:", map(_full, found.saturated))
    reasons = (f"{each.name}: {each.reason}" for each in found.not_applicable)
    _list(console, "Not for this server:", reasons)
    for line in (dropped(found), *notes(found)):
        if line:
            console.print(escape(line), style="dim")


def dropped(found: WhatHelps) -> str:
    """What was measured and is no alternative, in a line; "" where there is nothing."""
    if not found.dropped:
        return ""
    names = ", ".join(each.name for each in found.dropped)
    return f"Dropped, for a server carries nothing more with it and it costs no less: {names}."


def options_data(found: WhatHelps) -> Data:
    """The same as data: the present capacity, a row for each option measured in that order, and the others."""
    present = found.present
    return {
        "present": {
            "farm": farm_data(present.farm) if present.farm else None,
            "server_mbps": figure(present.carried.mbps),
            "unit_mbps": figure(present.unit_mbps),
            "binding_limit": present.carried.binding,
        },
        "best": found.best.name if found.best else None,
        "options": [_row(each) for each in found.worths],
        "dropped": [_row(each) for each in found.dropped],
        "not_simulated": [
            {"name": each.name, "station": each.station, "saturates_mbps": each.mbps} for each in found.saturated
        ],
        "not_applicable": [{"name": each.name, "reason": each.reason} for each in found.not_applicable],
        "notes": list(notes(found)),
    }


def server_and_options_data(found: WhatHelps) -> Data:
    """The keys `server` and `farm` as `capacity --json` has them, without a load curve, and what would help."""
    present, carried = found.present, found.present.carried
    server = {
        "capacity_mbps": figure(carried.mbps),
        "offered_requests": figure(carried.requests),
        "binding_limit": carried.binding,
        "missed_beyond": carried.target,
    }
    unit = {"capacity_mbps": figure(present.unit_mbps), "binding_limit": carried.binding}
    farm = farm_data(present.farm) if present.farm else None
    return {"server": server, "unit": unit, "farm": farm, "what_would_help": options_data(found)}


def answer(found: WhatHelps) -> str:
    """What helps most for its cost, after what there is now; without another server too, if that is the best."""
    now, best, kept = found.present.carried, found.best, found.best_kept
    present = f"One server carries {text(now.mbps)} now"
    if best is None:
        return f"{present}, and nothing in the catalogue raises that measurably: {_binds(now.stop, 'still ')}."
    said = f"{present}. Best: {_gained(best)}."
    return said if kept is None or kept is best else f"{said} With the server kept: {_gained(kept)}."


def _gained(found: Worth) -> str:
    """One option in a clause: its gain, its cost, and what binds then."""
    price = "saving" if found.saves else "for"
    cost = text(found.cost.times(-1.0 if found.saves else 1.0, found.cost.unit)).replace("/", " a ")
    per_mbps = "" if found.saves else f", {_per_mbps(found)} USD per Mbps"
    gain = f"+{text(found.gain.difference)} a {found.per} {price} {cost}{per_mbps}"
    return f"{found.name}: {gain}; then {_binds(found.binding)}{_farm_then(found)}"


def _farm_then(found: Worth) -> str:
    """The farm that is bought with it, in whole units, and how it differs from the present one; "" without a demand."""
    more = found.farm_costs_more
    if more is None:
        return ""
    servers = counted(found.farm.sizing.servers.whole.value, "server")
    cost = text(found.farm.whole).replace("/", " a ")
    return f"; the farm has {servers} at {cost}, {_fewer(found.servers_more)} and {_cheaper(more)} than now"


def _fewer(servers: float) -> str:
    return "as many" if servers == 0.0 else f"{plain(abs(servers))} {'more' if servers > 0.0 else 'fewer'}"


def _cheaper(more: Estimate) -> str:
    shown = text(more.times(-1.0, more.unit) if more.value < 0.0 else more).replace("/", " a ")
    return f"{shown} {'more' if more.value >= 0.0 else 'less'}"


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
        if name != FARM or _has_farms(found):
            table.add_column(name, justify="left" if name == COLUMNS[-1] else "right", no_wrap=True)
    away = [each for each in found.worths if each.elsewhere]
    for each in found.worths:
        if away and each is away[0]:
            table.add_section()
            table.add_row(ELSEWHERE, style="italic")
        table.add_row(*_cells(each, _has_farms(found)), style="" if each.helps else "dim")
    return table


def _has_farms(found: WhatHelps) -> bool:
    return found.present.scenario.demand is not None


def _cells(found: Worth, farm: bool) -> tuple[str, ...]:
    name = f"{found.name}\n  {found.adapted}" if found.adapted else found.name
    gain = signed(found.gain.difference)
    per = "\na unit" if found.per == UNIT else ""
    told = (f"{gain}{per}", _cost(found), _judgement(found), *((_farm(found),) if farm else ()))
    return escape(name), *told, escape(found.binding.name)


def _farm(found: Worth) -> str:
    """Servers of the farm, and beneath them what it costs more or less than now."""
    if found.farm_costs_more is None:
        return "none"
    return f"{counted(found.farm.sizing.servers.whole.value, 'server')}\n{signed(found.farm_costs_more)} USD"


def _cost(found: Worth) -> str:
    """The cost, and beneath it the range from the lowest price to the highest."""
    if found.lowest_cost == found.highest_cost:
        return signed(found.cost)
    return f"{signed(found.cost)}\n{fixed(found.lowest_cost, 0)} to {fixed(found.highest_cost, 0)}"


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
        "farm": farm_data(found.farm) if found.farm else None,
        "servers_more": found.servers_more,
        "farm_cost_more": figure(found.farm_costs_more) if found.farm_costs_more else None,
    }
