"""The worlds of several nodes, one behind the other in arrays: what is compiled for one world runs each of them."""

import numpy as np

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.cache import Caches
from simulator.engines.kernel.client_timeouts.waiting_lines import TimeoutLines
from simulator.engines.kernel.heap import Heaps, join_heaps
from simulator.engines.kernel.state import copy_records
from simulator.engines.kernel.stations.next_events import NextEvents
from simulator.engines.kernel.stations.sharing import Sharing
from simulator.engines.kernel.stations.station_rules import StationRules
from simulator.engines.kernel.statistics import Statistics
from simulator.engines.kernel.tokens import Pools
from simulator.engines.kernel.world import World, enlarge_world
from simulator.engines.pointers import write_tuple

# What nodes have in common: nobody in them changes it, but for the arrivals, of which only the gate makes use.
IN_COMMON = frozenset(
    {"key", "rate_classes", "arrivals", "profiles", "steps", "quantiles", "replay", "servers", "warming"}
)
# What has room for jobs: nothing else changes its size.
GROWING = ("jobs", "heaps", "outbox", "patience")
_CACHES_IN_COMMON = frozenset({"size", "reach", "guide", "frequency", "passed"})


def stack_worlds(worlds: list[World]) -> World:
    """The worlds of all nodes as one, their arrays copied; all of them at time 0."""
    return World(**{name: _together(name, [getattr(world, name) for world in worlds]) for name in World._fields})


def _together(name: str, parts: list) -> object:
    first = parts[0]
    if name in IN_COMMON:
        return first
    if isinstance(first, np.ndarray):
        return _side_by_side(parts)
    if first is None:
        return None
    if isinstance(first, Heaps):
        return join_heaps(parts)
    common = _CACHES_IN_COMMON if isinstance(first, Caches) else frozenset()
    fields = {}
    for field in first._fields:
        if field == "log":
            # Nobody has written anything as yet, and room that nobody writes to takes no memory.
            fields[field] = np.zeros((len(parts), *first.log.shape), dtype=first.log.dtype)
            continue
        values = [getattr(part, field) for part in parts]
        fields[field] = values[0] if field in common or values[0] is None else _side_by_side(values)
    # The bits of a response time are those of its number: both are of the same bytes.
    if isinstance(first, Statistics):
        fields["bits"] = fields["real"].view(np.int64)
    return type(first)(**fields)


def _side_by_side(parts: list[np.ndarray]) -> np.ndarray:
    """Arrays of one shape as one, copied."""
    together = np.empty((len(parts), *parts[0].shape), dtype=parts[0].dtype)
    for place, part in zip(together, parts, strict=True):
        copy_records(part, place)
    return together


def world_view(stack: World, node: int) -> World:
    """The world of one node: a view, so that what changes in it changes in the stack."""
    return World(**{name: _one(name, getattr(stack, name), node) for name in World._fields})


def _one(name: str, part: object, node: int) -> object:
    if name in IN_COMMON or part is None:
        return part
    if isinstance(part, np.ndarray):
        return part[node]
    common = _CACHES_IN_COMMON if isinstance(part, Caches) else frozenset()
    values = {field: getattr(part, field) for field in part._fields}
    return type(part)(**{f: v if f in common or v is None else v[node] for f, v in values.items()})


def enlarge_stack(stack: World) -> World:
    """The same worlds with twice the room for jobs, each."""
    worlds = [enlarge_world(world_view(stack, node)) for node in range(stack.clock.shape[0])]
    return stack._replace(**{name: _together(name, [getattr(world, name) for world in worlds]) for name in GROWING})


@seldom
def world_pointers(stack, clock, memory):
    """The worlds of all nodes, each by its address (see one_of), and behind them that of the first one under a clock of
    its own, that of the gate. Changes `memory` in place, where they are laid down."""
    count = stack.clock.shape[0]
    for node in range(count):
        write_tuple(memory, node, world_with_clock(stack, node, stack.clock[node]))
    return write_tuple(memory, count, world_with_clock(stack, 0, clock))


@compiled
def world_with_clock(stack, node, clock):
    """The world of one node, as `world_view` has it, under a clock of one's own."""
    heaps, sharing, rules = stack.heaps, stack.sharing, stack.rules
    caches, statistics = stack.caches, stack.statistics
    return World(
        stack.key,
        clock,
        stack.source[node],
        stack.rate_classes,
        stack.arrivals,
        stack.profiles,
        stack.steps,
        stack.kinds[node],
        stack.quantiles,
        stack.jobs[node],
        Heaps(heaps.entry[node], heaps.size[node]),
        NextEvents(stack.next_events.time[node], None),
        Sharing(sharing.station[node], sharing.rate_class[node]),
        StationRules(rules.station[node], rules.curve[node]),
        stack.halts[node],
        stack.queues[node],
        Pools(stack.pools.state[node], stack.pools.rings[node], stack.pools.timed[node]),
        Caches(
            caches.state[node],
            caches.ring[node],
            caches.used[node],
            caches.place[node],
            caches.seen[node],
            caches.marks[node],
            caches.epoch[node],
            caches.life[node],
            caches.fetched[node],
            caches.renewed[node],
            caches.frequency,
            caches.passed,
            caches.size,
            caches.reach,
            caches.guide,
        ),
        stack.regions[node],
        stack.processes[node],
        Statistics(
            statistics.totals[node],
            statistics.edges[node],
            statistics.window[node],
            statistics.histogram[node],
            statistics.record_from[node],
            statistics.log[node],
            statistics.bits[node],
            statistics.real[node],
            statistics.jobs[node],
            statistics.first_pieces[node],
        ),
        stack.outbox[node],
        TimeoutLines(stack.patience.terms[node], stack.patience.lines[node], stack.patience.waits[node]),
        stack.replay,
        stack.servers,
        stack.warming,
    )
