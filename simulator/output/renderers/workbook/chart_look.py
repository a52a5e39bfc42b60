"""The look that all charts of a workbook share: ink, axes, legends, and intervals whose ends are cells."""

from collections.abc import Sequence
from typing import Any

from simulator.output.renderers.workbook.page import CellRange
from simulator.output.renderers.workbook.text import no_formula

SheetSeries = dict[str, Any]
INK, GRID, _AXIS = "#3C4650", "#E3E6E9", "#9AA3AB"
SMALL = {"size": 9, "color": INK}


def pale(ink: str) -> str:
    """A colour of the same hue for what is not full: not every program draws the rim of a mark."""
    parts = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 - 0.3 * (255 - part)):02X}" for part in parts)


def error_bars(plus: CellRange, ink: str = INK, minus: CellRange | None = None) -> dict[str, Any]:
    """Intervals whose half-widths, or both sides, stand in cells."""
    values = {"plus_values": plus.cells, "minus_values": (minus or plus).cells}
    return {"type": "custom", **values, "line": {"color": ink, "width": 1.25}}


def axis(name: str) -> dict[str, Any]:
    """An axis with its name, "" for none, and a light grid."""
    look = {
        "num_font": SMALL,
        "line": {"color": _AXIS},
        "major_gridlines": {"visible": True, "line": {"color": GRID}},
    }
    font = {"bold": False, "size": 9, "color": INK}
    return look | ({"name": no_formula(name), "name_font": font} if name else {})


def legend(
    chart: Any, names: Sequence[str], hidden: Sequence[int] = (), *, position: str = "bottom", always: bool = False
) -> None:
    """A legend where there are several names; `hidden` are the series that it leaves out."""
    if len(names) < 2 and not always:
        chart.set_legend({"none": True})
    else:
        chart.set_legend({"position": position, "font": SMALL, "delete_series": list(hidden)})
