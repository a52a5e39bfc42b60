"""What a run records as it goes: counts, areas, windows, response-time histograms, and a log if one is asked for."""

from typing import NamedTuple

import numpy as np

from simulator.engines.columns import (
    ACTIVE_MOMENT,
    CLASS_COMPLETED,
    CLASS_RESPONSE,
    COMPLETED,
    FIRST_SENT,
    FIRST_TIME,
    FIXED,
    ISSUED,
    OFFERED,
    OPEN,
    OPEN_MOMENT,
    PAYLOAD,
    PER_CAUSE,
    PER_CLASS,
    RESPONSE,
    WIRE,
    column_names,
)
from simulator.engines.compiling import compiled, seldom, shared
from simulator.engines.histogram import BINS, SHORTEST, SUB_BINS
from simulator.engines.kernel.memory import process_advance, region_advance
from simulator.engines.kernel.state import GONE, NOWHERE
from simulator.engines.kernel.stations.halts import halt_advance
from simulator.engines.kernel.stations.queueing import queue_advance
from simulator.engines.kernel.stations.sharing import shared_advance
from simulator.engines.kernel.tokens import pool_advance
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import LOG
from simulator.network.network import Network

_BITS_DROPPED = 52 - 7
_FIRST = (1023 + SHORTEST) * SUB_BINS
SUCCESS = -1  # The cause in the log of a request that was completed.


class Statistics(NamedTuple):
    """totals: float64 (columns,), counts and areas since the start; edges: (windows + 1, columns), copies of them at
    the edges of the windows; window, record_from: (1,), seconds; histogram: int64 (classes, bins); log: LOG (entries,);
    real and bits: (1,), the same eight bytes as float64 and int64; jobs: int64 (kinds that are posted, bins), how long
    these took; first_pieces: int64 (1 or 0, bins), how long it took until the first piece of a response was sent."""

    totals: np.ndarray
    edges: np.ndarray
    window: np.ndarray
    histogram: np.ndarray
    record_from: np.ndarray
    log: np.ndarray
    bits: np.ndarray
    real: np.ndarray
    jobs: np.ndarray
    first_pieces: np.ndarray


def build_statistics(network: Network, plan: RunPlan) -> Statistics:
    """What a run of a node under `plan` records, nothing so far."""
    columns = len(column_names(network))
    real = np.zeros(1)
    return Statistics(
        totals=np.zeros(columns),
        edges=np.zeros((plan.windows + 1, columns)),
        window=np.array([plan.window]),
        histogram=np.zeros((len(network.classes), BINS), dtype=np.int64),
        record_from=np.array([plan.warm_up]),
        log=np.zeros(plan.log, dtype=LOG),
        bits=real.view(np.int64),
        real=real,
        jobs=np.zeros((len(network.posted), BINS), dtype=np.int64),
        first_pieces=np.zeros((int(network.comes_in_pieces), BINS), dtype=np.int64),
    )


@shared
def bin_of_bits(bits):
    """The bin of a positive float64 given as its int64 bit pattern, clamped to the ends; see histogram.py."""
    return min(max((bits >> _BITS_DROPPED) - _FIRST, 0), BINS - 1)


@seldom
def count_arrival(world, now):
    """Counts a session that arrives."""
    totals = world.statistics.totals
    totals[OFFERED] += 1.0
    totals[OPEN] += 1.0
    totals[OPEN_MOMENT] += now


@compiled
def count_begin(world, now):
    """Counts a request that begins."""
    totals = world.statistics.totals
    totals[ISSUED] += 1.0
    totals[ACTIVE_MOMENT] += now


@compiled
def count_end(world, job, now):
    """Counts a request that is completed."""
    statistics = world.statistics
    state = world.jobs[job]
    response = now - state.start
    totals = statistics.totals
    totals[COMPLETED] += 1.0
    totals[ACTIVE_MOMENT] -= now
    totals[RESPONSE] += response
    totals[PAYLOAD] += state.payload
    totals[WIRE] += state.wire
    column = FIXED + PER_CAUSE * world.source[0].causes + PER_CLASS * state.kind
    totals[column + CLASS_COMPLETED] += 1.0
    totals[column + CLASS_RESPONSE] += response
    if now > statistics.record_from[0]:
        statistics.real[0] = response
        statistics.histogram[state.kind, bin_of_bits(statistics.bits[0])] += 1
    _log(world, job, SUCCESS, now)


@seldom
def count_posted_job(world, row, seconds, now):
    """Counts how long a job took that was posted."""
    statistics = world.statistics
    if now > statistics.record_from[0]:
        statistics.real[0] = seconds
        statistics.jobs[row, bin_of_bits(statistics.bits[0])] += 1


@seldom
def first_piece_step(world, job, step, now):
    """Counts how long it took until the first piece of a response was sent, to a client that is still there. True: the
    job goes on.
    """
    statistics, state = world.statistics, world.jobs[job]
    state.step += 1
    if state.left == GONE:
        return True
    seconds = now - state.start
    statistics.totals[step.at + FIRST_SENT] += 1.0
    statistics.totals[step.at + FIRST_TIME] += seconds
    if now > statistics.record_from[0]:
        statistics.real[0] = seconds
        statistics.first_pieces[0, bin_of_bits(statistics.bits[0])] += 1
    return True


@seldom
def count_failure(world, job, cause, event, now):
    """Counts a request that fails for `cause`: for good (FAILED), or to be tried again (AGAIN)."""
    totals = world.statistics.totals
    totals[FIXED + PER_CAUSE * cause + event] += 1.0
    totals[ACTIVE_MOMENT] -= now
    _log(world, job, cause, now)


@compiled
def _log(world, job, cause, now):
    """Writes a line of the log while there is room."""
    clock = world.clock[0]
    if clock.logged < world.statistics.log.size:
        line = world.statistics.log[clock.logged]
        state = world.jobs[job]
        line.session = state.session
        line.request = state.request
        line.node = world.source[0].node
        line.kind = state.kind
        line.cause = cause
        line.start = state.start
        line.end = now
        clock.logged += 1


@compiled
def close_windows(world, until):
    """Closes the windows that end by a time, once all have come that are open at the start."""
    clock = world.clock[0]
    while clock.edge <= until and clock.session >= world.source[0].open_at_start:
        close_window(world)


@seldom
def close_window(world):
    """Copies the totals at the edge of a window, with every area brought up to it."""
    clock = world.clock[0]
    statistics = world.statistics
    advance_areas(world, clock.edge)
    for column in range(statistics.totals.size):
        statistics.edges[clock.window, column] = statistics.totals[column]
    clock.window += 1
    clock.edge = clock.window * statistics.window[0]


@seldom
def advance_areas(world, now):
    """Brings every area up to `now`."""
    for s in range(world.sharing.station.size):
        shared_advance(world, s, now)
        halt_advance(world, s, now)
    for q in range(world.queues.size):
        queue_advance(world, q, now)
    for p in range(world.pools.state.size):
        pool_advance(world, p, now)
    for m in range(world.regions.size):
        if world.regions[m].process == NOWHERE:
            region_advance(world, m, now)
        else:
            process_advance(world, m, now)
