"""What would help, in sentences."""

from collections.abc import Iterator

from models.messages.template import sentence
from models.quantities.formatting import count_text
from models.unit_pods import servers_of_unit
from simulator.errors import require
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.limits import Limit
from simulator.experiment.results import Unavailable
from simulator.farm.costs.cost_difference import cost_difference
from simulator.farm.farm import Farm
from simulator.farm.upgrade_value import SaturatedOption, UpgradeRanking, UpgradeValue
from simulator.messages.cost_difference import amount_more, more_or_less, prices_of_other_years, unpriced_origin
from simulator.messages.numbers import TRAFFIC, bare, figure_text, plain_number, range_texts, traffic_text, unit_for
from simulator.messages.prediction import dearer_text, enough_text
from simulator.messages.wording import and_others, limit_text, node_word, verb_for_limit

# By what options are ordered, without a demand and with one.
BY_MBPS, BY_FARM = "What would help, the cheapest Mbps first", "What would help, the cheapest farm first"
HALF_A_CENT = 0.005  # USD.
ELSEWHERE = "If the software runs there:"
NOT_APPLICABLE = "Not for this server"
FARM_THEN = "the farm then, in all"
SAME_SERVER = "the server does the same with it"


def dropped_options(upgrade_ranking: UpgradeRanking) -> str:
    """What was measured and is no alternative, in a line; "" where there is nothing."""
    if not upgrade_ranking.dropped:
        return ""
    names = ", ".join(each.name for each in upgrade_ranking.dropped)
    return f"Dropped, for a server carries nothing more with it and it costs no less: {names}."


def answer(upgrade_ranking: UpgradeRanking) -> str:
    """What helps most for its cost, after what there is now; without another server too, if that is the best."""
    now, best, kept = upgrade_ranking.present.carried, upgrade_ranking.best, upgrade_ranking.best_kept
    present = f"One server carries {traffic_text(now.mbps)} now"
    if best is None:
        binds = _binds(require(now.stop, "limit"), "still ")
        return f"{present}, and nothing in the catalogue raises that measurably: {binds}."
    said = [f"{present}. {_place(best)}: {_gained(best)}."]
    said += [] if kept is None or kept is best else [f"With the server kept: {_gained(kept)}."]
    farms = {"the best": best.farm, "the farm as it is": best.present}
    said.append(unpriced_origin({name: farm for name, farm in farms.items() if farm is not None}))
    return " ".join(filter(None, said))


def _place(best: UpgradeValue) -> str:
    """What the best option is best at: nothing costs less than the present farm where it does not."""
    if best.present is None or best.cheapens:
        return "Best"
    return "No option makes the farm cheaper. The cheapest farm of servers that carry more"


def _gained(upgrade_value: UpgradeValue) -> str:
    """One option in a clause: its gain, its cost, and what binds then."""
    price = "saving" if upgrade_value.saves else "for"
    cost = figure_text(upgrade_value.cost.times(-1.0 if upgrade_value.saves else 1.0, upgrade_value.cost.unit)).replace(
        "/", " a "
    )
    per_mbps = "" if upgrade_value.saves else f", {_price_text(upgrade_value)}"
    sign = "" if upgrade_value.gain.difference.value < 0.0 else "+"
    gain = f"{sign}{traffic_text(upgrade_value.gain.difference)} a {upgrade_value.per} {price} {cost}{per_mbps}"
    return f"{upgrade_value.name}: {gain}; then {_stops(upgrade_value)}{_farm_then(upgrade_value)}"


def _currency(upgrade_value: UpgradeValue) -> str:
    return upgrade_value.cost.unit.partition("/")[0]


def _farm_then(upgrade_value: UpgradeValue) -> str:
    """The farm that is bought with it, in whole units, and how it differs from the present one; "" without a demand."""
    more, farm, servers_more = upgrade_value.farm_costs_more, upgrade_value.farm, upgrade_value.servers_more
    if more is None or farm is None or servers_more is None:
        return ""
    servers = f"{count_text(farm.sizing.servers.whole.value, 'server')}{and_others(farm.sizing)}"
    whole, over = farm.in_all.amount, farm.in_all.over
    money = range_texts(over.low, whole.value, over.high, whole.half_width)[1] if over.resting_on else bare(whole)
    cost = f"{money} {whole.unit.replace('/', ' a ')} in all"
    sure = enough_text(farm.prediction)
    likely = [f"is enough with {sure} probability"] if sure else []
    if upgrade_value.beside is not None:
        likely.append(f"costs more than now with {dearer_text(upgrade_value.beside)}")
    so_likely = f"; it {' and '.join(likely)}" if likely else ""
    than_now = f"{_fewer(servers_more)} and {_cheaper(farm, upgrade_value)} than now"
    return f"; the farm has {servers} at {cost}, {than_now}{so_likely}"


