"""What people read holds no character that they cannot see: one that steers a terminal, turns the direction of a line,
ends it, or is as wide as nothing is shown as its escape, e.g. an escape character as \\x1b.

Problems, blocks of reports and what commands print pass through here, so that no text of a file or of a command line,
such as a key or the name of a file, can pass itself off as something that the program says.
"""

import re

# The general categories Cc, Cf, Cs, Zl and Zp of Unicode, letters that are blank, and what is no character at all.
_HIDDEN = (
    "\x00-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_ANY = re.compile(f"[{_HIDDEN}]")
HIDDEN_IN_LINES = re.compile(rf"(?![\n\t])[{_HIDDEN}]")
# What no text of a file can mean: a null character ends a text of the system, half of a character is none.
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
_NAMES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    """A text on one line in which every character can be seen."""
    return text if text.isascii() and text.isprintable() else _ANY.sub(_escaped, text)


def visible_lines(text: str) -> str:
    """The same of a text whose lines and columns are the program's own: line feeds and tabs stay."""
    return HIDDEN_IN_LINES.sub(_escaped, text)


def shortened(text: str, longest: int = 60) -> str:
    """A text of a file as it is quoted: so many characters of it, and dots for the rest."""
    return text if len(text) <= longest else f"{text[:longest]}..."


def is_text(text: str) -> bool:
    """Whether there is neither a null character nor half of a character in it: only then can it name anything."""
    return _NO_TEXT.search(text) is None


def _escaped(found: re.Match[str]) -> str:
    letter = found[0]
    number = ord(letter)
    if letter in _NAMES:
        return _NAMES[letter]
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
