"""Nodes that have to do with each other, as the engine takes them from one time to the next, and what happens to whole
nodes on the way."""

from collections.abc import Iterator

import numpy as np

from simulator.engines.client_timeouts import record_outcome
from simulator.engines.columns import (
    ACTIVE_MOMENT,
    AGAIN,
    FAILED,
    FINISHED,
    FIXED,
    GAVE_UP,
    JOBS_OPEN,
    JOBS_OPEN_MOMENT,
    JOBS_REFUSED,
    LOST,
    OPEN,
    OPEN_MOMENT,
    PER_CAUSE,
    REFUSALS,
    column_names,
)
from simulator.engines.draws import BACKGROUND
from simulator.engines.kernel.cluster.advance import bring_up_areas, lose_backend_call, reshare_stations
from simulator.engines.kernel.cluster.between_nodes import build_waiting_clients, waiting_clients
from simulator.engines.kernel.cluster.load_balancer import build_balancer
from simulator.engines.kernel.cluster.server_deaths import calls_under_way, empty_server, jobs_there, present
from simulator.engines.kernel.cluster.world_stack import enlarge_stack, stack_worlds, world_view
from simulator.engines.kernel.programs.compile import compile_programs
from simulator.engines.kernel.state import GONE, NEVER, NOWHERE, OUTSIDE
from simulator.engines.kernel.world import World, build_world, free_jobs
from simulator.engines.run_plan import RunPlan
from simulator.network.cluster import NodeEvent
from simulator.network.network import Network
from simulator.network.scaling import slow_down

# A session in a node that dies is connecting, waits for the answer to a request, thinks, or takes its leave.
CONNECTING, ASKING, THINKING, LEAVING = range(4)


