"""Texts as a workbook can hold them. Nothing in a text becomes a formula, a link, markup or a number."""

import re
from collections.abc import Iterable

# What XML 1.0, section 2.2, has no place for, and halves of characters.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\\s]+")
_LONGEST_TEXT, _LONGEST_NAME, _LONGEST_MARGIN = 32_767, 31, 110  # Excel's limits; a header holds 255 in all.
_CUT, _ELLIPSIS = " ... (cut)", "\N{HORIZONTAL ELLIPSIS}"
_RESERVED = {"history"}


def cell_text(text: str) -> str:
    """A text as a cell can hold it: without what XML forbids, and cut where it is longer than a cell."""
    written = _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n").replace("\r", "\n"))
    # XlsxWriter writes a text between these as it is, for it takes it for one with styles that it made itself.
    if written.startswith("<r>") and written.endswith("</r>"):
        written += "\N{WORD JOINER}"
    return _cut(written, _LONGEST_TEXT, _CUT)


def no_formula(text: str) -> str:
    """A text in a place, such as the name of an axis, where one that begins with "=" is taken for a formula."""
    return f"\N{WORD JOINER}{cell_text(text)}" if text.startswith("=") else cell_text(text)


def margin_text(text: str) -> str:
    """A text on one line of a header or footer, in which & begins a code."""
    return _cut(re.sub(r"\s+", " ", cell_text(text)), _LONGEST_MARGIN, _ELLIPSIS).replace("&", "&&")


def sheet_names(headings: Iterable[str]) -> list[str]:
    """A name for the sheet under each heading: at most 31 characters, none of []:*?/\\ and no two alike."""
    names: list[str] = []
    taken = set(_RESERVED)
    for heading in headings:
        name = _fresh(_tidy(heading), taken)
        taken.add(name.casefold())
        names.append(name)
    return names


def _tidy(heading: str) -> str:
    """Apostrophes are set, since a name may not end in a straight one."""
    tidy = _NOT_IN_A_NAME.sub(" ", cell_text(heading)).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}").strip()
    return tidy or "Sheet"


def _fresh(name: str, taken: set[str]) -> str:
    """The name, numbered if there is one like it: to Excel upper and lower case are alike."""
    fresh, number = _cut(name, _LONGEST_NAME, _ELLIPSIS), 2
    while fresh.casefold() in taken:
        fresh, number = _cut(name, _LONGEST_NAME - len(f" {number}"), _ELLIPSIS) + f" {number}", number + 1
    return fresh


def _cut(text: str, longest: int, ending: str) -> str:
    """A text of at most `longest` characters as Excel counts them, in UTF-16; `ending` says where it was cut."""
    units = text.encode("utf-16-le")
    if len(units) <= 2 * longest:
        return text
    return units[: 2 * (longest - len(ending))].decode("utf-16-le", errors="ignore") + ending
