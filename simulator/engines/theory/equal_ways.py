"""What visits one of several equal places in each of several ways: the first is worked out and stands for all, for what
is equal and used alike is as full and as slow."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from simulator.network.equal_ways import EqualWay

# Before the name of a pool that lets wait: the line of those who wait for it, and are not in it.
WAITING = "waiting for "
# What a flow counts under: the name of a place, or several of them together.
_Key = TypeVar("_Key", bound=Hashable)


class EqualWays:
    """What the places of a program are called in all of its ways, the first among them.

    renames: by way, its own places by those of the first.
    """

    def __init__(self, renames: Sequence[Mapping[str, str]]) -> None:
        self.number = len(renames)
        self._renames = renames
        self._renamed = frozenset().union(*renames)
        self._images: dict[Any, tuple[tuple[Any, float], ...]] = {}

    def images(self, key: _Key) -> tuple[tuple[_Key, float], ...]:
        """What a key of the first one's flow is called in all, each with the share of them that call it so."""
        known = self._images.get(key)
        if known is None:
            known = self._images[key] = self._found_images(key)
        return known

    def _found_images(self, key: _Key) -> tuple[tuple[_Key, float], ...]:
        # Most places are those of the node itself, which are called alike in every way.
        if self._renamed.isdisjoint(_names(key)):
            return ((key, 1.0),)
        called = Counter(_rename(key, names) for names in self._renames)
        return tuple((image, many / self.number) for image, many in called.items())


ALONE = EqualWays([{}])  # The only way of a program.


# Every step of a search asks for the same, and each keeps what it has found.
@lru_cache(maxsize=4096)
def theory_ways(ways: tuple[EqualWay, ...]) -> EqualWays:
    """The ways of a class or of background jobs, as theory counts them."""
    if not ways:
        return ALONE
    return EqualWays(
        [{line + one: line + other for one, other in way.places for line in ("", WAITING)} for way in ways]
    )


def _names(key: Any) -> Iterator[str]:
    """The names that a key is made of."""
    if isinstance(key, str):
        yield key
    else:
        for each in key:
            yield from _names(each)


def _rename(key: Any, names: Mapping[str, str]) -> Any:
    return names.get(key, key) if isinstance(key, str) else tuple([_rename(each, names) for each in key])
