"""What to buy, why, and how near its limits it will be: the sentences that decide, the same wherever they are read."""

from collections.abc import Callable, Iterable, Sequence

from models.content_share import splits_content
from models.messages.template import sentence
from models.quantities.formatting import count_text, listed
from models.quantities.units import DATA_RATE, format_quantity
from models.scenario import Scenario
from models.variations.choice import is_smallest_unit
from models.variations.volumes import rented_volumes
from simulator.errors import require
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.limits import SATURATED, Limit
from simulator.experiment.results import Unavailable, require_estimate
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.costs.cost import BANDWIDTH, EGRESS, ORIGIN, REQUESTS, peak_to_mean
from simulator.farm.costs.cost_difference import CostDifference, cost_difference
from simulator.farm.costs.gateways import BALANCERS, NAT
from simulator.farm.costs.origin_traffic import PRICE_OF_ORIGIN
from simulator.farm.costs.zone_traffic import ZONES
from simulator.farm.farm import Farm, MonthlyPayment
from simulator.farm.operating_point import SPARES_GONE, OperatingPoint
from simulator.farm.outcome import Outcome, clear_misses
from simulator.farm.prediction import PREDICTED, FarmPrediction
from simulator.farm.sizing import Sizing
from simulator.farm.stopping_limit import SESSIONS
from simulator.farm.tiers import TierServers
from simulator.messages.numbers import bare, figure_text, plain_number, range_texts, rounded, short_text, traffic_text
from simulator.messages.prediction import enough_text, probability, range_text
from simulator.messages.ratings import (
    beyond_capacity,
    name_service_sentences,
    other_replications,
    path_group_sentences,
    rating_sentences,
)
from simulator.messages.sentences import what_binds
from simulator.messages.tier_failure import missed, with_a_tier_down
from simulator.messages.wording import (
    limit_text,
    node_word,
    nodes_in_short,
    target_names,
    verb_for_limit,
    whose,
    zones_text,
)
from simulator.targets import Target

ALL_MONTH = "what is paid by the GB is billed as if the demand were there all month"
BY_THE_DAY = "what is paid by the GB is billed by the mean of the stated day, {share:.3g} % of the peak"
BY_THE_MEAN = "what is paid by the GB is billed by the stated mean, {share:.3g} % of the peak"
# What traffic is paid for as.
TRAFFIC = {
    BANDWIDTH: "bandwidth",
    EGRESS: "what leaves the cloud",
    ORIGIN: "what is fetched from the origin",
    REQUESTS: "requests to the origin",
    ZONES: "what crosses between zones",
    BALANCERS: "load balancers",
    NAT: "NAT gateways",
}
# Of nodes that keep one copy of the content together: fewer of them keep less.
NONE_SMALLER = "In theory neither a smaller unit costs less, for its nodes keep less, nor another server."
# Two ways of sizing that differ by more than this share are told apart.
APART = 0.2
# A load that is less by this factor is told by it and not by per cent.
FAR = 20.0


far_larger = sentence(
    "This farm can carry {supports}{down}, and cannot be smaller: it is one unit with the fewest servers that it may"
    " have, and in theory no other server that is {paid} costs less."
)


more_units = sentence(
    "{needed} would be enough, but {units} cost {saved} less in all: less is fetched from the origin."
)


cheaper_farm = sentence("{what} the same servers cost {saved} less: {servers}.")


volume_operations = sentence("with {now} IOPS in place of {was} for each volume of {place}")


volume_bandwidth = sentence("with {now} in place of {was} for each volume of {place}")


cheaper_cache = sentence(
    "Cheaper, for less is fetched from the origin: {what}. The farm then costs {less} less in all: {servers}."
)


def headline(outcome: Outcome) -> str:
    """What to buy for the demand, or why nothing; without one, where a load test ended, or what a unit carries."""
    if outcome.scenario.workload.ramp is not None:
        return _load_test(outcome)
    if outcome.farm is None:
        return _unit(outcome)
    if not outcome.recommended:
        return f"No farm is recommended: {_why_not(outcome)}."
    return " ".join(filter(None, (purchase_sentence(outcome.farm), too_large(outcome))))


