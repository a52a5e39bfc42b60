"""What a tier with one of its servers down misses, and how many servers it must have, in sentences."""

from collections.abc import Iterator, Sequence

from models.messages.template import sentence
from models.parts.tier import EVEN, Tier
from models.replication import readers_by_primary
from models.scenario import Scenario
from simulator.experiment.results import Unavailable
from simulator.experiment.verdicts import Verdict
from simulator.farm.tier_failure import TierFailure
from simulator.messages.numbers import figure_text
from simulator.messages.sentences import target_text
from simulator.messages.wording import zones_text

NO_SPARES = "Units have no spare nodes, so no server of a tier is taken to be down either."
_less_of_the_keys = sentence("more `servers` of {cache}, each of which then has less of the keys")


def missed(verdict: Verdict) -> str:
    """A target that is missed: what is measured and what is asked."""
    measured = verdict.measured
    return (
        f"{verdict.name}"
        f" {measured.reason if isinstance(measured, Unavailable) else figure_text(measured)}, {target_text(verdict)}"
    )


def remedy(tiers: Sequence[Tier], down: TierFailure) -> str:
    """What to write so that one server of a tier, or a zone, may be down, or its pods be replaced."""
    place = next(at for at, tier in enumerate(tiers) if tier.name == down.at)
    behind = down.at != down.tier
    if behind and tiers[place].sharding != EVEN and down.at in readers_by_primary(tiers):
        # One server takes all that is written, so that there is no second one.
        return _less_of_the_keys(down.tier)
    if not behind and tiers[place].sharding == EVEN:
        return f"a tier of replicas with `replica_of: {down.tier}`"
    key = "servers" if tiers[place].pods is None else "pods.replicas"
    more = f"`tiers[{place}].{key}: {down.enough}`"
    return f"{more}, or a smaller `tiers[{place}].pods.rollout.unavailable`" if down.rollout else more


def with_a_tier_down(tiers: Sequence[Tier], verdict: Verdict, down: TierFailure) -> str:
    """What is missed then, and how many servers the tier must have so that one of them may be down."""
    return f"with {down.state} a target is missed: {missed(verdict)}; write {remedy(tiers, down)}"


def used_most(down: TierFailure) -> str:
    """The tier of which most is used then, and how much of it, in %."""
    of_which = "" if down.at == down.tier else f" (one of {down.tier} down)"
    return f"{down.at}{of_which} {down.used:.3g}"


def rollouts(scenario: Scenario, downs: Sequence[TierFailure], when: str = "At the demand") -> Iterator[str]:
    """A sentence for each tier of which a new version is rolled out: how much of the pods that are up is used, and what
    is missed."""
    for down in (each for each in downs if each.rollout):
        if (verdict := down.missed) is not None:
            yield f"{when}, {with_a_tier_down(scenario.tiers, verdict, down)}."
        elif down.used is not None:
            yield f"{when}, with {down.state}, no target is missed: they are {down.used:.3g} % used."


def tier_failures(scenario: Scenario, downs: Sequence[TierFailure], when: str = "At the demand") -> Iterator[str]:
    """A sentence for each tier that misses a target with one server down, or one for all of them; nothing without
    tiers. when: at which load that is."""
    if not scenario.tiers:
        return
    yield from rollouts(scenario, downs, when)
    downs = [down for down in downs if not down.rollout]
    if not downs:
        yield NO_SPARES
    zones = zones_text(scenario.unit.spare_zones)
    what = f"{zones} down" if zones else "one server of a tier down"
    failing = [(down, verdict) for down in downs if (verdict := down.missed) is not None]
    for down, verdict in failing:
        yield f"{when}, {with_a_tier_down(scenario.tiers, verdict, down)}."
    if downs and not failing:
        used = ", ".join(f"{used_most(each)} %" for each in downs if each.used is not None)
        yield f"{when}, with {what}, no target is missed. The servers left are used for: {used}."
