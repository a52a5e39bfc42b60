"""More servers of the tiers that stop a farm that is short, in place of whole units."""

from typing import NamedTuple

from models.parts.tier import MOST_SERVERS, Tier
from models.quantities.rounding import round_up
from models.scenario import Scenario
from models.variations.changes import with_changes
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.server_capacity import ServerCapacity
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import buy_farm
from simulator.farm.running_farm import RunningFarm, judge_farm
from simulator.farm.sized_server import size_server
from simulator.messages.review import MEASURED
from simulator.studies.review.measured_servers import with_count
from simulator.translate.tier_names import tier_limit_names

# Further servers of a tier divide its work, but not quite where each repeats what others write.
_STEPS_A_TIER = 3


class TiersFirst(NamedTuple):
    """The farm with more servers, or pods, of some tiers, and how many a unit has of each."""

    servers: dict[str, int]
    running: RunningFarm


def more_of_tiers(running: RunningFarm) -> TiersFirst | None:
    """The fewest servers of the tiers that stop a farm which is short with which it is enough, by theory, if they cost
    less than the units that are missing; None where anything else stops it, or nobody knows."""
    found: dict[str, int] = {}
    scenario, stopped, judged = running.farm.scenario, running.farm.carried, running
    for _ in range(_STEPS_A_TIER * len(scenario.tiers)):
        tier = _stopping_tier(scenario, stopped)
        if tier is None or tier.servers >= MOST_SERVERS or judged.carries <= 0.0:
            return None
        count = min(MOST_SERVERS, max(tier.servers + 1, round_up(tier.servers / judged.carries)))
        found[tier.name] = count
        tiers = tuple(with_count(each, count) if each is tier else each for each in scenario.tiers)
        scenario = with_changes(scenario, {"tiers": tiers}, MEASURED)
        try:
            stopped = size_server(scenario, Theory())
        except (NoCapacity, NotConverged, Unstable, UnsupportedByEngine):
            return None
        judged = judge_farm(buy_farm(scenario, stopped), running.units, running.must, running.tolerance)
        if judged.carries >= 1.0:
            less = cost_in_all(judged.farm).value < cost_in_all(running.after).value
            return TiersFirst(found, judged) if less else None
    return None


def _stopping_tier(scenario: Scenario, server: ServerCapacity) -> Tier | None:
    name = "" if server.stop is None else server.stop.name
    return next((tier for tier in scenario.tiers if name in tier_limit_names(tier)), None)