def headline_in_short(outcome: Outcome) -> str:
    """The same before anything is known of how sure that is: the farm and its whole bill."""
    farm = outcome.farm
    if farm is None or not outcome.recommended:
        return headline(outcome)
    over, whole = farm.in_all.over, farm.in_all.amount
    _, value, _ = range_texts(over.low, whole.value, over.high, whole.half_width)
    return f"{_to_buy(farm)} for {value} {farm.cost.currency}/month in all."


def page_headline(outcome: Outcome) -> str:
    """What somebody who decides says to others: what to buy, what it costs, how sure, how much it carries, and what
    stops it first. The ranges stand beside it."""
    farm, sizing = outcome.farm, outcome.sizing
    if farm is None or sizing is None or not outcome.recommended or outcome.scenario.workload.ramp is not None:
        return headline(outcome)
    money = " + ".join(_paid_in_short(name, each) for name, each in farm.paid_for.items())
    unit = f" {farm.cost.currency} a month"
    sure, stops = enough_text(farm.prediction), outcome.bottleneck.name
    what = f"{_servers_and_spares(farm)}{_tiers(sizing)}".removesuffix(",")
    said = (
        f"{'Rent' if farm.scenario.server.is_rented else 'Buy'} {what}:"
        f" {money.replace(' + ', f'{unit} + ', 1) if ' + ' in money else money + unit}.",
        f"Enough with {sure}." if sure else "",
        f"Carries {short_text(outcome.bought.supports).removesuffix(' the demand')} your peak{node_down(outcome)}.",
        f"{stops[:1].upper()}{stops[1:]} first.",
    )
    return " ".join(filter(None, said))


def _paid_in_short(name: str, paid: MonthlyPayment) -> str:
    """An amount of a bill, and what it is for unless that is the servers."""
    _, value, _ = range_texts(paid.over.low, paid.amount.value, paid.over.high, paid.amount.half_width)
    return f"{value} for {TRAFFIC[name]}" if name in TRAFFIC else value


def _servers_and_spares(farm: Farm) -> str:
    """How many servers, and how many of them are to spare: "4 servers (3 + 1 spare)"."""
    sizing = farm.sizing
    whole = round(sizing.servers.whole.value)
    working = round(sizing.working_units * (sizing.capacity.nodes - sizing.capacity.spare_nodes))
    servers = count_text(whole, "instance" if farm.scenario.server.is_rented else "server")
    if sizing.capacity.in_pods:
        return f"{servers} ({count_text(sizing.nodes.whole.value, 'pod')})"
    return f"{servers} ({working:,} + {whole - working:,} spare)" if working < whole else servers


def need_sentence(outcome: Outcome) -> str:
    """What the demand needs, and how much more the farm carries; "" without a farm."""
    sizing = outcome.sizing
    if outcome.farm is None or sizing is None:
        return ""
    reserve = f" plus {plain_number(100.0 * sizing.reserve)} % reserve" if sizing.reserve else ""
    units = f"{short_text(outcome.farm.units_needed)} of {nodes_in_short(sizing.capacity)}"
    needs = f"{sizing.demanded.stated}{reserve} {'need' if reserve else 'needs'} {units}."
    if not outcome.recommended:
        return needs
    return f"{needs} The farm can carry {short_text(outcome.bought.supports)}{node_down(outcome)}."


def node_down(outcome: Outcome) -> str:
    """How many nodes the spares of a farm stand in for, as what a sentence ends with: ", with one node down"; or ""."""
    if outcome.sizing is None or len(outcome.operating_points) < 2:
        return ""
    return f" with {_down(outcome.sizing)} down"


def state_text(outcome: Outcome, operating_point: OperatingPoint) -> str:
    """What is down in a farm at work: "one node down"; or that all nodes are up."""
    return down_in_short(outcome) if operating_point.state == SPARES_GONE else operating_point.state


def down_in_short(outcome: Outcome) -> str:
    """How many nodes of each unit the spares stand in for, as a head of a column: "one node down"."""
    return f"{_down(require(outcome.sizing, 'sizing')).replace(' of each unit', '')} down"


def _down(sizing: Sizing) -> str:
    nodes, units = sizing.capacity.spare_nodes, sizing.spare_units
    several = " of each unit" if nodes and sizing.working_units > 1.0 else ""
    node = "pod" if sizing.capacity.in_pods else "node"
    of_unit = f"{f'one {node}' if nodes == 1 else count_text(nodes, node)}{several}" if nodes else ""
    of_unit = zones_text(sizing.capacity.spare_zones) or of_unit
    of_farm = ("one unit" if units == 1 else count_text(units, "unit")) if units else ""
    return " and ".join(filter(None, (of_unit, of_farm)))


