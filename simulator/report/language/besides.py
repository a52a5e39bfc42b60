"""What else a planner must know of a farm: its rate of exchange, bursts that do not last, what disks hold, carbon."""

from models.quantities.units import CARBON, DATA_RATE, USD, format_quantity
from models.quantities.writing import counted
from models.scenario import Scenario
from simulator.measure.estimate import given
from simulator.report.language.numbers import plain, ranged, text
from simulator.rollup.farm import Farm
from simulator.rollup.outcome import Outcome

SMALL = 400e9  # Bytes: the smallest disks that servers of today are sold with; who needs no more need not be told.


def besides(outcome: Outcome) -> str:
    """What else a planner must know of the farm, a sentence each; "" where there is nothing, or no farm."""
    if outcome.farm is None:
        return ""
    farm = outcome.farm
    said = _rate(farm), _administered(farm.scenario), _burst(outcome), on_disks(farm.scenario), _carbon(farm)
    return " ".join(filter(None, said))


def _rate(farm: Farm) -> str:
    """The rate by which what has its price in US dollars is converted, and what that rests on."""
    prices = farm.scenario.datacenter.prices
    if prices.currency == USD or prices.usd_rate is None:
        return ""
    known = farm.scenario.sources["datacenter.prices.usd_rate"]
    between = f"{known.low} to {known.high}: " if known.low and known.high else ""
    why = f" ({between}{known.source})" if known.source else ""
    return f"Prices in {USD} are converted at {prices.usd_rate:g} {USD} for 1 {prices.currency}{why}."


def _administered(scenario: Scenario) -> str:
    """Which of two prices administers servers that are bought, under a list of a cloud that has one for each."""
    prices = scenario.datacenter.prices
    people = prices.administering(scenario.server.is_rented)
    if people == prices.administration:
        return ""
    unit = f"{prices.currency} a month"
    return (
        f"The servers are bought: administering one costs {people:g} {unit} (`administration_of_bought`), not the"
        f" {prices.administration:g} of one that is rented."
    )


def _burst(outcome: Outcome) -> str:
    """That an instance is sold with more bandwidth than it keeps up."""
    instance = outcome.scenario.server.instance
    if instance is None or instance.burst is None:
        return ""
    baseline, burst = (
        format_quantity(rate, DATA_RATE, digits=4)
        for rate in (sum(card.rate for card in outcome.scenario.server.cards), instance.burst)
    )
    return f"An instance bursts to {burst} for minutes; it is sized by its baseline, {baseline}."


def on_disks(farm: Scenario) -> str:
    """What the disks of a server have to hold where nobody has looked at it, for its disks have no size; "" where they
    hold little, nothing, or as much as they are told to keep."""
    if farm.workload.content is None or farm.web_server.disk_cache is not None:
        return ""
    disks, holds = farm.server.disks.count, farm.workload.content.catalogue
    if farm.server.disks.size is not None or holds <= SMALL * disks:
        return ""
    each = f", {text(given(holds / disks, 'B'))} on each" if disks > 1 else ""
    return (
        f"Each server holds all of the content, {text(given(holds, 'B'))}, on its {counted(disks, 'disk')}{each};"
        " whether they have the room is not looked at, for `server.disks.size` is not known."
    )


def _carbon(farm: Farm) -> str:
    found, prices = farm.carbon, farm.scenario.datacenter.prices
    if found is None or prices.carbon is None:
        return ""
    amount = format_quantity(prices.carbon, CARBON)
    over, exact = farm.carbon_range, found.whole.value
    low, value, high = ranged(over.low, exact, over.high)
    between = f" ({low} to {high} over the ranges of power, PUE and grid)" if over.resting_on else ""
    made = f"{value if over.resting_on else plain(exact)} t of CO2 a year"
    return f"Its electricity makes {made}{between}, at {amount} and a PUE of {prices.pue:g}."
