"""Small networks drawn at random whose requests, and some of whose background jobs, post jobs that nobody waits for."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from simulator.network.distribution import Distribution, Family, constant
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.steps import Delay, Post, Release, Seize, Serve, Step
from tests.random_backends import (
    STREAM,
    _balanced,
    _call,
    random_unit_with_a_backend,
    random_unit_with_servers_that_die,
)
from tests.random_networks import random_network

_Caller = RequestClass | Background


def random_network_that_posts(seed: int) -> Network:
    """One server, or several that share nothing, with workers of its own."""
    random = Random(f"posts {seed}")
    network = random_network(seed)
    fast = max(1.0, network.source.rate)
    workers = TokenPool("workers", float(random.randint(1, 8)), "wait", "workers")
    network = replace(
        network, resources=(*network.resources, SharedCapacity("CPU of workers", 2.0, (1.0,), "cores"), workers)
    )

    def work() -> tuple[Step, ...]:
        worked = Serve("CPU of workers", Distribution(Family.EXPONENTIAL, random.uniform(0.1, 1.5) / fast), 64)
        steps: tuple[Step, ...] = (Delay(constant(0.01)), worked) if random.random() < 0.3 else (worked,)
        return (Seize("workers", 1.0), *steps, Release("workers", 1.0)) if random.random() < 0.8 else steps

    return _posting(random, network, work)


def random_unit_that_posts_behind(seed: int) -> Network:
    """Several nodes before a backend, whose workers stand there and are slow at times."""
    random = Random(f"posts behind {seed}")
    network = random_unit_with_a_backend(seed)
    behind = [each for each in network.resources if each.name in network.backend]
    return _posting(
        random, network, lambda: _call(random, behind, network.background[0] if network.background else _NONE)
    )


def random_unit_that_posts_to_servers_that_die(seed: int) -> Network:
    """The same whose workers die, so that jobs begin anew."""
    random = Random(f"posts to the dead {seed}")
    network = random_unit_with_servers_that_die(seed)
    servers = [each.name for each in network.servers]
    behind = [each for each in network.resources if each.name in network.backend]
    tier = {n: [each for each in behind if each.name in own.resources] for n, own in enumerate(network.servers)}
    assert len(tier) == len(servers)
    return _posting(random, network, lambda: _balanced(random, tier, _NONE, STREAM, ()))


_NONE = Background("none", 0.0, ())


def _posting(random: Random, network: Network, work: Callable[[], tuple[Step, ...]]) -> Network:
    """Jobs of up to three kinds, of which the last may post one of the first."""
    kinds = [f"posted {number}" for number in range(random.randint(1, 3))]
    share = random.uniform(0.2, 0.8)
    shares = [
        ((kinds[0], 1.0),),
        tuple(zip(kinds[:2], (share, 1.0 - share), strict=True)) if kinds[1:] else ((kinds[0], 1.0),),
    ]

    def posting(caller: _Caller) -> tuple[Step, ...]:
        steps = caller.steps
        for number in range(random.randint(0, 2)):
            # After something that takes time, so that nobody comes to the workers at the moment of somebody else.
            place = next((n for n in range(len(steps), 0, -1) if isinstance(steps[n - 1], Serve)), 0)
            steps = (*steps[:place], Post(random.choice(shares), 300 + number), *steps[place:])
        return steps

    jobs = [Background(name, 1.0, work(), of_load=True, posted=True, again=random.uniform(0.05, 0.5)) for name in kinds]
    if kinds[2:]:
        jobs[-1] = replace(jobs[-1], steps=(*jobs[-1].steps, Delay(constant(0.017)), Post(shares[0], 310)))
        shares.append(((kinds[2], 1.0),))
    classes = tuple(replace(each, steps=posting(each)) for each in network.classes)
    others = tuple(replace(e, steps=posting(e)) if random.random() < 0.5 else e for e in network.background)
    return replace(network, classes=classes, background=(*others, *jobs))