def too_large(outcome: Outcome) -> str:
    """That a farm is far too large for its demand, and the farm that fits; "" where it is not."""
    if not outcome.is_far_too_large or outcome.sizing is None:
        return ""
    said = f"This farm is far too large: it can carry {short_text(outcome.bought.supports)}{node_down(outcome)}."
    if outcome.fits is None and _is_smallest(outcome):
        paid = "rented" if outcome.scenario.server.is_rented else "bought"
        return far_larger(short_text(outcome.bought.supports), node_down(outcome), paid)
    if outcome.fits is None and splits_content(outcome.scenario) and not outcome.scenario.tiers:
        return f"{said} {NONE_SMALLER}"
    if outcome.fits is None:
        return f"{said} Use smaller units or servers; `optimise` finds the cheapest farm."
    fits, own = outcome.fits.sizing, outcome.scenario.server.name
    name = outcome.fits.scenario.server.name
    which = "of these servers" if name == own else f"{name} in place of {own}"
    units = f"{count_text(fits.units.whole.value, 'unit')} of {nodes_in_short(fits.capacity)}"
    servers = f"{plain_number(fits.servers.whole.value)} {which}"
    sure = _how_likely(outcome.fits)
    return f"{said} In theory {servers} are enough ({units}){sure}, for {cost_sentence(outcome.fits)}."


def _is_smallest(outcome: Outcome) -> bool:
    """Whether a farm is one unit with as few nodes as one may have, where cheaper servers were looked for."""
    unit, sizing, workload = outcome.scenario.unit, outcome.sizing, outcome.scenario.workload
    searched = workload.population is None and workload.ramp is None and not outcome.scenario.tiers
    one = sizing is not None and sizing.units.whole.value == 1.0
    return searched and one and is_smallest_unit(unit)


def _how_likely(farm: Farm) -> str:
    """How likely a farm is enough, behind what it is; "" where that is not known."""
    sure = enough_text(farm.prediction)
    return f" with {sure} probability" if sure else ""


def other_units(outcome: Outcome) -> str:
    """What the same servers in units of another size, or with other volumes, cost less; "" where they do not."""
    fits = outcome.fits
    if fits is None or outcome.is_far_too_large:
        return ""
    saved = cost_difference(outcome.bought, fits)
    sure = _how_likely(fits)
    sure = f", enough{sure}" if sure else ""
    units = f"{_servers_in_units(fits)}{_tiers(fits.sizing).removesuffix(',')}"
    what = other_farm(outcome.scenario, fits.scenario)
    return cheaper_farm(f"{what[:1].upper()}{what[1:]}", _saved_text(saved), f"{units}{sure}")


def other_farm(before: Scenario, after: Scenario) -> str:
    """In what a farm of the same servers differs: the size of its units, and what its volumes are rented with."""
    changed = ["in units of another size"] if after.unit.nodes != before.unit.nodes else []
    for was, now in zip(rented_volumes(before), rented_volumes(after), strict=True):
        place = now.tier or "a server"
        if was.disks.most_operations != now.disks.most_operations:
            rates = [plain_number(each.disks.most_operations or 0.0) for each in (now, was)]
            changed.append(volume_operations(now=rates[0], was=rates[1], place=place))
        if was.disks.bandwidth != now.disks.bandwidth:
            rates = [format_quantity(each.disks.bandwidth or 0.0, DATA_RATE, unit="MB/s") for each in (now, was)]
            changed.append(volume_bandwidth(now=rates[0], was=rates[1], place=place))
    return listed(changed)


def more_units_sentence(outcome: Outcome) -> str:
    """That fewer units would be enough, and what the farm costs less than those; "" where it has the fewest."""
    enough = None if outcome.farm is None or not outcome.recommended else outcome.farm.enough
    if enough is None:
        return ""
    saved = cost_difference(enough, outcome.bought)
    units, needed = (round(each.sizing.units.whole.value) for each in (outcome.bought, enough))
    return more_units(count_text(needed, "unit"), f"{units:,}", _saved_text(saved))


