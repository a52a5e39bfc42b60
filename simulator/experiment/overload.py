"""Whether a server is offered more than it carries: a limit is full, and what waits for it grows with time."""

from collections.abc import Callable
from statistics import fmean

from simulator.engines.tally import Tally
from simulator.errors import Overloaded
from simulator.experiment.measures.usage import limit_sizes, share_used
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.target_strain import BACKLOG, backlog, sessions_piled_up, waited_for

# The share of a limit from which on it counts as full all the time.
FULL = 0.99


def overload_of(steady: ReplicationSet) -> Overloaded | None:
    """The limit that is full in the second half of all replications while more piles up before it than chance explains,
    with the requests a second that a server completes there and those that it is offered; None where there is none. A
    population offers what it is answered, and overloads nothing."""
    if steady.network.source.returns:
        return None
    late = steady.after(max(steady.first, steady.tallies[0].plan.windows // 2))
    limits = {_full(late, tally) for tally in late.tallies}
    piles_up = all(max(backlog(late, each), sessions_piled_up(late, each)) > BACKLOG for each in late.tallies)
    if "" in limits or not piles_up:
        return None

    def rate(total: Callable[[Tally], float]) -> float:
        return fmean(total(tally) for tally in late.tallies) / late.seconds

    carried = rate(lambda tally: late.total(tally, "requests", "completed"))
    offered = rate(lambda tally: late.total(tally, "sessions", "offered")) * steady.network.source.requests.mean
    return Overloaded(waited_for(late, late.tallies[-1]), carried, offered)


def _full(late: ReplicationSet, tally: Tally) -> str:
    """The limit that requests of a replication wait for, if it is full; else ""."""
    limit = waited_for(late, tally)
    size = next((each for each in limit_sizes(late.network) if each.name == limit), None)
    return limit if size is not None and share_used(late, tally, size) >= FULL else ""
