"""A farm that follows the hour of the day, against one whose servers always run: servers, money, minutes missed."""

from dataclasses import dataclass

import numpy as np

from models.parts.growth.autoscaling import CPU, Autoscaling
from models.parts.growth.scaling_policies import HOURS
from models.parts.instance import ON_DEMAND, SPOT
from models.pod_room import pods_on
from models.scenario import Scenario
from simulator.errors import NoCapacity
from simulator.experiment.limits import Limit, growing_limits
from simulator.farm.costs.cost import annuity
from simulator.growth.generations import Generation
from simulator.growth.hourly.day import STEPS, ServersByHour, follow_load
from simulator.growth.hourly.fleet import Servers, Shares
from simulator.growth.hourly.missed_minutes import MINUTES, MissedMinutes, missed_minutes
from simulator.messages.stages.growth.orders import NO_LIMIT_GROWS
from simulator.solver import Solver


@dataclass(frozen=True)
class AutoscaledDay:
    """The demand of today through a day.

    on: servers that are paid in each step; of pods, as many as these fill. cost: money a month of the farm that
    follows; always: of the one that `plan` counts, whose `servers` always run, on the terms that the scenario states;
    both without what leaves them. limit: the one whose use is followed. rented: whether servers that are off cost
    nothing."""

    scaling: Autoscaling
    day: ServersByHour
    on: Servers
    missed: MissedMinutes
    limit: str
    cost: float
    servers: float
    always: float
    rented: bool

    @property
    def too_small(self) -> bool:
        """Whether a server has more than it carries in a minute in which as many as are allowed are on."""
        fewest = self.day.paid.reshape(MINUTES, -1).min(axis=1)
        return bool((fewest[self.missed.load] == self.scaling.maximum).any())


def autoscaled_day(scenario: Scenario, scaling: Autoscaling, new: Generation, solver: Solver) -> AutoscaledDay:
    """A day of the demand of today on the servers of a scenario.

    Raises NoCapacity where no limit of a server grows with its load, so that nothing can be followed, and what the
    solver raises.
    """
    farm = new.farm
    used = followed_limit(scaling, farm.carried.limits)
    needed = farm.sizing.needed_servers.value
    day = follow_load(scaling, needed * used.utilisation.value / 100.0)
    carries = farm.carried.requests.value
    minutes = missed_minutes(scenario, day, carries, carries * needed, solver, farm.carried.settled)
    servers = farm.sizing.servers.whole.value
    return AutoscaledDay(
        scaling=scaling,
        day=day,
        on=servers_on(scenario, day.paid),
        missed=minutes,
        limit=used.name,
        cost=_cost(new, day, servers_on(scenario, day.paid), hourly_rent(scenario)),
        servers=servers,
        always=_cost(new, day, np.full(STEPS, servers), scenario.instance_a_month),
        rented=scenario.server.is_rented,
    )


def followed_limit(scaling: Autoscaling, limits: tuple[Limit, ...]) -> Limit:
    """The limit whose use a rule follows. Raises NoCapacity where none grows with the load."""
    used = growing_limits(limits)
    if scaling.follows == CPU:
        used = tuple(each for each in used if each.is_cpu)
    if not used:
        raise NoCapacity(NO_LIMIT_GROWS)
    return used[0]


def servers_on(scenario: Scenario, nodes: Servers) -> Servers:
    """The servers of so many nodes: themselves, or of pods as many as these fill. A server comes with the first pod
    that the others have no room for, and goes with the last one on it."""
    unit = scenario.unit
    return nodes if unit.pods is None else -(-nodes // pods_on(scenario.server, unit.pods))


def hourly_rent(scenario: Scenario) -> float:
    """US dollars a month of a rented server that comes and goes: what is reserved is paid by the year, used or not."""
    terms, instance = SPOT if scenario.rent == SPOT else ON_DEMAND, scenario.server.instance
    return (instance.a_month_on(terms) or 0.0) if instance else 0.0


def _cost(new: Generation, day: ServersByHour, paid: np.ndarray, rent: float) -> float:
    return monthly_cost(new, day.shares[:-1].reshape(HOURS, -1).mean(axis=1), paid.reshape(HOURS, -1), rent)


def monthly_cost(new: Generation, shares: Shares, paid: np.ndarray, rent: float) -> float:
    """Money a month of so many servers that are on, in rows of an hour: what is bought is there all day and paid off,
    what is rented, at `rent` US dollars a month, and what servers take, only while they are on. shares: the demand of
    each hour in times that of the peak. What leaves a cloud is the demand's, whoever serves it, and not counted."""
    works = 0.0 if new.scenario.server.is_rented else 1.0
    hours = zip(paid.mean(axis=1), shares, strict=True)
    keeping = float(np.mean([new.keeping(on / new.servers, works * share) for on, share in hours]))
    prices = new.scenario.datacenter.prices
    bought = annuity(float(paid.max()) / new.servers * new.price(0.0, 0), prices.interest, prices.server_life)
    return keeping + bought + float(paid.mean()) * prices.from_usd(rent)