def larger_cache_sentence(outcome: Outcome) -> str:
    """What of a cache lowers the bill, and by how much; "" where nothing surely does."""
    found = outcome.larger_cache
    if found is None:
        return ""
    less = f"{rounded(found.saved.amount.value, found.saved.uncertainty)} {found.saved.amount.unit}"
    what = f"{found.name} ({found.adapted})" if found.adapted else found.name
    return cheaper_cache(what, less, _servers_in_units(found.farm))


def _saved_text(saved: CostDifference) -> str:
    """Money a month, to the digits that prices deserve: the misses of an origin are off by the same share on both
    sides, and so is what is saved of them."""
    return f"{rounded(saved.amount.value, saved.over.half_width)} {saved.amount.unit}"


def last_unit_sentence(outcome: Outcome) -> str:
    """That the last unit is bought for little, and what would do without it; "" where it is bought for much."""
    last = outcome.last_unit
    if last is None:
        return ""
    used, instead = (f"{100.0 * share:.2g} %" for share in (last.used, last.reserve))
    units = f"{count_text(last.units, 'unit')} {'is' if last.units == 1 else 'are'} enough"
    sure, saved = "", ""
    if isinstance(outcome.prediction, FarmPrediction):
        likely = outcome.prediction.enough.get(last.units)
        sure = "" if likely is None else f", with {probability(likely)} probability"
        costs = {each.units: each.cost for each in outcome.prediction.regret.rivals}
        if last.units in costs and outcome.prediction.bought in costs:
            less = costs[outcome.prediction.bought] - costs[last.units]
            # Expected over prices that are known within a factor: two digits are what that deserves.
            saved = f", for about {plain_number(float(f'{less:.2g}'))} {outcome.prediction.regret.unit} less"
    return f"The last unit is bought for {used} of what it carries: with {instead} in reserve {units}{sure}{saved}."


def purchase_sentence(farm: Farm) -> str:
    """What to buy for a demand, and what it costs."""
    return f"{_to_buy(farm)} for {cost_sentence(farm)}: {payment_sentence(farm)}."


def servers_and_people(farm: Farm, machines: str = "servers") -> str:
    """What the servers of a farm cost a month; `machines` is what those that are bought are called."""
    return listed([*_servers(farm, machines), "staff"])


def _servers(farm: Farm, machines: str = "servers") -> list[str]:
    """What the servers of a farm cost besides staff: instances where some are rented, power and space where some are
    bought."""
    rented = {each.is_rented for each in (farm.scenario.server, *(tier.server for tier in farm.scenario.tiers))}
    bought, instances = [machines] if False in rented else [], ["instances"] if True in rented else []
    return [*bought, *instances, *(["power", "space"] if bought else [])]


def payment_sentence(farm: Farm) -> str:
    """What the money of a month is paid for, and how what is paid by the GB is counted."""
    return f"{parts_of_bill(farm)}{metering_sentence(farm)}"


def parts_of_bill(farm: Farm) -> str:
    """What the money of a month is paid for, an amount with its range for each; and what counts as nothing because
    nobody has stated its price."""
    found, servers = farm.paid_for, servers_and_people(farm)
    told = [f"{_paid(each, farm)} for {TRAFFIC.get(name, servers)}" for name, each in found.items()]
    if farm.fetches_at_no_price:
        mbps = traffic_text(farm.sizing.fetched)
        told.append(f"nothing for the {mbps} from the origin, for no `{PRICE_OF_ORIGIN}` is stated")
    return servers if len(told) == 1 else listed(told, ", and ")


def _paid(monthly_payment: MonthlyPayment, farm: Farm) -> str:
    """An amount and between what it lies, in the currency of the bill."""
    if not monthly_payment.over.half_width:
        return bare(monthly_payment.amount)
    low, value, high = range_texts(
        monthly_payment.over.low,
        monthly_payment.amount.value,
        monthly_payment.over.high,
        monthly_payment.amount.half_width,
    )
    return f"{value} ({low}-{high})" if farm.has_interval else value


