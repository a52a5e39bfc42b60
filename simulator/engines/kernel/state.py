"""The state of a run: records of plain numbers in arrays, so that a run can stop, grow and go on.

A world is one node. Behind a balancer that looks at nothing but the client, nodes share nothing: each runs on its own,
on the same draws, and takes the sessions that the balancer sends it. That keeps a node's state near the processor and
lets nodes run side by side. Every array field of `World` is changed in place by the compiled functions.
"""

from typing import NamedTuple

import numpy as np

NOWHERE = -1  # The end of a linked list of jobs.
NEVER = np.inf

# What a session carries. `order` says when the job took its present step, and so who goes first among equals; `behind`
# is the next job of the list that it waits in; `wanted` has a bit for each cache whose admission rule the object meets;
# `process` is the number of the process that it is inside, `inside` how many allocations there it still has to free.
JOB = np.dtype(
    [("order", "i8"), ("session", "i8"), ("start", "f8"), ("payload", "f8"), ("wire", "f8"), ("think", "f8")]
    + [("work", "f8"), ("object", "i4"), ("request", "i4"), ("left", "i4"), ("step", "i4")]
    + [("client", "i2"), ("inside", "i2"), ("kind", "i4"), ("attempts", "i4"), ("behind", "i4"), ("wanted", "i4")]
    + [("process", "i4")],
    align=True,
)
ENTRY = np.dtype([("key", "f8"), ("job", "i8")], align=True)
# `arrival` is when the next session or background job comes, `who` of which kind: 0 for sessions; `reserve` is how many
# jobs the processes of the node may start by themselves.
CLOCK = np.dtype(
    [("order", "i8"), ("session", "i8"), ("arrival", "f8"), ("who", "i8"), ("reserve", "i8")]
    + [("events", "i8"), ("free", "i8"), ("ready", "i8"), ("last_ready", "i8"), ("window", "i8"), ("logged", "i8")]
    + [("edge", "f8"), ("jobs", "i8")],
    align=True,
)
# A record fills a cache line.
SHARED = np.dtype(
    [("capacity", "f8"), ("last", "f8"), ("jobs", "i8"), ("heap", "i8"), ("leaver", "i8"), ("column", "i8")]
    + [("slot", "i8"), ("classes", "i8")],
    align=True,
)
# A station that stands still: up to when it has been counted as busy, until when it does, its true capacity, the step
# of the job that ends it, and the column that counts for how long it does.
HALT = np.dtype(
    [("halted", "i8"), ("since", "f8"), ("until", "f8"), ("capacity", "f8"), ("resume", "i8"), ("column", "i8")],
    align=True,
)
RATE_CLASS = np.dtype([("cap", "f8"), ("virtual", "f8"), ("rate", "f8")], align=True)
QUEUE = np.dtype(
    [("servers", "i8"), ("limit", "i8"), ("waiting", "i8"), ("heap", "i8"), ("first", "i8"), ("final", "i8")]
    + [("last", "f8"), ("column", "i8"), ("slot", "i8")],
    align=True,
)
POOL = np.dtype(
    [("size", "f8"), ("used", "f8"), ("last", "f8"), ("waits", "i8"), ("first", "i8"), ("final", "i8")]
    + [("column", "i8")],
    align=True,
)
# The memory that a cache lies in is that of a plain region, or of one with processes, or nobody's.
CACHE = np.dtype(
    [("capacity", "f8"), ("bytes", "f8"), ("largest", "f8"), ("time_to_live", "f8"), ("admission", "f8")]
    + [("head", "i8"), ("tail", "i8"), ("live", "i8"), ("region", "i4"), ("process", "i4"), ("column", "i8")],
    align=True,
)
# `stops` is the station that a collection halts, NOWHERE if there is none; `process` is the record of the process that
# is recycled, NOWHERE if none is.
REGION = np.dtype(
    [("ceiling", "f8"), ("used", "f8"), ("last", "f8"), ("column", "i8"), ("retained", "f8"), ("plateau", "f8")]
    + [("pause", "f8"), ("stops", "i4"), ("process", "i4")],
    align=True,
)
# The terms on which a process is recycled, then its state (see recycling.py).
PROCESS = np.dtype(
    [("base", "f8"), ("at", "f8"), ("requests", "i8"), ("period", "f8"), ("cold_factor", "f8"), ("warm_time", "f8")]
    + [("start_limit", "f8"), ("stop_limit", "f8"), ("jobs", "i8"), ("cache", "i8"), ("initialise", "i8")]
    + [("start_up", "i8"), ("number", "i8"), ("since", "f8"), ("cold_since", "f8"), ("served", "i8"), ("inside", "i8")]
    + [("starting", "i8"), ("started", "f8"), ("coming", "f8"), ("drains", "i8"), ("draining", "f8")]
    + [("drainers", "i8"), ("deadline", "f8")],
    align=True,
)
STEP = np.dtype(
    [("verb", "i4"), ("at", "i4"), ("jump", "i4"), ("law", "i4"), ("stream", "i4"), ("process", "i4"), ("amount", "f8")]
    + [("extra", "f8")],
    align=True,
)
# What arrives: sessions first, then each kind of background job. `area` is how far the profile has been used up.
ARRIVALS = np.dtype(
    [("rate", "f8"), ("area", "f8"), ("next", "f8"), ("job", "i8"), ("first", "i8"), ("column", "i8")]
    + [("corners", "i8")],
    align=True,
)
KIND = np.dtype(
    [("until", "f8"), ("law", "i8"), ("mean", "f8"), ("shape", "f8"), ("header", "f8"), ("first", "i8")]
    + [("table", "i8"), ("offset", "i8")],
    align=True,
)
SOURCE = np.dtype(
    [("length_law", "i8"), ("length", "f8"), ("length_shape", "f8"), ("think_law", "i8")]
    + [("think", "f8"), ("think_shape", "f8"), ("attempts", "i8"), ("back_off", "f8"), ("first", "i8"), ("begin", "i8")]
    + [("close", "i8"), ("nodes", "i8"), ("node", "i8"), ("open_at_start", "i8"), ("causes", "i8"), ("returns", "i8")],
    align=True,
)


