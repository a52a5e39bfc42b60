"""What a farm costs a month, item by item."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from models.parts.datacenter import Prices
from models.parts.instance import HOURS_PER_MONTH, MONTHS
from models.parts.volume_price import BYTES_PER_GB
from models.quantities.units import SIZE, format_quantity
from models.scenario import Scenario
from models.tier_flows import as_tier_server
from simulator.experiment.error_propagation import add
from simulator.experiment.estimate import Estimate, exact
from simulator.farm.costs.gateways import BALANCERS, NAT, Gateways, gateways
from simulator.farm.costs.link_traffic import PERCENTILE, LinkLoad, link_loads
from simulator.farm.costs.origin_traffic import origin_price, origin_writes, request_price, write_price
from simulator.farm.costs.power import PowerDraw
from simulator.farm.costs.zone_traffic import DIRECTIONS, ZONES, ZoneTraffic
from simulator.farm.exact_and_whole import ExactAndWhole, add_quantities
from simulator.farm.sizing import Sizing
from simulator.messages.stages import bill

SERVERS, LICENCES, ELECTRICITY = "servers", "licences", "electricity"
CORE_LICENCES = "core_licences"
HOSTING, BANDWIDTH, ADMINISTRATION = "hosting", "bandwidth", "administration"
# What a cloud bills in place of purchase, power, space and bandwidth.
INSTANCES, EGRESS = "instances", "egress"
VOLUMES = "volumes"
# What an origin bills for what is fetched from it.
ORIGIN = "origin"
REQUESTS = "requests"
# What is paid for traffic, apart from servers.
_TRAFFIC = (EGRESS, ORIGIN, REQUESTS, ZONES, BALANCERS, NAT)
GB = "GB/month"
# GB of 10^9 bytes that a Mbps comes to in a month.
GB_PER_MBPS_MONTH = 1e6 / 8.0 * 3600.0 * HOURS_PER_MONTH / 1e9
# Thousands of requests in a month of one a second.
THOUSANDS_A_MONTH = 3600.0 * HOURS_PER_MONTH / 1e3


def monthly_unit(prices: Prices) -> str:
    """The unit of a bill: the currency of the prices a month."""
    return f"{prices.currency}/month"


def monthly_unit_per_mbps(prices: Prices) -> str:
    """The unit of a bill for each Mbps."""
    return f"{prices.currency}/Mbps-month"


@dataclass(frozen=True)
class Item:
    """One item of the bill a month, or of what is bought; `basis` says in words what is multiplied. tier: of which of
    the other tiers, from 1, with its name in that of the item; 0 for what the farm's own servers cost. of_sort: what
    such an item is called without that. is_paid: whether it is paid at all in this way. note: what is to be
    known of its price besides. by_formula: whether a workbook can do it again."""

    name: str
    basis: str
    amount: ExactAndWhole
    tier: int = 0
    of_sort: str = ""
    is_paid: bool = True
    note: str = ""
    by_formula: bool = True

    @property
    def sort(self) -> str:
        """What it is called where it is of the farm's own servers."""
        return self.of_sort or self.name

    @property
    def key(self) -> str:
        """What it is called in formulas, which know no words of a scenario."""
        return f"{self.sort}_of_tier_{self.tier}" if self.tier else self.sort


@dataclass(frozen=True)
class EgressPrice:
    """What a GB costs that leaves a cloud, in a month in which `gigabytes` do: on average, and the next one."""

    gigabytes: float
    average: float
    next_one: float


