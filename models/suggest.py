""" "Did you mean": the remedy for a misspelt key, name or unit.

A name that carries a number is never answered with another number: "ram-8gib" is not a misspelt "ram-4gib".

A unit that nobody knows is answered with units of the size that was written, else with none: "5 Ms" is not "5 ms", "5
MBPS" may be bytes or bits, and "3,400 /min" is not "3,400 /s": a remedy that is 8, 60 or a million times off is worse
than none, because it is taken.
"""

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

from models.messages import validation

_ALIKE = 0.75  # As SequenceMatcher measures it: "Gps" is Gbps, "mon" is not min.
_DATA = re.compile(
    r"(?P<prefix>[kmgtpe]?)(?P<binary>i?)(?P<base>bits?|bytes?|b)(?P<second>|ps|/s|/sec|/second)", re.IGNORECASE
)
_CASED = "mMbB"  # Letters whose case is a matter of size: milli and mega, bit and byte.

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


def likely_units(unit: str, known: Iterable[str]) -> tuple[str, ...]:
    """The spellings of `known` that `unit` may stand for, each of the size that was written.

    One is a suggestion; two are a question, bits or bytes; none means that nothing can be offered.
    """
    data = _DATA.fullmatch(unit)
    if data is not None:
        plain = [name for name in known if _is_plain(name)]
        found = [name for reading in _readings(data) for name in plain if _same_unit(reading, name)]
        return tuple(found) if len(found) == len(_readings(data)) else ()  # A kind without bits says nothing of bytes.
    alike = [name for name in known if _likeness(unit, name) >= _ALIKE]
    # Of equals the one in the same case, and of those the first.
    alike.sort(key=lambda name: (-_likeness(unit, name), -SequenceMatcher(None, unit, name).ratio()))
    return tuple(alike[:1])


def _readings(data: re.Match[str]) -> list[tuple[str, str, str, bool]]:
    """Prefix, "i" or nothing, "bit" or "byte", and whether it is a rate: every way to read a unit of data."""
    prefix, binary, base = data["prefix"], data["binary"].lower(), data["base"]
    reading = prefix.lower(), binary
    if base.lower() != "b":
        return [(*reading, base.lower().rstrip("s"), bool(data["second"]))]
    both = [(*reading, of, bool(data["second"])) for of in ("bit", "byte")]
    if data["second"].lower() == "ps" and not binary:
        return both if base == "B" else both[:1]  # "GBps" is written for GB/s and for Gbps.
    careful = prefix in ("", "k", "K", "M", "G", "T", "P") and bool(prefix or data["second"])
    if not careful or not data["second"] and base == "b":
        return both  # Who writes "gb" does not tell bits from bytes.
    return both[1:] if base == "B" else both[:1]


def _is_plain(name: str) -> bool:
    """Whether this is the spelling of a unit of data that is shown: kB and Gbps, not KB and Gbit/s."""
    return re.fullmatch(r"[kMGTP]?(i?B(/s)?|bps)|[KMGTP]iB(/s)?", name) is not None


def _same_unit(reading: tuple[str, str, str, bool], name: str) -> bool:
    shown = _DATA.fullmatch(name)
    of = "byte" if "B" in name else "bit"
    return shown is not None and reading == (
        shown["prefix"].lower(), shown["binary"].lower(), of, bool(shown["second"]),
    )  # fmt: skip


def _likeness(unit: str, name: str) -> float:
    """How much a unit looks like one that is known, from 0 to 1; 0 if it may be of another size."""
    (top, _, below), (known_top, _, known_below) = unit.lower().partition("/"), name.lower().partition("/")
    if below != known_below or top[:1] != known_top[:1]:
        return 0.0
    if _cased(unit) - _cased(name) or Counter(unit.lower()) - Counter(name.lower() * 2 + "s"):
        return 0.0
    return SequenceMatcher(None, unit.lower(), name.lower()).ratio()


def _cased(name: str) -> Counter[str]:
    return Counter(letter for letter in name if letter in _CASED)
