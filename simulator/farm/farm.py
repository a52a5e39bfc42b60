"""The farm that is bought: the only place where servers and money are counted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import hypot

from models.scenario import Scenario
from models.unit_pods import as_node
from simulator.brief import short_repr
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.costs.carbon import TONNES, carbon
from simulator.farm.costs.cost import ORIGIN, Capital, Cost, capital_cost, monthly_bill, peak_to_mean
from simulator.farm.costs.origin_traffic import PRICE_OF_ORIGIN, origin_price
from simulator.farm.costs.power import PowerDraw, always_busy, power_draw
from simulator.farm.costs.price_range import AtPriceEnds, PriceRange, at_price_ends, difference_range, price_range
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.prediction import FarmPrediction, PredictionInterval
from simulator.farm.sizing import Sizing, hits_by_rate, resize_farm, size_farm, size_units


@dataclass(frozen=True)
class MonthlyPayment:
    """What a farm pays a month for something, and between what that lies: over all that is not known, with 90 %
    probability, where the farm has been predicted; over the ranges of the prices else."""

    amount: Estimate
    over: PriceRange


@dataclass(frozen=True)
class Farm:
    """What one buys to carry a demand, with servers of which each carries `carried`, and what that costs.

    prediction: how sure it is over all that is not known, or why nothing is said of that; None where nobody asked.
    is_final: whether nobody will ask either, as of a farm that is not recommended. enough: the farm of as many units as
    demand and reserve need, where more are bought because less is paid in all with them; else None.
    """

    scenario: Scenario
    carried: ServerCapacity
    sizing: Sizing
    cost: Cost
    prediction: FarmPrediction | Unavailable | None = None
    is_final: bool = False
    enough: "Farm | None" = None

    __repr__ = short_repr

    @property
    def whole(self) -> Estimate:
        """Money a month for the units that are bought, without bandwidth."""
        return self.cost.total.whole

    @cached_property
    def exact(self) -> Estimate:
        """Money a month for the units that demand and reserve need exactly, with what every replication gave. Its
        interval is that of the bill: besides the replications it holds how well the misses of an origin are known."""
        each = tuple(
            monthly_bill(self.scenario, self._sized(self.scenario, one)).total.exact.value
            for one in _replications(self.carried)
        )
        return replace(self.cost.total.exact, each=each if len(each) > 1 else ())

    @property
    def of_misses(self) -> float:
        """Money a month by which the bill may be off for how well the misses are known that an origin bills: theory's
        own error, which no replication tells."""
        return self.cost.item(ORIGIN).amount.exact.half_width if self.pays_origin else 0.0

    @cached_property
    def decided(self) -> "Farm":
        """The same with as many units as are bought, whatever other numbers the interval of what one carries holds: an
        order is for one or for two, not for one and one more or less."""
        few, many = self.sizing.units_between
        if few == many:
            return self
        return self.of_units(self.sizing.units.whole.value)

    def of_units(self, units: float) -> "Farm":
        """The same with so many units, whether it needs as many or not."""
        sizing = size_units(self.scenario, self.carried, int(units))
        known = self.prediction
        if isinstance(known, FarmPrediction) and known.bought != units:
            known = None
        return replace(self, sizing=sizing, cost=monthly_bill(self.scenario, sizing), prediction=known, enough=None)

    def _sized(self, scenario: Scenario, carried: ServerCapacity) -> Sizing:
        """The farm at other prices, or by another replication, in as many units."""
        found, units = size_farm(scenario, carried), _whole_units(self.sizing)
        return found if _whole_units(found) == units else resize_farm(scenario, carried, found, units)

    @property
    def is_predicted(self) -> bool:
        """Whether it is known what it comes to over all that is not known."""
        return isinstance(self.prediction, FarmPrediction)

    @property
    def has_interval(self) -> bool:
        """Whether its money is told with its ends: those of the prediction, or of its prices where there is none. As
        long as a prediction may be to come it is not, for a farm has one interval."""
        known = self.prediction is not None or self.is_final
        return self.is_predicted or (known and bool(self.in_all.over.resting_on))

    @property
    def supports(self) -> Estimate:
        """How much it can carry with its spares gone, in times the demand. Where the farm is predicted the interval to
        read is that of the prediction, and not what theory or a simulation may be off by."""
        return self._without_noise(self.sizing.supports)

    @property
    def units_needed(self) -> Estimate:
        """The units that the demand needs, a broken number, with the interval of `supports`."""
        return self._without_noise(self.sizing.units.exact)

    def _without_noise(self, known: Estimate) -> Estimate:
        return exact(known.value, known.unit) if self.is_predicted else known

    @property
    def pays_origin(self) -> bool:
        """Whether it is billed for what it fetches from the origin."""
        return origin_price(self.scenario) > 0.0

    @property
    def is_metered_at_peak(self) -> bool:
        """Whether GB are paid, of a demand that states no mean: it is billed as if it were there all month."""
        return self.is_metered and peak_to_mean(self.scenario) <= 1.0

    @property
    def is_metered(self) -> bool:
        """Whether GB are paid, that leave a cloud or come from the origin."""
        return self.pays_origin or self.pays_egress

    @property
    def pays_egress(self) -> bool:
        """Whether it is billed for what leaves a cloud, from its own servers or from another tier."""
        return self.cost.egress.whole.value > 0.0

    @cached_property
    def range(self) -> PriceRange:
        """Money a month over the ranges of the prices that are assumed, for what is bought."""
        return self.bills.range(lambda cost: cost.total.whole)

    @cached_property
    def bills(self) -> AtPriceEnds[Cost]:
        """Its bill, and that at each end of each price that is assumed."""
        return at_price_ends(
            self.scenario, lambda scenario: monthly_bill(scenario, self._sized(scenario, self.carried))
        )

    @cached_property
    def in_all(self) -> MonthlyPayment:
        """All money a month for what is bought, what its traffic costs too."""
        known = self.prediction.cost if isinstance(self.prediction, FarmPrediction) else None
        return self._paid(lambda found: found.with_bandwidth, known)

    @cached_property
    def paid_for(self) -> dict[str, MonthlyPayment]:
        """The same by what is paid for (see `Cost.parts`)."""
        known = self.prediction.paid_for if isinstance(self.prediction, FarmPrediction) else {}
        return {name: self._paid(partial(_part, name), known.get(name)) for name in self.cost.parts}

    def _paid(self, read: Callable[[Cost], ExactAndWhole], known: PredictionInterval | None) -> MonthlyPayment:
        amount = read(self.decided.cost).whole
        over = self.bills.range(lambda cost: read(cost).whole)
        if known is None:
            return MonthlyPayment(amount, over)
        # One interval, which has in it what of the amount itself is not known, such as how much an origin is asked for.
        # A price that stands at an end of its range may lie outside: what is told of it is told with it.
        value, own = amount.value, amount.half_width
        low = value - hypot(max(0.0, value - known.low), own)
        high = value + hypot(max(0.0, known.high - value), own)
        return MonthlyPayment(replace(amount, half_width=0.0), replace(over, low=max(0.0, low), high=high))

    @property
    def fetches_at_no_price(self) -> bool:
        """Whether something comes from an origin and counts as nothing because nobody has stated a price for it."""
        source = self.scenario.sources.get(PRICE_OF_ORIGIN)
        return not self.pays_origin and self.sizing.fetched.value > 0.0 and (not source or source.kind == "default")

    @property
    def carbon(self) -> ExactAndWhole | None:
        """Tonnes of CO2 a year of its electricity, cooling with it; None where the prices tell no carbon intensity, and
        for servers that are rented, whose power nobody tells."""
        return carbon(self.scenario, self.sizing)

    @cached_property
    def carbon_range(self) -> PriceRange:
        """Tonnes of CO2 a year over the ranges of power, PUE and grid, for what is bought."""
        nothing = exact(0.0, TONNES)

        def emitted(scenario: Scenario) -> Estimate:
            exact_and_whole = carbon(scenario, self._sized(scenario, self.carried))
            return exact_and_whole.whole if exact_and_whole else nothing

        return price_range(self.scenario, emitted)

    @property
    def capital(self) -> Capital:
        """What its servers and licences cost to buy."""
        return capital_cost(self.scenario, self.sizing)

    @cached_property
    def capital_range(self) -> PriceRange:
        """Money over the ranges of the prices of servers and licences, for what is bought."""

        def paid(scenario: Scenario) -> Estimate:
            # Counted anew, for the servers of other tiers are held with their prices.
            return capital_cost(scenario, self._sized(scenario, self.carried)).total.whole

        return price_range(self.scenario, paid)

    def power_of(self, operating_point: OperatingPoint) -> PowerDraw:
        """What the servers draw that are at work in a state of the farm, all of the demand on them."""
        a_server = self.sizing.nodes.whole.value / self.sizing.servers.whole.value
        servers = exact(operating_point.servers / a_server, "servers")
        node, needed = as_node(self.scenario).server, self.sizing.needed_servers
        return power_draw(node, self.carried.busy, servers, needed, always_busy(self.scenario))


def buy_farm(scenario: Scenario, carried: ServerCapacity) -> Farm:
    """The farm that carries the demand of a scenario, of servers that each carry so much: the fewest units, or more
    where less is paid in all with them. Raises what `size` does."""
    sizing = size_farm(scenario, carried)
    needed = Farm(scenario, carried, sizing, monthly_bill(scenario, sizing))
    found = _of_cheapest_units(needed)
    return needed if found is needed else replace(found, enough=needed.decided)


def _of_cheapest_units(farm: Farm) -> Farm:
    """The farm in so many more units that one more does not surely save anything: caches of servers that are asked for
    less often may let in less that nobody asks for again, and an origin is asked for less. Where caches hit alike at
    any load, and where nothing comes from an origin, more units only cost more."""
    if farm.sizing.fetched.value <= 0.0 or not hits_by_rate(farm.carried):
        return farm
    best = farm
    while True:
        more = best.of_units(_whole_units(best.sizing) + 1)
        if not costs_surely_less(more, best):
            return best
        best = more


def costs_surely_less(farm: Farm, than: Farm) -> bool:
    """Whether it costs less in all over the ranges of the prices, and though less be saved at the origin by the share
    by which its misses may be off, which is the same of both."""
    paid, instead = (_in_all(each.cost).value for each in (farm, than))
    if paid >= instead:
        return False
    origin, before = (each.cost.item(ORIGIN).amount.whole.value if each.pays_origin else 0.0 for each in (farm, than))
    off = farm.of_misses / origin * abs(before - origin) if origin > 0.0 else 0.0
    return difference_range(farm.bills, than.bills, _in_all).high + off < 0.0


def _in_all(cost: Cost) -> Estimate:
    return cost.with_bandwidth.whole


def _whole_units(sizing: Sizing) -> int:
    return round(sizing.units.whole.value)


def _part(name: str, cost: Cost) -> ExactAndWhole:
    return cost.parts[name]


def _replications(carried: ServerCapacity) -> Iterator[ServerCapacity]:
    """What a server carries by each replication alone; nothing where there are none."""
    each = zip(carried.mbps.each, carried.requests.each, carried.busy.each, strict=False)
    for mbps, requests, busy in each:
        yield replace(carried, mbps=exact(mbps, "Mbps"), requests=exact(requests, "/s"), busy=exact(busy, "share"))