@dataclass(frozen=True)
class Cost:
    """A monthly bill in `currency` of the year `year`.

    items: machines, licences, power, space and people, or the instances of a cloud, what leaves them, and people; what
    is fetched from an origin that bills it, and the gateways that traffic passes; total: their sum, what the farm
    costs. bandwidth is apart: it is the demand's, and every farm that carries that pays it alike, but for one that is
    rented, whose egress is among its items. per_mbps: the total for each Mbps of the demand. egress_price: what a GB
    costs that leaves, where its price has steps. links: those of the site, where bandwidth is paid by them.
    """

    year: int
    currency: str
    items: tuple[Item, ...]
    bandwidth: Item
    total: ExactAndWhole
    per_mbps: ExactAndWhole
    egress_price: EgressPrice | None = None
    links: tuple[LinkLoad, ...] = ()

    def item(self, name: str) -> Item:
        """The item of that name, bandwidth too. Raises KeyError when there is none."""
        for item in (*self.items, self.bandwidth):
            if item.name == name:
                return item
        raise KeyError(name)

    @property
    def egress(self) -> ExactAndWhole:
        """What leaves a cloud, from the farm's own servers and from other tiers; nothing where nothing does."""
        return self._of_sort(EGRESS)

    @property
    def hosting(self) -> ExactAndWhole:
        """Power provisioned and space; nothing where the servers are rented."""
        return self._of_sort(HOSTING)

    def _of_sort(self, sort: str) -> ExactAndWhole:
        return add_quantities([item.amount for item in self.items if item.sort == sort], self.total.exact.unit)

    @property
    def parts(self) -> dict[str, ExactAndWhole]:
        """What all of it comes to, by what is paid for: SERVERS for what is bought or rented, with its power, space and
        people, then BANDWIDTH, EGRESS, ORIGIN, REQUESTS, ZONES, BALANCERS and NAT where the farm pays so."""
        unit = self.total.exact.unit
        return {name: add_quantities(paid, unit) for name, paid in _by_part(self.items, self.bandwidth).items()}

    @property
    def with_bandwidth(self) -> ExactAndWhole:
        """The total and the bandwidth; half-widths add, as they do in the total."""
        return total([item.amount for item in (*self.items, self.bandwidth)])


@dataclass(frozen=True)
class Capital:
    """What is paid once, in the currency and of the year of the bill: items, servers and licences, and their sum."""

    items: tuple[Item, ...]
    total: ExactAndWhole


@dataclass(frozen=True)
class BilledServers:
    """What a bill is for: so many servers, what they draw on average and at most in kW, their rack units, the Mbps on
    the wire that leave them, and those that they fetch from the origin. leaving_in_all: the Mbps that leave the cloud
    from all servers that pay for it together, of which `traffic` is a part."""

    servers: ExactAndWhole
    average: ExactAndWhole
    provisioned: ExactAndWhole
    rack_units: ExactAndWhole
    traffic: ExactAndWhole
    fetched: ExactAndWhole
    leaving_in_all: float

    @classmethod
    def whole(
        cls,
        drawn: PowerDraw,
        servers: Estimate,
        rack_units: Estimate,
        traffic: Estimate,
        fetched: Estimate,
        leaving_in_all: float,
    ) -> "BilledServers":
        """So many servers that draw so much, of which none are counted exactly."""
        counts = servers, drawn.average, drawn.provisioned, rack_units, traffic, fetched
        there, average, provisioned, height, sent, behind = (ExactAndWhole(each, each) for each in counts)
        return cls(there, average, provisioned, height, sent, behind, leaving_in_all)


def annuity(price: float, interest: float, years: float) -> float:
    """What paying off `price` over `years` costs a month, in the price's currency.

    price * r / (1 - (1 + r) ** -n), with r = interest / 12 a month and n = 12 * years payments at the end of each
    month: the ordinary annuity (Brealey, Myers and Allen 2011, Principles of Corporate Finance, section 2-2), by which
    Hamilton 2008 (Perspectives, Cost of Power in Large-Scale Data Centers) pays servers off.

    >>> round(annuity(18_000.0, 0.05, 3.0), 2)
    539.48
    >>> annuity(18_000.0, 0.0, 3.0)
    500.0
    """
    rate, payments = interest / MONTHS, years * MONTHS
    if rate == 0.0:
        return price / payments
    return float(price * rate / (1.0 - (1.0 + rate) ** -payments))


