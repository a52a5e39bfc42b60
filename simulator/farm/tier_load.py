"""What shields find, and how often timers of databases have checkpoints begin, at the load of the farm, where that
hangs on it: of what lives for a time only, and of what commits change meanwhile."""

from models.quantities.formatting import significant
from models.quantities.provenance import Provenance
from models.scenario import Scenario
from models.shield import depends_on_load, finds_what_follows, shield_hits
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.farm.tier_sizing import unit_load
from simulator.messages.stages.farm import found_at_load


def with_tiers_at_load(scenario: Scenario) -> Scenario:
    """The scenario, of which each shield that states neither its items nor its hit ratio, and each timer of
    checkpoints, is looked at for what falls to a node of the unit at the demand, or without one what is offered to it,
    or the most that it carries, whatever else of it is changed then; its baseline too. As it is where none hangs on the
    load, or theory does not know it."""
    baseline = with_tiers_at_load(scenario.baseline) if scenario.baseline is not None else None
    if baseline is not scenario.baseline:
        scenario = scenario.model_copy(update={"baseline": baseline})
    lives = depends_on_load(scenario)
    places = [place for place in range(len(scenario.tiers)) if lives and finds_what_follows(scenario, place)]
    timed = any(t.software is not None and t.software.checkpoint_timeout is not None for t in scenario.tiers)
    rate = _node_rate(scenario) if places or timed else None
    if rate is None:
        return scenario
    sources = dict(scenario.sources)
    for place in places:
        tier = scenario.tiers[place]
        assert tier.cache is not None
        found = f"{100.0 * shield_hits(scenario, tier, tier.cache, rate).all:.3g} %"
        known = Provenance(value_text=found, kind="default", source=found_at_load(significant(rate, 3)))
        sources[f"tiers[{place}].cache.hit_ratio"] = known
    return scenario.model_copy(update={"asked_rate": rate, "sources": sources})


def _node_rate(scenario: Scenario) -> float | None:
    """Requests/s of each node of a unit that is whole."""
    if scenario.demand is None and scenario.workload.offered_rate is not None:
        return scenario.workload.offered_rate
    load = unit_load(scenario)
    return None if load is None else load.demanded * unit_capacity_factor(scenario) / scenario.unit.nodes
