"""What differs only in which of several equal places it visits, as requests do that pick a server of each tier: it is
written once, with what the places are called in each way."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from simulator.network.hash_once import hash_once, state_without_hash
from simulator.network.steps import Post, Release, Seize, Serve, Step, change_steps


@dataclass(frozen=True)
class EqualWay:
    """One of several ways that are as likely as each other.

    name: what goes this way is called so; places: the names of those that it visits, each behind its name in the first
    way, where the two differ.
    """

    name: str
    places: tuple[tuple[str, str], ...] = ()

    __hash__, __getstate__ = hash_once, state_without_hash

    def steps(self, first: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps of the first way as this one takes them."""
        names = dict(self.places)
        return change_steps(first, lambda step: _renamed(step, names)) if names else first


def _renamed(step: Step, names: Mapping[str, str]) -> Step:
    match step:
        case Serve(at=at) if at in names:
            return replace(step, at=names[at])
        case Seize(pool=pool) | Release(pool=pool) if pool in names:
            return replace(step, pool=names[pool])
        case _:
            return step


def posting_every_way(steps: tuple[Step, ...], kinds: Mapping[str, tuple[str, ...]]) -> tuple[Step, ...]:
    """Steps that post jobs of each way in place of those of the first; kinds: by what is posted, the names of its
    ways."""

    def every_way(step: Step) -> Step:
        if not isinstance(step, Post):
            return step
        ways = ((name, share / len(kinds[kind])) for kind, share in step.kinds for name in kinds[kind])
        return replace(step, kinds=tuple(ways))

    return change_steps(steps, every_way) if kinds else steps
