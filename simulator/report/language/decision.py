"""What to buy, why, and how near its limits it will be: the sentences that decide, the same wherever they are read."""

from collections.abc import Callable, Sequence

from models.quantities.writing import counted
from simulator.errors import surely
from simulator.measure.estimate import Estimate, given
from simulator.measure.results import Refused, surely_known
from simulator.report.language.numbers import bare, plain, ranged, rounded, spoken, text
from simulator.report.language.rated import beyond_it, by_name, by_path, how_rated, in_others
from simulator.report.language.sentences import what_binds
from simulator.report.language.tier_failure import missed, with_a_tier_down
from simulator.report.language.wording import told, verb
from simulator.rollup.as_bought import SPARES_GONE, AsBought
from simulator.rollup.carried import LARGEST, Carried
from simulator.rollup.farm import Farm, PaidFor
from simulator.rollup.limits import SATURATED, Limit
from simulator.rollup.money.cost import BANDWIDTH, EGRESS, ORIGIN, peak_to_mean
from simulator.rollup.money.fetched import PRICE_OF_ORIGIN
from simulator.rollup.outcome import Outcome
from simulator.rollup.sizing import Sizing
from simulator.rollup.verdicts import Verdict
from simulator.targets import Target

ALL_MONTH = "what is paid by the GB is billed as if the demand were there all month"
BY_THE_DAY = "what is paid by the GB is billed by the mean of the stated day, {share:.3g} % of the peak"
# What traffic is paid for as.
TRAFFIC = {BANDWIDTH: "bandwidth", EGRESS: "what leaves the cloud", ORIGIN: "what is fetched from the origin"}
# Two ways of sizing that differ by more than this share are told apart.
APART = 0.2
# A load that is less by this factor is told by it and not by per cent.
FAR = 20.0


def headline(outcome: Outcome) -> str:
    """What to buy for the demand, or why nothing; without one, where a load test ended, or what a unit carries."""
    if outcome.scenario.workload.ramp is not None:
        return _load_test(outcome)
    if outcome.farm is None:
        return _unit(outcome)
    if not outcome.recommended:
        return f"No farm is recommended: {_why_not(outcome)}."
    return " ".join(filter(None, (bought(outcome.farm), too_large(outcome))))


def enough(outcome: Outcome) -> str:
    """What the demand needs, and how much more the farm carries; "" without a farm."""
    sizing = outcome.sizing
    if outcome.farm is None or sizing is None:
        return ""
    reserve = f" plus {plain(100.0 * sizing.reserve)} % reserve" if sizing.reserve else ""
    units = f"{spoken(outcome.farm.sizing.units.exact)} of {plain(sizing.capacity.nodes)}"
    needs = f"{sizing.demanded.stated}{reserve} {'need' if reserve else 'needs'} {units}."
    if not outcome.recommended:
        return needs
    return f"{needs} The farm can carry {spoken(sizing.supports)}{node_down(outcome)}."


def node_down(outcome: Outcome) -> str:
    """How many nodes the spares of a farm stand in for, as what a sentence ends with: ", with one node down"; or ""."""
    if outcome.sizing is None or len(outcome.as_bought) < 2:
        return ""
    return f" with {_down(outcome.sizing)} down"


def _down(sizing: Sizing) -> str:
    nodes, units = sizing.capacity.spare_nodes, sizing.spare_units
    several = " of each unit" if nodes and sizing.working_units > 1.0 else ""
    of_unit = f"{'one node' if nodes == 1 else counted(nodes, 'node')}{several}" if nodes else ""
    of_farm = ("one unit" if units == 1 else counted(units, "unit")) if units else ""
    return " and ".join(filter(None, (of_unit, of_farm)))


def too_large(outcome: Outcome) -> str:
    """That a farm is far too large for its demand, and the farm that fits; "" where it is not."""
    if not outcome.is_far_too_large or outcome.sizing is None:
        return ""
    times = f"{rounded(outcome.sizing.supports.value, outcome.sizing.supports.value / 10.0)} times its demand"
    said = f"This farm is far too large: it can carry {times}{node_down(outcome)}."
    if outcome.fits is None:
        return f"{said} Use smaller units or servers; `optimise` finds the cheapest farm."
    fits, own = outcome.fits.sizing, outcome.scenario.server.name
    name = outcome.fits.scenario.server.name
    which = "of these servers" if name == own else f"{name} in place of {own}"
    units = f"{counted(fits.units.whole.value, 'unit')} of {plain(fits.capacity.nodes)}"
    servers = f"{plain(fits.servers.whole.value)} {which}"
    return f"{said} In theory {servers} are enough ({units}), for {money(outcome.fits)}."


