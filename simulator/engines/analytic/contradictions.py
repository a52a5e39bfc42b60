"""Where theory contradicts itself: what it finds in two ways is further apart than it states, or cannot be. Each
mechanism that its formulas leave out breaks an identity before it breaks a figure, so nothing is said there."""

from collections.abc import Iterator

from simulator.engines.analytic.known_errors import UNLIKELY
from simulator.engines.analytic.node.equilibrium import Equilibrium
from simulator.engines.analytic.solution import Solution

# Rounding, as a share.
_ROUNDING = 1e-6


def contradiction(found: Equilibrium, said: Solution) -> str:
    """Why what was found is no steady state, or ""."""
    return next(_contradictions(found, said), "")


def _contradictions(found: Equilibrium, said: Solution) -> Iterator[str]:
    node, flow = found.node, found.traffic.flow
    why = "theory finds no steady state"
    for place, used in node.used(flow).items():
        if used > 1.0 + _ROUNDING:
            yield f"{place} would do more than it can: {why}"
    if not found.traffic.completed > 0.0 and not any(_holds_none(found, cause) for cause in node.held_causes):
        yield f"nothing would be carried although there is room: {why}"
    stated = {use.name: use.utilisation.standing.error for use in said.uses if use.kind == "pool"}
    for limit, behind, held in node.behind_limits(flow, found.refused, UNLIKELY):
        if abs(behind - held) > stated.get(limit, float("inf")) * held + _ROUNDING * behind:
            yield f"as many are turned away by {limit} as if {behind:,.3g} were there, not {held:,.3g}: {why}"
    for pool, inside, held in node.in_pools(flow):
        if abs(inside - held) > stated[pool] * held + _ROUNDING * inside:
            yield f"as many wait for {pool} as if {inside:,.3g} had got in, not {held:,.3g}: {why}"


def _holds_none(found: Equilibrium, cause: str) -> bool:
    """Whether a limit has no room for anybody."""
    return found.node.places_of(cause, found.traffic.flow) < 1.0