def monthly_bill(scenario: Scenario, sizing: Sizing) -> Cost:
    """The monthly bill of a farm, for the units it needs exactly and for those that are bought.

    Electricity is the average power at the demand, all month, times the PUE. Hosting is the power provisioned and the
    rack space. Bandwidth is the demand, which every farm that meets it carries alike. Egress is the traffic of the
    month at the price of a GB, which may have steps.
    """
    prices, demand = scenario.datacenter.prices, sizing.demand
    leaving = _leaving_in_all(scenario, sizing)
    items = _farm_items(scenario, sizing, leaving)
    whole = total([item.amount for item in items])
    per_mbps = whole.times(1.0 / demand.value, monthly_unit_per_mbps(prices))
    by_steps = egress_price(scenario, leaving) if prices.egress_steps and leaving else None
    links = _links(scenario, demand.value)
    bandwidth = _bandwidth(scenario, demand.value, links)
    return Cost(prices.year, prices.currency, items, bandwidth, whole, per_mbps, by_steps, links)


def payments(scenario: Scenario, sizing: Sizing) -> dict[str, float]:
    """The money of the same bill for the units that are bought, without its intervals, by what is paid for (see
    `Cost.parts`)."""
    demand = sizing.demand.value
    items = _farm_items(scenario, sizing, _leaving_in_all(scenario, sizing))
    parts = _by_part(items, _bandwidth(scenario, demand, _links(scenario, demand)))
    return {name: sum(amount.whole.value for amount in paid) for name, paid in parts.items()}


def _by_part(items: Sequence[Item], bandwidth: Item) -> dict[str, list[ExactAndWhole]]:
    """The amounts of a bill by what is paid for, as `Cost.parts` has it."""
    servers, traffic = list[ExactAndWhole](), {sort: list[ExactAndWhole]() for sort in _TRAFFIC}
    for item in items:
        traffic.get(item.sort, servers).append(item.amount)
    own = {BANDWIDTH: [bandwidth.amount]} if bandwidth.is_paid else {}
    return {SERVERS: servers, **own, **{sort: paid for sort, paid in traffic.items() if paid}}


def _links(scenario: Scenario, demand: float) -> tuple[LinkLoad, ...]:
    return link_loads(scenario, demand, GB_PER_MBPS_MONTH / peak_to_mean(scenario))


def _farm_items(scenario: Scenario, sizing: Sizing, leaving: float) -> tuple[Item, ...]:
    """What a farm costs, item by item, without bandwidth; leaving: the Mbps that leave the cloud in all."""
    demand = sizing.demand
    bought = BilledServers(
        sizing.servers,
        ExactAndWhole(sizing.power.average, sizing.whole_power.average),
        ExactAndWhole(sizing.power.provisioned, sizing.whole_power.provisioned),
        sizing.rack_units,
        ExactAndWhole(demand, demand),
        ExactAndWhole(sizing.fetched, sizing.fetched),
        leaving,
    )
    own = (*bill_items(scenario, bought), *_request_items(scenario, sizing), *_gateway_items(scenario, sizing))
    return (*own, *_of_tiers(scenario, sizing, leaving))


def _request_items(scenario: Scenario, sizing: Sizing) -> Iterator[Item]:
    """What an origin bills for the requests to it, if anything: requests/s at the peak / peak to mean x thousands a
    month x price of a thousand, of those that fetch and of those that write."""
    prices, month = scenario.datacenter.prices, THOUSANDS_A_MONTH / peak_to_mean(scenario)
    reading, writing = (prices.from_usd(price(scenario)) for price in (request_price, write_price))
    written = exact(sizing.demanded.requests * origin_writes(scenario), "/s")
    unit, currency = monthly_unit(prices), prices.currency
    told, paid = list[str](), list[Estimate]()
    if sizing.fetches is not None:
        told.append(bill.a_thousand_requests(reading, currency))
        paid.append(sizing.fetches.times(month * reading, unit))
    if writing > 0.0:
        told.append(bill.a_thousand_writes(writing, currency))
        paid.append(written.times(month * writing, unit))
    if paid:
        amount = add(paid, unit)
        basis = bill.requests(told, _month(scenario))
        yield Item(REQUESTS, basis, ExactAndWhole(amount, amount), by_formula=writing == 0.0)


def request_cost(scenario: Scenario, sizing: Sizing) -> float:
    """What is billed a month for the requests of a farm to its origin."""
    return sum(item.amount.whole.value for item in _request_items(scenario, sizing))


