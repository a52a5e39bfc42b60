"""What a farm that is rented costs on each of the terms that its instances have a price of."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.parts.hardware import Server
from models.parts.instance import RENTS, SPOT
from models.scenario import Scenario
from models.tier_flows import as_tier_server
from simulator.experiment.estimate import Estimate, exact
from simulator.farm.costs.cost import monthly_bill, monthly_unit
from simulator.farm.sizing import Sizing


@dataclass(frozen=True)
class RentTerms:
    """The same farm on some terms. cost: money a month of whole units in all, its traffic too; more: than it costs as
    it is rented; lost: instances of it that the provider takes back in a month, on average; chosen: whether all of it
    is rented so."""

    rent: str
    cost: Estimate
    more: Estimate
    lost: float
    chosen: bool


def rent_terms(scenario: Scenario, sizing: Sizing) -> tuple[RentTerms, ...]:
    """A farm on every one of the terms that all its instances have a price of, whatever is chosen; none where nothing
    is rented, or there is one way to rent it."""
    kinds = list(_rented(scenario, sizing))
    known = [rent for rent in RENTS if all(_price(server, rent) is not None for server, _, _ in kinds)]
    if not kinds or len(known) < 2:
        return ()
    now = monthly_bill(scenario, sizing).with_bandwidth.whole
    chosen = {own for _, _, own in kinds} if not scenario.datacenter.spot_share else set()
    return tuple(_on(scenario, sizing, rent, now, chosen == {rent}) for rent in known)


def taken_back(scenario: Scenario, sizing: Sizing) -> float:
    """Instances of a farm as it is rented that the provider takes back in a month, on average; 0 without any at spot
    prices."""
    own = scenario.spot_share * sizing.servers.whole.value * _loss(scenario.server)
    tiers = ((as_tier_server(scenario, each.tier), each.servers.whole.value) for each in sizing.tiers)
    return own + sum(kind.spot_share * count * _loss(kind.server) for kind, count in tiers)


def _on(scenario: Scenario, sizing: Sizing, rent: str, now: Estimate, chosen: bool) -> RentTerms:
    on_terms = scenario.datacenter.model_copy(update={"rent": rent, "spot_share": 0.0})
    elsewhere = scenario.model_copy(update={"datacenter": on_terms})
    cost = monthly_bill(elsewhere, sizing).with_bandwidth.whole
    more = exact(cost.value - now.value, monthly_unit(scenario.datacenter.prices))
    taken = sum(count * _loss(server) for server, count, _ in _rented(scenario, sizing)) if rent == SPOT else 0.0
    return RentTerms(rent, cost, more, taken, chosen)


def _rented(scenario: Scenario, sizing: Sizing) -> Iterator[tuple[Server, float, str]]:
    """Each kind of server that is rented: how many, and on which terms."""
    tiers = ((as_tier_server(scenario, each.tier), each.servers.whole.value) for each in sizing.tiers)
    for kind, count in ((scenario, sizing.servers.whole.value), *tiers):
        if kind.server.is_rented:
            yield kind.server, count, kind.rent


def _price(server: Server, rent: str) -> float | None:
    return None if server.instance is None else server.instance.a_month_on(rent)


def _loss(server: Server) -> float:
    return 0.0 if server.instance is None else server.instance.spot_loss or 0.0
