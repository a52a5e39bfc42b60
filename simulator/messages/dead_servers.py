"""Servers of other tiers that die while a unit is watched, in sentences."""

from models.messages.template import sentence
from models.node_absences import tier_absences
from models.parts.tier import Tier
from models.quantities.formatting import count_text
from models.scenario import Scenario
from models.zone_placement import zones_of_tiers
from simulator.experiment.estimate import exact
from simulator.messages.numbers import short_text
from simulator.messages.wording import called_word, node_or_pod
from simulator.network.cluster import NODE_DOWN, TIER_DOWN

LOST_WITH_NODE = "lost with a dead node"
ALL_AS_FAST = "all was as fast as before"
_asked_behind = sentence("What a dead server of {caches} kept was missed, and asked for behind it.")


def tiers_with_deaths(scenario: Scenario) -> str:
    """The tiers of which servers die by the timetable: "database"; "" for none."""
    return " and ".join(tier.name for tier in _dying(scenario))


def _dying(scenario: Scenario) -> list[Tier]:
    """The tiers of which servers, or pods, die, in the order in which they do."""
    failures, tiers = scenario.unit.failures, {tier.name: tier for tier in scenario.tiers}
    servers = {tier.name: tier.servers for tier in scenario.tiers}
    absences = tier_absences(failures, servers, zones_of_tiers(scenario)) if failures else ()
    return [tiers[name] for name in dict.fromkeys(each.tier for each in absences if each.dies is not None)]


def dead_word(scenario: Scenario) -> str:
    """What of other tiers dies: servers, or pods where it is pods of all of them."""
    words = {called_word(tier) for tier in _dying(scenario)}
    return words.pop() if len(words) == 1 else "server"


def limit_text(limit: str, scenario: Scenario, without: str) -> str:
    """What stands behind a target that is missed; `without` where that is no limit."""
    if limit == TIER_DOWN:
        return f"dead {dead_word(scenario)}s of {tiers_with_deaths(scenario)}"
    return f"dead {node_or_pod(scenario)}s" if limit == NODE_DOWN else limit or without


def loss_text(cause: str, scenario: Scenario) -> str:
    """How sessions are lost by a cause."""
    if cause == TIER_DOWN:
        return f"lost with a dead {dead_word(scenario)} of {tiers_with_deaths(scenario)}"
    return LOST_WITH_NODE if cause == NODE_DOWN else f"lost at the limit {cause}"


def return_text(scenario: Scenario) -> str:
    """What the end of the last event is, where no node was away."""
    tiers = tiers_with_deaths(scenario)
    return f"the last {dead_word(scenario)} of {tiers} was back" if tiers else ALL_AS_FAST


def not_all_back(scenario: Scenario) -> str:
    """What is so while it is as before already, though something is still away, where no node was."""
    tiers = tiers_with_deaths(scenario)
    return f"while not all {f'{dead_word(scenario)}s of {tiers}' if tiers else f'{node_or_pod(scenario)}s'} are back"


def away_text(nodes: int, unnoticed: int, slow: int, servers: int, called: str = "server") -> str:
    """A cell of the phases: how many nodes are away, are slow, and how many servers of other tiers, which are called
    so, are down."""
    told = f"{nodes}{', not noticed' if unnoticed else ''}{f', {slow} slow' if slow else ''}"
    return f"{told}, {count_text(servers, called)} down" if servers else told


def failed_calls_sentence(scenario: Scenario, met: float, tried_again: float, replications: int) -> str:
    """How many requests met a dead server, and how many of them were tried again, on average of some replications; ""
    where none dies."""
    tiers = tiers_with_deaths(scenario)
    if not tiers:
        return ""
    caches = {tier.name for tier in scenario.tiers if tier.cache is not None}
    if met == 0.0 and caches.issuperset(tiers.split(" and ")):
        return _asked_behind(tiers)
    if met == 0.0:
        return f"No request met a dead {dead_word(scenario)} of {tiers}."
    return (
        f"{short_text(exact(met, ''))} requests met a dead {dead_word(scenario)} of {tiers}:"
        f" {short_text(exact(tried_again, ''))} were tried again, the others failed (means of"
        f" {replications} replications)."
    )
