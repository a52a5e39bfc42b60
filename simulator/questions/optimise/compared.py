"""What of the catalogue is compared at all, and with which disks: for who reads the first lines only."""

from collections import Counter
from collections.abc import Iterator

from models.quantities.units import SIZE, format_quantity
from simulator.questions.optimise.cheapest import IMPOSSIBLE, Cheapest


def compared(found: Cheapest) -> Iterator[str]:
    """What keeps most choices out, and which disks are taken to be as large as the present ones, a sentence each."""
    yield from filter(None, (left_out(found), disks_taken(found)))


def left_out(found: Cheapest) -> str:
    """That most choices could not be compared, for who reads the first lines only; "" where most could."""
    count = found.counts.get(IMPOSSIBLE, 0)
    if 2 * count <= found.choices:
        return ""
    why = mostly(found, IMPOSSIBLE)
    return f"Most of the catalogue is not in this: {count:,} of {found.choices:,} choices are impossible{why}."


def disks_taken(found: Cheapest) -> str:
    """Where the size of disks comes from that the catalogue does not state; "" where no choice needs it."""
    if found.disk_size is None or not found.disks_taken:
        return ""
    ranked = (("the cheapest", found.winner), ("the next", found.runner_up))
    places = [place for place, offer in ranked if offer is not None and offer.disk_size is not None]
    among = f", {' and '.join(places)} among them," if places else ""
    return (
        f"For {found.disks_taken:,} choices{among} the catalogue states no size of disks: each disk of theirs counts"
        f" as one of {format_quantity(found.disk_size, SIZE)}, as `server.disks.size` of the scenario has it, at the"
        " catalogue's price."
    )


def mostly(found: Cheapest, kind: str) -> str:
    """The reason that most choices have which cannot be; "" for those that only cost more."""
    if kind != IMPOSSIBLE:
        return ""
    (why, count), *_ = Counter(each.why for each in found.pruned if each.kind == kind).most_common(1)
    return f", {count:,} of them because {why}"
