"""Small clusters drawn at random, behind which other servers stand that all nodes call."""

from dataclasses import replace
from random import Random

from simulator.network.backend import BackendServer
from simulator.network.cluster import NodeEvent
from simulator.network.distribution import Distribution, Family, constant
from simulator.network.key_store import KeyStore
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import MultiServer, Resource, SharedCapacity, TokenPool
from simulator.network.steps import BySize, Call, CallWay, Delay, KeyLookup, Release, Seize, Serve, Step
from tests.random_networks import random_cluster, random_unit_of_the_impatient, random_unit_that_is_told_apart

# Random streams of calls, above those of the networks that make them.
STREAM = 64
UNITS = (random_cluster, random_unit_that_is_told_apart, random_unit_of_the_impatient)


def random_unit_with_a_backend(seed: int) -> Network:
    """A cluster of several nodes whose requests, and some of whose background jobs, call servers behind them. Think
    times differ: who comes from two nodes at one moment has no order that engines agree on (network/backend.py)."""
    random = Random(f"backend {seed}")
    network = UNITS[seed % len(UNITS)](seed)
    servers = random.randint(1, 3)
    behind = [each for server in range(servers) for each in _server(random, network, server)]
    classes = tuple(_calling(random, each, behind) for each in network.classes)
    background = tuple(
        replace(each, steps=(*each.steps, *_call(random, behind, each))) if random.random() < 0.5 else each
        for each in network.background
    )
    stations = [each.name for each in behind if not isinstance(each, TokenPool)]
    times = sorted(random.uniform(0.5, 4.0) for _ in range(2))
    slow = [NodeEvent(at, 0, "slows", random.uniform(0.1, 1.0), tuple(stations)) for at in times]
    think_time = Distribution(Family.EXPONENTIAL, network.source.think_time.mean)
    return replace(
        network,
        source=replace(network.source, think_time=think_time),
        resources=(*network.resources, *behind),
        classes=classes,
        background=background,
        events=tuple(sorted([*network.events, *slow], key=lambda event: event.at)),
        backend=tuple(each.name for each in behind),
    )


def random_unit_with_servers_that_die(seed: int) -> Network:
    """A cluster of several nodes that call servers of two tiers behind them, of which those of the first may call those
    of the second. Servers die at any time, for a while or for good, noticed late, and may be slow before."""
    random = Random(f"servers {seed}")
    network = UNITS[seed % len(UNITS)](seed)
    first, second = random.randint(1, 3), random.randint(1, 3)
    numbers = (range(first), range(first, first + second))
    tiers = [{number: _server(random, network, number) for number in tier} for tier in numbers]
    behind = [each for tier in tiers for own in tier.values() for each in own]
    servers = [BackendServer(str(n), tuple(each.name for each in own)) for tier in tiers for n, own in tier.items()]

    def calling(kind: RequestClass | Background) -> tuple[Step, ...]:
        inner = random.choice([(), _balanced(random, tiers[1], kind, 80, ())])
        call = _balanced(random, tiers[0], kind, STREAM, inner)
        place = random.choice([0, len(kind.steps)])
        return (*kind.steps[:place], *call, *kind.steps[place:])

    background = tuple(
        replace(each, steps=calling(each)) if random.random() < 0.5 else each for each in network.background
    )
    events = [event for server in servers for event in _deaths(random, server)]
    return replace(
        network,
        source=replace(network.source, think_time=Distribution(Family.EXPONENTIAL, network.source.think_time.mean)),
        resources=(*network.resources, *behind),
        classes=tuple(replace(each, steps=calling(each)) for each in network.classes),
        background=background,
        events=tuple(sorted([*network.events, *events], key=lambda event: event.at)),
        backend=tuple(each.name for each in behind),
        servers=tuple(servers),
    )


def random_unit_behind_key_stores(seed: int) -> Network:
    """A unit with servers that die, of which those of the first tier keep keys: what they miss, or are too dead to
    answer, the second tier is asked for."""
    random = Random(f"keys {seed}")
    network = random_unit_with_servers_that_die(seed)
    *keepers, database = network.servers

    def calling(kind: RequestClass | Background) -> tuple[Step, ...]:
        own = [each for each in network.resources if each.name in database.resources]
        asked = Call((CallWay(database.name, _call(random, own, kind)),), 200)
        # Of another length than those at the servers: who is lost there goes on with all others who are.
        sure = (Delay(constant(0.013)), asked) if random.random() < 0.5 else (asked,)
        ways = []
        for each in keepers:
            held = [resource for resource in network.resources if resource.name in each.resources]
            corners = tuple((10.0 * n, random.uniform(0.2, 0.3) * n) for n in range(random.randint(0, 3)))
            store = KeyStore(random.choice([0.0, 0.7, 1.0]), corners, each.name)
            kept = _call(random, held, kind)
            ways.append(CallWay(each.name, (*kept, KeyLookup(store, sure, 210))))
        return (*kind.steps, Call(tuple(ways), 220, otherwise=sure))

    return replace(network, classes=tuple(replace(each, steps=calling(each)) for each in network.classes))


