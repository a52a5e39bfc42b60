"""Random networks over the whole range of what scenarios come to, where features meet that nobody put together.

Clients' speeds lie up to a million times apart, cards are so fast that service times vanish, heaps are collected and
stop a single core, pools of all kinds stand side by side, some classes enter none, memory grows, floods and ramps come.
Many times are constant, alike, of whole ticks or nothing, so that ties abound.
"""

from dataclasses import replace
from random import Random

from simulator.network.distribution import TABLED, Distribution, Family, constant
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import (
    Cache,
    Catalogue,
    GarbageCollection,
    MemoryRegion,
    MultiServer,
    ProcessRecycling,
    SharedCapacity,
    TokenPool,
)
from simulator.network.session_source import SessionSource
from simulator.network.steps import (
    Admit,
    Allocate,
    BySize,
    Delay,
    Free,
    Leak,
    Lookup,
    Release,
    ResponseBytes,
    Seize,
    Serve,
    Step,
)
from tests.networks import opened_at_once
from tests.random_networks import drawn_from_a_table, lingering
from tests.ruled_stations import with_rules

TICK = 2.0**-14  # s: times of whole ticks add up without rounding.
GARBAGE = 1e6  # B that a request leaves in a heap, or a tenth of it.


def wide_network(seed: int) -> Network:
    """A small network with features drawn at random."""
    network = lingering(_Wide(Random(f"wide {seed}")).network(), Random(f"lingers {seed}"))
    return with_rules(network, Random(f"rules {seed}"))


