"""What a unit that nobody knows may have meant: only units of the size that was written, else none.

"5 Ms" is not "5 ms", "5 MBPS" may be bytes or bits, and "3,400 /min" is not "3,400 /s": a remedy that is 8, 60 or a
million times off is worse than none, because it is taken.
"""

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher

_ALIKE = 0.75  # As SequenceMatcher measures it: "Gps" is Gbps, "mon" is not min.
_DATA = re.compile(
    r"(?P<prefix>[kmgtpe]?)(?P<binary>i?)(?P<base>bits?|bytes?|b)(?P<second>|ps|/s|/sec|/second)", re.IGNORECASE
)
_CASED = "mMbB"  # Letters whose case is a matter of size: milli and mega, bit and byte.


def meant(unit: str, known: Iterable[str]) -> tuple[str, ...]:
    """The spellings of `known` that `unit` may stand for, each of the size that was written.

    One is a suggestion; two are a question, bits or bytes; none means that nothing can be offered.
    """
    data = _DATA.fullmatch(unit)
    if data is not None:
        plain = [name for name in known if _is_plain(name)]
        found = [name for reading in _readings(data) for name in plain if _same(reading, name)]
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


def _same(reading: tuple[str, str, str, bool], name: str) -> bool:
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