class Heaps(NamedTuple):
    """entry: ENTRY (heaps, capacity); size: int64 (heaps,)."""

    entry: np.ndarray
    size: np.ndarray


class Sharing(NamedTuple):
    """station: SHARED (stations,); rate_class: RATE_CLASS (stations, classes of the station that has most)."""

    station: np.ndarray
    rate_class: np.ndarray


class Caches(NamedTuple):
    """Exact least-recently-used order with two random memory accesses a request.

    `ring` (caches, 2**k) holds one entry a use, oldest at `head`; `place` (caches, objects) is the position in the
    ring of an object's latest use, or NOWHERE if it is not held. An entry whose object has a later one is stale and is
    skipped when it reaches the head. `used` (caches, 2**k) and `seen` (caches, objects) hold times; they have one
    column where no time to live or admission window asks for them. size: (objects,), bytes. reach: uint32
    (catalogues, objects), the largest random word that still asks for an object or a more popular one: the distribution
    function in half the memory, and as exact as the words are; guide: (catalogues, cells + 1), where to look in it.
    """

    state: np.ndarray
    ring: np.ndarray
    used: np.ndarray
    place: np.ndarray
    seen: np.ndarray
    size: np.ndarray
    reach: np.ndarray
    guide: np.ndarray


class Statistics(NamedTuple):
    """totals: float64 (columns,), counts and areas since the start; edges: (windows + 1, columns), copies of them at
    the edges of the windows; window, record_from: (1,), seconds; histogram: int64 (classes, bins); log: LOG (entries,);
    real and bits: (1,), the same eight bytes as float64 and int64."""

    totals: np.ndarray
    edges: np.ndarray
    window: np.ndarray
    histogram: np.ndarray
    record_from: np.ndarray
    log: np.ndarray
    bits: np.ndarray
    real: np.ndarray


class World(NamedTuple):
    """Everything that the run of one node reads and writes. See the records above for the fields.

    key: uint64 (2,). client_until: float64 (rate classes,), cumulated shares. next_time: float64 (stations,), when each
    shared station, then each queue, lets its next job go. The last heap is the timer. profiles: float64 (arrivals,
    corners, 3), see profile.py.
    """

    key: np.ndarray
    clock: np.ndarray
    source: np.ndarray
    client_until: np.ndarray
    arrivals: np.ndarray
    profiles: np.ndarray
    steps: np.ndarray
    kinds: np.ndarray
    jobs: np.ndarray
    heaps: Heaps
    next_time: np.ndarray
    sharing: Sharing
    halts: np.ndarray
    queues: np.ndarray
    pools: np.ndarray
    caches: Caches
    regions: np.ndarray
    processes: np.ndarray
    statistics: Statistics
