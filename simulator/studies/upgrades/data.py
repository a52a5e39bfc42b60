"""What would help, as data."""

from simulator.farm.stopping_limit import stopping_limit
from simulator.farm.upgrade_value import AtCapacity, UpgradeRanking, UpgradeValue
from simulator.messages.upgrades import notes
from simulator.output.data import farm_data
from simulator.output.figure import Data, figure_data
from simulator.output.prediction_data import interval_data


def options_data(upgrade_ranking: UpgradeRanking) -> Data:
    """The same as data: the present capacity, a row for each option measured in that order, and the others. Where an
    option does not pay for traffic as the present farm does, `farm_cost_more` is with bandwidth on both sides."""
    present = upgrade_ranking.present
    return {
        "present": {
            "farm": farm_data(upgrade_ranking.farm) if upgrade_ranking.farm else None,
            "server_mbps": figure_data(present.carried.mbps),
            "unit_mbps": figure_data(present.unit_mbps),
            "binding_limit": _stopped_by(present),
        },
        "best": upgrade_ranking.best.name if upgrade_ranking.best else None,
        "options": [_row(each) for each in upgrade_ranking.worths],
        "dropped": [_row(each) for each in upgrade_ranking.dropped],
        "not_simulated": [
            {"name": each.name, "station": each.station, "saturates_mbps": each.mbps}
            for each in upgrade_ranking.saturated
        ],
        "not_applicable": [{"name": each.name, "reason": each.reason} for each in upgrade_ranking.not_applicable],
        "notes": list(notes(upgrade_ranking)),
    }


def server_and_options_data(upgrade_ranking: UpgradeRanking) -> Data:
    """The keys `server` and `farm` as `capacity --json` has them, without a load curve, and what would help."""
    present, carried = upgrade_ranking.present, upgrade_ranking.present.carried
    server = {
        "capacity_mbps": figure_data(carried.mbps),
        "offered_requests": figure_data(carried.requests),
        "binding_limit": _stopped_by(present),
        "missed_beyond": carried.target,
    }
    unit = {"capacity_mbps": figure_data(present.unit_mbps), "binding_limit": _stopped_by(present)}
    farm = farm_data(upgrade_ranking.farm) if upgrade_ranking.farm else None
    return {"server": server, "unit": unit, "farm": farm, "what_would_help": options_data(upgrade_ranking)}


def _stopped_by(at: AtCapacity) -> str:
    """The name of what stops a server."""
    return stopping_limit(at.carried, at.scenario.targets).name


def _row(upgrade_value: UpgradeValue) -> Data:
    gain = upgrade_value.gain
    return {
        "name": upgrade_value.name,
        "adapted": upgrade_value.adapted,
        "another_server": upgrade_value.instead,
        "other_family_of_systems": upgrade_value.elsewhere,
        "per": upgrade_value.per,
        "gain_mbps": figure_data(gain.difference),
        "gain_percent": figure_data(gain.percent),
        "significant": gain.significant,
        "capacity_mbps": figure_data(gain.other),
        "cost_per_month": figure_data(upgrade_value.cost),
        "cost_per_month_range": [upgrade_value.lowest_cost, upgrade_value.highest_cost],
        "cost_per_mbps": figure_data(upgrade_value.cost_per_mbps),
        "price": {"value": upgrade_value.price.value, "low": upgrade_value.price.low, "high": upgrade_value.price.high},
        "price_year": upgrade_value.price.year or None,
        "binding_limit": upgrade_value.stop.name,
        "farm": farm_data(upgrade_value.farm) if upgrade_value.farm else None,
        "servers_more": upgrade_value.servers_more,
        "farm_dearer_than_now": upgrade_value.beside and upgrade_value.beside.dearer,
        "farm_costs_more_within": upgrade_value.beside and interval_data(upgrade_value.beside.more),
        "farm_cost_more": figure_data(upgrade_value.farm_costs_more) if upgrade_value.farm_costs_more else None,
        "pays_traffic_alike": upgrade_value.pays_alike,
    }