def random_unit_with_kept_keys(seed: int) -> Network:
    """A unit with a backend, of which what is asked there is often known already."""
    random = Random(f"kept {seed}")
    network = random_unit_with_a_backend(seed)

    def known(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (KeyLookup(KeyStore(random.random()), steps, 230),)

    behind = {name: each for each in network.resources if (name := each.name) in network.backend}
    classes = (replace(c, steps=(*c.steps, *known(_call(random, list(behind.values()), c)))) for c in network.classes)
    return replace(network, classes=tuple(classes))


def _balanced(
    random: Random,
    tier: dict[int, list[Resource]],
    caller: RequestClass | Background,
    stream: int,
    inner: tuple[Step, ...],
) -> tuple[Step, ...]:
    """A call, or two one after the other, of any server of a tier, or of one of them alone; `inner` is what each does
    before it gives back what it holds."""
    ways = []
    for own in tier.values():
        steps = _call(random, own, caller)
        place = len(steps) - isinstance(steps[-1], Release)
        ways.append(CallWay(own[0].name.split()[-1], (*steps[:place], *inner, *steps[place:])))
    chosen = tuple(ways if random.random() < 0.7 else ways[:1])
    if isinstance(caller, Background) and random.random() < 0.3:
        return (Call((CallWay(ways[-1].server, ()),)), Call(chosen, stream))
    return tuple(Call(chosen, stream + 10 + each) for each in range(random.randint(1, 2)))


def _deaths(random: Random, server: BackendServer) -> list[NodeEvent]:
    """What happens to a server: nothing, or it dies, for good or not, sometimes after it has become slow."""
    at, name = random.uniform(0.5, 3.0), server.name
    if random.random() < 0.2:
        return []
    found = [NodeEvent(at, 0, "dies", server=name), NodeEvent(at + random.uniform(0.1, 0.8), 0, "leaves", server=name)]
    if random.random() < 0.3:
        stations = tuple(each for each in server.resources if not each.startswith("connections"))
        found.append(NodeEvent(at * random.random(), 0, "slows", random.uniform(0.1, 1.0), stations))
    if random.random() < 0.7:
        back = at + random.uniform(0.2, 1.0)
        found += [NodeEvent(back, 0, "stands", server=name), NodeEvent(back + 0.1, 0, "joins", server=name)]
    return found


def _server(random: Random, network: Network, number: int) -> list[Resource]:
    """The processor, disks and connections of a server; sometimes without the last."""
    fast = max(1.0, network.source.rate) * random.uniform(0.1, 1.0)
    curve = random.choice([(), (1.0, 1.6, 2.0)])
    found: list[Resource] = [
        SharedCapacity(f"CPU behind {number}", 2.0, (1.0,), "cores", curve=curve),
        MultiServer(f"disks behind {number}", random.randint(1, 3)),
    ]
    if random.random() < 0.7:
        found.append(TokenPool(f"connections behind {number}", float(1 + int(fast)), "wait", "connections"))
    return found


def _calling(random: Random, kind: RequestClass, behind: list[Resource]) -> RequestClass:
    """A class of requests that calls a server behind, at some place of its program where it is between two steps."""
    place = random.choice([0, len(kind.steps)])
    calls = _call(random, behind, kind)
    return replace(kind, steps=(*kind.steps[:place], *calls, *kind.steps[place:]))


def _call(random: Random, behind: list[Resource], caller: RequestClass | Background) -> tuple[Step, ...]:
    """What is asked of a server behind: work, reads, a further delay, in a connection where there are some."""
    number = random.choice([each.name.split()[-1] for each in behind])
    work = Distribution(Family.EXPONENTIAL, random.uniform(0.01, 0.1))
    demand = BySize(work, per_byte=1e-8) if isinstance(caller, RequestClass) and random.random() < 0.3 else work
    steps: tuple[Step, ...] = (Serve(f"CPU behind {number}", demand, STREAM),)
    if random.random() < 0.5:
        steps += (Delay(constant(0.02)), Serve(f"disks behind {number}", Distribution(Family.EXPONENTIAL, 0.02), 65))
    pool = f"connections behind {number}"
    if any(each.name == pool for each in behind):
        steps = (Seize(pool, 1.0), *steps, Release(pool, 1.0))
    return (Delay(constant(0.01)), *steps) if random.random() < 0.5 else steps
