"""The cheapest farm as data: what `optimise --json` writes, each candidate that was pruned by name."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.questions.optimise.cheapest import Cheapest, Offer
from simulator.questions.optimise.document import cheapest_blocks, cheapest_report, notes
from simulator.questions.result import FarmResult
from simulator.report.blocks import Block, Report
from simulator.report.data import farm_data
from simulator.report.figure import Data, figure
from simulator.rollup.farm import Farm
from simulator.rollup.stamp import Stamp


@dataclass(frozen=True, repr=False, eq=False)
class OptimiseResult(FarmResult):
    """The cheapest farm of the catalogue, and what it was chosen from."""

    scenario: Scenario
    cheapest: Cheapest
    stamp: Stamp

    @property
    def farm(self) -> Farm | None:
        return self.cheapest.winner.farm

    @property
    def server(self) -> str:
        """The server and the unit of the cheapest farm, by name."""
        return self.cheapest.winner.name

    @property
    def bottleneck(self) -> str:
        """The limit that binds there first, by its name."""
        return self.cheapest.winner.binding

    def to_dict(self) -> Data:
        return cheapest_data(self.cheapest)

    def blocks(self) -> list[Block]:
        return cheapest_blocks(self.cheapest)

    def report(self) -> Report:
        return cheapest_report(self.scenario.name, self.cheapest, self.stamp, self.stamp.replications)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.scenario.name, "server": self.server, **self.bought(), "bottleneck": self.bottleneck}


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
