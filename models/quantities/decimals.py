"""Numbers as people and programs of many countries write them: with a decimal point or a decimal comma.

1,234.5 and 1.234,5 are the same number. One alone may say nothing: 1.000 is one or a thousand. All numbers of a file
have one mark, so that it is found from all of them together.
"""

import math
import re
from collections.abc import Iterable, Sequence

POINT, COMMA = ".", ","
MARKS = (POINT, COMMA)
_BOTH, _POINT = frozenset(MARKS), frozenset(POINT)
_ENDS = r"(?:[eE][+-]?\d+)?"
# A group of thousands does not begin with a zero, so that 0,125 has a decimal comma.
_WRITTEN = {
    mark: re.compile(rf"[+-]?(?:\d+|[1-9]\d{{0,2}}(?:\{other}\d{{3}})+)?(?:\{mark}\d*)?{_ENDS}")
    for mark, other in ((POINT, COMMA), (COMMA, POINT))
}
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
# Thousands apart by spaces, narrow ones and apostrophes, whatever the decimal mark is.
_APART = re.compile(r"(?<=\d)['\u2019\u00a0\u202f ](?=\d{3}(?!\d))")


def without_thousands(text: str) -> str:
    """A number as it is written, without what only sets its thousands apart."""
    return _APART.sub("", text.strip())


def decimal_marks(text: str) -> frozenset[str]:
    """The decimal marks with which a text is a number; none where it is no number."""
    if text.isdecimal():  # As many are.
        return _BOTH
    number = without_thousands(text)
    if not any(each.isdigit() for each in number.lower().partition("e")[0]):
        return frozenset()
    return frozenset(mark for mark, written in _WRITTEN.items() if written.fullmatch(number))


def parse_number(text: str, mark: str = POINT) -> float | None:
    """The number of a text by a decimal mark, None where it is none or not finite."""
    if mark == POINT and _PLAIN.fullmatch(text):  # As nearly all are; a record has millions.
        value = float(text)
        return value if math.isfinite(value) else None
    number = without_thousands(text)
    if mark not in decimal_marks(number):
        return None
    other = COMMA if mark == POINT else POINT
    value = float(number.replace(other, "").replace(mark, POINT))
    return value if math.isfinite(value) else None


def common_decimal_marks(texts: Iterable[str]) -> tuple[frozenset[str], dict[str, str]]:
    """The marks with which all numbers among some texts can be read, and for each mark a text that only it explains.

    Texts that are no numbers say nothing. No mark is left where some numbers have a point and others a comma.
    """
    marks = _BOTH
    only: dict[str, str] = {}
    for text in texts:
        if marks == _POINT and _PLAIN.fullmatch(text) and not only[POINT].startswith("0"):
            continue  # One more with a point, or with none: a record has millions, and no better example is sought.
        found = decimal_marks(text)
        if not found:
            continue
        marks &= found
        if len(found) == 1:
            (mark,) = found
            # 0,000 is one, and says little.
            if mark not in only or only[mark].startswith("0"):
                only[mark] = text
    return marks, only


def ambiguous_mark_example(texts: Sequence[str]) -> str:
    """The first of some texts that is one number with a decimal point and another with a comma; "" where none is."""
    for text in texts:
        if POINT not in text and COMMA not in text:
            continue  # As most numbers of a log: the same however it is read.
        if len(decimal_marks(text)) == len(MARKS) and parse_number(text, POINT) != parse_number(text, COMMA):
            return text
    return ""
