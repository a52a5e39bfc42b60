"""What an option is worth: the capacity that it gains, what it costs a month more, and how options rank by both."""

from dataclasses import dataclass, replace

from models.price import Price
from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.measure.results import Difference, Refused
from simulator.rollup.cost import HOURS_PER_MONTH, USD, USD_PER_MBPS, annuity
from simulator.rollup.largest_load import LargestLoad
from simulator.rollup.limits import Limit
from simulator.rollup.propagate import added, multiplied, shifted

SERVER, UNIT = "server", "unit"


@dataclass(frozen=True)
class AtCapacity:
    """A scenario at its largest load; `busy` is the share of the cores (0 to 1) that it keeps busy there."""

    scenario: Scenario
    load: LargestLoad
    busy: Estimate


@dataclass(frozen=True)
class Worth:
    """What an option gains and costs. Its gain is in wire Mbps, paired with the present configuration.

    per: "server", or "unit" for more nodes, what gain and cost are of. cost: USD a month more than now at the largest
    load of either; lowest_cost and highest_cost: the same at the ends of the price's range. cost_per_mbps: USD a month
    for each Mbps that a unit gains, its spares paid for; refused where no gain is measured. binding: the limit that
    binds then. instead: whether it is bought in place of the present server. elsewhere: whether the software must
    first run there.
    """

    name: str
    per: str
    gain: Difference
    cost: Estimate
    lowest_cost: float
    highest_cost: float
    cost_per_mbps: Estimate | Refused
    binding: Limit
    price: Price
    adapted: str = ""
    instead: bool = False
    elsewhere: bool = False

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
class Saturated:
    """An option that was not simulated, for theory knows better: `station` is full at `mbps` (wire), and that is no
    more than is carried now, or hardly; `less` says that it is not even as much."""

    name: str
    station: str
    mbps: float
    less: bool


@dataclass(frozen=True)
class NotApplicable:
    """An option that cannot be taken here, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class WhatHelps:
    """The answer: options in the order in which they help, then those that theory and the scenario rule out."""

    present: AtCapacity
    worths: tuple[Worth, ...]
    saturated: tuple[Saturated, ...]
    not_applicable: tuple[NotApplicable, ...]

    @property
    def best(self) -> Worth | None:
        """The option that helps most for its cost, without other software; None if none does."""
        return next((found for found in self.worths if found.helps and not found.elsewhere), None)

    @property
    def best_kept(self) -> Worth | None:
        """The same among options that keep the server."""
        kept = (found for found in self.worths if found.helps and not (found.elsewhere or found.instead))
        return next(kept, None)


def bill(at: AtCapacity, nodes: int, working: int) -> Estimate:
    """What `nodes` servers cost a month, with the work of `working` of them at their largest load, in USD.

    Machines and licences paid off (`annuity`), electricity of what they draw, hosting of the power provisioned and of
    the rack space, administration. Power rises with the CPU's utilisation as in `power`. Bandwidth is not in it: who
    carries the traffic pays for it, wherever it is carried.
    """
    prices, server = at.scenario.datacenter.prices, at.scenario.server
    per_watt = prices.pue * HOURS_PER_MONTH * prices.electricity / 1e3
    paid_off = annuity(server.price + at.scenario.operating_system.licence, prices.interest, prices.server_life)
    hosting = server.busy_power / 1e3 * prices.hosting + server.rack_units * prices.rack_space
    each = paid_off + hosting + prices.administration + server.idle_power * per_watt
    busy = at.busy.times(working * (server.busy_power - server.idle_power) * per_watt, USD)
    return shifted(busy, nodes * each, USD)


def worth(now: AtCapacity, then: AtCapacity, gain: Difference, unit_gain: Difference, price: Price) -> Worth:
    """What an option is worth that makes `then` of `now`, for whoever knows the option to name.

    Both gains are paired differences in wire Mbps: `gain` that of a server, `unit_gain` that of a unit.
    """
    of_unit = then.scenario.unit != now.scenario.unit
    of_units = added((_of_unit(then), _of_unit(now).times(-1.0, USD)), USD)
    cost = of_units if of_unit else added((bill(then, 1, 1), bill(now, 1, 1).times(-1.0, USD)), USD)
    prices = now.scenario.datacenter.prices
    ends = [annuity(end - price.value, prices.interest, prices.server_life) for end in (price.low, price.high)]
    found = Worth(
        "",
        UNIT if of_unit else SERVER,
        unit_gain if of_unit else gain,
        cost,
        cost.value + ends[0],
        cost.value + ends[1],
        Refused("no gain is measured"),
        then.load.binding,
        price,
    )
    if not found.helps:
        return found
    per_mbps = unit_gain.difference.through(lambda mbps: 1.0 / mbps, "1/Mbps")
    return replace(found, cost_per_mbps=multiplied(of_units, per_mbps, USD_PER_MBPS))


def _of_unit(at: AtCapacity) -> Estimate:
    unit = at.scenario.unit
    return bill(at, unit.nodes, unit.nodes - unit.spare_nodes)


def ranked(worths: list[Worth]) -> tuple[Worth, ...]:
    """What gains and costs nothing more, the largest gain first; what gains, the cheapest Mbps first; what gains
    nothing, the cheapest first; what loses. Options that need other software come after all of those."""
    return tuple(sorted(worths, key=_place))


def _place(found: Worth) -> tuple[bool, int, float]:
    gain = found.gain.difference.value
    if found.helps and found.cost.value <= 0.0:
        place = (0, -gain)
    elif found.helps:
        place = (1, found.cost_per_mbps.value)
    else:
        place = (3, -gain) if found.hurts else (2, found.cost.value)
    return found.elsewhere, *place
