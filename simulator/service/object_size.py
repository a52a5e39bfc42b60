"""What a value takes in memory, so that what is kept for others can be bounded in bytes."""

import sys
from collections.abc import Iterable, Mapping

_ALONE = (str, bytes, int, float, complex, bool, type(None), type)


def object_size(value: object) -> float:
    """Bytes of a value and of all that it holds, each thing once; modules and functions, which are there anyway, count
    for nothing."""
    seen: set[int] = set()
    total, waiting = 0.0, [value]
    while waiting:
        each = waiting.pop()
        if id(each) in seen or callable(each):
            continue
        seen.add(id(each))
        # An array says how many bytes it has, one that looks into another one too.
        total += sys.getsizeof(each) if not hasattr(each, "nbytes") else each.nbytes
        if not isinstance(each, _ALONE) and not hasattr(each, "nbytes"):
            waiting += _inside(each)
    return total


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return value
    return vars(value).values() if hasattr(value, "__dict__") else ()
