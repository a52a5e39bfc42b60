"""How many servers or pods a tier has that nobody counts but its counters: those that were measured."""

from collections.abc import Iterable
from math import ceil

from models.parts.tier import Tier
from models.quantities.provenance import Provenance
from models.scenario import Scenario
from models.variations.changes import with_changes
from simulator.farm.tier_sizing import is_unstated
from simulator.messages.review import MEASURED
from simulator.telemetry.deployments import DeploymentRecord


def with_measured_servers(scenario: Scenario, records: Iterable[DeploymentRecord], units: int) -> Scenario:
    """The scenario with the hosts, or pods, of a tier that were measured as its servers, or replicas, where nobody
    states them: a farm that runs is judged by those it has, and not by as many as its load would take. Shared by so
    many units, rounded up."""
    most = {each.name: each.pods_at_peak for each in records if each.pods_at_peak}
    found = {
        place: ceil(most[tier.name] / units)
        for place, tier in enumerate(scenario.tiers)
        if tier.name in most and is_unstated(scenario, place)
    }
    if not found:
        return scenario
    tiers = enumerate(scenario.tiers)
    counted = tuple(with_count(each, found[place]) if place in found else each for place, each in tiers)
    changed = with_changes(scenario, {"tiers": counted}, MEASURED)
    sources = {
        f"tiers[{place}].servers": Provenance(value_text=str(count), kind="measured", source=MEASURED)
        for place, count in found.items()
    }
    return changed.model_copy(update={"sources": {**changed.sources, **sources}})


def with_count(tier: Tier, count: int) -> Tier:
    """A tier with so many servers, or pods."""
    pods = None if tier.pods is None else tier.pods.model_copy(update={"replicas": count})
    return tier.model_copy(update={"servers": count, "pods": pods})


def is_measured(scenario: Scenario, tier: str) -> bool:
    """Whether counters alone say how many servers a tier has."""
    place = next(place for place, each in enumerate(scenario.tiers) if each.name == tier)
    source = scenario.sources.get(f"tiers[{place}].servers")
    return source is not None and source.source == MEASURED