def _gateway_items(scenario: Scenario, sizing: Sizing) -> Iterator[Item]:
    """What a cloud bills for the gateways that traffic passes on its way."""
    prices, month = scenario.datacenter.prices, _month(scenario)
    unit, currency = monthly_unit(prices), prices.currency
    for each in farm_gateways(scenario, sizing.units, sizing.demand, sizing.fetched):
        there = f"{each.count.whole.value:g} x {HOURS_PER_MONTH:g} h x {each.hour:g} {currency}"
        passing = "that passes" if each.sort == BALANCERS else "that is fetched"
        yield Item(each.sort, f"{there}, {each.gigabyte:g} {currency} a GB {passing}, {month}", each.cost(unit))


def farm_gateways(
    scenario: Scenario, units: ExactAndWhole, demand: Estimate, fetched: Estimate
) -> tuple[Gateways, ...]:
    """The gateways that a cloud bills for so many units that send and fetch so many Mbps at the peak."""
    a_month = GB_PER_MBPS_MONTH / peak_to_mean(scenario)
    return tuple(gateways(scenario, units, demand.times(a_month, GB), fetched.times(a_month, GB)))


def _leaving_in_all(scenario: Scenario, sizing: Sizing) -> float:
    """Mbps that leave the cloud from all servers that are rented."""
    own = sizing.demand.value if scenario.server.is_rented else 0.0
    return own + sum(each.value for each in sizing.leaving.values())


def egress_price(scenario: Scenario, mbps: float) -> EgressPrice:
    """What a GB costs that leaves the cloud where so many Mbps do at the peak, in all: a month's volume is what the
    steps of a price go by."""
    prices, gigabytes = scenario.datacenter.prices, mbps * GB_PER_MBPS_MONTH / peak_to_mean(scenario)
    if not prices.egress_steps or gigabytes == 0.0:
        return EgressPrice(gigabytes, prices.egress or 0.0, prices.egress or 0.0)
    return EgressPrice(gigabytes, prices.egress_cost(gigabytes) / gigabytes, prices.egress_of_next(gigabytes))


def capital_cost(scenario: Scenario, sizing: Sizing) -> Capital:
    """What a farm costs to buy: its servers and their licences, which the monthly bill pays off."""
    currency = scenario.datacenter.prices.currency
    parts = (
        (scenario, sizing.servers, ""),
        *((as_tier_server(scenario, each.tier), each.servers, f" of {each.tier.name}") for each in sizing.tiers),
    )
    items = tuple(
        Item(f"{name}{of}", f"{price:,.0f} {currency} a server", servers.times(price, currency), number, name)
        for number, (bought, servers, of) in enumerate(parts)
        for name, price in purchase_prices(bought).items()
    )
    return Capital(items, add_quantities([item.amount for item in items], currency))


def bill_items(scenario: Scenario, bought: BilledServers) -> tuple[Item, ...]:
    """What is bought or rented, item by item, without bandwidth: every bill is this one, whatever it is for."""
    return (*_paid_off(scenario, bought.servers), *running_items(scenario, bought))


def _of_tiers(scenario: Scenario, sizing: Sizing, leaving: float) -> Iterator[Item]:
    """What the servers of other tiers cost, each item with the name of its tier; egress of what leaves a cloud from one
    for servers that are bought, for all else stays inside."""
    nothing = sizing.demand.times(0.0, sizing.demand.unit)
    for number, each in enumerate(sizing.tiers, 1):
        power = ExactAndWhole(each.power.average, each.whole_power.average)
        provisioned = ExactAndWhole(each.power.provisioned, each.whole_power.provisioned)
        leaves = sizing.leaving.get(each.tier.name, nothing)
        traffic, fetched = ExactAndWhole(leaves, leaves), ExactAndWhole(nothing, nothing)
        bought = BilledServers(each.servers, power, provisioned, each.rack_units, traffic, fetched, leaving)
        for item in bill_items(as_tier_server(scenario, each.tier), bought):
            if item.sort == ORIGIN or (item.sort == EGRESS and leaves.value <= 0.0):
                continue
            basis = bill.answers_leaving(item.basis) if item.sort == EGRESS else item.basis
            yield replace(item, name=f"{item.name} of {each.tier.name}", basis=basis, tier=number, of_sort=item.sort)
        if each.tier.name in sizing.crossing:
            yield _between_zones(scenario, sizing.crossing[each.tier.name], each.tier.name, number)


