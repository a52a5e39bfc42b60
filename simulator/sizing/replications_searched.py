"""The largest load of a server from several replications, each searched by itself."""

from collections.abc import Sequence
from concurrent.futures import Executor
from statistics import fmean, mode

from models.parts.run import Run
from simulator.errors import NotConverged
from simulator.measure.estimate import Estimate, from_replications
from simulator.measure.precision import FIRST_REPLICATIONS, more, not_precise, out_of_reach, widest
from simulator.measure.progress import Progress, grow
from simulator.measure.search import Crossing
from simulator.sizing.loaded_server import LoadedServer

# So many replications are searched from where theory expects the largest load, and the others from where these found
# it. Fixed, so that the figures do not depend on how many threads there are.
SCOUTS = 2


class NotTold(NotConverged):
    """Replications differ far too much for their largest load to be told by as many as are allowed. nearest: the target
    that most of them miss beyond theirs, as one of them misses it."""

    def __init__(self, why: str, found: Sequence[Crossing]) -> None:
        super().__init__(why)
        target = mode(each.target for each in found)
        self.nearest = next(each.beyond.nearest for each in found if each.target is target)


def search(
    server: LoadedServer, start: float, pool: Executor, progress: Progress, within_reach: bool = False
) -> list[Crossing]:
    """Replications searched until the capacity is as precise as asked, or as many as are stated, from where it is
    expected, in times the load of the server.

    Raises NoLoad, and NotConverged where that takes more replications than are allowed: once these have been searched,
    or as soon as that is expected where it must be `within_reach`; as soon as it is clear, NotTold.
    """

    def several(first: int, count: int, near: float) -> list[Crossing]:
        return list(pool.map(lambda replication: one(replication, near), range(first, first + count)))

    def one(replication: int, near: float) -> Crossing:
        found = server.search(replication, near)
        progress()
        return found

    run = server.run
    count = run.replications or FIRST_REPLICATIONS
    found = several(0, min(SCOUTS, count), start)
    start = server.times(fmean(each.asked_for for each in found))
    found += several(len(found), count - len(found), start)
    while run.replications is None and (wide := widest(estimates(found, run), run)) is not None:
        added = more(wide, len(found), run.most_replications)
        if added and out_of_reach(wide, len(found), run):
            raise NotTold(not_precise(wide, len(found)), found)
        if not added or (within_reach and wide.needed > run.most_replications):
            raise NotConverged(not_precise(wide, len(found)))
        grow(progress, added)
        found += several(len(found), added, start)
    return found


def estimates(found: Sequence[Crossing], run: Run) -> dict[str, Estimate]:
    """The capacity, in requests a second and in Mbps, from what each replication found."""
    return {
        "requests": from_replications([each.asked_for for each in found], run.confidence, "/s"),
        "wire_mbps": from_replications([each.mbps for each in found], run.confidence, "Mbps"),
    }
