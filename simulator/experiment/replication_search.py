"""The largest load of a server from several replications, each searched by itself, and its limits there."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from statistics import fmean, mode

from models.parts.run import Run
from simulator.engines.tally import Tally
from simulator.errors import require
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.limits import Limit, binding_limits, rank_limits
from simulator.experiment.loaded_server import LoadedServer
from simulator.experiment.percentile_search import PercentileSearch
from simulator.experiment.precision import (
    FIRST_REPLICATIONS,
    least_precise,
    out_of_reach,
    replications_to_add,
    sequential_interval,
    too_imprecise,
)
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.results import Usage
from simulator.experiment.search import ReplicationCapacity, Trial, geometric_between
from simulator.messages.stages import experiment
from simulator.targets import PERCENTILES

# So many replications are searched from where theory expects the largest load, and the others from where these found
# it. Fixed, so that the figures do not depend on how many threads there are.
SCOUTS = 2


def search_replications(
    server: LoadedServer, start: float, pool: Executor, progress: Progress
) -> list[ReplicationCapacity]:
    """Replications searched until the capacity is as precise as asked, or as many as are stated, from where it is
    expected, in times the load of the server.

    Where the first ones are all stopped by the same percentile of the response time, all are searched together.
    Raises NoLoad, and NotConverged as soon as it is clear that this takes more replications than are allowed.
    """

    def several(first: int, count: int, near: float) -> list[ReplicationCapacity]:
        return list(pool.map(lambda replication: one(replication, near), range(first, first + count)))

    def one(replication: int, near: float) -> ReplicationCapacity:
        found = server.search(replication, near)
        progress()
        return found

    run = server.run
    count = run.replications or FIRST_REPLICATIONS
    scouts = several(0, min(SCOUTS, count), start)
    start = server.times(fmean(each.asked_for for each in scouts))
    target = scouts[0].target
    if target in PERCENTILES and all(each.target is target for each in scouts):
        together = PercentileSearch(server, target, fmean(each.load for each in scouts), pool)

        def in_common(count: int) -> list[ReplicationCapacity] | None:
            new, found = count - together.replications, together.search(count)
            for _ in range(min(new, count - len(scouts)) if found else 0):
                progress()
            return found

        found = _until_precise(in_common, count, run, progress)
        if found is not None:
            return found
    found = list(scouts)

    def by_itself(count: int) -> list[ReplicationCapacity]:
        found.extend(several(len(found), count - len(found), start))
        return list(found)

    return require(_until_precise(by_itself, count, run, progress), experiment.REPLICATION_LOAD)


def _until_precise(
    search: Callable[[int], list[ReplicationCapacity] | None], count: int, run: Run, progress: Progress
) -> list[ReplicationCapacity] | None:
    """What so many replications find, or more of them until that is as precise as asked; None where `search` finds
    nothing. Raises NotConverged."""
    found = search(count)
    while found is not None and run.replications is None:
        wide = least_precise(capacity_estimates(found, run), run)
        if wide is None:
            break
        added = replications_to_add(wide, len(found), run.most_replications)
        if not added or out_of_reach(wide, len(found), run):
            raise too_imprecise(wide, len(found), run)
        announce_steps(progress, added)
        found = search(len(found) + added)
    return found


def capacity_estimates(replication_capacities: Sequence[ReplicationCapacity], run: Run) -> dict[str, Estimate]:
    """The capacity, in requests a second and in Mbps, from what each replication found."""
    interval = sequential_interval if run.replications is None else from_replications
    return {
        "requests": interval([each.asked_for for each in replication_capacities], run.confidence, "/s"),
        "wire_mbps": interval([each.mbps for each in replication_capacities], run.confidence, "Mbps"),
    }


def limits_at_capacity(
    server: LoadedServer, replication_capacities: Sequence[ReplicationCapacity]
) -> tuple[Limit, ...]:
    """The limits of the server at the load that each replication found, the most used first: between what is in use
    just within the targets and just beyond them. What is turned away is that within."""

    within = server.results([_tally(each.within) for each in replication_capacities])
    just_beyond = server.results([_tally(each.beyond) for each in replication_capacities])
    beyond = {usage.name: usage.utilisation.each for usage in just_beyond.usages}
    parts = [each.part for each in replication_capacities]

    def there(usage: Usage) -> Usage:
        used = map(geometric_between, usage.utilisation.each, beyond[usage.name], parts)
        return replace(usage, utilisation=from_replications(list(used), server.run.confidence, usage.utilisation.unit))

    return rank_limits(replace(within, usages=tuple(there(usage) for usage in within.usages)))


def _tally(trial: Trial) -> Tally:
    """What a trial counted. Raises ValueError for one that did not keep it."""
    if trial.tally is None:
        raise ValueError(experiment.no_tally(trial.load))
    return trial.tally


def limit_behind(replication_capacities: Sequence[ReplicationCapacity], there: tuple[Limit, ...]) -> Limit:
    """The limit that stops more load: the one behind the target that is missed beyond, in most replications.

    A pool that turns load away because what it is held for is full is the consequence of that (see `binding`), and a
    client's own line is no limit of the server.
    """
    beyond = [each.beyond.nearest for each in replication_capacities]
    names = [each.limit for each in beyond if each.spent is None or each.spent.lines is None]
    named = mode(names) if names else ""
    full = binding_limits(there).limit
    behind = next((limit for limit in there if limit.name == named), full)
    return full if behind.kind != "server" and full.kind == "server" and full.is_full else behind
