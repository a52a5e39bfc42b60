"""How cells look: one look for all sheets, with the accent of the brand."""

from typing import Any

from simulator.output.blocks import Tone
from simulator.output.brand import Brand

_RULE, _SHADE, _MUTED = "#D0D5DA", "#F2F4F6", "#5A6570"
_ENTRY, _ENTRY_INK = "#FFF6D5", "#1F3FBF"  # Blue on yellow, as modellers mark what may be changed.
_TONES: dict[Tone, str] = {"neutral": "", "good": "#00663F", "bad": "#B02A00"}


class Styles:
    """The formats of a workbook, each made once."""

    def __init__(self, book: Any, brand: Brand) -> None:
        self._book, self._accent = book, brand.accent
        self._made: dict[tuple[tuple[str, object], ...], Any] = {}

    def title(self) -> Any:
        return self._format(bold=True, font_size=20, font_color=self._accent, valign="top", text_wrap=True)

    def origin(self) -> Any:
        return self._format(font_color=_MUTED, text_wrap=True, valign="top")

    def heading(self) -> Any:
        return self._format(bold=True, font_size=15, font_color=self._accent, valign="top")

    def caption(self) -> Any:
        return self._format(bold=True, font_size=12)

    def paragraph(self, *, lead: bool = False) -> Any:
        size = {"font_size": 12, "bold": True} if lead else {}
        return self._format(text_wrap=True, valign="top", **size)

    def preformatted(self) -> Any:
        return self._format(font_name="Consolas", font_size=10)

    def note(self) -> Any:
        return self._format(font_color=_MUTED, font_size=10, text_wrap=True, valign="top")

    def head(self, *, numeric: bool, first: bool = True) -> Any:
        look = {"bold": True, "bg_color": _SHADE, "bottom": 2, "bottom_color": self._accent, "text_wrap": True}
        return self._format(**look, valign="bottom", **_aligned(numeric, first))

    def cell(self, digits: str, *, numeric: bool, entry: bool, first: bool, tone: Tone) -> Any:
        """A cell of a table; an entry is not locked, should a reader protect the sheet."""
        look: dict[str, object] = {"valign": "top", "bottom": 1, "bottom_color": _RULE, **_aligned(numeric, first)}
        look |= {} if numeric else {"text_wrap": True}
        look |= {"num_format": digits} if digits else {}
        look |= {"bg_color": _ENTRY, "font_color": _ENTRY_INK, "locked": False} if entry else {}
        look |= {"font_color": _TONES[tone], "bold": True} if _TONES[tone] else {}
        return self._format(**look)

    def data(self, digits: str = "") -> Any:
        """The figures of a chart."""
        return self._format(font_color=_MUTED, **({"num_format": digits} if digits else {}))

    def _format(self, **look: object) -> Any:
        key = tuple(sorted(look.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format(look)
        return self._made[key]


def _aligned(numeric: bool, first: bool) -> dict[str, object]:
    """Numbers to the right, texts to the left and apart from the numbers before them."""
    if numeric:
        return {"align": "right"}
    return {"align": "left"} if first else {"align": "left", "indent": 1}
