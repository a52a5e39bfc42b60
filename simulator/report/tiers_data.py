"""The servers of other tiers as data."""

from simulator.measure.estimate import given
from simulator.report.figure import Data, counted_data, figure
from simulator.rollup.sizing import Sizing
from simulator.rollup.tiers import TierServers


def with_tiers(sizing: Sizing) -> Data:
    """The servers of other tiers, which are in none of the other counts but the racks, and all servers together."""
    drawn = sizing.whole_power_in_all
    return {
        "tiers": [_tier(each) for each in sizing.tiers],
        "in_all": {
            "servers": sizing.servers_in_all.whole.value,
            "rack_units": counted_data(sizing.rack_units_in_all),
            "power_kw": figure(drawn.average),
            "provisioned_kw": figure(drawn.provisioned),
        },
    }


def _tier(each: TierServers) -> Data:
    """The servers of another tier."""
    return {
        "tier": each.tier.name,
        "servers_of_a_unit": figure(given(each.tier.servers, "")),
        "servers": figure(each.servers.whole),
        "in_use": figure(given(each.in_use, "%")),
        "fewest": figure(given(each.fewest, "servers")),
        "power_kw": figure(each.whole_power.average),
        "provisioned_kw": figure(each.whole_power.provisioned),
        "rack_units": counted_data(each.rack_units),
    }
