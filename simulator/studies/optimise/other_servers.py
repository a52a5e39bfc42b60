"""Why the other servers of the catalogue are not chosen, counted over the worlds: what the farm of each costs beside
the cheapest, how likely it is enough, and what stops its servers."""

from collections.abc import Sequence
from functools import partial

from models.variations.choice import unit_sizes, with_unit_size
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine, reason_without_remedy, require
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.estimate import exact
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.farm.cheapest_farm import Contender, OtherServer, OtherServers
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import Farm, buy_farm
from simulator.machine.processes import map_in_processes
from simulator.messages import optimise
from simulator.uncertainty.predict import bought_units, farm_worlds, needs_more_of_tiers, sure_farm
from simulator.uncertainty.worlds import WorldBills

# Theory of a farm with other tiers takes longer in a world, and there are as many servers at each place: laws alone
# answer, in fewer worlds.
WORLDS_OF_TIERS = 64
# Fewer worlds of all servers together are answered sooner than another process has started.
WORTH_A_PROCESS = 2_000


def count_other_servers(
    contenders: Sequence[Contender], winner: WorldBills, cores: int = 1, progress: Progress = lambda: None
) -> OtherServers:
    """The servers of the contenders. winner: the bills of the cheapest farm; cores: on how many they are counted, in
    processes of their own. `progress` is called after each."""
    found, unanswered = list[OtherServer](), dict[str, str]()
    several = cores if len(contenders) * len(winner.draws) >= WORTH_A_PROCESS else 1
    for each, answer in zip(contenders, map_in_processes(partial(_answer, winner), contenders, several), strict=True):
        if isinstance(answer, OtherServer):
            found.append(answer)
        else:
            unanswered[each.server] = answer
        progress()
    return OtherServers(tuple(sorted(found, key=lambda each: each.cost.middle)), unanswered)


def _answer(winner: WorldBills, contender: Contender) -> OtherServer | str:
    """A server beside the cheapest farm, or why it has no answer."""
    try:
        return _beside_winner(*_cheapest(contender), winner)
    except (NoCapacity, NotConverged, UnsupportedByEngine, ValueError) as error:
        return reason_without_remedy(error)


def _cheapest(contender: Contender) -> tuple[str, Farm]:
    """Its cheapest farm by theory, with its name."""
    scenarios = {each.name: require(each.scenario, "scenario of a choice") for each in contender.choices}
    carried = capacity_in_theory(next(iter(scenarios.values())))
    farms = [
        (name, buy_farm(with_unit_size(scenario, nodes), carried))
        for name, scenario in scenarios.items()
        for nodes in ([scenario.unit.nodes] if scenario.tiers else unit_sizes(scenario))
    ]
    return min(farms, key=lambda each: cost_in_all(each[1]).value)


def _beside_winner(name: str, farm: Farm, winner: WorldBills) -> OtherServer | str:
    """A farm beside the cheapest, or why it has no answer."""
    worlds = farm_worlds(farm, winner.draws, search=not farm.scenario.tiers)
    if isinstance(worlds, Unavailable):
        return worlds.reason
    bought = bought_units(farm)
    beside = worlds.cost_beside(bought, winner)
    if beside is None:
        return optimise.NO_WORLD
    supports, sure = farm.decided.sizing.supports, sure_farm(name, worlds, bought, winner)
    return OtherServer(
        name=name,
        server=farm.scenario.server.name,
        servers=round(farm.decided.sizing.servers.whole.value),
        of_other_tiers=farm.decided.sizing.of_other_tiers,
        units=bought,
        nodes=farm.scenario.unit.nodes,
        worlds=len(worlds),
        beside=beside,
        cost=worlds.cost(bought),
        total=cost_in_all(farm.decided),
        supports=exact(supports.value, supports.unit),
        enough=worlds.enough(bought),
        stops=worlds.stops,
        sure=sure,
        grows_by_tiers=sure is None and needs_more_of_tiers(worlds, bought),
    )