def metering_sentence(farm: Farm) -> str:
    """For what part of the peak egress and origin are billed: by the day or the mean that is stated, or for all of it
    where no mean is; "" where no GB is paid, or a volume a day says it."""
    demand = farm.scenario.demand
    if farm.is_metered and farm.scenario.workload.day is not None:
        return f"; {BY_THE_DAY.format(share=100.0 / peak_to_mean(farm.scenario))}"
    if farm.is_metered and demand is not None and demand.peak_to_mean is not None and demand.way != "volume_a_day":
        return f"; {BY_THE_MEAN.format(share=100.0 / demand.peak_to_mean)}"
    return f"; {ALL_MONTH}" if farm.is_metered_at_peak else ""


def cost_sentence(farm: Farm) -> str:
    """What the farm costs a month in all, its traffic too, and between what that lies; then what it costs if its
    interval holds other numbers of units. Plus and minus one unit would say of one that it may cost nothing."""
    over, whole = farm.in_all.over, farm.in_all.amount
    others = _for_others(farm, max(over.half_width, whole.half_width), lambda other: other.in_all.amount)
    year = f"prices of {farm.cost.year}"
    if not over.resting_on:
        return f"{figure_text(whole)} in all ({year}){others}"
    low, value, high = range_texts(over.low, whole.value, over.high, whole.half_width)
    if not farm.has_interval:
        return f"{value} {farm.cost.currency}/month in all ({year}){others}"
    return f"{value} {farm.cost.currency}/month in all ({likely(farm)}{low}-{high}, {year}){others}"


def likely(farm: Farm) -> str:
    """Before the ends of a figure of a farm: "90 %: " where they are those of a prediction interval, "" where they are
    those of its prices."""
    return f"{100.0 * PREDICTED:g} %: " if farm.is_predicted else ""


def interval_head(farms: Iterable[Farm]) -> str:
    """What the ends of amounts of money of some farms are, over a column of them: prediction intervals where one of
    them has one, whose cells those of the others are not."""
    return f"{100.0 * PREDICTED:g} % interval" if any(farm.is_predicted for farm in farms) else "over its prices"


def other_units_cost(farm: Farm, half: float) -> str:
    """What the fewest and the most other units cost without bandwidth that the interval of what a unit carries holds,
    with the digits that `half` a range deserves; "" where it holds the number that is bought alone."""
    return _for_others(farm, half, lambda other: other.whole)


def _for_others(farm: Farm, half: float, cost: Callable[[Farm], Estimate]) -> str:
    if farm.is_predicted:  # How sure other numbers of units are is said beside it.
        return ""
    others = [units for units in farm.sizing.units_between if units != farm.sizing.units.whole.value]
    costs = [rounded(cost(farm.of_units(units)).value, half) for units in others]
    return f", or {' to '.join(costs)} for {' to '.join(map(plain_number, others))}" if others else ""


def stopping_sentence(outcome: Outcome) -> str:
    """What one server carries, what stops it there, and what would come next."""
    carried = outcome.carried
    if carried.way != LARGEST or carried.stop is None:
        return what_binds(outcome)
    stop, following = carried.stop, outcome.binding.next
    judged = f" but for {target_names(carried.unjudged)}, which theory does not judge" if carried.unjudged else ""
    said = [
        *path_group_sentences(carried),
        f"{_one(outcome)} can serve {_load(outcome)} within its targets{judged}.",
        bottleneck_sentence(stop, carried.target, carried.missed_in),
    ]
    if following is not None:
        said.append(f"Next limit: the {following.name}, {short_text(following.utilisation)} used then.")
    return " ".join((*said, *rating_sentences(carried.together, carried.through)))


def _load(outcome: Outcome) -> str:
    """What a server carries: its prediction interval where it has one, else as exactly as it is known."""
    mbps, requests, farm = outcome.carried.mbps, outcome.carried.requests, outcome.farm
    if farm is None or not isinstance(farm.prediction, FarmPrediction):
        return f"{short_text(mbps)} ({short_text(requests)})"
    central, at = (short_text(exact(each.value, each.unit)) for each in (mbps, requests))
    return f"{central} ({at}; {likely(farm)}{range_text(farm.prediction.server)})"


def _one(outcome: Outcome) -> str:
    word = node_word(outcome.scenario)
    return f"On average one {word}" if outcome.carried.group else f"One {word}"


def operating_point_sentence(outcome: Outcome) -> str:
    """How near its limits a server of the farm is at the demand; "" without a farm."""
    return farm_states_sentence(outcome.bought, outcome.operating_points) if outcome.farm is not None else ""


