"""What differs only in which of the equal servers of a tier it uses: told once, with how many there are."""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby

from models.quantities.formatting import number
from simulator.messages.description.programs import background, request_class
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import limit_name

Paragraph = tuple[str, list[str]]
# What a step begins with.
_NUMBER = re.compile(r"^ *[\d.]+\. ")
BACKGROUND = "In the background: "


def request_classes(network: Network, every: bool = False) -> Iterator[Paragraph]:
    """The request classes as titles and lines; those of equal servers as one, with the share of all; of those that
    clients call the same, all but the first as what differs from that, unless `every` line is asked for."""
    first = dict[str, tuple[str, list[str]]]()
    for each in network.classes:
        title, lines = _told(network, f"Request class: {each.name}", each, request_class(network, each, every))
        same, before = first.setdefault(each.to_clients, (each.name, lines))
        yield title, lines if every or before is lines else _beside(same, before, lines)


def backgrounds(network: Network, every: bool = False) -> Iterator[Paragraph]:
    """The jobs in the background likewise, with the rate of all; what differs only in the one of equal servers at which
    it is done is one of several."""
    told = [_told(network, f"{BACKGROUND}{each.name}", each, background(network, each, every), not every)
            for each in network.background]  # fmt: skip
    for _, alike in groupby(told, key=lambda paragraph: paragraph[1]):
        (title, lines), *others = alike
        if every:
            yield from ((title, lines), *others)
        else:
            yield title, [*([beside_others(len(others))] if others else []), *lines]


def beside_others(number_of_others: int) -> str:
    """That the same is done at other servers."""
    return f"the same at {number(number_of_others)} more of equal servers"


def _beside(same: str, before: list[str], lines: list[str]) -> list[str]:
    """Lines as what differs from others, whichever number a step has."""
    old, new = ([_NUMBER.sub("", line) for line in each] for each in (before, lines))
    found = list[str]()
    for kind, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        found += [f"without {line}" for line in old[first:last]] if kind == "delete" else []
        found += lines[start:end] if kind != "equal" else []
    return [f"as {same}, but:", *found]


def _told(
    network: Network, title: str, kind: RequestClass | Background, lines: Iterable[str], alike: bool = False
) -> Paragraph:
    """A section; what stands by itself keeps the names of its servers, unless equal ones are to be called `alike`."""
    if not kind.ways:
        return title, list(_by_limit(network, lines) if alike else lines)
    equal = f"in {number(len(kind.ways))} equal ways, as it picks one server of each tier"
    return title, [equal, *_by_limit(network, lines)]


def _by_limit(network: Network, lines: Iterable[str]) -> tuple[str, ...]:
    """Lines in which equal resources are called what they are called together."""
    names = {each.name: limit_name(each) for each in network.resources if limit_name(each) != each.name}
    if not names:
        return tuple(lines)
    any_of = re.compile("|".join(rf"{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)))
    return tuple(any_of.sub(lambda found: names[found[0]], line) for line in lines)
