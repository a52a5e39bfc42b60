"""How words are put beside names and counts: the verb agrees with its noun, and one noun is not two."""

from collections.abc import Sequence

from models.parts.tier import Tier
from models.quantities.formatting import count_text, listed, number
from models.quantities.units import EUR, USD
from models.scenario import Scenario
from simulator.experiment.limits import Limit
from simulator.farm.sizing import Sizing
from simulator.farm.unit_capacity import UnitCapacity
from simulator.targets import Target

# What a limit does, of one and of several.
_OF_SEVERAL = {"is": "are", "binds": "bind", "comes": "come", "stops": "stop", "turns": "turn"}


_MONEY = {USD: "US dollars", EUR: "euros"}


def currency_text(currency: str, year: int) -> str:
    """What a bill is in: "US dollars of 2026"."""
    return f"{_MONEY[currency]} of {year}"


def in_theory(unjudged: Sequence[Target]) -> str:
    """How an answer of theory begins, with the targets that it does not judge."""
    return f"In theory, which does not judge {target_names(unjudged)}" if unjudged else "In theory"


def target_names(targets: Sequence[Target]) -> str:
    """Targets by name, as one phrase; at least one."""
    return listed([target.value for target in targets])


def nodes_in_short(capacity: UnitCapacity) -> str:
    """How many nodes a unit has, after what says that they are servers: "4"; or "15 pods"."""
    return count_text(capacity.nodes, "pod") if capacity.in_pods else number(capacity.nodes)


def node_word(scenario: Scenario) -> str:
    """What the nodes of a unit are: servers, or pods that stand on them."""
    return "server" if scenario.unit.pods is None else "pod"


def node_or_pod(scenario: Scenario) -> str:
    """What a balancer sends sessions to: a node, or a pod."""
    return "node" if scenario.unit.pods is None else "pod"


def called_word(tier: Tier) -> str:
    """What calls of a tier go to: its servers, or pods that stand on them."""
    return "server" if tier.pods is None else "pod"


def and_others(sizing: Sizing) -> str:
    """What stands behind a count of servers where other tiers come with them: " and 3 of other tiers"; or ""."""
    return and_so_many(sizing.of_other_tiers)


def and_so_many(others: float) -> str:
    """The same of so many servers of other tiers."""
    return f" and {number(others)} of other tiers" if others else ""


def why_no_theory(reason: str) -> str:
    """Why theory knows nothing, as a sentence of its own without its stop."""
    return f"{reason[:1].upper()}{reason[1:]}"


def verb_for_limit(limit: Limit, singular: str) -> str:
    """A verb as it goes with a limit: "binds" of the CPU is "bind" of the disks. Raises KeyError for a verb that is not
    known."""
    of_several = _OF_SEVERAL[singular]
    return of_several if limit.plural else singular


def whose(limit: Limit) -> str:
    """What stands before a limit of a server that was named: "its" CPU, but "the" CPU of another tier."""
    return "the" if limit.origin.startswith("tiers[") else "its"


def limit_text(limit: Limit, article: str = "the") -> str:
    """A limit with its article and what it is: "the disks (6 disks, 9 ms a read)"."""
    return f"{article} {limit.name} ({limit.limit})"


def zones_text(zones: int) -> str:
    """So many zones: "one zone", "2 zones"; "" for none."""
    return "" if not zones else "one zone" if zones == 1 else f"{zones} zones"
