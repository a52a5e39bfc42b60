"""What differs only in which of the equal servers of a tier it uses: told once, with how many there are."""

import re
from collections.abc import Iterable, Iterator

from models.quantities.formatting import number
from simulator.messages.description.programs import background, request_class
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import limit_name

Paragraph = tuple[str, list[str]]


def request_classes(network: Network) -> Iterator[Paragraph]:
    """The request classes as titles and lines; those of equal servers as one, with the share of all."""
    for each in network.classes:
        yield _told(network, f"Request class: {each.name}", each, request_class(network, each))


def backgrounds(network: Network) -> Iterator[Paragraph]:
    """The jobs in the background likewise, with the rate of all."""
    for each in network.background:
        yield _told(network, f"In the background: {each.name}", each, background(network, each))


def _told(network: Network, title: str, kind: RequestClass | Background, lines: Iterable[str]) -> Paragraph:
    """A section; what stands by itself keeps the names of its servers."""
    if not kind.ways:
        return title, list(lines)
    equal = f"in {number(len(kind.ways))} equal ways, as it picks one server of each tier"
    return title, [equal, *_by_limit(network, lines)]


def _by_limit(network: Network, lines: Iterable[str]) -> tuple[str, ...]:
    """Lines in which equal resources are called what they are called together."""
    names = {each.name: limit_name(each) for each in network.resources if limit_name(each) != each.name}
    if not names:
        return tuple(lines)
    any_of = re.compile("|".join(rf"{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)))
    return tuple(any_of.sub(lambda found: names[found[0]], line) for line in lines)