def bought(farm: Farm) -> str:
    """What to buy for a demand, and what it costs."""
    return f"{_to_buy(farm)} for {money(farm)}: {paid_for(farm)}."


def holds(farm: Farm) -> str:
    """What the bill of a farm is for, without the bandwidth of what is bought."""
    parts = [TRAFFIC[name] for name in (EGRESS, ORIGIN) if name in farm.cost.parts]
    apart = "; bandwidth apart" if BANDWIDTH in farm.cost.parts else ""
    return f"{_and([*_servers(farm), *parts, 'staff'])}{apart}"


def servers_and_people(farm: Farm, machines: str = "servers") -> str:
    """What the servers of a farm cost a month; `machines` is what those that are bought are called."""
    return _and([*_servers(farm, machines), "staff"])


def _servers(farm: Farm, machines: str = "servers") -> list[str]:
    """What the servers of a farm cost besides staff: instances where some are rented, power and space where some are
    bought."""
    rented = {each.is_rented for each in (farm.scenario.server, *(tier.server for tier in farm.scenario.tiers))}
    bought, instances = [machines] if False in rented else [], ["instances"] if True in rented else []
    return [*bought, *instances, *(["power", "space"] if bought else [])]


def paid_for(farm: Farm) -> str:
    """What the money of a month is paid for, and how what is paid by the GB is counted."""
    return f"{parts_of_bill(farm)}{as_metered(farm)}"


def parts_of_bill(farm: Farm) -> str:
    """What the money of a month is paid for, an amount with its range for each; and what counts as nothing because
    nobody has stated its price."""
    found, servers = farm.paid_for, servers_and_people(farm)
    told = [f"{_paid(each)} for {TRAFFIC.get(name, servers)}" for name, each in found.items()]
    if farm.fetches_at_no_price:
        mbps = text(farm.sizing.fetched)
        told.append(f"nothing for the {mbps} from the origin, for no `{PRICE_OF_ORIGIN}` is stated")
    return servers if len(told) == 1 else _and(told, ", and ")


def _paid(found: PaidFor) -> str:
    """An amount with its range over the prices, in the currency of the bill."""
    if not found.over.half_width:
        return bare(found.amount)
    low, value, high = ranged(found.over.low, found.amount.value, found.over.high, found.amount.half_width)
    return f"{value} ({low}-{high})"


def _and(parts: Sequence[str], last: str = " and ") -> str:
    """Parts as one phrase: "a, b and c"."""
    return f"{', '.join(parts[:-1])}{last}{parts[-1]}" if len(parts) > 1 else parts[0]


def as_metered(farm: Farm) -> str:
    """For what part of the peak egress and origin are billed: by the day that is stated, or for all of it where no mean
    is; "" where no GB is paid, or a volume a day says it."""
    if farm.is_metered and farm.scenario.workload.day is not None:
        return f"; {BY_THE_DAY.format(share=100.0 / peak_to_mean(farm.scenario))}"
    return f"; {ALL_MONTH}" if farm.is_metered_at_peak else ""


def money(farm: Farm) -> str:
    """What the farm costs a month in all, its traffic too, with the range that its prices leave; then what
    it costs if its interval holds other numbers of units. Plus and minus one unit would say of one that it may
    cost nothing."""
    over, whole = farm.in_all.over, farm.in_all.amount
    others = _for_others(farm, max(over.half_width, whole.half_width), lambda other: other.in_all.amount)
    year = f"prices of {farm.cost.year}"
    if not over.resting_on:
        return f"{text(whole)} in all ({year}){others}"
    low, value, high = ranged(over.low, whole.value, over.high, whole.half_width)
    return f"{value} {farm.cost.currency}/month in all ({low}-{high}, {year}){others}"


def for_others(farm: Farm, half: float) -> str:
    """What the fewest and the most other units cost without bandwidth that the interval of what a unit carries holds,
    with the digits that `half` a range deserves; "" where it holds the number that is bought alone."""
    return _for_others(farm, half, lambda other: other.whole)


