"""What an option is worth: the capacity that it gains, what it costs a month more, and how options rank by both."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from models.scenario import Scenario
from models.unit_pods import as_node, servers_of_unit
from models.variations.price import Price
from simulator.errors import require
from simulator.experiment.error_propagation import add, multiply
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.limits import Limit
from simulator.experiment.results import Difference, Unavailable, require_estimate
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.costs.cost import BilledServers, annuity, bill_items, monthly_unit_per_mbps, total
from simulator.farm.costs.cost_difference import extra_monthly_cost, pay_traffic_alike
from simulator.farm.costs.origin_traffic import origin_bytes
from simulator.farm.costs.power import always_busy, power_draw
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.prediction import CostBeside
from simulator.farm.stopping_limit import NOTHING_KNOWN, StoppingLimit, stopping_limit
from simulator.farm.unit_capacity import MBPS, unit_capacity
from simulator.messages.stages.farm import NO_GAIN

SERVER, UNIT = "server", "unit"
# Two bills that are the same to the cent are the same.
CENTS = 2


@dataclass(frozen=True)
class AtCapacity:
    """A scenario at the largest load of a server, which is what it carries.

    sized: what a server carries that the farm is sized by, where that is another load; None where it is this one, or
    where it misses the targets of the other one, so that there is no farm.
    """

    scenario: Scenario
    carried: ServerCapacity
    sized: ServerCapacity | None = None
    has_farm: bool = True

    @property
    def unit_mbps(self) -> Estimate:
        """Wire Mbps of a unit without its spares."""
        return unit_capacity(self.scenario, self.carried).unit_mbps

    @property
    def farm(self) -> Farm | None:
        """The farm of such servers; None without a demand. Raises what `buy` raises."""
        if self.scenario.demand is None or not self.has_farm:
            return None
        return buy_farm(self.scenario, self.sized or self.carried)


@dataclass(frozen=True)
class UpgradeValue:
    """What an option gains and costs. Its gain is in wire Mbps, paired with the present configuration.

    per: "server", or "unit" for more nodes, what gain and cost are of. cost: money a month more than now at the
    largest load of either; lowest_cost and highest_cost: the same at the ends of the price's range. cost_per_mbps: that
    for each Mbps that a unit gains, its spares paid for; refused where no gain is measured. binding: the limit that
    binds then; stop: what stops more load then, which may be a target by itself. instead: whether it is bought in
    place of the present server. elsewhere: whether the software must first run there. farm: the one that is bought
    with it, present: the one without; None without a demand. beside: what the one with it costs beside that; None where
    nobody asked, or that is not known.
    """

    name: str
    per: str
    gain: Difference
    cost: Estimate
    lowest_cost: float
    highest_cost: float
    cost_per_mbps: Estimate | Unavailable
    binding: Limit | None
    price: Price
    stop: StoppingLimit = NOTHING_KNOWN
    adapted: str = ""
    instead: bool = False
    elsewhere: bool = False
    farm: Farm | None = None
    present: Farm | None = None
    beside: CostBeside | None = None

    @property
    def binds(self) -> Limit:
        """The limit that binds then, for whoever tells it. Raises InternalError where none is known."""
        return require(self.binding, "limit that binds")

    @property
    def servers_more(self) -> float | None:
        """Whole servers that the farm has more with it than without; None where either is not known."""
        if self.farm is None or self.present is None:
            return None
        return self.farm.sizing.servers.whole.value - self.present.sizing.servers.whole.value

    @property
    def farm_costs_more(self) -> Estimate | None:
        """Money a month that the whole units cost more with it than without, with bandwidth on both sides where they do
        not pay for that alike. Both hang on the same sessions, so their half-widths add."""
        if self.farm is None or self.present is None:
            return None
        return extra_monthly_cost(self.farm, self.present)

    @property
    def whole_cost(self) -> float | None:
        """All money a month of its farm, to the cent, what traffic costs too; None without a farm."""
        return None if self.farm is None else round(self.farm.cost.with_bandwidth.whole.value, CENTS)

    @property
    def cheapens(self) -> bool:
        """Whether its farm costs less in all than the present one."""
        if self.whole_cost is None or self.present is None:
            return False
        return self.whole_cost < round(self.present.cost.with_bandwidth.whole.value, CENTS)

    @property
    def pays_alike(self) -> bool:
        """Whether the farm pays for its traffic as the present one does, or there is none."""
        return self.farm is None or self.present is None or pay_traffic_alike((self.farm, self.present))

    @property
    def is_useless(self) -> bool:
        """Whether a server carries nothing more with it, and it costs no less."""
        return not self.helps and not self.saves and not self.cheapens

    @property
    def helps(self) -> bool:
        """Whether a gain is measured."""
        return self.gain.significant and self.gain.difference.value > 0.0

    @property
    def hurts(self) -> bool:
        """Whether a loss is measured."""
        return self.gain.significant and self.gain.difference.value < 0.0

    @property
    def saves(self) -> bool:
        """Whether it costs less than what is there now."""
        return self.cost.value < 0.0


@dataclass(frozen=True)
class SaturatedOption:
    """An option that was not simulated, for theory knows better: `station` is full at `mbps` (wire), and that is no
    more than is carried now, or hardly; `less` says that it is not even as much. bound: the least that its farm costs a
    month in all; inf without a demand."""

    name: str
    station: str
    mbps: float
    less: bool
    bound: float = inf


@dataclass(frozen=True)
class NotApplicable:
    """An option that cannot be taken here, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class UpgradeRanking:
    """The answer: options in the order in which they help, then those that theory and the scenario rule out.

    dropped: those that were measured and are no alternatives, for they add what carries nothing more. predicted:
    the present farm with how sure it is, as the farms of the best options are; None where nobody asked.
    """

    present: AtCapacity
    worths: tuple[UpgradeValue, ...]
    saturated: tuple[SaturatedOption, ...]
    not_applicable: tuple[NotApplicable, ...]
    dropped: tuple[UpgradeValue, ...] = ()
    predicted: Farm | None = None

    @property
    def farm(self) -> Farm | None:
        """The present farm; None without a demand."""
        return self.predicted or self.present.farm

    @property
    def best(self) -> UpgradeValue | None:
        """The option whose farm costs least, of those that raise what a server carries or make the farm cheaper,
        without other software; without a demand the one that helps most for its cost. None if there is none."""
        return next((found for found in self._worth_it if not found.elsewhere), None)

    @property
    def best_kept(self) -> UpgradeValue | None:
        """The same among options that keep the server."""
        return next((found for found in self._worth_it if not (found.elsewhere or found.instead)), None)

    @property
    def _worth_it(self) -> Iterator[UpgradeValue]:
        return (found for found in self.worths if found.helps or found.cheapens)


