"""The cheapest farm as data: what `optimise --json` writes, each candidate that was pruned by name."""

from simulator.measure.estimate import Estimate
from simulator.questions.optimise.cheapest import Cheapest, Offer
from simulator.questions.optimise.document import notes
from simulator.report.data import farm_data
from simulator.report.figure import Data, figure


def cheapest_data(found: Cheapest) -> Data:
    """All of it as data, each candidate that was pruned by name."""
    return {
        "winner": _offer(found.winner),
        "runner_up": _offer(found.runner_up),
        "present": _offer(found.present),
        "difference": {"whole": _known(found.difference), "exact": _known(found.exact_difference)},
        "told_apart": found.told_apart,
        "costs_with_bandwidth": not found.pay_alike,
        "engine": found.engine,
        "candidates": found.candidates,
        "choices": found.choices,
        "servers": found.servers,
        "simulated": found.simulated,
        "choices_with_disk_size_of_the_scenario": found.disks_taken,
        "pruned_by_reason": dict(found.counts),
        "pruned": [
            {
                "name": each.name,
                "reason": each.kind,
                "why": each.why,
                "costs_at_least": each.bound,
                "carries_at_most_mbps": each.ceiling,
            }
            for each in found.pruned
        ],
        "not_known": [
            {"name": each.name, "reason": each.reason, "costs_at_least": each.bound} for each in found.unanswered
        ],
        "not_considered": [{"name": each.name, "reason": each.reason} for each in found.not_considered],
        "notes": list(notes(found)),
    }


def _offer(offer: Offer | None) -> Data | None:
    if offer is None:
        return None
    return {
        "name": offer.name,
        "nodes": offer.nodes,
        "units": figure(offer.whole_units),
        "exact_units": figure(offer.units),
        "servers": figure(offer.servers),
        "supports": figure(offer.supports),
        "server_mbps": figure(offer.server_mbps),
        "cost_per_month": figure(offer.whole),
        "exact_cost_per_month": figure(offer.exact),
        "binding_limit": offer.binding,
        "limit": offer.limit,
        "costs_at_least": offer.bound,
        "carries_at_most_mbps": offer.ceiling,
        "price_years": list(offer.years),
        "is_present": offer.own,
        "disk_size_of_the_scenario_bytes": offer.disk_size,
        "farm": farm_data(offer.farm) if offer.farm else None,
    }


def _known(estimate: Estimate | None) -> Data | None:
    return None if estimate is None else figure(estimate)
