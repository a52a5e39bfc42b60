"""Sentences with places for plain values, named in braces: each is called with its values in the order of their first
places, or by their names."""

import re
from collections.abc import Callable
from functools import cache

_PLACE = re.compile(r"(?<!\{)(?:\{\{)*\{(\w+)")  # Two braces stand for one that is written.


def sentence(text: str) -> Callable[..., str]:
    """Writes a sentence; a call with another number of values is a TypeError."""
    return lambda *values, **named: _write((text,), values, named)[0]


def problem(text: str, remedy: str) -> Callable[..., tuple[str, str]]:
    """Writes what is wrong and what to write instead, whose places are one row."""

    def written(*values: object, **named: object) -> tuple[str, str]:
        said, instead = _write((text, remedy), values, named)
        return said, instead

    return written


@cache
def places(*texts: str) -> tuple[str, ...]:
    """The names of the places in texts, each once."""
    return tuple(dict.fromkeys(name for text in texts for name in _PLACE.findall(text)))


def _write(texts: tuple[str, ...], values: tuple[object, ...], named: dict[str, object]) -> list[str]:
    names = places(*texts)
    unnamed = [name for name in names if name not in named]
    if len(unnamed) != len(values) or len(unnamed) + len(named) != len(names):
        raise TypeError(f"{texts[0]!r} has the places {list(names)}")
    filled = dict(zip(unnamed, values, strict=True)) | named
    return [text.format_map(filled) for text in texts]
