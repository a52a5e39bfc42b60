"""Damaged uploads: what happens to a file on its way, and what somebody might send on purpose."""

import random
import re
from collections.abc import Callable

_VALUE = re.compile(r"(?<=: )[^\n,{}]+")
ODD = (
    "9" * 400, "1e999 Gbps", "-1", "0", ".nan", ".inf", "-.inf", "1e308 GiB", "99999999999999999999 /s", "null", "[]",
    "{}", "true", "''", "\u202e8 GiB", "<script>alert(1)</script>", "$x^2$", ":material/home:", "![](x)", "x" * 5_000,
    "2006-01-01", "1:30", "0x10", "&a 1", "*a", "!!python/object/apply:os.system [id]", "{value: 8 GiB, source: [1]}",
)  # fmt: skip


def _bytes_flipped(text: str, chance: random.Random) -> str:
    content = bytearray(text.encode("utf-8", errors="surrogateescape"))
    for _ in range(chance.randint(1, 8)):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return content.decode("utf-8", errors="surrogateescape")


def _line_dropped(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _line_doubled(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    return "\n".join([*lines[:at], lines[at], *lines[at:]])


def _values_swapped(text: str, chance: random.Random) -> str:
    found = sorted(chance.choices(list(_VALUE.finditer(text)), k=2), key=lambda match: match.start())
    one, other = found
    if one.end() > other.start():
        return text
    return text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :]


def _value_odd(text: str, chance: random.Random) -> str:
    found = chance.choice(list(_VALUE.finditer(text)))
    return text[: found.start()] + chance.choice(ODD) + text[found.end() :]


def _nested(text: str, chance: random.Random) -> str:
    depth = chance.choice((5, 19, 20, 21, 500))
    found = chance.choice(list(_VALUE.finditer(text)))
    return text[: found.start()] + "[" * depth + found[0] + "]" * depth + text[found.end() :]


def _cut_off(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text))]


def _other_line_ends(text: str, chance: random.Random) -> str:
    return text.replace("\n", chance.choice(("\r\n", "\r", "\x85", "\u2028")))


def _marked(text: str, chance: random.Random) -> str:
    """A byte order mark, at the beginning or where it does not belong."""
    at = chance.choice((0, 0, chance.randrange(len(text))))
    return text[:at] + "\ufeff" + text[at:]


DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (
    _bytes_flipped,
    _line_dropped,
    _line_doubled,
    _values_swapped,
    _value_odd,
    _nested,
    _cut_off,
    _other_line_ends,
    _marked,
)


def mutated(text: str, chance: random.Random) -> bytes:
    """The text as a file, damaged in one to three ways; one that has become too short for the next stays as it is."""
    for _ in range(chance.randint(1, 3)):
        if len(_VALUE.findall(text)) > 1:
            text = chance.choice(DAMAGES)(text, chance)
    return text.encode("utf-8", errors="surrogateescape")


# What is no text at all, and what is said of it.
BINARY = {
    "empty": (b"", "this file is empty"),
    "blank": (b" \n\t\r\n", "this file is empty"),
    "only a mark": (b"\xef\xbb\xbf", "this file is empty"),
    "zeros": (b"scenario: a\0b", "this is a binary file"),
    "UTF-16": ("scenario: a".encode("utf-16"), "this is a binary file"),
    "Latin-1": ("scenario: Caf\xe9".encode("latin-1"), "this is not UTF-8 text"),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff\xd8", "this is not UTF-8 text"),
    "a surrogate": (b"scenario: \xed\xa0\x80", "this is not UTF-8 text"),
}

_LAUGHS = "\n".join(f"l{level}: &l{level} [{', '.join([f'*l{level - 1}'] * 9)}]" for level in range(1, 9))
# Small files that take much time or memory where nobody looks out for them.
BOMBS = {
    "a billion laughs": f"l0: &l0 ha\n{_LAUGHS}\n".encode(),
    "an alias of itself": b"a: &a [*a]\n",
    "a merge key": b"a: &a {b: 1}\nc: {<<: *a}\n",
    "brackets": b"[" * 200_000,
    "braces": b"{a: " * 60_000,
    "dashes": b"- " * 120_000,
    "question marks": b"? " * 120_000,
    "unknown keys": b"".join(b"k%d: 1\n" % number for number in range(20_000)),
    "one key many times": b"a: 1\n" * 50_000,
    "a list without end": b"a: [" + b"1," * 120_000,
    "tags": b"!a " * 80_000,
    "directives": b"%a\n" * 80_000,
    "documents": b"---\n" * 60_000,
    "a long number": b"demand: " + b"9" * 200_000 + b" Gbps\n",
    "a long name": b"scenario: " + b"x" * 200_000,
    "a long key": b"x" * 200_000 + b": 1",
    "escapes": b'scenario: "' + b"\\x41" * 60_000 + b'"',
    "an open quote": b"a: '" + b"x\n " * 80_000,
    "objects": b"!!python/object/apply:os.system ['true']\n",
}
