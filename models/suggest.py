""" "Did you mean": the remedy for a misspelt key or name.

A name that carries a number is never answered with another number: "ram-8gib" is not a misspelt "ram-4gib".
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from models.messages import validation

_SHOWN = 24
_SIZE = re.compile(r"(?<![a-z.\d])\d+(?:\.\d+)?[a-z]*")  # With its unit: 1gbps is not 1mbps.
_MODEL = re.compile(r"[a-z]\d+")  # Of these, digits may have changed places: dl855 is dl585, p99 is not p95.


def did_you_mean(wrong: str, allowed: Iterable[str]) -> str:
    """`did you mean "x"? allowed are a, b, x`, leaving out the question when nothing is near."""
    names = sorted(allowed)
    nearest = nearest_names(wrong, names)
    listing = f"allowed are {', '.join(names)}" if names else validation.NOTHING_ALLOWED
    if len(names) > _SHOWN:
        lowered = {name.lower(): name for name in names}
        near = get_close_matches(wrong.lower()[:200], lowered, n=5, cutoff=0.3) or list(lowered)[:5]
        listing = f"near are {', '.join(lowered[name] for name in near)}"
    return f'did you mean "{nearest[0]}"? {listing}' if nearest else listing


def nearest_names(wrong: str, allowed: Iterable[str]) -> tuple[str, ...]:
    """The name that was likely meant, or none."""
    lowered = {name.lower(): name for name in sorted(allowed)}
    fitting = _of_that_size(wrong.lower(), lowered)
    nearest = get_close_matches(wrong.lower()[:200], fitting, n=1, cutoff=0.6) or _begun(wrong.lower(), fitting)
    return tuple(lowered[name] for name in nearest[:1])


def _begun(wrong: str, names: Iterable[str]) -> list[str]:
    """The only name that begins like this, of those that do with whole words: "p99" is p99_response."""
    found = [name for name in names if name.startswith((f"{wrong}_", f"{wrong}-"))]
    return found if len(found) == 1 else []


def _of_that_size(wrong: str, names: Iterable[str]) -> list[str]:
    """The names that say all the numbers which `wrong` says, each with its unit."""
    return [name for name in names if _says(name, _SIZE.findall(wrong), _models(wrong))]


def _says(name: str, sizes: Iterable[str], models: set[str]) -> bool:
    """Whether a name says all sizes, whose units may have been begun only ("4g"), and all numbers of models."""
    known = _SIZE.findall(name)
    return models <= _models(name) and all(any(_same(size, other) for other in known) for size in sizes)


def _same(size: str, other: str) -> bool:
    """Whether two sizes have the same number, and the unit of one begins like that of the other."""
    number, unit = _parts(size)
    same_number, other_unit = _parts(other)
    return number == same_number and (unit.startswith(other_unit) or other_unit.startswith(unit))


def _parts(size: str) -> tuple[str, str]:
    number = size.rstrip("abcdefghijklmnopqrstuvwxyz")
    return number, size[len(number) :]


def _models(name: str) -> set[str]:
    return {"".join(sorted(model)) for model in _MODEL.findall(name)}
