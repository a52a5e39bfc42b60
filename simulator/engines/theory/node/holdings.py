"""What jobs of some programs hold of pools and regions, the first taken first, as they take and give it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from simulator.engines.theory.node.flows import PAUSED, Flow, holding_path
from simulator.engines.theory.programs import Stages, TheoryPrograms

# So many times as many jobs as would hold the same if they were alike are counted by what they hold.
_FAR_APART = 2.0
# What is held when a step begins and when it has ended, the first taken first.
HeldPools = tuple[str, ...]


def held_before(holding: list[tuple[HeldPools, HeldPools]]) -> dict[str, set[HeldPools]]:
    """By pool and region, all that those who come to take of it may hold already."""
    found: dict[str, set[HeldPools]] = defaultdict(set)
    for before, after in holding:
        for name in set(after) - set(before):
            found[name].add(before)
    return found


def held_throughout(holding: list[tuple[HeldPools, HeldPools]]) -> dict[str, set[str]]:
    """By pool and region, what all who hold some of it hold for as long as that."""
    found: dict[str, set[str]] = {}
    for _, after in holding:
        for name in after:
            found[name] = found.get(name, set(after)) & set(after)
    return found


def held_in_steps(programs: TheoryPrograms, names: frozenset[str]) -> list[tuple[HeldPools, HeldPools]]:
    """What of some pools and regions is held before and after each step that takes or gives some."""
    found: list[tuple[HeldPools, HeldPools]] = []

    def walk(stages: Stages, held: dict[str, float]) -> None:
        for stage in stages:
            if stage.held in names:
                before = holding_path(held)
                held[stage.held] = held.get(stage.held, 0.0) + stage.amount
                found.append((before, holding_path(held)))
            walk(stage.on_miss, held)

    connected: dict[str, float] = {}
    walk(programs.connect, connected)
    for each in programs.classes:
        first = len(found)
        walk(each.stages, dict(connected))
        for step in found[first:] if each.ways.number > 1 else ():
            found += [image for image, _ in each.ways.images(step) if image != step]
    return found


def counted_by_amount(causes: Iterable[str], flow: Flow, widths: Sequence[tuple[str, float, float]]) -> Iterator[str]:
    """The limits whose jobs differ so much in what they hold that their number says nothing of it. widths: by station,
    how many jobs it serves at full speed, and the seconds of a unit of work at that."""
    seconds = {PAUSED: 1.0} | {place: alone for place, _, alone in widths}
    for name in (cause for cause in causes if flow.held[cause] > 0.0):
        jobs = sum(each * seconds.get(place, 0.0) for (path, place), each in flow.paths.items() if name in path)
        if jobs > _FAR_APART * flow.held[name] ** 2 / flow.spread[name]:
            yield name
