"""The load under which a unit is watched: that of the farm as bought, a stated one, or a share of what it carries."""

from dataclasses import dataclass

from models.errors import Problem, ScenarioError
from models.node_groups import group_scenario
from models.quantities.units import REQUEST_RATE, SHARE, QuantityError, parse_quantity, require_range
from models.scenario import Scenario
from models.visible import shortened
from simulator.engines.engine import Engine
from simulator.experiment.estimate import Estimate
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.experiment.path_groups import busiest_in_group
from simulator.experiment.progress import Progress
from simulator.experiment.results import WarmUp
from simulator.experiment.run_length import with_duration
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.experiment.sizing_basis import require_rate, sizing_basis
from simulator.experiment.solvers import Simulation
from simulator.experiment.warm_up import find_warm_up
from simulator.farm.farm import buy_farm
from simulator.farm.farm_at_work import server_at_rate
from simulator.farm.sized_server import size_server
from simulator.farm.sizing import Sizing
from simulator.messages.stages import failover
from simulator.messages.stages.failover import SPARES_DOWN as RATED

STATED = "as stated"
# A load beyond this share of what a server carries is no load of a farm.
MOST = 2.0
WHOLE = 100.0


@dataclass(frozen=True)
class ServerLoad:
    """What is offered to each server of a unit while all of them are up.

    requests: requests a second; carries: what a server carries, of which that is a share, None where that was not
    sought; how: where it comes from; settled: a warm-up that is long enough for it. spares_down: how many times the
    load falls to a server while the spares are down.
    """

    requests: float
    carries: Estimate | None
    how: str
    settled: WarmUp
    spares_down: float = 1.0

    @property
    def share(self) -> Estimate | None:
        """The load in % of what a server carries, None where that was not sought."""
        if self.carries is None:
            return None
        return self.carries.through(lambda carries: WHOLE * self.requests / carries, "%")


def stated_load(scenario: Scenario, engine: Engine, stated: str = "", progress: Progress = lambda: None) -> ServerLoad:
    """The load that is stated as text, such as "60 %" of what a server carries or "3,000 /s"; else that of the farm as
    bought, else that of `workload.offered`, else what a unit carries with its spares gone.

    Raises ScenarioError for a load that is none, or a population, and what `as_sized` and `find_warm_up` raise.
    """
    require_rate(scenario)
    share, rate = _stated(stated)
    if rate is None and scenario.demand is None:
        rate = scenario.workload.offered_rate if share is None else None
    more = scenario.unit.nodes / (scenario.unit.nodes - scenario.unit.spare_nodes)
    if rate is not None:
        return ServerLoad(rate, None, STATED, _settled(scenario, engine, rate, progress), more)
    carried = size_server(scenario, Simulation(engine), progress=progress)
    requests = carried.requests
    if share is not None:
        return ServerLoad(share * requests.value, requests, STATED, carried.settled, more)
    if scenario.demand is not None:
        return farm_load(scenario, carried)
    working = unit_capacity_factor(scenario) / scenario.unit.nodes
    return ServerLoad(working * requests.value, requests, RATED, carried.settled, more)


def _settled(scenario: Scenario, engine: Engine, rate: float, progress: Progress) -> WarmUp:
    """A warm-up that is long enough for a server at so many requests a second, or where groups of nodes serve classes
    of their own, for a server of each at its share."""
    found = []
    for name in [group.name for group in scenario.unit.paths] or [""]:
        own = rate * busiest_in_group(scenario, name, spares_gone=False)
        network = server_at_rate(group_scenario(scenario, name), own).network
        found.append(find_warm_up(engine, network, with_duration(scenario.run, network, own), progress, False)[1])
    return max(found, key=lambda each: each.seconds)


def needs_capacity(scenario: Scenario, stated: str) -> bool:
    """Whether what a server carries is sought for the load."""
    share, rate = _stated(stated)
    return rate is None and (share is not None or scenario.demand is not None or not scenario.workload.offered_rate)


def farm_load(scenario: Scenario, carried: ServerCapacity) -> ServerLoad:
    """The load of a server of the farm as bought, all of them up, whose servers carry so much."""
    sizing = buy_farm(scenario, carried).sizing
    how = failover.as_bought("server" if scenario.unit.pods is None else "pod")
    more = sizing.nodes.whole.value / sizing.working_servers
    return ServerLoad(_as_bought(scenario, carried, sizing), carried.requests, how, carried.settled, more)


def _as_bought(scenario: Scenario, carried: ServerCapacity, sizing: Sizing) -> float:
    """The requests a second of each server that is bought, all of them up."""
    if sizing_basis(scenario) != LARGEST and scenario.workload.offered_rate is not None:
        return scenario.workload.offered_rate
    if sizing.busiest_of_all > 1.0:
        return carried.requests.value * sizing.needed_servers.value * sizing.busiest_of_all / sizing.nodes.whole.value
    return carried.requests.value * sizing.needed_servers.value / sizing.nodes.whole.value


def _stated(text: str) -> tuple[float | None, float | None]:
    """A load as a share of what is carried, or as requests a second; neither of an empty text. Raises ScenarioError."""
    if not text:
        return None, None
    try:
        if text.strip().endswith("%"):
            return require_range(parse_quantity(text, SHARE), SHARE, 0.001, MOST), None
        return None, require_range(parse_quantity(text, REQUEST_RATE), REQUEST_RATE, 0.001, REQUEST_RATE.maximum)
    except QuantityError as error:
        remedy = failover.or_share(error.remedy)
        raise ScenarioError((Problem("--load", 0, "", f'"{shortened(text)}"', error.message, remedy),)) from None
