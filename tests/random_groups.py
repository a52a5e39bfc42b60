"""Small clusters whose nodes get classes of their own, drawn at random."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from simulator.network.groups import NodeGroup
from simulator.network.network import Network
from tests.random_networks import random_cluster, random_unit_that_is_told_apart


def random_unit_of_groups(seed: int) -> Network:
    """A small cluster whose nodes get classes of their own in groups, behind any balancer, its nodes alike or not."""
    random = Random(f"groups {seed}")
    cluster = random_unit_that_is_told_apart(seed) if random.random() < 0.5 else random_cluster(seed)
    first = cluster.classes[0]
    classes = tuple(replace(first, name=f"like {first.name} {i}") for i in range(max(0, 2 - len(cluster.classes))))
    classes = (*cluster.classes, *classes)
    whole = sum(each.share for each in classes)
    classes = tuple(replace(each, share=each.share / whole) for each in classes)
    sizes = _parts(random, cluster.nodes, random.randint(1, min(len(classes), cluster.nodes)))
    names = [each.name for each in classes]
    random.shuffle(names)
    shares = _parts(random, len(names), len(sizes))
    first_names = [sum(shares[:i]) for i in range(len(shares))]
    groups = tuple(
        NodeGroup(f"group {i}", nodes, tuple(names[begin : begin + many]))
        for i, (nodes, begin, many) in enumerate(zip(sizes, first_names, shares, strict=True))
    )
    source = cluster.source
    if source.open_at_start > 0 and random.random() < 0.3:
        source = replace(source, rate=0.0, returns=True)
    return replace(cluster, classes=classes, groups=groups, source=source)


def _parts(random: Random, whole: int, count: int) -> list[int]:
    """A whole number in so many parts of at least 1."""
    cuts = [0, *sorted(random.sample(range(1, whole), count - 1)), whole]
    return [end - begin for begin, end in pairwise(cuts)]