class _Wide:
    """Draws the parts of a network, and which of them there are."""

    def __init__(self, random: Random) -> None:
        self.random = random
        # What grows with the response is drawn apart, so that networks are as they were without it.
        self.growing = Random(f"growing {random.getstate()[1][:8]}")
        self.stream = 0
        self.resources: list = []
        self.load = random.choice([5.0, 100.0, 500.0])

    def chance(self, probability: float = 0.5) -> bool:
        return self.random.random() < probability

    def between(self, low: float, high: float) -> float:
        """A number whose logarithm is drawn evenly."""
        return low * (high / low) ** self.random.random()

    def law(self, mean: float) -> Distribution:
        """A distribution with about that mean: often a constant of whole ticks, sometimes nothing."""
        plain = [Family.CONSTANT] * 3 + [Family.EXPONENTIAL, Family.PARETO, Family.UNIFORM]
        kind = self.random.choice([*plain, *sorted(TABLED)])
        if kind is Family.CONSTANT:
            return constant(self.random.choice([0.0, mean, mean, max(TICK, round(mean / TICK) * TICK)]))
        if kind in TABLED:
            return drawn_from_a_table(self.random, kind, mean)
        return Distribution(kind, mean, self.random.uniform(1.02, 4.0) if kind is Family.PARETO else 0.0)

    def size(self, mean: float) -> Distribution:
        """The same for bytes, of which a response or an object has some."""
        law = self.law(mean)
        return law if law.mean > 0.0 else constant(mean)

    def serve(self, at: str, low: float, high: float, process: str | None = None) -> Serve:
        """A service with a stream of its own."""
        self.stream += 1
        return Serve(at, self.law(self.between(low, high)), self.stream, process)

    def by_size(self, step: Serve) -> Serve:
        """A service that grows with the response, in pieces or not; or as it is."""
        draw = self.growing
        if draw.random() < 0.7:
            return step
        pieces = draw.choice([(), (draw.choice([1.0, 1460.0, 65536.0]), draw.choice([0.0, TICK]))])
        return replace(step, demand=BySize(step.demand, draw.choice([0.0, 1e-9, 2.0**-22]), *pieces))

    def add(self, resource):
        """Declares a resource; its name."""
        self.resources.append(resource)
        return resource.name

    def pool(self, name: str, largest: float, when_short: str | None = None) -> str:
        """A pool of one token to `largest`, of many more, or of none at all."""
        size = 0.0 if self.chance(0.03) else float(round(self.between(1.0, self.random.choice([largest, 1e4]))))
        return self.add(TokenPool(name, size, when_short or self.random.choice(["wait", "refuse"]), "tokens"))

    def network(self) -> Network:
        random = self.random
        caps = tuple(sorted(self.between(1e3, 1.25e9) for _ in range(random.randint(1, 4))))
        self.cpu = self.add(SharedCapacity("cpu", random.choice([1.0, 1.0, 1.0, 2.0, 8.0]), (1.0,), "cores"))
        self.disks = self.add(MultiServer("disks", random.randint(1, 4), random.choice([None, None, 0, 3])))
        self.card = self.add(SharedCapacity("card", self.between(1e5, 1.25e12), caps, "bytes"))
        self.catalogue = Catalogue(random.randint(1, 800), random.uniform(0.0, 2.0), self.size(self.between(1.0, 30e3)))
        self.queue = self.pool("request queue", 50.0, "refuse") if self.chance(0.3) else None
        faults = self.between(100.0, 1e5)
        self.faults = self.add(SharedCapacity("faults", faults, (faults,), "faults")) if self.chance(0.3) else None
        processes = [self.process(name) for name in ("p", "q", "r")[: random.randint(0, 3)]]
        # A class without a pool is answered in the kernel.
        classes = [self.request_class(i, random.choice([*processes, None])) for i in range(random.randint(1, 4))]
        total = sum(c.share for c in classes)
        classes = [replace(c, share=c.share / total) for c in classes]
        source = self.source(len(caps))
        background = tuple(self.flood(i) for i in range(random.choice([0, 0, 1, 2])))
        return Network(random.randint(1, 3), tuple(self.resources), tuple(classes), source, background=background)

    def process(self, name: str) -> tuple[dict, str | None]:
        """A worker process with whatever belongs to it, by what it is; and the name of its memory if it is recycled."""
        random, own = self.random, {}
        recycle = self.recycle() if self.chance(0.4) else None
        if self.chance():
            cached = random.choice([1.0, self.between(1e3, 3e6)])
            own["cache"] = self.add(Cache(
                f"{name} cache", cached,
                time_to_live=random.choice([None, 0.25]),
                largest_object=random.choice([None, 2e4]),
                admission_window=random.choice([0.0, 1.0]),
                warm=self.chance(),
            ))  # fmt: skip
        room = (cached if own else 0.0) + self.between(1e6, 1e10)
        plateau, base = random.choice([None, self.between(1e4, 1e7)]), random.choice([0.0, 1e6])
        own["memory"] = self.add(
            MemoryRegion(f"{name} memory", base + room, base, own.get("cache"), plateau, recycle)
        )  # fmt: skip
        if self.chance(0.6):
            live, pause = self.between(1e5, 1e7), random.choice([0.0, TICK, 0.03, 0.03, 0.25])
            full = live + GARBAGE * random.choice([0.5, 1.0, 2.5, 2.5, 30.0])
            own["heap"] = self.add(MemoryRegion(f"{name} heap", full, live, collect=GarbageCollection("cpu", pause)))
        if self.chance():
            own["threads"] = self.pool(f"{name} threads", 25.0, "wait")
        if self.chance(0.3):
            own["queue"] = self.pool(f"{name} queue", 40.0, "refuse")
        return own, f"{name} memory" if recycle else None

    def recycle(self) -> ProcessRecycling:
        random = self.random
        return ProcessRecycling(
            "cpu",
            at=random.choice([None, 2e6, 2e7]),
            requests=random.choice([None, random.randint(1, 60)]),
            period=random.choice([None, 0.5]),
            initialise=random.choice([0.0, 0.02]),
            start_up_work=random.choice([0.0, 0.3]),
            start_up_jobs=random.randint(1, 8),
            cold_factor=random.choice([1.0, 10.0]),
            warm_time=random.choice([0.0, 0.5]),
            start_limit=random.choice([0.021, 1.0]),
            stop_limit=random.choice([0.0, 0.02, 1.0]),
        )

    def request_class(self, number: int, process: tuple[dict, str | None] | None) -> RequestClass:
        random = self.random
        own, recycled = process or ({}, None)
        catalogue = self.catalogue if "cache" in own else None
        inner: tuple[Step, ...] = (self.by_size(self.serve(self.cpu, 1e-6, 0.01, recycled)),)
        if "heap" in own:
            inner = (*inner, Leak(own["heap"], GARBAGE * random.choice([0.1, 1.0])))
        if self.chance(0.3):
            self.stream += 1
            inner = (*inner, Delay(self.law(self.between(1e-4, 0.3)), self.stream))
        if self.faults:
            inner = (*inner, Serve(self.faults, constant(random.choice([0.0, 1.0, 1000.0]))))
        if "cache" in own:
            read = (self.by_size(self.serve(self.disks, 1e-6, 0.02)), Admit(own["cache"]))
            buffer = self.between(1.0, 1e6)
            read = (Allocate(own["memory"], buffer), *read, Free(own["memory"], buffer))
            inner = (*inner, Lookup(own["cache"], read))
        if "memory" in own:
            held = random.choice([0.0, 2e5, 2e7])
            grown = (Leak(own["memory"], random.choice([0.0, 5e4, 1e6])),) if recycled or self.chance() else ()
            inner = (Allocate(own["memory"], held), *inner, *grown, Free(own["memory"], held))
        for pool in ("threads", "queue"):
            if pool in own:
                inner = (Seize(own[pool], 1.0), *inner, Release(own[pool], 1.0))
        steps = (*inner, Serve(self.card, ResponseBytes())) if self.chance(0.9) else inner
        if self.queue:
            steps = (Seize(self.queue, 1.0), *steps, Release(self.queue, 1.0))
        payload = self.size(self.between(1.0, 3e4))
        return RequestClass(f"class {number}", random.uniform(0.05, 1.0), payload, 350.0, steps, catalogue)

    def source(self, rate_classes: int) -> SessionSource:
        random = self.random
        shares = [random.uniform(0.05, 1.0) for _ in range(rate_classes)]
        connect, close = self.connecting()
        returns = self.chance(0.2)
        several = constant(float(random.randint(2, 9)))
        length = random.choice([constant(1.0), several, Distribution(Family.GEOMETRIC, 3.0)])
        ramp = random.choice([(), (), ((0.0, 0.0), (1.0, 1.0)), ((0.0, 3.0), (0.5, 0.0), (1.5, 1.0))])
        source = SessionSource(
            rate=0.0 if returns else self.load,
            requests=length,
            # Clients that come back for ever must let some time pass.
            think_time=constant(random.choice([2.0**-5, 0.3])) if returns else self.law(self.between(1e-3, 1.0)),
            client_shares=tuple(share / sum(shares) for share in shares),
            connect=connect,
            close=close,
            attempts=random.choice([0, 0, 1, 3]),
            back_off=random.choice([2.0**-6, 0.3]) if returns else random.choice([0.0, 2.0**-6, 0.3]),
            open_at_start=random.randint(1, 40) if returns else random.choice([0, 10, 60]),
            profile=ramp,
            returns=returns,
            spread=random.choice([0.0, 0.0, 0.4]),
        )
        return opened_at_once(source)

    def connecting(self) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        """What connecting takes, some of it for as long as the session lasts, and what is given back in the end."""
        random = self.random
        work: tuple[Step, ...] = (self.serve(self.cpu, 1e-5, 0.05),) if self.chance() else ()
        if work and self.chance(0.3):
            set_up = self.pool("set-up", 3.0, "wait")
            work = (Seize(set_up, 1.0), *work, Release(set_up, 1.0))
        held: tuple[Seize, ...] = ()
        if self.chance():
            held = (Seize(self.pool("connections", 300.0), 1.0),)
        self.kernel = self.add(TokenPool("kernel pool", 3e5, "refuse", "bytes")) if self.chance() else None
        if self.kernel:
            held = (*held, Seize(self.kernel, 1e3, random.choice([0.0, 2.9e5])))
        sending = (Seize(self.kernel, random.choice([0.0, 700.0])),) if self.kernel else ()
        steps = (*held, *work)
        if self.chance(0.3):
            backlog = self.pool("backlog", 20.0, "refuse")
            steps = (Seize(backlog, 1.0), *steps, Release(backlog, 1.0))
        return (*steps, *sending), tuple(Release(take.pool, take.amount) for take in (*held, *sending))

    def flood(self, number: int) -> Background:
        """Jobs in the background, all the time or in a wave: half-open connections, or writers of logs."""
        random = self.random
        steps: tuple[Step, ...] = (self.serve(self.disks, 1e-4, 0.01), self.serve(self.cpu, 1e-5, 0.01))
        if self.kernel:
            self.stream += 1
            steps = (Seize(self.kernel, 500.0), Delay(self.law(0.2), self.stream), Release(self.kernel, 500.0))
        wave = random.choice([(), ((0.0, 0.0), (0.5, 1.0), (1.0, 0.0)), ((0.0, 0.2), (1.0, 3.0))])
        return Background(f"jobs {number}", random.choice([5.0, 50.0, 200.0]), steps, wave)