def _for_others(farm: Farm, half: float, cost: Callable[[Farm], Estimate]) -> str:
    others = [units for units in farm.sizing.units_between if units != farm.sizing.units.whole.value]
    costs = [rounded(cost(farm.of_units(units)).value, half) for units in others]
    return f", or {' to '.join(costs)} for {' to '.join(map(plain, others))}" if others else ""


def what_stops(outcome: Outcome) -> str:
    """What one server carries, what stops it there, and what would come next."""
    carried = outcome.carried
    if carried.way != LARGEST or carried.stop is None:
        return what_binds(outcome)
    stop, following = carried.stop, outcome.binding.next
    judged = f" but for {_listed(carried.unjudged)}, which theory does not judge" if carried.unjudged else ""
    load = f"{spoken(carried.mbps)} ({spoken(carried.requests)})"
    said = [*by_path(carried), f"{_one(carried)} can serve {load} within its targets{judged}.", _stopped(carried, stop)]
    if following is not None:
        said.append(f"Next limit: the {following.name}, {spoken(following.utilisation)} used then.")
    return " ".join((*said, *how_rated(carried.together, carried.through)))


def _one(carried: Carried) -> str:
    return "On average one server" if carried.group else "One server"


def at_work(outcome: Outcome) -> str:
    """How near its limits a server of the farm is at the demand; "" without a farm."""
    if not outcome.as_bought or outcome.sizing is None:
        return ""
    said = [_at_work(one, outcome.sizing, outcome.carried.group) for one in outcome.as_bought]
    return " ".join((*said, *by_name(outcome.scenario, outcome.sizing)))


def sized(outcome: Outcome) -> str:
    """Which way a server was sized, where the scenario states a load that sizes it, or says something else; or ""."""
    carried, stated = outcome.carried, outcome.scenario.workload.offered_rate
    if outcome.farm is None or stated is None:
        return ""
    if carried.way != LARGEST:
        return f"Sized by the load that the scenario states, {plain(stated)} requests/s a server.{_largest(outcome)}"
    off = stated / carried.requests.value - 1.0
    if abs(off) <= APART:
        return ""
    more = f"{plain(round(abs(100.0 * off)))} % {'more' if off > 0 else 'less'} than a server carries"
    if off <= 1.0 / FAR - 1.0:  # "100 % less" would say that none is stated.
        more = f"and one carries {plain(float(f'{1.0 / (1.0 + off):.2g}'))} times as much"
    return f"The scenario states a load of {plain(stated)} requests/s a server, {more}; it sizes nothing."


def failing(outcome: Outcome) -> str:
    """What is wrong with the baseline, where it misses its targets; "" where nothing is."""
    if outcome.baseline_fails:
        return f"The baseline fails: {outcome.baseline_fails}."
    baseline = outcome.baseline
    if baseline is None or not baseline.missed:
        return ""
    return f"The baseline, {baseline.scenario.name}, fails its targets: {missed(baseline.missed[0])}."


def _largest(outcome: Outcome) -> str:
    """What theory says that a server carries, where that is far from the stated load."""
    expected, stated = outcome.carried.expected, outcome.scenario.workload.offered_rate
    if expected is None or stated is None:
        return ""
    off = expected / stated - 1.0
    said = f" In theory it carries {plain(round(expected))} requests/s within its targets"
    return f"{said}, {plain(round(abs(100.0 * off)))} % {'more' if off > 0 else 'less'}." if abs(off) > APART else ""


def _why_not(outcome: Outcome) -> str:
    worst = next((one for one in reversed(outcome.as_bought) if _clear(one.verdicts)), None)
    if outcome.missed and outcome.carried.way != LARGEST:
        rate = plain(outcome.scenario.workload.offered_rate or 0.0)
        return f"at the stated load of {rate} requests/s a server misses a target: {missed(outcome.missed[0])}"
    if worst is None:
        verdict = outcome.missed[0]
        down = next((each for each in outcome.tiers_down if each.state == verdict.state), None)
        return missed(verdict) if down is None else with_a_tier_down(outcome.scenario.tiers, verdict, down)
    return f"with {worst.state} a server misses a target at the demand: {missed(_clear(worst.verdicts)[0])}"


