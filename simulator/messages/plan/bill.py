"""The bill of a farm in words: its prices, its quantities, and how each item is counted."""

from models.messages.template import sentence
from models.parts.instance import HOURS_PER_MONTH
from simulator.farm.comparison import Bill
from simulator.farm.costs.cost import GB_PER_MBPS_MONTH, THOUSANDS_A_MONTH
from simulator.farm.outcome import Outcome
from simulator.messages.sentences import comparable_bill
from simulator.messages.wording import currency_text

SERVERS_AND_LICENCES = "servers and their licences"
SERVERS = "servers x the price of one, paid off with interest"
LICENCES = "servers x the price of a licence, paid off with interest"
OF_A_TIER = "all for its servers; the workbook has each item"
CORE_LICENCES = "servers x cores of one x a core"
HOSTING = "power provisioned and rack units x their prices"
PRICE_OF_ONE = "the price of one"
PRICE_OF_LICENCE = "the price of a licence"
HOW = "how it is counted"
PER_MBPS = "total for each Mbps"
ELECTRICITY = f"average power x PUE x {HOURS_PER_MONTH:g} h x electricity"
EGRESS = f"demand / peak to mean x {GB_PER_MBPS_MONTH:g} GB a Mbps and month x egress"
ORIGIN = f"what is fetched / peak to mean x {GB_PER_MBPS_MONTH:g} GB a Mbps and month x its price"
BALANCERS = f"balancers x {HOURS_PER_MONTH:g} h x an hour, and demand / peak to mean x {GB_PER_MBPS_MONTH:g} GB x a GB"
NAT = f"gateways x {HOURS_PER_MONTH:g} h x an hour, and fetched / peak to mean x {GB_PER_MBPS_MONTH:g} GB x a GB"
REQUESTS = f"objects fetched / peak to mean x {THOUSANDS_A_MONTH:g} thousand a month for one a second x their price"
FETCHES = "objects fetched from the origin"
ZONES = "GB that cross between zones x a GB, in each direction"
PUE_UNIT = "kW per kW of servers"
VOLUMES_OF_ONE = "volumes of an instance"
NAT_GB = "what passes a NAT gateway"
DEMAND = "demand, as units are counted"
RESERVE = "reserve, a share of it"
SPARE_UNITS = "spare units of the farm"
ON_THE_WIRE = "demand on the wire"
PEAK_TO_MEAN = "peak in times the mean"
costs_in = sentence("What it costs, in {currency}")
with_intervals = sentence(", a month with its {percent:g} % intervals")


def how_to_read(outcome: Outcome, has_traffic: bool) -> str:
    """How the bill is counted; has_traffic: whether traffic is among the items of a side besides its bandwidth."""
    cost = outcome.bought.cost
    return (
        f"In {currency_text(cost.currency, cost.year)}. Whole units are what one buys: demand and reserve by what a"
        " unit carries, rounded up, and the spare units. Exact units are how the documents count. "
        f"{_traffic(outcome, has_traffic)} Money is shown to the digits that the ranges of "
        "its prices leave, and to two at least."
    )


IN_WORKBOOK = (
    "The workbook of this report has all digits of the money. Its prices are entries: the bill follows what is written"
    " over them, and so do the prices of the baseline where both sides buy the same; what other tiers cost, and the"
    " other sheets, stay as they are."
)


stack_of = sentence("Stacked bars of the monthly cost by item, {which}, with the interval of the sum.")


def _traffic(outcome: Outcome, has_traffic: bool) -> str:
    """Where what traffic costs stands, for every way of paying for it that a side has."""
    if comparable_bill(outcome) is not Bill.COST:
        return "Plan and baseline do not pay for traffic alike: compare their totals with bandwidth."
    if outcome.scenario.server.is_rented:
        return "What leaves the servers is paid as egress, which is in the total."
    if has_traffic:
        return "What leaves a cloud is in the total; bandwidth is apart."
    return "Bandwidth is apart, for every farm that pays for it so and carries the demand pays it alike."
