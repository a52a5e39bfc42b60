"""The carbon dioxide of the electricity that a farm takes."""

from models.parts.instance import HOURS_PER_YEAR
from models.scenario import Scenario
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.farm.sizing import Sizing

TONNES = "t CO2/year"
KG_PER_TONNE = 1e3


def carbon(scenario: Scenario, sizing: Sizing) -> ExactAndWhole | None:
    """Tonnes of CO2 a year, for the units needed exactly and for those that are bought; None where no intensity is
    told, and for servers that are rented.

    average kW x PUE x 8,760 h x kg a kWh / 1,000: emissions from purchased electricity by location, activity times
    emission factor (GHG Protocol 2015, Scope 2 Guidance, section 6), servers of other tiers among them. What building
    the servers took is not in it.
    """
    prices = scenario.datacenter.prices
    if prices.carbon is None or scenario.server.is_rented:
        return None
    per_kw = prices.pue * HOURS_PER_YEAR * prices.carbon / KG_PER_TONNE
    return ExactAndWhole(sizing.power_in_all.average, sizing.whole_power_in_all.average).times(per_kw, TONNES)
