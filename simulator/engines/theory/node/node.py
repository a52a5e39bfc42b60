"""A node as its jobs meet it: what its places and limits make of a traffic, to be compared with the traffic that they
were taken from."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from simulator.engines.theory.formulas.losses import MOST, LossLimit, LossState, is_reached, loss_state
from simulator.engines.theory.formulas.mixed import rates_beside, servers_beside
from simulator.engines.theory.node.delays import queue_delay, shared_delay, station_curves
from simulator.engines.theory.node.flows import Flow, JobFlow, NodeConditions, PlaceDelay, add_flow
from simulator.engines.theory.node.holdings import counted_by_amount
from simulator.engines.theory.node.nested_limits import (
    LimitPlaces,
    LimitState,
    NestedLimits,
    Values,
    delay_beside_limits,
    delay_beside_pools,
)
from simulator.engines.theory.node.refusals import (
    fitting_jobs,
    limited_queue,
    loss_state_with_returns,
    lost_share,
    refusal_chance,
    resident_bytes,
    returning_jobs,
)
from simulator.engines.theory.node.traffic import Traffic, node_traffic, planned_requests
from simulator.engines.theory.node.waiting_pools import (
    MOST_PLACES,
    PoolState,
    interpolated_pool_state,
    pool_passage,
    pool_state,
)
from simulator.engines.theory.programs import LargestHolding, TheoryPrograms, largest_holdings_of_sessions
from simulator.network.resources import TokenPool
from simulator.network.steps import Seize

# The busiest that a place is taken to be: beyond it, waits are longer than anything that is measured.
BUSIEST = 1.0 - math.exp(-18.0)

# Refusals rarer than this change nobody's delays.
_NEVER = 1e-7
# Of a station of more servers, no rate of each number of jobs is kept.
_MANY_SERVERS = 1024.0
# Pools that let wait are solved beside so many shares of what others come to unhindered, and taken as straight between.
_STEPS = 64


class InnerPools(NamedTuple):
    """Pools that are taken inside another one. coming: by pool, jobs a second that come to it there; work: by station,
    that is done inside of these."""

    coming: Mapping[str, float]
    work: Mapping[str, float]


class TheoryNode:
    """A node with the programs of its jobs, to which about `sessions` sessions come a second.

    Below, busy is by place (a station, or a pool that lets wait) the share of it in use, and refused by cause the
    chance that the largest wish is refused. `offered` is the traffic if nobody met anybody else. What only those ask
    for who let jobs meet each other is found when they do.
    """

    def __init__(self, programs: TheoryPrograms, sessions: float) -> None:
        network = programs.network
        self.programs, self._clients = programs, network.source.client_shares
        self._shared = network.shared
        self._queues = tuple(queue for queue in network.queues if queue.queue_limit is None)
        self._limited = tuple(queue for queue in network.queues if queue.queue_limit is not None)
        self._waits = tuple(pool for pool in network.pools if pool.when_short == "wait")
        self.stations = tuple([*(each.name for each in self._shared), *(each.name for each in self._queues)])
        self.held_causes = (
            *(pool.name for pool in network.pools if pool.when_short == "refuse"),
            *(region.name for region in network.regions),
        )
        self.causes = (*self.held_causes, *(queue.name for queue in self._limited))
        self.places = (*self.stations, *(pool.name for pool in self._waits))
        self._empty = self._empty_node()
        self.offered = node_traffic(programs, sessions, self._empty)
        self._solved: dict[tuple[str, int], PoolState] = {}
        self._inner: dict[str, InnerPools] = {}
        self._around: list[str] = []
        self._now: tuple[Flow, dict[str, PoolState]] | None = None
        self._crowded: tuple[Flow, Values, dict[str, LossState | None]] | None = None

    @cached_property
    def unlike(self) -> tuple[str, ...]:
        """The limits that are counted by what their jobs hold."""
        return tuple(counted_by_amount(self.held_causes, self.offered.flow, self.widths()))

    @cached_property
    def unhindered(self) -> Traffic:
        """What is offered, with what those hold who are counted by it."""
        met = replace(self._empty, unlike=self.unlike)
        return node_traffic(self.programs, self.offered.came, met) if self.unlike else self.offered

    @cached_property
    def curves(self) -> Mapping[str, tuple[float, ...]]:
        """The curves of the stations that have one."""
        return station_curves(self.programs.network)

    @cached_property
    def _most(self) -> Mapping[str, LargestHolding]:
        return largest_holdings_of_sessions(self.programs.network)

    @cached_property
    def _sizes(self) -> dict[str, float]:
        """What pools and regions have for jobs."""
        network = self.programs.network
        free = {region.name: region.ceiling - resident_bytes(self.programs, region) for region in network.regions}
        return {pool.name: pool.size for pool in network.pools} | free

    @cached_property
    def _inside(self) -> dict[str, PoolState]:
        """The pools that let wait, beside all that others come to unhindered."""
        return {pool.name: self._pool_inside(pool.name, _STEPS) for pool in self._waits}

    @cached_property
    def lines(self) -> frozenset[str]:
        """The pools that let wait which are solved with what is inside them."""
        return frozenset(name for name, pool in self._inside.items() if pool.rates.size)

    @cached_property
    def behind(self) -> NestedLimits:
        """What goes on behind limits."""
        widths = {name: (width, alone) for name, width, alone in self.widths()}
        in_turn = frozenset(queue.name for queue in self.programs.network.queues)
        places = LimitPlaces(widths, self.pools(self.unhindered.flow), in_turn, self.curves, frozenset(self.unlike))
        return NestedLimits(self.programs, self.held_causes, places)

    def traffic(self, sessions: float, met: NodeConditions) -> Traffic:
        """What comes of `sessions` a second that meet some conditions."""
        return node_traffic(self.programs, sessions, met)

    def used(self, flow: Flow) -> dict[str, float]:
        """The share of every station that a flow uses; 1 or more is more than it can do."""
        found = {station.name: flow.work[station.name] / station.capacity for station in self._shared}
        queues = (*self._queues, *self._limited)
        return found | {queue.name: flow.work[queue.name] / queue.servers for queue in queues}

    def used_by_others(self) -> dict[str, float]:
        """The share of every station that background jobs use, but for those that are of the load and grow with it."""
        found = dict.fromkeys(self.used(self.offered.flow), 0.0)
        for each in (each for each in self.programs.background if not each.of_load):
            own = Flow()
            add_flow(own, each.stages, JobFlow(each.rate, 0.0), {}, self._empty)
            found = {name: found[name] + used for name, used in self.used(own).items()}
        return found

    def shares(self, flow: Flow) -> dict[str, float]:
        """The share in use of every station, pool (less its reserve) and region."""
        network = self.programs.network
        found = self.used(flow)
        found |= {pool.name: self.share_held(pool, flow) for pool in network.pools}
        regions = {r.name: (resident_bytes(self.programs, r) + flow.held[r.name]) / r.ceiling for r in network.regions}
        return found | regions

    def share_held(self, pool: TokenPool, flow: Flow) -> float:
        """The share of a pool, less its reserve, that is held; all of it where there is no more than the reserve."""
        free = pool.size - self.reserve(pool.name)
        return flow.held[pool.name] / free if free > 0.0 else 1.0

    def busy(self, flow: Flow) -> dict[str, float]:
        """How busy a flow keeps every place; 1 or more is more than it can do."""
        found = {name: used for name, used in self.used(flow).items() if name in self.stations}
        return found | {name: flow.visits[name] / self._pool_now(name, flow).full for name in self._inside}

    def refused(self, flow: Flow, before: Values) -> dict[str, float]:
        """How likely every cause refuses what a flow asks for that came through the refusals `before`."""
        found = dict.fromkeys(self.held_causes, 0.0)
        for name, each in self._crowds(flow, before).items():
            if each is None:
                alike, most = self._each(name, flow), self._most[name].held
                found[name] = refusal_chance(self.places_of(name, flow), most, alike, flow.held[name], before[name])
                continue
            for cause, full in each.full.items():
                found[cause] = full * self._most[cause].held / self._each(cause, flow)
        return found | {queue.name: limited_queue(queue, flow)[0] for queue in self._limited}

    def _crowds(self, flow: Flow, before: Values) -> dict[str, LossState | None]:
        """The jobs behind every outermost limit that matters, None where they are too many to be solved. Those of one
        flow are asked for by what it meets and by what turns it away."""
        known = self._crowded
        if known is None or known[0] is not flow or known[1] != before:
            known = self._crowded = flow, dict(before), self._found_crowds(flow, before)
        return known[2]

    def _found_crowds(self, flow: Flow, before: Values) -> dict[str, LossState | None]:
        lost = {
            name: lost_share(before[name], self._each(name, flow), self._most[name].held) for name in self.held_causes
        }
        found: dict[str, LossState | None] = {}
        parents, pools = self.behind.parents, self.pools(flow)
        now = LimitState(lambda cause: self.places_of(cause, flow), lost, pools, {})
        outermost, let_in = [name for name in self.held_causes if not parents.get(name)], dict[str, float]()
        while outermost:
            places = self.places_of(name := outermost.pop(), flow)
            each = self._most[name].held / self._each(name, flow) if name in self.unlike else 1.0
            if flow.held[name] > 0.0 and places < each * min(self.behind.most(name), let_in.get(name, math.inf)):
                limit = self.behind.limit(name, flow, now)
                if is_reached(limit) and places > MOST:
                    found |= dict.fromkeys(self.behind.within(name))
                    continue
                if is_reached(limit):
                    found[name] = self._crowd(limit, flow)
            if name not in found:
                outermost += [inner for inner, parent in parents.items() if parent == name]
                continue
            outermost += (apart := list(self.behind.apart(name)))
            # No more jobs are behind one that is apart than this one lets in, whatever they hold.
            let_in |= {} if name in self.unlike else dict.fromkeys(apart, places)
        return found

    def _crowd(self, limit: LossLimit, flow: Flow) -> LossState:
        """The jobs behind a limit; those that hold it alone may come back to it."""
        name = limit.name
        coming = returning_jobs(self.programs, name, flow, flow.held[name] / self._each(name, flow))
        return (
            loss_state_with_returns(limit, coming)
            if coming and self.alike(name) and not limit.within
            else loss_state(limit)
        )

    def behind_limits(self, flow: Flow, refused: Values, beyond: float) -> Iterator[tuple[str, float, float]]:
        """The outermost limits that are full, or have one within that is, more often than `beyond`, and how many jobs
        of a flow are behind each: of all states in which they may be, and by Little's law of what they take there."""
        for name, each in self._crowds(flow, refused).items():
            if each is not None and max(each.full.values()) > beyond:
                yield name, each.number, flow.held[name] / self._each(name, flow)

    def in_pools(self, flow: Flow) -> Iterator[tuple[str, float, float]]:
        """The pools that let wait, and how many jobs of a flow hold some of each: by the numbers of those that come and
        go there, and by Little's law of what they take."""
        busy = self.busy(flow)
        for name in (name for name in self._inside if name in self.lines):
            inside = pool_passage(self._pool_now(name, flow), min(busy[name], BUSIEST)).inside
            if inside is not None:
                yield name, inside * flow.visits[name], flow.held[name] / self._each(name, flow)

    def too_late(self, flow: Flow) -> Iterator[tuple[str, float, float]]:
        """The timed pools, and the share of those who ask for some of each, and of those who wait, that would wait
        longer than that lets them: who waits does so for an exponential time where jobs leave a full pool at random."""
        timed = [pool for pool in self._waits if pool.is_timed and flow.visits[pool.name] > 0.0]
        busy = self.busy(flow) if timed else {}
        for pool in timed:
            state, used = self._pool_now(pool.name, flow), min(busy[pool.name], BUSIEST)
            leaves = state.full * (1.0 - used)
            late = math.exp(-leaves * pool.longest)
            yield pool.name, pool_passage(state, used).wait * leaves * late, late

    def full_rate(self, pool: str, flow: Flow) -> float:
        """The jobs a second that leave a full pool that lets wait."""
        return self._pool_now(pool, flow).full

    def late_requests(self, traffic: Traffic) -> dict[str, float]:
        """By timed pool, the share of all requests that fail at the most because they would wait too long for it: fewer
        do, for who gives up is no longer in the way of those behind. Who gives up while connecting sends none."""
        meant = traffic.came * planned_requests(self.programs.network.source.requests)
        connecting = {stage.at for stage in self.programs.connect}
        return {
            name: late if name in connecting else min(1.0, late * traffic.flow.visits[name] / meant)
            for name, late, _ in self.too_late(traffic.flow)
        }

    def places_of(self, pool: str, flow: Flow) -> float:
        """How many of those who hold some of a pool or region fit in."""
        return fitting_jobs(self._sizes[pool] - self._most[pool].wished, self._most[pool].held, self._each(pool, flow))

    def alike(self, pool: str) -> bool:
        """Whether all who hold some of a pool hold as much."""
        most = self._most[pool].held
        return math.isclose(self._each(pool, self.unhindered.flow), most, rel_tol=1e-9) or most == 0.0

    def reserve(self, pool: str) -> float:
        """What must stay free of a pool for a session to be let in."""
        steps = self.programs.network.source.connect
        return max((step.reserve for step in steps if isinstance(step, Seize) and step.pool == pool), default=0.0)

    def _each(self, name: str, flow: Flow) -> float:
        """What one of them holds, weighted by what they hold."""
        held = flow.held[name]
        return flow.spread[name] / held if held > 0.0 else self._most[name].held or 1.0

    def free(self) -> NodeConditions:
        """What jobs meet on an empty node."""
        return replace(self._empty, lines=self.lines, unlike=self.unlike)

    def _empty_node(self) -> NodeConditions:
        """The same but for the lines and for what is unlike, which are found by its traffic."""
        delays = dict.fromkeys((queue.name for queue in (*self._queues, *self._limited)), PlaceDelay(0.0, 1.0, 1.0))
        delays |= {station.name: shared_delay(station, self._clients, 0.0) for station in self._shared}
        names = tuple(pool.name for pool in self._waits)
        delays |= dict.fromkeys(names, PlaceDelay(0.0, 0.0, 0.0))
        refused, eases = dict.fromkeys(self.causes, 0.0), dict.fromkeys(names, 1.0)
        return NodeConditions(delays, refused, eases, limits=self.held_causes)

    def pools(self, flow: Flow) -> dict[str, PoolState]:
        """The pools that let wait which are solved, with what a flow leaves of every station for those inside them."""
        return {name: self._pool_now(name, flow) for name in self.lines}

    def _pool_now(self, name: str, flow: Flow) -> PoolState:
        """A pool that lets wait beside others who come as in a flow. That of one flow is asked for many times."""
        if self._now is None or self._now[0] is not flow:
            self._now = flow, {}
        known = self._now[1]
        if name not in known:
            step = self._others_of(name, flow) * _STEPS
            low = min(math.floor(step), _STEPS)
            found = self._pool_inside(name, low)
            known[name] = (
                interpolated_pool_state(found, self._pool_inside(name, low + 1), step - low) if step > low else found
            )
        return known[name]

    def _others_of(self, name: str, flow: Flow) -> float:
        """What those who are not in a pool that lets wait ask of the stations inside it, as a share of what they would
        if nobody was turned away: the mean over stations, by the work of those in it."""
        now = all_of = 0.0
        for station, own, others in self._beside_pools.get(name, ()) if name in self.lines else ():
            all_of += own
            now += own * min(1.0, max(0.0, flow.work[station] - flow.inside[name, station]) / others)
        return now / all_of if all_of > 0.0 else 1.0

    @cached_property
    def _beside_pools(self) -> Mapping[str, list[tuple[str, float, float]]]:
        """By pool that lets wait, the stations that those in it and others come to unhindered, and the work of both."""
        flow, found = self.unhindered.flow, defaultdict[str, list[tuple[str, float, float]]](list)
        inside = {place: own for place, own in flow.inside.items() if own > 0.0}
        for station in self.stations:
            for pool in (pool.name for pool in self._waits):
                own = inside.get((pool, station), 0.0)
                others = flow.work[station] - own
                if own > 0.0 and others > _NEVER * own:
                    found[pool].append((station, own, others))
        return found

    def _pool_inside(self, name: str, step: int) -> PoolState:
        """A pool that lets wait, with what is left of every station for those inside it, beside so many steps of what
        others come to unhindered. Pools that are equal and used alike are one."""
        limit = self.programs.network.limit_names[name]
        if (limit, step) not in self._solved:
            flow, share, visits = self.unhindered.flow, step / _STEPS, self.unhindered.flow.visits[name]
            places, stations = self.places_of(name, flow), list[tuple[float, Sequence[float]]]()
            jobs = max(1, int(min(places, MOST_PLACES)))
            inner = self._inner_pools(name)
            for station, width, alone in self.widths():
                work = flow.inside[name, station] - inner.work[station]
                if work > _NEVER * flow.work[station]:
                    used, own = flow.work[station] * alone / width, work * alone / width
                    busy, curve = _busy_beside(share, used, own), self.curves.get(station)
                    stations.append((work / visits * alone, _left_beside(curve, width, busy, jobs)))
            for pool, coming in inner.coming.items():
                state = self._pool_inside(pool, _STEPS)
                one, used, own = float(state.rates[0]), flow.visits[pool] / state.full, coming / state.full
                curve = tuple(float(rate) / one for rate in state.rates)
                left = _left_beside(curve, curve[-1], _busy_beside(share, used, own), jobs)
                stations.append((coming / visits / one, left))
            hold = flow.held[name] / (visits * self._each(name, flow)) if visits > 0.0 else 0.0
            self._solved[limit, step] = pool_state(places, hold, stations)
        return self._solved[limit, step]

    def _inner_pools(self, name: str) -> InnerPools:
        """The pools that let wait which those inside another one take there, as far as they are solved: they serve them
        as a station does (Chandy, Herzog and Woo 1975), one inside the other."""
        if name in self._inner:
            return self._inner[name]
        coming, work = defaultdict[str, float](float), defaultdict[str, float](float)
        self._around.append(name)  # Of two that are taken inside each other the first one stands.
        flow, waits = self.unhindered.flow, {pool.name for pool in self._waits}.difference(self._around)
        behind = {path: path[path.index(name) + 1 :] for path, _ in flow.paths if name in path}
        reached = {pool for path in behind.values() for pool in path} & waits
        solved = {pool for pool in reached if self._pool_inside(pool, _STEPS).rates.size}
        for (path, place), amount in flow.paths.items():
            if solved.intersection(behind.get(path, ())):
                work[place] += amount
            elif path in behind and place in solved:
                coming[place] += amount
        self._around.pop()
        self._inner[name] = InnerPools(coming, work)
        return self._inner[name]

    def widths(self) -> list[tuple[str, float, float]]:
        """By station, how many jobs it serves at full speed, and what a unit of work takes at that, s."""
        delays = self._empty.delays
        shared = [(s.name, s.capacity * delays[s.name].alone, delays[s.name].alone) for s in self._shared]
        return shared + [(queue.name, float(queue.servers), 1.0) for queue in (*self._queues, *self._limited)]

    def met(self, busy: Values, refused: Values, before: Flow) -> NodeConditions:
        """What jobs meet in a node so busy. How much is done at a visit of a queue, and inside a pool, is that of the
        flow `before`."""
        delays = {s.name: shared_delay(s, self._clients, min(busy[s.name], BUSIEST), before) for s in self._shared}
        delays |= {q.name: queue_delay(q, before, min(busy[q.name], BUSIEST)) for q in self._queues}
        delays |= {q.name: PlaceDelay(limited_queue(q, before)[1], 1.0, 1.0) for q in self._limited}
        eases = {}
        for name in self._inside:
            pool = self._pool_now(name, before)
            passage = pool_passage(pool, min(busy[name], BUSIEST))
            delays[name] = PlaceDelay(passage.wait, 0.0, 0.0)
            slowed = before.slowed[name] / before.visits[name] if before.visits[name] else 0.0
            eases[name] = 1.0
            if passage.inside is not None and slowed > 0.0:
                eases[name] = min(1.0, max(0.0, passage.inside - pool.alone) / slowed)
        thinned = self._thinned(before, refused)
        used = self.used(before)
        beside = delay_beside_limits(self.behind, thinned, used, before) | delay_beside_pools(eases, used, before)
        return NodeConditions(delays, refused, eases, thinned, beside, self.held_causes, self.lines, self.unlike)

    def _thinned(self, before: Flow, refused: Values) -> dict[tuple[str, str], float]:
        """By limit and line, the share of their delays that those behind it suffer who are left where others are turned
        away."""
        found = {}
        for name, each in self._crowds(before, refused).items():
            if each is None or max(each.full.values()) <= _NEVER:
                continue
            alone = self.behind.alone(name, before)
            for line, jobs in each.jobs.items():
                slowed = before.thinned[name, line]
                if slowed > 0.0:
                    left = jobs - alone[line]
                    found[name, line] = min(1.0, max(0.0, left) / slowed)
        return found


def _rates(width: float) -> tuple[float, ...]:
    """What a station does with 1, 2, ... jobs that serves so many at full speed, whole or not."""
    return tuple(min(float(jobs), width) for jobs in range(1, max(1, math.ceil(width)) + 1))


def _left_beside(curve: Sequence[float] | None, width: float, busy: float, jobs: int) -> list[float]:
    """What a place does for 1, 2, ... jobs beside others that keep the share `busy` of it in use. curve: what it does
    with as many in all, None of one that serves so many as is its width at full speed."""
    if curve is None and width > _MANY_SERVERS:
        return [float(rate) for rate in servers_beside(width, width * busy, jobs)]
    rates = curve or _rates(width)
    return [float(rate) for rate in rates_beside(rates, rates[-1] * busy, jobs)]


def _busy_beside(share: float, used: float, own: float) -> float:
    """How much of a place others keep in use who come to `share` of what they come to unhindered. used, own: the shares
    of it that all, and those inside a pool, use. Where more is asked than can be done, others get their share of that.
    """
    return min(share * max(0.0, used - own) / max(1.0, share * used), BUSIEST)
