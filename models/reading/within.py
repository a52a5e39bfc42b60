"""The parts that are written within a part, walked alike by every stage that changes some of them."""

from collections.abc import Callable
from functools import lru_cache

from models.quantities.declared import parts_in
from models.quantities.fields import Part
from models.reading.written import Path, Written

# What becomes of a part that is written at a path.
PartChange = Callable[[Written, type[Part], Path], Written]


def change_parts(written: Written, part: type[Part], path: Path, change: PartChange) -> Written:
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
    return _with_changes(written, tuple(changes.items())) if changes else written


def _items(written: Written, part: type[Part], path: Path, change: PartChange) -> Written:
    if not isinstance(written.value, list):
        return written
    found = [change(item, part, (*path, position)) for position, item in enumerate(written.value)]
    same = all(after is before for after, before in zip(found, written.value, strict=True))
    return written if same else _with_items(written, tuple(found))


# For the same changes the same tree, so that what is made of it can be kept by it.
@lru_cache(maxsize=1_024)
def _with_changes(written: Written, changes: tuple[tuple[str, Written], ...]) -> Written:
    return written.with_changes(dict(changes))


@lru_cache(maxsize=1_024)
def _with_items(written: Written, items: tuple[Written, ...]) -> Written:
    return written.with_value(list(items))