def _fewer(servers: float) -> str:
    return "as many" if servers == 0.0 else f"{plain_number(abs(servers))} {'more' if servers > 0.0 else 'fewer'}"


def _cheaper(farm: Farm, upgrade_value: UpgradeValue) -> str:
    more = cost_difference(farm, require(upgrade_value.present, "present farm"))
    return f"{amount_more(more)} {more.amount.unit.replace('/', ' a ')} {more_or_less(more)}"


def notes(upgrade_ranking: UpgradeRanking) -> Iterator[str]:
    """How to read the figures."""
    scenario = upgrade_ranking.present.scenario
    prices, unit = scenario.datacenter.prices, scenario.unit
    simulated = upgrade_ranking.present.carried.mbps.samples > 0
    gains = "on the same sessions, replication by replication" if simulated else "of what theory says, told from 1 % on"
    yield (
        f"Gains are differences {gains}. Costs are what a month costs more than"
        f" now at the largest load: what is bought paid off over {prices.server_life:g} years, power, hosting, rack"
        " space and administration, without bandwidth and egress; another server or system is bought instead of the"
        " present one. Prices are assumptions: beneath a cost stands its range from the lowest to the highest of them."
    )
    if scenario.demand is not None:
        yield (
            "Options are ordered by what their farms cost in all, one change at a time and in units as they are;"
            " `optimise` combines changes and tries other sizes of units."
        )
    yield from prices_of_other_years((each.price.year for each in upgrade_ranking.worths), prices.year)
    if unit.spare_nodes:
        paid, working = count_text(unit.nodes, node_word(scenario)), unit.nodes - unit.spare_nodes
        if unit.pods is not None:
            paid += f" on {count_text(servers_of_unit(scenario), 'server')}"
        yield f"A unit pays for {paid} and counts on {working} of them, and so does what a Mbps costs."


def traffic_price(upgrade_value: UpgradeValue, size: float, traffic: str) -> Estimate | Unavailable:
    """What traffic gained costs a month for each of a unit of it, `size` Mbps, or why it has no price."""
    cost = upgrade_value.cost_per_mbps
    return cost if isinstance(cost, Unavailable) else cost.times(size, cost.unit.replace(TRAFFIC, traffic))


def _price_text(upgrade_value: UpgradeValue) -> str:
    """What traffic gained costs, in the unit of the gain; less than half a cent is not written as nothing."""
    size, traffic = unit_for(upgrade_value.gain.difference.value, TRAFFIC)
    cost = traffic_price(upgrade_value, size, traffic)
    price = "-" if isinstance(cost, Unavailable) else "under 0.01" if _is_next_to_nothing(cost) else bare(cost)
    return f"{price} {_currency(upgrade_value)} per {traffic}"


def _is_next_to_nothing(cost: Estimate | Unavailable) -> bool:
    """Whether it would be written as 0.00."""
    return isinstance(cost, Estimate) and 0.0 < cost.value < HALF_A_CENT


def saturation_text(saturated_option: SaturatedOption) -> str:
    """Why an option was not simulated."""
    still, less = ("", ", less than is carried now") if saturated_option.less else ("still ", "")
    full = traffic_text(exact(saturated_option.mbps, TRAFFIC))
    return f"theory: {still}saturates at {full} ({saturated_option.station}){less}"


def no_price(upgrade_value: UpgradeValue, price: Estimate | Unavailable) -> str:
    """Why no price is written of traffic that would have this one; "" where it is."""
    if upgrade_value.hurts:
        return "loses"
    if not upgrade_value.helps:
        return "no gain"
    return "saves" if upgrade_value.saves else "under 0.01" if _is_next_to_nothing(price) else ""


def _stops(upgrade_value: UpgradeValue) -> str:
    """What stops more load with an option as a clause."""
    if upgrade_value.stop.is_target:
        return f"the {upgrade_value.stop.name} ({upgrade_value.stop.limit}) stops it"
    return _binds(upgrade_value.binds)


def _binds(limit: Limit, still: str = "") -> str:
    """A limit as a clause: "the disks (6 disks, 9 ms a read) bind"."""
    return f"{limit_text(limit)} {still}{verb_for_limit(limit, 'binds')}"


same_with_ram = sentence("the server does the same with it: a process has {space} of address space, whatever the RAM")