def farm_states_sentence(farm: Farm, states: Sequence[OperatingPoint]) -> str:
    """The same of a farm in some states, all nodes up and spares down; "" where none is known."""
    if not states:
        return ""
    said = [_at_work(one, farm.sizing, farm.carried.group) for one in states]
    return " ".join((*said, *name_service_sentences(farm.scenario, farm.sizing)))


def sizing_sentence(outcome: Outcome) -> str:
    """Which way a server was sized, where the scenario states a load that sizes it, or says something else; or "". The
    rates of classes beside a demand say how many of each there are."""
    carried, stated = outcome.carried, outcome.scenario.workload.offered_rate
    if outcome.farm is None or stated is None or (carried.way == LARGEST and outcome.scenario.workload.offered is None):
        return ""
    node = node_word(outcome.scenario)
    if carried.way != LARGEST:
        load = f"{plain_number(stated)} requests/s a {node}"
        return f"Sized by the load that the scenario states, {load}.{_largest(outcome)}"
    off = stated / carried.requests.value - 1.0
    if abs(off) <= APART:
        return ""
    more = f"{plain_number(round(abs(100.0 * off)))} % {'more' if off > 0 else 'less'} than a {node} carries"
    if off <= 1.0 / FAR - 1.0:  # "100 % less" would say that none is stated.
        more = f"and one carries {plain_number(float(f'{1.0 / (1.0 + off):.2g}'))} times as much"
    return f"The scenario states a load of {plain_number(stated)} requests/s a {node}, {more}; it sizes nothing."


def baseline_failure(outcome: Outcome) -> str:
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
    said = f" In theory it carries {plain_number(round(expected))} requests/s within its targets"
    return (
        f"{said}, {plain_number(round(abs(100.0 * off)))} % {'more' if off > 0 else 'less'}."
        if abs(off) > APART
        else ""
    )


def _why_not(outcome: Outcome) -> str:
    if outcome.missed and all(verdict.target is Target.LINKS for verdict in outcome.missed):
        (verdict,) = outcome.missed
        return f"with {verdict.state}: {missed(verdict)}" if verdict.state else missed(verdict)
    worst = next((one for one in reversed(outcome.operating_points) if clear_misses(one.verdicts)), None)
    node = node_word(outcome.scenario)
    if outcome.missed and outcome.carried.way != LARGEST:
        rate = plain_number(outcome.scenario.workload.offered_rate or 0.0)
        return f"at the stated load of {rate} requests/s a {node} misses a target: {missed(outcome.missed[0])}"
    if worst is None:
        verdict = outcome.missed[0]
        down = next((each for each in outcome.tiers_down if each.state == verdict.state), None)
        return missed(verdict) if down is None else with_a_tier_down(outcome.scenario.tiers, verdict, down)
    when = f"with {state_text(outcome, worst)}"
    return f"{when} a {node} misses a target at the demand: {missed(clear_misses(worst.verdicts)[0])}"


def _to_buy(farm: Farm) -> str:
    return f"{'Rent' if farm.scenario.server.is_rented else 'Buy'} {_servers_in_units(farm)}{_tiers(farm.sizing)}"


def _servers_in_units(farm: Farm) -> str:
    sizing, rented = farm.sizing, farm.scenario.server.is_rented
    whole = sizing.units.whole.value
    servers = count_text(sizing.servers.whole.value, "instance" if rented else "server")
    of_farm = f", {count_text(sizing.spare_units, 'spare unit')} among them" if sizing.spare_units else ""
    racks = "" if rented else f"; {count_text(sizing.racks.value, 'rack')}"
    others = "" if farm.is_predicted else other_unit_numbers(sizing.units_between, whole)
    zones = f" in {sizing.capacity.zones} zones" if sizing.capacity.zones > 1 else ""
    units = f"{count_text(whole, 'unit')} of {nodes_in_short(sizing.capacity)}{others}{zones}"
    return f"{servers} ({units}{spares_in_units(sizing)}{of_farm}{racks})"


def spares_in_units(sizing: Sizing) -> str:
    """The spares of its units, after a comma: ", 1 spare in each"; "" without any."""
    spare = sizing.capacity.spare_nodes
    each = " in each" if sizing.units.whole.value > 1.0 else ""
    return f", {count_text(spare, 'spare')}{each}" if spare else ""


