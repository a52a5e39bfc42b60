"""What differs only in which of several equal places it visits, as requests do that pick a server of each tier: it is
written once, with what the places are called in each way."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from simulator.network.steps import LOOKUPS, Call, CallWay, Post, Release, Seize, Serve, Step


@dataclass(frozen=True)
class EqualWay:
    """One of several ways that are as likely as each other.

    name: what goes this way is called so; places: the names of those that it visits, each behind its name in the first
    way, where the two differ.
    """

    name: str
    places: tuple[tuple[str, str], ...] = ()

    def steps(self, first: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps of the first way as this one takes them."""
        return _called(first, dict(self.places)) if self.places else first


def _called(steps: tuple[Step, ...], names: Mapping[str, str]) -> tuple[Step, ...]:
    return tuple([_one(step, names) for step in steps])


def _one(step: Step, names: Mapping[str, str]) -> Step:
    match step:
        case Serve(at=at) if at in names:
            return replace(step, at=names[at])
        case Seize(pool=pool) | Release(pool=pool) if pool in names:
            return replace(step, pool=names[pool])
        case _ if isinstance(step, LOOKUPS):
            return replace(step, on_miss=_called(step.on_miss, names))
    return step


def posting_every_way(steps: tuple[Step, ...], kinds: Mapping[str, tuple[str, ...]]) -> tuple[Step, ...]:
    """Steps that post jobs of each way in place of those of the first; kinds: by what is posted, the names of its
    ways."""
    if not kinds:
        return steps
    return tuple([_posting(step, kinds) for step in steps])


def _posting(step: Step, kinds: Mapping[str, tuple[str, ...]]) -> Step:
    match step:
        case Post(kinds=posted):
            ways = ((name, share / len(kinds[kind])) for kind, share in posted for name in kinds[kind])
            return replace(step, kinds=tuple(ways))
        case Call(ways=ways, otherwise=otherwise):
            servers = tuple(CallWay(way.server, posting_every_way(way.steps, kinds)) for way in ways)
            other = None if otherwise is None else posting_every_way(otherwise, kinds)
            return replace(step, ways=servers, otherwise=other)
        case _ if isinstance(step, LOOKUPS):
            return replace(step, on_miss=posting_every_way(step.on_miss, kinds))
    return step
