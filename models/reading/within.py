"""The parts that are written within a part, walked alike by every stage that changes some of them."""

from collections.abc import Callable

from models.quantities.declared import parts_in
from models.quantities.fields import Part
from models.reading.written import Path, Written

# What becomes of a part that is written at a path.
Change = Callable[[Written, type[Part], Path], Written]


def change_parts(written: Written, part: type[Part], path: Path, change: Change) -> Written:
    """A group of keys with each part within it changed, and each item of a list of parts.

    What stays is the same object, so that a tree in which nothing changes costs no copy.
    """
    held = parts_in(part)
    changes = {}
    for key, child in written.value.items():
        if key in held:
            nested, is_list = held[key]
            at = (*path, key)
            found = _items(child, nested, at, change) if is_list else change(child, nested, at)
            if found is not child:
                changes[key] = found
    return written.with_changes(changes)


def _items(written: Written, part: type[Part], path: Path, change: Change) -> Written:
    if not isinstance(written.value, list):
        return written
    found = [change(item, part, (*path, position)) for position, item in enumerate(written.value)]
    same = all(after is before for after, before in zip(found, written.value, strict=True))
    return written if same else written.with_value(found)
