"""How many servers a tier has that nobody counts but its counters: the hosts that were measured."""

from collections.abc import Mapping
from math import ceil

from models.quantities.provenance import Provenance
from models.scenario import Scenario
from models.variations.changes import with_changes
from simulator.farm.tier_sizing import is_unstated
from simulator.messages.review import MEASURED
from simulator.telemetry.deployments import DeploymentRecord


def with_measured_servers(scenario: Scenario, hosts: Mapping[str, DeploymentRecord], units: int) -> Scenario:
    """The scenario with the hosts of a tier that were measured as its servers, where nobody states them: a farm that
    runs is judged by those it has, and not by as many as its load would take. Shared by so many units, rounded up."""
    found = {
        place: ceil(hosts[tier.name].most_pods / units)
        for place, tier in enumerate(scenario.tiers)
        if tier.name in hosts and is_unstated(scenario, place)
    }
    if not found:
        return scenario
    tiers = enumerate(scenario.tiers)
    counted = tuple(each.model_copy(update={"servers": found.get(place, each.servers)}) for place, each in tiers)
    changed = with_changes(scenario, {"tiers": counted}, MEASURED)
    sources = {
        f"tiers[{place}].servers": Provenance(value_text=str(count), kind="measured", source=MEASURED)
        for place, count in found.items()
    }
    return changed.model_copy(update={"sources": {**changed.sources, **sources}})


def is_measured(scenario: Scenario, tier: str) -> bool:
    """Whether counters alone say how many servers a tier has."""
    place = next(place for place, each in enumerate(scenario.tiers) if each.name == tier)
    source = scenario.sources.get(f"tiers[{place}].servers")
    return source is not None and source.source == MEASURED
