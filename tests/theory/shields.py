"""Nodes with caches of their own in front of one shield: drawn at random, and what theory says held against lists that
are kept object by object."""

from collections import OrderedDict
from random import Random
from typing import NamedTuple

import numpy as np

from models.parts.cache_policy import CLOCK, FIFO, LRU


class DrawnShield(NamedTuple):
    """A unit: objects, all of one size; how steeply they are asked for; the objects that each cache of a node holds,
    the first one first, and its policy; those that the shield holds; nodes, which have objects of their own or ask for
    the same ones."""

    objects: int
    zipf: float
    levels: tuple[tuple[int, str], ...]
    shield: int
    nodes: int
    by_url: bool
    life: int = 0


def drawn_shield(seed: int) -> DrawnShield:
    """The unit with that number: one or two caches a node, a shield of half as many objects as a node holds to as many
    as half of all."""
    random = Random(f"shield {seed}")
    objects, nodes = random.choice((4_000, 8_000)), random.choice((1, 2, 3, 4, 8))
    policies = [random.choice((LRU, LRU, FIFO, CLOCK)) for _ in range(2)]
    first = int(objects * random.uniform(0.005, 0.05))
    levels = [(first, policies[0])]
    if random.random() < 0.6:
        levels.append((int(first * random.uniform(1.5, 6.0)), policies[1]))
    shield = int(random.uniform(0.5 * levels[-1][0], 0.5 * objects))
    return DrawnShield(objects, random.uniform(0.5, 1.2), tuple(levels), shield, nodes, random.random() < 0.3)


def drawn_live(seed: int) -> DrawnShield:
    """The unit with that number, of what lives for a time only, from when a node is asked for half of all in a life to
    when it is for the least popular one ten times; caches drop what was not used for longest."""
    random, unit = Random(f"live {seed}"), drawn_shield(seed)
    levels = tuple((room, LRU) for room, _ in unit.levels)
    return unit._replace(levels=levels, life=int(unit.objects * 10.0 ** random.uniform(-0.5, 1.5)))


class _List:
    """A cache of so many objects, the next one to leave first."""

    def __init__(self, room: int, policy: str) -> None:
        self._room, self._policy = room, policy
        self._held: OrderedDict[int, bool] = OrderedDict()
        self._lives: dict[int, int] = {}

    def finds(self, thing: int, life: int) -> bool:
        """Whether it holds an object in that life, which it does from then on."""
        held, same = self._held, self._lives.get(thing) == life
        self._lives[thing] = life
        if thing in held and not same:
            held.move_to_end(thing)
            return False
        if thing in held:
            if self._policy == LRU:
                held.move_to_end(thing)
            elif self._policy == CLOCK:
                held[thing] = True
            return True
        while len(held) >= self._room:
            oldest, used = held.popitem(last=False)
            if used:
                held[oldest] = False
        held[thing] = False
        return False


def followed_hits(unit: DrawnShield, requests: int, seed: int) -> float:
    """The share of what the shield is asked for that it finds, in the second half of so many requests."""
    draws = np.random.default_rng(seed)
    weight = np.cumsum(np.arange(1.0, unit.objects + 1.0) ** -unit.zipf)
    things = np.searchsorted(weight, draws.random(requests) * weight[-1]).tolist()
    nodes = draws.integers(unit.nodes, size=requests).tolist()
    own = draws.permutation(unit.objects).tolist() if unit.by_url else []
    caches = [[_List(*level) for level in unit.levels] for _ in range(unit.nodes)]
    shield = _List(unit.shield, LRU)
    asked = found = 0
    lives = draws.random(unit.objects).tolist()
    for number, (thing, node) in enumerate(zip(things, nodes, strict=True)):
        at = own[thing] % unit.nodes if unit.by_url else node
        life = int(number / (unit.life * unit.nodes) + lives[thing]) if unit.life else 0
        if any(cache.finds(thing, life) for cache in caches[at]):
            continue
        hit = shield.finds(thing, life)
        if number >= requests // 2:
            asked += 1
            found += hit
    return found / asked


def followed_by_class(unit: DrawnShield, segments: int, requests: int, seed: int) -> tuple[float, float]:
    """The same of two classes by themselves, each with half of all requests: of so many segments, which live as long as
    the unit says and of which all are asked for alike, and of its objects, which live for ever."""
    draws = np.random.default_rng(seed)
    weight = np.cumsum(np.arange(1.0, unit.objects + 1.0) ** -unit.zipf)
    objects = np.searchsorted(weight, draws.random(requests) * weight[-1])
    things = np.where(draws.random(requests) < 0.5, -1 - draws.integers(segments, size=requests), objects).tolist()
    nodes = draws.integers(unit.nodes, size=requests).tolist()
    caches = [[_List(*level) for level in unit.levels] for _ in range(unit.nodes)]
    shield, lives = _List(unit.shield, LRU), draws.random(segments).tolist()
    asked, found = [0, 0], [0, 0]
    for number, (thing, node) in enumerate(zip(things, nodes, strict=True)):
        ends = thing < 0
        life = int(number / (unit.life * unit.nodes) + lives[-1 - thing]) if ends else 0
        if any(cache.finds(thing, life) for cache in caches[node]):
            continue
        hit = shield.finds(thing, life)
        if number >= requests // 2:
            asked[ends] += 1
            found[ends] += hit
    return found[True] / asked[True], found[False] / asked[False]
