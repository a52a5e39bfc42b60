"""What differs only in which of the equal servers of a tier it uses: told once, with how many there are."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from models.quantities.formatting import number
from simulator.messages.description.programs import background, request_class
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import limit_name

_Kind = TypeVar("_Kind", bound=RequestClass | Background)
Paragraph = tuple[str, list[str]]


def request_classes(network: Network) -> Iterator[Paragraph]:
    """The request classes as titles and lines; those of equal servers as one, with the share of all."""
    for equal in _equals(network, network.classes, lambda one: request_class(network, replace(one, share=1.0))):
        share, first = min(1.0, sum(each.share for each in equal)), equal[0]
        name = first.name if len(equal) == 1 else _together(first)
        yield _told(network, f"Request class: {name}", len(equal), request_class(network, replace(first, share=share)))


def backgrounds(network: Network) -> Iterator[Paragraph]:
    """The jobs in the background likewise, with the rate of all."""
    for equal in _equals(network, network.background, lambda jobs: background(network, replace(jobs, rate=1.0))):
        rate, first = sum(one.rate for one in equal), equal[0]
        name = first.name if len(equal) == 1 else _together(first)
        yield _told(network, f"In the background: {name}", len(equal), background(network, replace(first, rate=rate)))


def _equals(network: Network, kinds: Iterable[_Kind], lines: Callable[[_Kind], Iterable[str]]) -> Iterator[list[_Kind]]:
    """The kinds, those together that are called and told the same but for the servers that they use."""
    found = dict[tuple[str, ...], list[_Kind]]()
    for kind in kinds:
        found.setdefault((_together(kind), *_by_limit(network, lines(kind))), []).append(kind)
    yield from found.values()


def _together(kind: RequestClass | Background) -> str:
    """What a kind is called together with its equals, or by itself."""
    return kind.to_clients if isinstance(kind, RequestClass) else kind.alike or kind.name


def _told(network: Network, title: str, equal: int, lines: Iterable[str]) -> Paragraph:
    """A section of so many equal ones; what stands by itself keeps the names of its servers."""
    if equal == 1:
        return title, list(lines)
    return title, [f"in {number(equal)} equal ways, as it picks one server of each tier", *_by_limit(network, lines)]


def _by_limit(network: Network, lines: Iterable[str]) -> tuple[str, ...]:
    """Lines in which equal resources are called what they are called together."""
    names = {each.name: limit_name(each) for each in network.resources if limit_name(each) != each.name}
    if not names:
        return tuple(lines)
    any_of = re.compile("|".join(rf"{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)))
    return tuple(any_of.sub(lambda found: names[found[0]], line) for line in lines)