def _tiers(sizing: Sizing) -> str:
    """The servers of other tiers that come with the units; "" without any."""
    others = [
        f"{count_text(each.servers.whole.value, 'server')} of {each.tier.name}{_pods(each)}" for each in sizing.tiers
    ]
    return f", with {listed(others)}," if others else ""


def _pods(tier: TierServers) -> str:
    """The pods on the servers of a tier; "" of one without pods."""
    return "" if tier.tier.pods is None else f" ({count_text(tier.called.whole.value, 'pod')})"


def other_unit_numbers(between: tuple[int, int], bought: float) -> str:
    """The other whole numbers of units that the interval of what a unit carries holds, beside the one that is bought;
    "" where it holds one."""
    others = [count for count in between if count != bought]
    return f", or {' to '.join(map(plain_number, others))} within the interval" if others else ""


def _unit(outcome: Outcome) -> str:
    unit = outcome.capacity
    one = f"One unit of {count_text(unit.nodes, node_word(outcome.scenario))}"
    if outcome.carried.way == LARGEST:
        return f"{one} can serve {short_text(unit.unit_mbps)} within its targets."
    binding = outcome.binding
    full = binding.turned_away_at is not None or binding.limit.utilisation.value >= SATURATED
    offered = "" if full else ", all that it is offered"
    return f"{one} serves {short_text(unit.unit_mbps)}{offered}."


def _at_work(operating_point: OperatingPoint, sizing: Sizing, group: str) -> str:
    gone = operating_point.state == SPARES_GONE
    busiest = sizing.capacity.busiest * sizing.busiest_unit
    busiest = busiest if gone else sizing.capacity.busiest_of_all * sizing.busiest_of_all
    share = busiest * sizing.demand.value / operating_point.servers
    when, word = f"With {_down(sizing)} down" if gone else "At peak", "pod" if sizing.capacity.in_pods else "server"
    which = f"a {word}" if busiest <= 1.0 else f"the busiest {word}"
    load = f"{short_text(exact(share, 'Mbps'))}, {short_text(operating_point.requests)}"
    if group:
        which, load = f"a {word} of {group}", f"{short_text(operating_point.requests)} of its own"
    return f"{when}, {which} has {load}{_most(operating_point)}."


def _most(operating_point: OperatingPoint) -> str:
    """The limit that is used most; "" where none is known."""
    used = operating_point.most_used
    return (
        ""
        if used is None
        else f"; {whose(used)} {used.name} {verb_for_limit(used, 'is')} used most, {short_text(used.utilisation)}"
    )


def bottleneck_sentence(stop: Limit, target: Target | None, missed_in: Sequence[tuple[Target, int]]) -> str:
    """What stops more load: a limit that is full or turns load away, or else a target."""
    if target is Target.CONNECTIONS:
        return f"Bottleneck: the {SESSIONS}{other_replications(missed_in)}."
    bottleneck = f"Bottleneck: {limit_text(stop)}"
    if stop.is_full or target in (Target.PILING_UP, Target.ERRORS):
        beyond = "" if target is None else f"; beyond that {beyond_capacity(target)}"
        return f"{bottleneck}{beyond}."
    others = other_replications(missed_in)
    if target in (Target.UTILISATION, Target.CEILINGS) and not others:
        used = exact(stop.utilisation.value, stop.utilisation.unit)  # A target is a value, whatever theory is off by.
        return f"{bottleneck}, held to {short_text(used)} by the target {target.value}."
    held = f"held by {'a target' if target is None else f'the target {target.value}'}{others}"
    return f"{bottleneck}, {held}; {short_text(stop.utilisation)} used then."


def _load_test(outcome: Outcome) -> str:
    measures, ramp = outcome.results.measures, require(outcome.scenario.workload.ramp, "load test")
    after, sessions, rate, still = (measures[f"ramp_{name}"] for name in ("seconds", "sessions", "rate", "open"))
    share = f"{100.0 * ramp.until_failed:g} %"
    if isinstance(after, Unavailable):
        return f"The load test found no limit: {after.reason}."
    return (
        f"{share} of the sessions had failed after {figure_text(after)}:"
        f" {figure_text(require_estimate(sessions))} sessions until then,"
        f" {figure_text(require_estimate(rate))} accepted and {figure_text(require_estimate(still))} open at the end."
    )
