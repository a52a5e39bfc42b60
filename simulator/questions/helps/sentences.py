"""What would help, in sentences."""

from collections.abc import Iterator

from models.quantities.writing import counted
from simulator.errors import surely
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.language.like_for_like import WITH_BANDWIDTH, amount_more, more_or_less, unpriced_origin
from simulator.report.language.numbers import bare, plain, ranged, text
from simulator.report.language.wording import and_others, told, verb
from simulator.rollup.farm import Farm
from simulator.rollup.limits import Limit
from simulator.rollup.money.like_for_like import compared_cost, compared_range, costs_more
from simulator.rollup.option import Saturated, WhatHelps, Worth

HALF_A_CENT = 0.005  # USD.
OTHER_YEAR = 5  # Prices that many years apart are not compared without a word.


def dropped(found: WhatHelps) -> str:
    """What was measured and is no alternative, in a line; "" where there is nothing."""
    if not found.dropped:
        return ""
    names = ", ".join(each.name for each in found.dropped)
    return f"Dropped, for a server carries nothing more with it and it costs no less: {names}."


def answer(found: WhatHelps) -> str:
    """What helps most for its cost, after what there is now; without another server too, if that is the best."""
    now, best, kept = found.present.carried, found.best, found.best_kept
    present = f"One server carries {text(now.mbps)} now"
    if best is None:
        binds = _binds(surely(now.stop, "limit"), "still ")
        return f"{present}, and nothing in the catalogue raises that measurably: {binds}."
    said = [f"{present}. {_place(best)}: {_gained(best)}."]
    said += [] if kept is None or kept is best else [f"With the server kept: {_gained(kept)}."]
    farms = {"the best": best.farm, "the farm as it is": best.present}
    said.append(unpriced_origin({name: farm for name, farm in farms.items() if farm is not None}))
    return " ".join(filter(None, said))


def _place(best: Worth) -> str:
    """What the best option is best at: nothing costs less than the present farm where it does not."""
    if best.present is None or best.cheapens:
        return "Best"
    return "No option makes the farm cheaper. The cheapest farm of servers that carry more"


def _gained(found: Worth) -> str:
    """One option in a clause: its gain, its cost, and what binds then."""
    price = "saving" if found.saves else "for"
    cost = text(found.cost.times(-1.0 if found.saves else 1.0, found.cost.unit)).replace("/", " a ")
    per_mbps = "" if found.saves else f", {_per_mbps(found)} {_currency(found)} per Mbps"
    sign = "" if found.gain.difference.value < 0.0 else "+"
    gain = f"{sign}{text(found.gain.difference)} a {found.per} {price} {cost}{per_mbps}"
    return f"{found.name}: {gain}; then {_stops(found)}{_farm_then(found)}"


def _currency(found: Worth) -> str:
    return found.cost.unit.partition("/")[0]


def _farm_then(found: Worth) -> str:
    """The farm that is bought with it, in whole units, and how it differs from the present one; "" without a demand."""
    more, farm, servers_more = found.farm_costs_more, found.farm, found.servers_more
    if more is None or farm is None or servers_more is None:
        return ""
    servers = f"{counted(farm.sizing.servers.whole.value, 'server')}{and_others(farm.sizing)}"
    with_it = "" if found.pays_alike else f" {WITH_BANDWIDTH}"
    whole, over = compared_cost(farm, found.pays_alike), compared_range(farm, found.pays_alike)
    money = ranged(over.low, whole.value, over.high, whole.half_width)[1] if over.resting_on else bare(whole)
    cost = f"{money} {whole.unit.replace('/', ' a ')}{with_it}"
    return f"; the farm has {servers} at {cost}, {_fewer(servers_more)} and {_cheaper(farm, found)} than now"


def _fewer(servers: float) -> str:
    return "as many" if servers == 0.0 else f"{plain(abs(servers))} {'more' if servers > 0.0 else 'fewer'}"


def _cheaper(farm: Farm, found: Worth) -> str:
    more = costs_more(farm, surely(found.present, "present farm"))
    return f"{amount_more(more)} {more.amount.unit.replace('/', ' a ')} {more_or_less(more)}"


def notes(found: WhatHelps) -> Iterator[str]:
    """How to read the figures."""
    scenario = found.present.scenario
    prices, unit = scenario.datacenter.prices, scenario.unit
    yield (
        "Gains are differences on the same sessions, replication by replication. Costs are what a month costs more than"
        f" now at the largest load: what is bought paid off over {prices.server_life:g} years, power, hosting, rack"
        " space and administration, without bandwidth and egress; another server or system is bought instead of the"
        " present one. Prices are assumptions: beneath a cost stands its range from the lowest to the highest of them."
    )
    if scenario.demand is not None:
        yield (
            "Options are ordered by what their farms cost in all, one change at a time and in units as they are;"
            " `optimise` combines changes and tries other sizes of units."
        )
    years = sorted({each.price.year for each in found.worths if each.price.year})
    if any(abs(year - prices.year) > OTHER_YEAR for year in years):
        yield f"The upgrades have prices of {' and '.join(map(str, years))}, the bill those of {prices.year}."
    if unit.spare_nodes:
        working = unit.nodes - unit.spare_nodes
        yield f"A unit pays for {unit.nodes} servers and counts on {working} of them, and so does what a Mbps costs."


def _per_mbps(found: Worth) -> str:
    """What a Mbps costs; less than half a cent is not written as nothing."""
    cost = found.cost_per_mbps
    if isinstance(cost, Refused):
        return "-"
    return "under 0.01" if _is_next_to_nothing(cost) else bare(cost)


def _is_next_to_nothing(cost: Estimate | Refused) -> bool:
    """Whether it would be written as 0.00."""
    return isinstance(cost, Estimate) and 0.0 < cost.value < HALF_A_CENT


def saturates(found: Saturated) -> str:
    """Why an option was not simulated."""
    still, less = ("", ", less than is carried now") if found.less else ("still ", "")
    return f"theory: {still}saturates at {plain(found.mbps)} Mbps ({found.station}){less}"


def no_price(found: Worth) -> str:
    """Why a Mbps has no price; "" where it has one."""
    if found.hurts:
        return "loses"
    if not found.helps:
        return "no gain"
    return "saves" if found.saves else "under 0.01" if _is_next_to_nothing(found.cost_per_mbps) else ""


def _stops(found: Worth) -> str:
    """What stops more load with an option as a clause."""
    if found.stop.is_target:
        return f"the {found.stop.name} ({found.stop.limit}) stops it"
    return _binds(found.binds)


def _binds(limit: Limit, still: str = "") -> str:
    """A limit as a clause: "the disks (6 disks, 9 ms a read) bind"."""
    return f"{told(limit)} {still}{verb(limit, 'binds')}"