class NodesTogether:
    """All nodes of a network, side by side: their worlds in a stack, and the gate through which everybody comes."""

    def __init__(self, network: Network, plan: RunPlan, seed: int) -> None:
        self._network, self._tables = network, compile_programs(network, 0)
        # The backend is one more world, in which only its own resources are ever used.
        worlds = [*range(network.nodes), *([0] if network.backend_apart else [])]
        self.stack = stack_worlds([build_world(network, plan, seed, node) for node in worlds])
        self.gate = build_balancer(network, self.stack, 2 * network.nodes * self.room)
        self._first = _as_new(network, world_view(self.stack, 0))
        self._due = list(network.events)

    @property
    def room(self) -> int:
        """For how many jobs each node has room now."""
        return int(self.stack.jobs.shape[1])

    @property
    def bytes_needed(self) -> float:
        """What twice the room would take."""
        stack, outside = self.stack, self.gate.outside
        return 2.0 * (stack.jobs.nbytes + stack.heaps.entry.nbytes + stack.outbox.nbytes + outside.clients.nbytes)

    @property
    def next_arrival(self) -> float:
        """When the next one comes for the first time, seconds."""
        return float(self.gate.clock[0]["arrival"])

    @property
    def events(self) -> int:
        """How many things have happened at the gate, and at the backend."""
        return int(self.gate.state[0]["events"]) + int(self.stack.clock["events"][self._network.nodes :].sum())

    def enlarge(self) -> None:
        """Makes twice the room."""
        self.stack = enlarge_stack(self.stack)
        outside = build_waiting_clients(waiting_clients(self.gate.outside), 2 * self.gate.outside.clients.size)
        self.gate = self.gate._replace(outside=outside, clocks=self.stack.clock)

    def worlds(self) -> list[World]:
        """The worlds of all nodes."""
        return [world_view(self.stack, node) for node in range(self._network.nodes)]

    def count_backend(self) -> None:
        """Counts what the backend did at the first node, once the run is over."""
        edges, names = self.stack.statistics.edges, self._network.backend_apart
        if names:
            names |= {*self._network.posted}
            self.stack.statistics.jobs[0] = self.stack.statistics.jobs[self._network.nodes]
        # Who is refused there counts in the node that it came from.
        columns = [c for c, (g, name, *_) in enumerate(column_names(self._network)) if name in names and g != "cause"]
        if columns:
            edges[0][:, columns] = edges[self._network.nodes][:, columns]

    def stops(self, until: float) -> Iterator[float]:
        """The times to which all nodes go one after the other: when something happens to a whole node, which does so
        once they are there, and `until`."""
        while self._due and self._due[0].at <= until:
            yield self._due[0].at
            event = self._due.pop(0)
            if event.server:
                yield from self._happens_behind(event)
            else:
                self._happens(event)
        yield until

    def _happens_behind(self, event: NodeEvent) -> Iterator[float]:
        """What happens to a server of the backend: whoever loses a call goes on, and all that follows from that has
        happened by the time that the next one is lost."""
        names = [each.name for each in self._network.servers]
        number = names.index(event.server)
        server = self.stack.servers[number]
        if event.what == "stands":
            server["stands"] = True
        elif event.what in ("leaves", "joins"):
            server["believed"] = event.what == "joins"
        elif server["stands"]:
            server["stands"], server["lookups"] = False, 0.0
            bring_up_areas(self.stack, self._network.nodes, event.at)
            behind = world_view(self.stack, self._network.nodes)
            lost = calls_under_way(behind, self._network.nodes, number)
            empty_server(behind, self._network, number, _small(behind), self._first, event.at)
            for job in lost:
                lose_backend_call(self.stack, self.gate, job, event.at)
                yield event.at

    def _happens(self, event: NodeEvent) -> None:
        if event.what == "dies":
            if self.gate.stands[event.node]:
                self._dies(event.node, event.at)
        elif event.what == "stands":
            self.gate.stands[event.node] = 1
        elif event.what == "slows":
            self._slows(event)
        else:
            joins = event.what == "joins"
            if joins and not self.gate.believed[event.node]:
                self.gate.spread.joined[event.node] = event.at
            self.gate.believed[event.node] = joins

    def _dies(self, node: int, now: float) -> None:
        """Whoever is in a node is told in the order of their numbers, then it is empty."""
        self.gate.stands[node] = 0
        bring_up_areas(self.stack, node, now)
        world = world_view(self.stack, node)
        inside = (*present(world), *((job, NEVER) for job in self._called_from(node)))
        lost = sorted((int(world.jobs[job]["session"]), job, wakes) for job, wakes in inside)
        clients = []
        for session, job, wakes in lost:
            if world.jobs[job]["step"] >= self._tables.of_background:
                continue  # A job of the node's own.
            if world.jobs[job]["left"] == GONE and session < BACKGROUND:
                continue  # Nobody waits for it any more.
            if session >= BACKGROUND:
                self._loses_background(world, session, now)
            else:
                clients += self._loses(world, job, wakes, now)
        self._wait_outside(clients)
        _empty(world, self._first, now)

    def _called_from(self, node: int) -> list[int]:
        """The jobs of a node that are at the backend, which comes back to it no more."""
        if not self._network.backend_apart:
            return []
        behind = world_view(self.stack, self._network.nodes)
        there = [job for job in jobs_there(behind, self._network.nodes) if behind.jobs[job]["placed"] == node]
        behind.jobs["placed"][there] = NOWHERE
        return [int(job) for job in behind.jobs["wanted"][there]]

    def _slows(self, event: NodeEvent) -> None:
        """Every station of a node, or those of the backend that are named, work at a share of their full speed; one
        that is halted, when it goes on."""
        node, names = (self._network.nodes, event.stations) if event.stations else (event.node, self._own_stations)
        bring_up_areas(self.stack, node, event.at)
        world = world_view(self.stack, node)
        for s, station in enumerate(self._network.shared):
            if station.name not in names:
                continue
            slow = slow_down(station, event.speed)
            world.halts[s]["capacity"] = slow.capacity
            world.sharing.station[s]["capacity"] = 0.0 if world.halts[s]["halted"] else slow.capacity
            world.sharing.rate_class[s, : len(slow.caps)]["cap"] = slow.caps
            world.rules.curve[s, : len(slow.burst)] = slow.burst
            world.rules.station[s]["work"] = 0.0 if slow.quota is None else slow.quota.work
        for q, queue in enumerate(self._network.queues):
            if queue.name in names:
                world.queues[q]["speed"] = event.speed
        reshare_stations(self.stack, node, event.at)

    @property
    def _own_stations(self) -> frozenset[str]:
        """The stations that each node has for itself."""
        return frozenset(each.name for each in self._network.stations) - self._network.backend_apart

    def _loses(self, world: World, number: int, wakes: float, now: float) -> list[np.ndarray]:
        """The session of a job is torn out of its node: its client, where that comes again."""
        job, source, totals = world.jobs[number], world.source[0], world.statistics.totals
        phase = _phase(job, source, wakes)
        if phase == THINKING:
            return [_client(job, source, wakes)]
        tries = int(world.patience.waits[number]["tries"]) if source["patient"] else 0
        column = FIXED + PER_CAUSE * self.gate.state[0]["down"]
        again = phase != LEAVING and job["attempts"] < source["attempts"]
        if phase == ASKING:
            record_outcome(world.patience.terms[0], job["session"], job["request"], False, now)
            job["asked"] = again
            totals[column + (AGAIN if again else FAILED)] += 1.0
            totals[ACTIVE_MOMENT] -= now
            _log(world, job, int(self.gate.state[0]["down"]), now)
        elif phase == CONNECTING:
            totals[column + REFUSALS] += 1.0
        if again:
            job["attempts"] += 1
            return [_client(job, source, now + self.gate.state[0]["reconnect"], tries)]
        if phase == LEAVING:
            totals[FINISHED] += 1.0
        else:
            totals[LOST] += job["left"]
            totals[column + GAVE_UP] += phase == CONNECTING
        totals[OPEN] -= 1.0
        totals[OPEN_MOMENT] -= now
        if source["returns"] == NOWHERE:
            return []
        pause = job["think"] if phase == LEAVING else source["back_off"]
        return [_client(job, source, now + pause, returns=True)]

    def _loses_background(self, world: World, number: int, now: float) -> None:
        """A background job is torn out of its node."""
        column = world.arrivals[number // BACKGROUND]["column"]
        world.statistics.totals[column + JOBS_REFUSED] += 1.0
        world.statistics.totals[column + JOBS_OPEN] -= 1.0
        world.statistics.totals[column + JOBS_OPEN_MOMENT] -= now

    def _wait_outside(self, clients: list[np.ndarray]) -> None:
        """Adds clients to those who are outside."""
        if not clients:
            return
        together = np.concatenate([waiting_clients(self.gate.outside), *clients])
        room = self.gate.outside.clients.size
        if together.size >= room:
            room += 2 * together.size
        self.gate = self.gate._replace(outside=build_waiting_clients(together, room))


def _as_new(network: Network, world: World) -> dict[str, np.ndarray]:
    """What a node is like when it has just been switched on, with empty caches."""
    first = {name: array.copy() for name, array in _small(world).items()}
    for name in ("head", "tail", "live", "bytes"):
        first["caches.state"][name] = 0
    first["regions"]["used"] = [region.base for region in network.regions]
    return first


def _small(world: World) -> dict[str, np.ndarray]:
    """What changes in a node, but for its jobs and the places of cached objects."""
    return {
        "heaps.size": world.heaps.size,
        "next_events.time": world.next_events.time,
        "sharing.station": world.sharing.station,
        "sharing.rate_class": world.sharing.rate_class,
        "rules.station": world.rules.station,
        "rules.curve": world.rules.curve,
        "halts": world.halts,
        "queues": world.queues,
        "pools.state": world.pools.state,
        "caches.state": world.caches.state,
        "regions": world.regions,
        "processes": world.processes,
        "patience.lines": world.patience.lines,
    }


def _empty(world: World, first: dict[str, np.ndarray], now: float) -> None:
    """Empties a node, and makes it as it is when it has just been switched on. Changes `world` in place."""
    for name, array in _small(world).items():
        array[:] = first[name]
    for counted in (world.sharing.station, world.queues, world.pools.state, world.regions):
        counted["last"] = now
    world.halts["since"] = now
    world.processes["since"] = now
    world.caches.place[:] = NOWHERE
    world.caches.seen[:] = -NEVER
    world.caches.marks[:] = 0
    world.caches.epoch[:] = 0
    world.caches.fetched[:] = -NEVER
    world.jobs[:] = free_jobs(world.jobs.size)
    clock = world.clock[0]
    clock["free"] = clock["jobs"] = clock["residents"] = clock["gone"] = 0
    clock["ready"] = clock["crossing"] = NOWHERE
    clock["arrival"], clock["hurries"] = clock["comes"], 0
    world.patience.waits["line"] = NOWHERE


def _phase(job: np.void, source: np.void, wakes: float) -> int:
    """What a session in a node is at: its step is the one that it takes next."""
    if job["step"] < source["begin"]:
        return CONNECTING
    if job["step"] == source["begin"] and wakes < NEVER:
        return THINKING
    return ASKING if job["left"] > 0 else LEAVING


def _client(job: np.void, source: np.void, time: float, tries: int = 0, returns: bool = False) -> np.ndarray:
    """The client of a session that is at no node until a time: OUTSIDE (1,)."""
    client = np.zeros(1, dtype=OUTSIDE)
    client["tries"] = tries
    for name in ("session", "request", "left", "attempts", "placed", "asked", "start", "client"):
        client[name] = job[name]
    client["time"], client["node"], client["returns"] = time, source["node"], returns
    if returns:
        client["session"] += source["open_at_start"]
        client["attempts"] = client["placed"] = client["tries"] = client["asked"] = 0
    return client


def _log(world: World, job: np.void, cause: int, now: float) -> None:
    """Writes a line of the log while there is room."""
    clock, log = world.clock[0], world.statistics.log
    if clock["logged"] < log.size:
        line = (job["session"], job["request"], world.source[0]["node"], job["kind"], cause, job["start"], now)
        log[clock["logged"]] = line
        clock["logged"] += 1
