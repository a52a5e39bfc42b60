"""What every engine counts, node by node: the columns of a tally's totals.

Counts and sums only grow, areas are integrals over time, and a moment is the sum of the times at which something began
less the sum of the times at which it ended: with n of them under way at time t, the area under n is n * t - moment.
"""

from simulator.engines.sized_cache import WeakMemo
from simulator.network.network import Network
from simulator.network.resources import MemoryRegion

# Sessions: offered = completed + gave up (by cause) + failed (by cause) + open, those that wait to try again included.
OFFERED, FINISHED, OPEN, OPEN_MOMENT = 0, 1, 2, 3
# Requests: issued = completed + failed (by cause) + tried again (by cause) + in progress, where each try is issued;
# `LOST` were planned by sessions that did not end well.
ISSUED, COMPLETED, ACTIVE_MOMENT, RESPONSE, PAYLOAD, WIRE, LOST = 4, 5, 6, 7, 8, 9, 10
FIXED = 11
FIXED_NAMES = (
    ("sessions", "offered"),
    ("sessions", "completed"),
    ("sessions", "open"),
    ("sessions", "open moment"),
    ("requests", "issued"),
    ("requests", "completed"),
    ("requests", "active moment"),
    ("requests", "response time"),
    ("requests", "payload"),
    ("requests", "wire"),
    ("requests", "lost"),
)
# For every cause: refusals (a retry can be refused again), sessions that gave up, requests that failed for good, and
# those that did not but were tried again.
REFUSALS, GAVE_UP, FAILED, AGAIN, PER_CAUSE = 0, 1, 2, 3, 4
# For every class: requests completed, sum of their response times.
CLASS_COMPLETED, CLASS_RESPONSE, PER_CLASS = 0, 1, 2
# For every station: the area under the jobs in it; then that under what it works at: the capacity in use of a shared
# one, the servers of a queue that are busy. Of a quota: the periods in which jobs were there, and those of them in
# which jobs were left when it was used up.
JOBS, WORK, BUSY, PERIODS, THROTTLED = 0, 1, 1, 2, 3
# For every cache: how often it was looked into, and how often with success; where requests wait for what others fetch,
# how often that came in.
LOOKUPS, HITS, JOINED = 0, 1, 2
# For every token pool: the area under what is taken. For every memory region: the area under bytes in use; then
# recycles begun, starts that failed and the area under the bytes of the process in charge alone, or collections and the
# seconds of pause that they began, as they pass.
USED, RECYCLES, FAILED_STARTS, IN_CHARGE = 0, 1, 2, 3
COLLECTIONS, PAUSED = 1, 2
# Where responses come in pieces: first pieces that were sent, and the sum of the times until then.
FIRST_SENT, FIRST_TIME = 0, 1
FIRST_PIECES = ("pieces", "first")
# For every kind of background job: offered = completed + refused + open.
JOBS_OFFERED, JOBS_COMPLETED, JOBS_REFUSED, JOBS_OPEN, JOBS_OPEN_MOMENT = 0, 1, 2, 3, 4


def column_names(network: Network) -> tuple[tuple[str, ...], ...]:
    """The name of each column, in order, as (group, resource or cause or class, quantity)."""
    return _NAMES(network)


def _names(network: Network) -> tuple[tuple[str, ...], ...]:
    names: list[tuple[str, ...]] = list(FIXED_NAMES)
    for cause in network.causes:
        names += [("cause", cause, what) for what in ("refusals", "gave up", "failed", "tried again")]
    for request_class in network.classes:
        names += [("class", request_class.name, what) for what in ("completed", "response time")]
    for station in network.shared:
        of_quota = ("periods", "throttled") if station.quota is not None else ()
        names += [("shared", station.name, what) for what in ("jobs", "work", *of_quota)]
    for queue in network.queues:
        names += [("queue", queue.name, what) for what in ("jobs", "busy")]
    for pool in network.pools:
        names += [("pool", pool.name, "used")]
    for cache in network.caches:
        joined = ("joined",) if cache.name in network.joined_caches else ()
        names += [("cache", cache.name, what) for what in ("lookups", "hits", *joined)]
    for region in network.regions:
        names += [("region", region.name, what) for what in _counted(region)]
    for jobs in network.background:
        names += [
            ("background", jobs.name, what) for what in ("offered", "completed", "refused", "open", "open moment")
        ]
    if network.comes_in_pieces:
        names += [(*FIRST_PIECES, what) for what in ("sent", "time")]
    return tuple(names)


def _counted(region: MemoryRegion) -> tuple[str, ...]:
    """What is counted of a memory region: `used` is an area, its processes taken together."""
    if region.recycle is not None:
        return "used", "recycles", "failed starts", "in charge"
    return ("used", "collections", "paused") if region.collect is not None else ("used",)


def first_column(network: Network, group: str, name: str) -> int:
    """The first of the columns that belong to one cause, class or resource."""
    if (group, name) not in _FIRSTS(network):
        raise KeyError(f"{group} {name!r} has no column")
    return _FIRSTS(network)[group, name]


def _firsts(network: Network) -> dict[tuple[str, str], int]:
    """The first column of each cause, class and resource, by its group and name."""
    firsts: dict[tuple[str, str], int] = {}
    for index, (group, name, *_) in enumerate(column_names(network)):
        firsts.setdefault((group, name), index)
    return firsts


# Every run asks for them, every resource for its own.
_NAMES, _FIRSTS = WeakMemo(_names), WeakMemo(_firsts)
