"""Small networks drawn at random from the region that theory claims: sessions that come at random or a population, one
to three kinds of requests, shared stations and queues, pools that refuse and pools that let wait, memory, a cache, and
backlogs: connections that are being set up, some of them at a time, and no more than so many in all."""

import math
from dataclasses import replace
from random import Random

from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.node.node import TheoryNode
from simulator.engines.theory.node.traffic import planned_requests
from simulator.engines.theory.programs import read_programs
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import Cache, Catalogue, MemoryRegion, MultiServer, Resource, SharedCapacity, TokenPool
from simulator.network.session_source import SessionSource
from simulator.network.steps import Admit, Allocate, Delay, Free, Lookup, Release, ResponseBytes, Seize, Serve, Step

OBJECT, BUFFER, BASE = 10e3, 64e3, 1e7
# What an open connection takes of the kernel pool, what one more takes that sends, and what others are to find, bytes.
IDLE, SENDING, RESERVE = 2.6e3, 13.8e3, 20e3
LAWS = (Family.CONSTANT, Family.EXPONENTIAL, Family.UNIFORM, Family.PARETO)
# Of a run, and how long a cache takes at the most that lets objects go or wait, seconds.
WINDOWS, SETTLES = 10, 40.0
LIMITED = ("connections", "kernel pool", "request queue", "memory")
# One of these lets so many connections wait to be set up, the other sets up so many of them at a time.
BACKLOG, SET_UP = "backlog", "set-up"


def drawn(seed: int) -> Network:
    """The network with that number."""
    return _Drawn(Random(seed)).network()


def plan_of(network: Network, replication: int, requests: float) -> RunPlan:
    """One replication of about so many requests to a node, after a warm-up of a third as many or of four sessions, of
    clients who may try again for as long as they have the patience for."""
    rate = network.source.open_at_start if network.source.returns else offered_rate(network)
    node = TheoryNode(read_programs(network, rate), rate / planned_requests(network.source.requests))
    session = node.unhindered.open / node.unhindered.came
    seconds = max(requests / rate, 10.0 * session)
    window = seconds / WINDOWS
    session += network.source.attempts * network.source.back_off
    skipped = max(3, math.ceil(max(4.0 * session, SETTLES if _has_rules(network) else 0.0) / window))
    return RunPlan(skipped + WINDOWS, window, skipped * window, replication)


def _has_rules(network: Network) -> bool:
    """Whether a cache takes its time to come to its steady state, in which it does not begin."""
    return any(cache.time_to_live is not None or cache.admission_window > 0.0 for cache in network.caches)