def _between_zones(scenario: Scenario, traffic: ZoneTraffic, tier: str, number: int) -> Item:
    """What a cloud bills for what crosses between zones on the way to and from a tier: GB x the price, once where they
    leave and once where they arrive."""
    prices, month = scenario.datacenter.prices, GB_PER_MBPS_MONTH / peak_to_mean(scenario)
    each = prices.zone_gb or 0.0
    paid = traffic.in_all.times(DIRECTIONS * month * each, monthly_unit(prices))
    calls, copies = (part.value * month for part in (traffic.calls, traffic.copies))
    basis = bill.between_zones(each, prices.currency, calls, copies, traffic.answers_unstated)
    return Item(f"between zones of {tier}", f"{basis}, {_month(scenario)}", ExactAndWhole(paid, paid), number, ZONES)


def zone_cost(scenario: Scenario, sizing: Sizing) -> float:
    """What is billed a month for what crosses between zones for a farm, in all."""
    found = (_between_zones(scenario, each, tier, 0) for tier, each in sizing.crossing.items())
    return sum(item.amount.whole.value for item in found)


def total(amounts: Sequence[ExactAndWhole]) -> ExactAndWhole:
    """The sum of amounts of one unit that all hang on one measurement."""
    return add_quantities(amounts, amounts[0].exact.unit)


def _paid_off(scenario: Scenario, servers: ExactAndWhole) -> tuple[Item, ...]:
    """What is paid off: the machines and their licences."""
    prices = scenario.datacenter.prices
    paid_off = bill.paid_off(prices.server_life, prices.interest * 100)
    return tuple(
        Item(
            name,
            f"{price:,.0f} {prices.currency} a server, {paid_off}",
            servers.times(annuity(price, prices.interest, prices.server_life), monthly_unit(prices)),
        )
        for name, price in purchase_prices(scenario).items()
    )


def purchase_prices(scenario: Scenario) -> dict[str, float]:
    """The prices of what is bought with every server, in the currency of the bill."""
    convert = scenario.datacenter.prices.from_usd
    licence = {LICENCES: convert(scenario.operating_system.licence)}
    return licence if scenario.server.is_rented else {SERVERS: convert(scenario.server.price), **licence}


def running_items(scenario: Scenario, bought: BilledServers) -> tuple[Item, ...]:
    """What is paid for as it is used."""
    prices = scenario.datacenter.prices
    unit, currency = monthly_unit(prices), prices.currency
    each = prices.administering(scenario.server.is_rented)
    cores = _core_licences(scenario, bought.servers)
    run = Item(ADMINISTRATION, f"{each:g} {currency} a server", bought.servers.times(each, unit))
    fetched = _fetched(scenario, bought)
    if scenario.server.is_rented:
        return (*_rented(scenario, bought), *cores, *fetched, run)
    per_kw = prices.pue * HOURS_PER_MONTH * prices.electricity
    space = bought.rack_units.times(prices.rack_space, unit)
    power = f"average power x PUE {prices.pue:g} x {HOURS_PER_MONTH:g} h x {prices.electricity:g} {currency}/kWh"
    hosting = bill.hosting(prices.hosting, currency, prices.rack_space)
    return (
        Item(ELECTRICITY, power, bought.average.times(per_kw, unit)),
        Item(HOSTING, hosting, total((bought.provisioned.times(prices.hosting, unit), space))),
        *cores,
        *fetched,
        run,
    )


def _core_licences(scenario: Scenario, servers: ExactAndWhole) -> Iterator[Item]:
    """What is licensed by the core, if anything: servers x cores x price a month."""
    prices, cores = scenario.datacenter.prices, scenario.server.cores
    each = prices.from_usd(scenario.operating_system.core_licence)
    if each > 0.0:
        basis = bill.licence_of_cores(each, prices.currency, cores)
        yield Item("core licences", basis, servers.times(cores * each, monthly_unit(prices)), of_sort=CORE_LICENCES)


