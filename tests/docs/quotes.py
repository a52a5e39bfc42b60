"""What a guide quotes of the output of its commands: blocks marked ```text, each below the command that prints it."""

import re
import shlex
from dataclasses import dataclass

# A fenced block with its language, a command that is indented instead, or a line of prose.
_PIECES = re.compile(
    r"^```(?P<language>\w*)\n(?P<block>.*?)^```$|^ {4}(?P<indented>headroom [^\n]*)$|^(?P<prose>[^\n]*)$",
    flags=re.MULTILINE | re.DOTALL,
)
ELISION = "..."


@dataclass(frozen=True)
class Quote:
    """Lines of output as a guide has them, and the nearest command above them; "" where there is none."""

    command: str
    text: str


def quotes(guide: str) -> list[Quote]:
    """Every quotation of a guide in Markdown, in its order."""
    command, found = "", []
    for piece in _pieces(guide):
        if piece["language"] == "text":
            found.append(Quote(command, piece["block"]))
        elif piece["indented"]:
            command = piece["indented"]
        elif piece["language"] in ("", "sh"):
            given = [line for line in piece["block"].splitlines() if shlex.split(line)[:1] == ["headroom"]]
            command = given[-1] if given else command
    return found


def prose(guide: str) -> str:
    """A guide without its fenced blocks."""
    return "\n".join(piece["prose"] for piece in _pieces(guide) if piece["prose"])


def holds(quote: str, output: str) -> bool:
    """Whether every word of a quotation, figures too, stands in the output so and in this order, wherever lines end.

    `...` as a word stands for what is left out. A quotation of nothing does not hold.
    """
    words, at = output.split(), 0
    parts = _parts(quote.split())
    for part in parts:
        places = (place for place in range(at, len(words) - len(part) + 1) if words[place : place + len(part)] == part)
        place = next(places, None)
        if place is None:
            return False
        at = place + len(part)
    return bool(parts)


def _parts(words: list[str]) -> list[list[str]]:
    """The runs of words between those that are left out."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == ELISION:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def _pieces(guide: str) -> list[dict[str, str | None]]:
    return [found.groupdict() for found in _PIECES.finditer(guide)]
