"""What would help, as data."""

from simulator.questions.helps.sentences import notes
from simulator.report.data import farm_data
from simulator.report.figure import Data, figure
from simulator.rollup.option import WhatHelps, Worth


def options_data(found: WhatHelps) -> Data:
    """The same as data: the present capacity, a row for each option measured in that order, and the others. Where an
    option does not pay for traffic as the present farm does, `farm_cost_more` is with bandwidth on both sides."""
    present = found.present
    return {
        "present": {
            "farm": farm_data(present.farm) if present.farm else None,
            "server_mbps": figure(present.carried.mbps),
            "unit_mbps": figure(present.unit_mbps),
            "binding_limit": present.carried.binding,
        },
        "best": found.best.name if found.best else None,
        "options": [_row(each) for each in found.worths],
        "dropped": [_row(each) for each in found.dropped],
        "not_simulated": [
            {"name": each.name, "station": each.station, "saturates_mbps": each.mbps} for each in found.saturated
        ],
        "not_applicable": [{"name": each.name, "reason": each.reason} for each in found.not_applicable],
        "notes": list(notes(found)),
    }


def server_and_options_data(found: WhatHelps) -> Data:
    """The keys `server` and `farm` as `capacity --json` has them, without a load curve, and what would help."""
    present, carried = found.present, found.present.carried
    server = {
        "capacity_mbps": figure(carried.mbps),
        "offered_requests": figure(carried.requests),
        "binding_limit": carried.binding,
        "missed_beyond": carried.target,
    }
    unit = {"capacity_mbps": figure(present.unit_mbps), "binding_limit": carried.binding}
    farm = farm_data(present.farm) if present.farm else None
    return {"server": server, "unit": unit, "farm": farm, "what_would_help": options_data(found)}


def _row(found: Worth) -> Data:
    gain = found.gain
    return {
        "name": found.name,
        "adapted": found.adapted,
        "another_server": found.instead,
        "other_family_of_systems": found.elsewhere,
        "per": found.per,
        "gain_mbps": figure(gain.difference),
        "gain_percent": figure(gain.percent),
        "significant": gain.significant,
        "capacity_mbps": figure(gain.other),
        "cost_per_month": figure(found.cost),
        "cost_per_month_range": [found.lowest_cost, found.highest_cost],
        "cost_per_mbps": figure(found.cost_per_mbps),
        "price": {"value": found.price.value, "low": found.price.low, "high": found.price.high},
        "price_year": found.price.year or None,
        "binding_limit": found.stop.name,
        "farm": farm_data(found.farm) if found.farm else None,
        "servers_more": found.servers_more,
        "farm_cost_more": figure(found.farm_costs_more) if found.farm_costs_more else None,
        "pays_traffic_alike": found.pays_alike,
    }