class _Drawn:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.stream = 0

    def chance(self, of: float) -> bool:
        """True so often."""
        return self.random.random() < of

    def between(self, low: float, high: float) -> float:
        """As likely in every octave."""
        return low * (high / low) ** self.random.random()

    def law(self, mean: float, kinds: tuple[Family, ...] = LAWS) -> Distribution:
        """A distribution of that mean; one of heavy tail has a variance."""
        kind = self.random.choice(kinds)
        return Distribution(kind, mean, self.random.uniform(2.2, 4.0) if kind is Family.PARETO else 0.0)

    def serve(self, at: str, law: Distribution) -> Serve:
        """A service with draws of its own."""
        self.stream += 1
        return Serve(at, law, self.stream)

    def network(self) -> Network:
        """All parts, at a load that keeps the busiest place as busy as drawn, with limits that may matter there."""
        self.limits = [name for name in LIMITED if self.chance(0.3)]
        self.waiting = self.chance(0.2)
        self.set_up = self.chance(0.2)
        if self.chance(0.75 if self.set_up else 0.1):
            self.limits.append(BACKLOG)
        self.simple_disks = self.chance(0.5)
        caps = tuple(sorted(self.between(5e4, 2e6) for _ in range(self.random.choice([1, 1, 2]))))
        classes = self.classes()
        network = Network(1, self.resources(caps), classes, self.source(len(caps)), background=self.background())
        network = self.loaded(network)
        lets_all_in = not self.limits and not self.waiting and not self.set_up
        return self.as_population(network) if self.chance(0.08) and lets_all_in else network

    def resources(self, caps: tuple[float, ...]) -> tuple[Resource, ...]:
        """Everything there is; limits are drawn later."""
        random = self.random
        pools = [TokenPool(name, 1e12, "refuse", name) for name in self.limits if name != "memory"]
        if self.waiting:
            pools.append(TokenPool("threads", 1e12, "wait", "threads"))
        if self.set_up:
            pools.append(TokenPool(SET_UP, 1e12, "wait", "cores"))
        limit = random.randint(0, 12) if self.chance(0.06) else None
        return (
            SharedCapacity("cpu", random.choice([1.0, 1.0, 2.0, 4.0, 8.0]), (1.0,), "cores"),
            SharedCapacity("card", self.between(5e5, 2e7), caps, "bytes"),
            MultiServer("disks", random.choice([1, 2, 4, 6]), limit),
            *pools,
            Cache("cache", random.randint(50, 1200) * OBJECT, **self.cache_rules()),
            MemoryRegion("memory", 1e15, BASE, "cache"),
        )

    def cache_rules(self) -> dict:
        """Objects may leave early, or enter only when asked for twice."""
        kept = {"time_to_live": self.between(0.3, 3.0)} if self.chance(0.1) else {}
        return kept | ({"admission_window": self.between(1.0, 4.0)} if self.chance(0.1) else {}) | {"warm": True}

    def classes(self) -> tuple[RequestClass, ...]:
        """One to three kinds of requests."""
        found = [self.request_class(number) for number in range(self.random.choice([1, 1, 2, 3]))]
        total = sum(each.share for each in found)
        return tuple(replace(each, share=each.share / total) for each in found)

    def request_class(self, number: int) -> RequestClass:
        """Work, a lookup, a wait for somebody else and a response, some of it behind a queue, a pool and in memory."""
        work, payload = self.between(0.5e-3, 2e-2), self.law(self.between(1e3, 5e4))
        steps: tuple[Step, ...] = (self.serve("cpu", self.law(work)),)
        catalogue = None
        if self.chance(0.5):
            catalogue = Catalogue(self.random.choice([200, 1500]), self.random.uniform(0.0, 1.1), constant(OBJECT))
            law = exponential(8e-3) if self.simple_disks else self.law(self.between(2e-3, 1e-2), LAWS[:3])
            read = (Allocate("memory", BUFFER), self.serve("disks", law), Admit("cache"), Free("memory", BUFFER))
            steps = (*steps, Lookup("cache", read))
        if self.chance(0.3):
            self.stream += 1
            steps = (*steps, Delay(self.law(self.between(5e-3, 0.5)), self.stream))
        if self.chance(0.3):
            room = self.random.choice([2.0, 0.5]) * BUFFER
            steps = (Allocate("memory", room), *steps, Free("memory", room))
        if self.waiting and self.chance(0.8):
            steps = (Seize("threads", 1.0), *steps, Release("threads", 1.0))
        send = (Serve("card", ResponseBytes()),)
        if "request queue" in self.limits and self.chance(0.8):
            inner = (*steps, *send) if self.chance(0.5) else steps
            after = () if len(inner) > len(steps) else send
            steps = (Seize("request queue", 1.0), *inner, Release("request queue", 1.0), *after)
        else:
            steps = (*steps, *send)
        return RequestClass(f"class {number}", self.random.uniform(0.2, 1.0), payload, 300.0, steps, catalogue)

    def source(self, rate_classes: int) -> SessionSource:
        """Sessions of one or several requests, which may connect, close and come back."""
        connect: tuple[Step, ...] = ()
        close: tuple[Step, ...] = ()
        if self.set_up or BACKLOG in self.limits or self.chance(0.3):
            connect = self.setting_up()
        sending: tuple[Step, ...] = ()
        if "kernel pool" in self.limits:
            connect = (Seize("kernel pool", IDLE, RESERVE * self.random.choice([0, 1])), *connect)
            sending, close = (Seize("kernel pool", SENDING),), (Release("kernel pool", IDLE + SENDING),)
        if "connections" in self.limits:
            connect, close = (Seize("connections", 1.0), *connect), (Release("connections", 1.0), *close)
        if BACKLOG in self.limits:
            connect = (Seize(BACKLOG, 1.0), *connect, Release(BACKLOG, 1.0))
        connect = (*connect, *sending)
        if self.chance(0.15):
            close = (self.serve("cpu", self.law(5e-4)), *close)
        mean = self.random.choice([1, 1, 2, 5, 8])
        requests = (
            constant(float(mean)) if mean == 1 or self.chance(0.5) else Distribution(Family.GEOMETRIC, float(mean))
        )
        think = self.law(self.between(1e-2, 0.5))
        shares = [self.random.uniform(0.2, 1.0) for _ in range(rate_classes)]
        shares = tuple(share / sum(shares) for share in shares)
        again = {}
        if self.chance(0.15):
            again = {"attempts": self.random.randint(1, 3), "back_off": self.between(1e-2, 5.0)}
        return SessionSource(10.0, requests, think, shares, connect, close, **again)

    def setting_up(self) -> tuple[Step, ...]:
        """The work of connecting, which may be done for some at a time only, and of a handshake for all at once."""
        work: tuple[Step, ...] = (self.serve("cpu", self.law(self.between(5e-4, 1e-2))),)
        if self.set_up:
            work = (Seize(SET_UP, 1.0), *work, Release(SET_UP, 1.0))
        return (*work, self.serve("cpu", self.law(1e-3))) if self.chance(0.3) else work

    def background(self) -> tuple[Background, ...]:
        """Perhaps somebody writes logs."""
        steps = (Serve("disks", exponential(5e-3), 91), Serve("cpu", constant(1e-3)))
        return (Background("logs", 5.0, steps),) if self.chance(0.08) else ()

    def loaded(self, network: Network) -> Network:
        """The network at a load, with its limits about what would be held there."""
        node = self._node(network)
        busy = node.busy(node.unhindered.flow)
        others = node.used_by_others()
        most = max((used - others.get(n, 0.0)) / max(0.05, 1.0 - others.get(n, 0.0)) for n, used in busy.items())
        sheds = any(name in self.limits for name in ("connections", "kernel pool", "request queue", BACKLOG))
        load = self.random.uniform(0.9, 1.5) if sheds and self.chance(0.25) else self.random.uniform(0.15, 0.95)
        network = replace(network, source=replace(network.source, rate=network.source.rate * load / most))
        network = replace(network, resources=tuple(self._in_time(network, r) for r in network.resources))
        held = self._node(network).unhindered.flow.held
        sizes = {}
        for name in self.limits:
            wish = {"kernel pool": IDLE + SENDING, "memory": 3.0 * BUFFER}.get(name, 1.0)
            places = max(1.0, math.ceil(held[name] / wish * self.between(0.6, 4.0) + self.random.randint(0, 8)))
            sizes[name] = wish * places + (RESERVE if name == "kernel pool" else 0.0)
        for name in ("threads", SET_UP):
            sizes[name] = max(1.0, math.ceil(held[name] * self.between(1.3, 5.0)))
        network = replace(network, resources=tuple(self._sized(network, r, sizes) for r in network.resources))
        stays = (planned_requests(network.source.requests) - 1.0) * network.source.think_time.mean
        opened = round(network.source.rate * stays)
        each = {"connections": 1.0, "kernel pool": IDLE + SENDING}
        fits = [int(sizes[name] / amount) - 2 for name, amount in each.items() if name in sizes]
        return replace(network, source=replace(network.source, open_at_start=max(0, min([opened, *fits]))))

    def _in_time(self, network: Network, resource: Resource) -> Resource:
        """A cache whose window is as long as drawn beside the time in which an object is asked for again, or none where
        that takes long to settle."""
        if not isinstance(resource, Cache) or resource.admission_window == 0.0:
            return resource
        lookups = sum(cache.lookups for cache in self._node(network).programs.caches) * offered_rate(network)
        again = sum(catalogue.objects for catalogue in network.catalogues) / lookups if lookups else 0.0
        window = resource.admission_window * again
        return replace(resource, admission_window=window if window < SETTLES / 4.0 else 0.0)

    def _sized(self, network: Network, resource: Resource, sizes: dict[str, float]) -> Resource:
        if isinstance(resource, TokenPool):
            return replace(resource, size=sizes[resource.name])
        if isinstance(resource, MemoryRegion) and "memory" in sizes:
            held = next(cache.held for cache in self._node(network).programs.caches)
            # Of a byte that rounding takes away there would be a place less in a run, and the same in theory.
            return replace(resource, ceiling=BASE + round(held) + sizes["memory"])
        return resource

    def _node(self, network: Network) -> TheoryNode:
        rate = offered_rate(network)
        return TheoryNode(read_programs(network, rate), rate / planned_requests(network.source.requests))

    def as_population(self, network: Network) -> Network:
        """The same for clients that always come back."""
        clients = self.random.randint(1, 80)
        source = replace(network.source, rate=0.0, open_at_start=clients, returns=True, attempts=0, back_off=0.0)
        return replace(network, source=source, background=())