def _rented(scenario: Scenario, bought: BilledServers) -> tuple[Item, ...]:
    """What a cloud bills: its instances, and what leaves them.

    egress = Mbps at the peak / peak to mean x 328.5 GB a month x price; a demand of which no day and no volume a
    day is stated has no mean, and is billed as if it were there all month. Where the price has steps, it is what a GB
    costs on average of all that leaves.
    """
    prices, instance = scenario.datacenter.prices, scenario.server.instance
    unit, currency = monthly_unit(prices), prices.currency
    each = prices.from_usd(scenario.instance_a_month)
    lost = instance.spot_loss if instance is not None and scenario.spot_share else None
    losses = "" if lost is None else bill.taken_back(100.0 * scenario.spot_share, 100.0 * lost)
    terms = f"{each:,.2f} {currency} an instance, {scenario.rent.replace('-', ' ')}{losses}"
    of_a_gb = egress_price(scenario, bought.leaving_in_all)
    leaving = bought.traffic.times(GB_PER_MBPS_MONTH * of_a_gb.average / peak_to_mean(scenario), unit)
    note = _steps_text(of_a_gb, currency) if prices.egress_steps else ""
    counted = f"{note or f'{of_a_gb.average:g} {currency} a GB'}, {_month(scenario)}"
    disks = prices.from_usd(scenario.server.disks.volumes_a_month)
    volumes = (Item(VOLUMES, bill.volumes(disks, currency), bought.servers.times(disks, unit)),) if disks else ()
    return (
        Item(INSTANCES, terms, bought.servers.times(each, unit)),
        *volumes,
        Item(EGRESS, counted, leaving, note=note),
    )


def _steps_text(of_a_gb: EgressPrice, currency: str) -> str:
    """By what steps of a month's volume what leaves a cloud is billed, in words."""
    volume = format_quantity(of_a_gb.gigabytes * BYTES_PER_GB, SIZE, digits=3)
    return bill.by_steps(of_a_gb.average, currency, volume, of_a_gb.next_one)


def _fetched(scenario: Scenario, bought: BilledServers) -> Iterator[Item]:
    """What an origin bills, if anything: Mbps fetched at the peak / peak to mean x 328.5 GB a month x price.

    They are the misses of both caches times the demand, counted through the month as egress is.
    """
    prices = scenario.datacenter.prices
    per_gb = prices.from_usd(origin_price(scenario))
    if per_gb > 0.0:
        amount = bought.fetched.times(GB_PER_MBPS_MONTH * per_gb / peak_to_mean(scenario), monthly_unit(prices))
        yield Item(ORIGIN, bill.a_gb_fetched(per_gb, prices.currency, _month(scenario)), amount)


def _month(scenario: Scenario) -> str:
    """How a demand at its peak is taken through a month, in words."""
    ratio = peak_to_mean(scenario)
    return bill.by_peak_to_mean(ratio) if ratio > 1.0 else bill.ALL_MONTH


def peak_to_mean(scenario: Scenario) -> float:
    """The demand at its peak in times the mean of the month: that of its day and its days of the week, else that of a
    volume a day; 1 where neither is stated."""
    if scenario.workload.day is not None:
        return scenario.workload.day.peak_to_mean
    return (scenario.demand.peak_to_mean if scenario.demand else None) or 1.0


def _bandwidth(scenario: Scenario, demand: float, links: Sequence[LinkLoad]) -> Item:
    prices = scenario.datacenter.prices
    if scenario.server.is_rented:
        nothing = exact(0.0, monthly_unit(prices))
        return Item(BANDWIDTH, "paid as egress", ExactAndWhole(nothing, nothing), is_paid=False)
    if links:
        paid = exact(sum(each.cost for each in links), monthly_unit(prices))
        basis = bill.by_links(len(links), _percentile(scenario))
        return Item(BANDWIDTH, basis, ExactAndWhole(paid, paid), by_formula=False)
    amount = exact(demand * prices.bandwidth, monthly_unit(prices))
    return Item(BANDWIDTH, bill.bandwidth(prices.bandwidth, prices.currency), ExactAndWhole(amount, amount))


def _percentile(scenario: Scenario) -> str:
    """What part of the peak links are billed by, in words."""
    day = scenario.workload.day
    return bill.AT_PEAK if day is None else bill.by_percentile(100.0 * day.percentile(PERCENTILE))
