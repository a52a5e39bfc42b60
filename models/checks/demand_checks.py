"""Checks of a demand, and of what a farm is sized by, against the workload."""

from collections.abc import Callable, Iterator

from models.reading.finding import Finding
from models.scenario import STATED_LOAD, FarmParts


def _users_think(farm: FarmParts) -> Iterator[Finding]:
    """Without a pause between requests, a number of users says nothing of how much they ask for."""
    if farm.demand is None or farm.demand.users is None:
        return
    message, otherwise = "users at once ask again after a think time", "state the demand as requests/s or sessions/s"
    session = farm.workload.session
    if session.requests == 1.0:
        remedy = f"write workload.session.requests above 1 and a think_time, or {otherwise}"
        yield Finding(("demand", "users"), f"{message}, and a session here is a single request", remedy)
    elif session.think_time.mean == 0.0:
        remedy = f'write workload.session.think_time, e.g. "10 s", or {otherwise}'
        yield Finding(("demand", "users"), f"{message}, and there is none here", remedy)


def _a_population_sizes_by_itself(farm: FarmParts) -> Iterator[Finding]:
    """A population is the load of a server, which no search can raise: as a stated load it sizes a farm, else not."""
    if farm.demand is not None and farm.workload.population is not None and farm.sized_by != STATED_LOAD:
        yield Finding(
            ("workload", "population"),
            "a population offers what it is answered, so it has no largest load that the farm could be sized by",
            f"write `sized_by: {STATED_LOAD}`, `demand: none`, or `population: none`",
        )


def _a_load_is_stated(farm: FarmParts) -> Iterator[Finding]:
    if farm.sized_by == STATED_LOAD and not farm.workload.states_a_load:
        yield Finding(
            ("sized_by",),
            "no load of a server is stated that the farm could be sized by",
            'write workload.offered, e.g. "3400 /s", or `sized_by: largest load`',
        )


DEMAND_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _users_think,
    _a_population_sizes_by_itself,
    _a_load_is_stated,
)