def _clear(found: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    return tuple(verdict for verdict in found if verdict.met is False and verdict.clear)


def _to_buy(farm: Farm) -> str:
    sizing, rented = farm.sizing, farm.scenario.server.is_rented
    whole, spare = sizing.units.whole.value, sizing.capacity.spare_nodes
    servers = counted(sizing.servers.whole.value, "instance" if rented else "server")
    each = f", {counted(spare, 'spare')}{' in each' if whole > 1.0 else ''}" if spare else ""
    of_farm = f", {counted(sizing.spare_units, 'spare unit')} among them" if sizing.spare_units else ""
    racks = "" if rented else f"; {counted(sizing.racks.value, 'rack')}"
    units = f"{counted(whole, 'unit')}{or_others(sizing.units_between, whole)} of {plain(sizing.capacity.nodes)}"
    return f"{'Rent' if rented else 'Buy'} {servers} ({units}{each}{of_farm}{racks}){_tiers(sizing)}"


def _tiers(sizing: Sizing) -> str:
    """The servers of other tiers that come with the units; "" without any."""
    others = [f"{counted(each.servers.whole.value, 'server')} of {each.tier.name}" for each in sizing.tiers]
    return f", with {_and(others)}," if others else ""


def or_others(between: tuple[int, int], bought: float) -> str:
    """The other whole numbers of units that the interval of what a unit carries holds, beside the one that is bought;
    "" where it holds one."""
    others = [count for count in between if count != bought]
    return f", or {' to '.join(map(plain, others))} within the interval" if others else ""


def _unit(outcome: Outcome) -> str:
    unit = outcome.capacity
    if outcome.carried.way == LARGEST:
        return f"One unit of {counted(unit.nodes, 'server')} can serve {spoken(unit.unit_mbps)} within its targets."
    binding = outcome.binding
    full = binding.turned_away_at is not None or binding.limit.utilisation.value >= SATURATED
    offered = "" if full else ", all that it is offered"
    return f"One unit of {counted(unit.nodes, 'server')} serves {spoken(unit.unit_mbps)}{offered}."


def _at_work(found: AsBought, sizing: Sizing, group: str) -> str:
    gone = found.state == SPARES_GONE
    busiest = sizing.capacity.busiest * sizing.busiest_unit
    busiest = busiest if gone else sizing.capacity.busiest_of_all * sizing.busiest_of_all
    share = busiest * sizing.demand.value / found.servers
    when = f"With {_down(sizing)} down" if gone else "At peak"
    which = "a server" if busiest <= 1.0 else "the busiest server"
    load = f"{spoken(given(share, 'Mbps'))}, {spoken(found.requests)}"
    if group:
        which, load = f"a server of {group}", f"{spoken(found.requests)} of its own"
    return f"{when}, {which} has {load}{_most(found)}."


def _most(found: AsBought) -> str:
    """The limit that is used most; "" where none is known."""
    used = found.most_used
    return "" if used is None else f"; its {used.name} {verb(used, 'is')} used most, {spoken(used.utilisation)}"


def _stopped(carried: Carried, stop: Limit) -> str:
    """What stops more load: a limit that is full or turns load away, or else a target."""
    target = carried.target
    bottleneck = f"Bottleneck: {told(stop)}"
    if stop.is_full or target in (Target.PILING_UP, Target.ERRORS):
        return f"{bottleneck}{'' if target is None else f'; beyond that {beyond_it(target)}'}."
    found = in_others(carried.missed_in)
    if target is Target.UTILISATION and not found:
        return f"{bottleneck}, held to {spoken(stop.utilisation)} by the target utilisation."
    held = f"held by {'a target' if target is None else f'the target {target.value}'}{found}"
    return f"{bottleneck}, {held}; {spoken(stop.utilisation)} used then."


def _listed(targets: tuple[Target, ...]) -> str:
    return " and ".join(target.value for target in targets)


def _load_test(outcome: Outcome) -> str:
    measures, ramp = outcome.results.measures, surely(outcome.scenario.workload.ramp, "load test")
    after, sessions, rate, still = (measures[f"ramp_{name}"] for name in ("seconds", "sessions", "rate", "open"))
    share = f"{100.0 * ramp.until_failed:g} %"
    if isinstance(after, Refused):
        return f"The load test found no limit: {after.reason}."
    return (
        f"{share} of the sessions had failed after {text(after)}: {text(surely_known(sessions))} sessions until then,"
        f" {text(surely_known(rate))} accepted and {text(surely_known(still))} open at the end."
    )
