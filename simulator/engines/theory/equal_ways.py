"""Programs that differ only in which of several equal places they visit, as requests do that pick a server of each
tier: one of them is worked out and stands for all, for what is equal and used alike is as full and as slow."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

# What a flow counts under: the name of a place, or several of them together.
_Key = TypeVar("_Key", bound=Hashable)
# Programs by their numbers, those together that are equal, with their ways.
Groups = tuple[tuple[tuple[int, ...], "EqualWays"], ...]


class EqualWays:
    """What the places of one program are called in all that are equal to it, itself among them.

    renames: by program, its own places by those of the first.
    """

    def __init__(self, renames: Sequence[Mapping[str, str]]) -> None:
        self.number = len(renames)
        self._renames = renames
        self._images: dict[Any, tuple[tuple[Any, int], ...]] = {}

    def images(self, key: _Key) -> tuple[tuple[_Key, int], ...]:
        """What a key of the first one's flow is called in the others, each with how many of them call it so."""
        if self.number == 1:
            return ((key, 1),)
        if key not in self._images:
            self._images[key] = tuple(Counter(_rename(key, names) for names in self._renames).items())
        return self._images[key]


ALONE = EqualWays([{}])  # The only way of a program that has no equal.


def _rename(key: Any, names: Mapping[str, str]) -> Any:
    return names.get(key, key) if isinstance(key, str) else tuple([_rename(each, names) for each in key])


def find_equal_ways(
    forms: Sequence[Hashable], places: Sequence[tuple[str, ...]], limits: Mapping[str, str], line: str
) -> Groups:
    """Which programs are equal.

    forms: what each program is but for which of several equal places it visits; places: those that it visits, one for
    each step; limits: by place, what equal ones are called together; line: what stands before the name of a place for
    those who wait for it. Programs that do not use all equal places as often stand by themselves.
    """
    alike = defaultdict[str, set[str]](set)
    for place, limit in limits.items():
        alike[limit].add(place)
    groups = defaultdict[Hashable, list[int]](list)
    for number, form in enumerate(forms):
        groups[form].append(number)
    found: list[tuple[tuple[int, ...], EqualWays]] = []
    for numbers in groups.values():
        own = [places[number] for number in numbers]
        if len(numbers) > 1 and _all_as_often(own, limits, alike):
            found.append((tuple(numbers), EqualWays([_renames(own[0], each, line) for each in own])))
        else:
            found += [((number,), ALONE) for number in numbers]
    return tuple(found)


def _all_as_often(places: Iterable[tuple[str, ...]], limits: Mapping[str, str], alike: Mapping[str, set[str]]) -> bool:
    """Whether programs that visit these places use all that are equal, each as often as the others."""
    used = Counter(place for own in places for place in set(own) if place)
    return all(used[other] == many for place, many in used.items() for other in alike[limits.get(place, place)])


def _renames(first: tuple[str, ...], other: tuple[str, ...], line: str) -> dict[str, str]:
    """The places of another program by those of the first."""
    pairs = {mine: theirs for mine, theirs in zip(first, other, strict=True) if mine != theirs}
    return pairs | {line + mine: line + theirs for mine, theirs in pairs.items()}