def servers_bill(at: AtCapacity, nodes: int, working: int) -> Estimate:
    """What the servers of `nodes` nodes cost a month, with the work of `working` of them at their largest load, in the
    currency of the prices: the items of every bill (`cost.bill`), without bandwidth and so without egress, which
    whoever carries the traffic pays wherever that is."""
    bought = nodes * servers_of_unit(at.scenario) / at.scenario.unit.nodes
    servers = exact(bought, "servers")
    needed, always = exact(working, "servers"), always_busy(at.scenario)
    drawn = power_draw(as_node(at.scenario).server, at.carried.busy, servers, needed, always)
    height = exact(bought * at.scenario.server.rack_units, "U")
    traffic = at.carried.mbps.times(working, MBPS)
    behind = multiply(traffic, origin_bytes(at.scenario, at.carried), MBPS)
    unasked = exact(0.0, MBPS)  # What leaves at the largest load nobody asked for; the demand pays its egress.
    billed = BilledServers.whole(drawn, servers, height, unasked, behind, 0.0)
    return total([item.amount for item in bill_items(at.scenario, billed)]).whole


def upgrade_value(
    now: AtCapacity, then: AtCapacity, gain: Difference, unit_gain: Difference, price: Price
) -> UpgradeValue:
    """What an option is worth that makes `then` of `now`, for whoever knows the option to name.

    Both gains are paired differences in wire Mbps: `gain` that of a server, `unit_gain` that of a unit.
    """
    of_unit = then.scenario.unit != now.scenario.unit
    prices = now.scenario.datacenter.prices
    of_units = _more(_of_unit(then), _of_unit(now))
    cost = of_units if of_unit else _more(servers_bill(then, 1, 1), servers_bill(now, 1, 1))
    ends = [
        annuity(prices.from_usd(end - price.value), prices.interest, prices.server_life)
        for end in (price.low, price.high)
    ]
    upgrade_value = UpgradeValue(
        "",
        UNIT if of_unit else SERVER,
        unit_gain if of_unit else gain,
        cost,
        cost.value + ends[0],
        cost.value + ends[1],
        Unavailable(NO_GAIN),
        then.carried.stop,
        price,
        stopping_limit(then.carried, then.scenario.targets),
        farm=then.farm,
        present=now.farm,
    )
    if not upgrade_value.helps:
        return upgrade_value
    per_mbps = unit_gain.difference.through(lambda mbps: 1.0 / mbps, "1/Mbps")
    return replace(upgrade_value, cost_per_mbps=multiply(of_units, per_mbps, monthly_unit_per_mbps(prices)))


def _more(then: Estimate, now: Estimate) -> Estimate:
    """How much more a bill is than another one."""
    return add((then, now.times(-1.0, now.unit)), now.unit)


def _of_unit(at: AtCapacity) -> Estimate:
    unit = at.scenario.unit
    return servers_bill(at, unit.nodes, unit.nodes - unit.spare_nodes)


def rank_upgrades(worths: list[UpgradeValue]) -> tuple[UpgradeValue, ...]:
    """Those first whose farm costs least in all; of farms that cost the same, and without a demand, what gains and
    costs nothing more, the largest gain first; what gains, the cheapest Mbps first; what gains nothing, the cheapest
    first; what loses. Options with which no farm keeps to its targets come after those with one, and options that need
    other software after all of those."""
    return tuple(sorted(worths, key=_place))


def _place(upgrade_value: UpgradeValue) -> tuple[bool, float, int, float]:
    gain, whole = upgrade_value.gain.difference.value, upgrade_value.whole_cost
    place: tuple[int, float]
    if upgrade_value.helps and upgrade_value.cost.value <= 0.0:
        place = (0, -gain)
    elif upgrade_value.helps:
        place = (1, require_estimate(upgrade_value.cost_per_mbps).value)
    else:
        place = (3, -gain) if upgrade_value.hurts else (2, upgrade_value.cost.value)
    return upgrade_value.elsewhere, inf if whole is None else whole, *place
