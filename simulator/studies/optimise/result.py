"""The cheapest farm as data: what `optimise --json` writes, each candidate that was pruned by name."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.farm.cheapest_farm import CheapestFarm, FarmOffer, OtherServer
from simulator.farm.farm import Farm
from simulator.farm.stamp import Stamp
from simulator.messages.optimise import notes
from simulator.output.blocks import Block, Report
from simulator.output.candidates import candidate_data, why_not_data
from simulator.output.data import farm_data
from simulator.output.figure import Data, figure_data
from simulator.output.prediction_data import beside_data, interval_data, prediction_data, sure_data
from simulator.output.sections import terminal_blocks
from simulator.studies.optimise.document import SECTIONS, cheapest_report
from simulator.studies.result import FarmResult


@dataclass(frozen=True, repr=False, eq=False)
class OptimiseResult(FarmResult):
    """The cheapest farm of the catalogue, and what it was chosen from."""

    scenario: Scenario
    cheapest: CheapestFarm
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

    def blocks(self, every: bool = False) -> list[Block]:
        return terminal_blocks(SECTIONS, self.cheapest, every)

    def report(self) -> Report:
        return cheapest_report(self.scenario.name, self.cheapest, self.stamp, self.stamp.replications)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.scenario.name, "server": self.server, **self.bought(), "bottleneck": self.bottleneck}


def cheapest_data(cheapest_farm: CheapestFarm) -> Data:
    """All of it as data, each candidate that was pruned by name."""
    return {
        "winner": _offer(cheapest_farm.winner),
        "runner_up": _offer(cheapest_farm.runner_up),
        "present": _offer(cheapest_farm.present),
        "same_servers_in_other_units": _offer(cheapest_farm.resized),
        "cheapest_sure": sure_data(cheapest_farm.surer, "cheapest"),
        "difference": {"whole": _known(cheapest_farm.difference), "exact": _known(cheapest_farm.exact_difference)},
        "told_apart": cheapest_farm.told_apart,
        "engine": cheapest_farm.engine,
        "candidates": cheapest_farm.candidates,
        "choices": cheapest_farm.choices,
        "servers": cheapest_farm.servers,
        "simulated": cheapest_farm.simulated,
        "choices_with_disk_size_of_the_scenario": cheapest_farm.disks_taken,
        "pruned_by_reason": dict(cheapest_farm.counts),
        "pruned": [
            {
                "name": each.name,
                "reason": each.kind,
                "why": each.why,
                "costs_at_least": each.bound,
                "carries_at_most_mbps": each.ceiling,
                "why_not": why_not_data(each.why_not) if each.why_not else None,
            }
            for each in cheapest_farm.pruned
        ],
        "not_known": [
            {"name": each.name, "reason": each.reason, "costs_at_least": each.bound}
            for each in cheapest_farm.unanswered
        ],
        "ranking": list(map(candidate_data, cheapest_farm.ranking)),
        "other_servers": [_other_server(each) for each in cheapest_farm.others.servers],
        "not_counted": dict(cheapest_farm.others.unanswered),
        "not_considered": [{"name": each.name, "reason": each.reason} for each in cheapest_farm.not_considered],
        "notes": list(notes(cheapest_farm)),
    }


def _other_server(server: OtherServer) -> Data:
    return {
        "name": server.name,
        "servers": server.servers,
        "servers_of_other_tiers": server.of_other_tiers,
        "units": server.units,
        "nodes": server.nodes,
        "worlds": server.worlds,
        **beside_data(server.beside, "cheapest"),
        "enough": server.enough,
        "cost_in_all_per_month": interval_data(server.cost),
        "stopped_by": dict(server.stops),
    }


def _offer(offer: FarmOffer | None) -> Data | None:
    if offer is None:
        return None
    return {
        "name": offer.name,
        "nodes": offer.nodes,
        "units": figure_data(offer.whole_units),
        "exact_units": figure_data(offer.units),
        "servers": figure_data(offer.servers),
        "supports": figure_data(offer.supports),
        "server_mbps": figure_data(offer.server_mbps),
        "cost_in_all_per_month": figure_data(offer.whole),
        "exact_cost_in_all_per_month": figure_data(offer.exact),
        "binding_limit": offer.binding,
        "limit": offer.limit,
        "costs_at_least": offer.bound,
        "carries_at_most_mbps": offer.ceiling,
        "price_years": list(offer.years),
        "is_present": offer.own,
        **beside_data(offer.beside, "cheapest"),
        "disk_size_of_the_scenario_bytes": offer.disk_size,
        "caches_up_to_bytes": dict(offer.caches),
        "farm": farm_data(offer.farm) if offer.farm else None,
        "prediction": prediction_data(offer.farm.prediction) if offer.farm and offer.farm.prediction else None,
    }


def _known(estimate: Estimate | None) -> Data | None:
    return None if estimate is None else figure_data(estimate)
