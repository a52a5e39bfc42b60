"""The blocks of a report on a page. Every text in them is shown as it is: nothing in it becomes HTML or Markdown.

Where Streamlit takes plain text it is given plain text; headings, key figures and the cells of short tables it reads
as Markdown, so there every character that could mean something is escaped.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import pandas as pd
import pyarrow as pa
import streamlit as st

from models.quantities.formatting import fixed
from simulator.experiment.estimate import Estimate
from simulator.messages.numbers import figure_text
from simulator.messages.page import plan_page
from simulator.output.blocks import (
    Block,
    Chart,
    Charts,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Preformatted,
    Table,
    Text,
)
from simulator.output.cells import FigureCell, in_three_digits, key_figure, table_cells, unbroken
from simulator.ui.widgets.charts import show_chart
from simulator.ui.widgets.table_look import table_look

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")  # What CommonMark 0.31, section 2.4, lets a backslash escape.
# What Streamlit replaces in a text that has been read already, where escaping comes too early: logos, links, arrows.
_REPLACED = re.compile(r":(?=streamlit:|//)|www(?=\.)|@|[<~>=-](?=[>=-])", flags=re.IGNORECASE)
_SPACES = re.compile(r"[^\S\N{NO-BREAK SPACE}]+")  # What keeps a figure and its interval on one line stays.
# A name to type: one piece between backticks, with nothing that could end what it stands in: brackets in pairs.
_CODE = re.compile(r"(?<!`)`((?!\s)(?:[^`\n\[\]]|\[[^`\n\[\]]*\])+(?<!\s))`(?!`)")
_JOINER = "\N{WORD JOINER}"  # Of no width; it keeps apart what would be replaced together.
_SIDE_BY_SIDE = 2
_CARDS_IN_A_ROW = 5
_BRIEF = 0.1  # Percentage points below which the interval of a change is not written below a figure.
_Better = Literal["normal", "inverse"]  # Streamlit's words for "more is good" and "less is good".
# Rows and columns up to which a table is shown whole; a larger one scrolls and can be searched.
_SHORT, NARROW = 40, 16
_TONES = {"neutral": "gray", "good": "green", "bad": "red"}


def show(blocks: Iterable[Block], below: int = 1, most_rows: int | None = None, heading: str = "") -> None:
    """Shows blocks one below the other, under a heading of some level: 1 is the title of a page.

    Their own headings begin one level below that, whatever their level in a report, and leave none out. most_rows: of
    a table that stands open; one with more is there for who opens it, since each row is a card on a phone. heading:
    what stands above all of them. A table or a chart that is called as its heading does not say so again.
    """
    shown = list(blocks)
    top = min((block.level for block in shown if isinstance(block, Heading)), default=1)
    for block in shown:
        if isinstance(block, Heading):
            heading = block.text
            _heading(block.text, below + 1 + block.level - top)
        elif isinstance(block, Table) and most_rows is not None and len(block.rows) > most_rows:
            label = plan_page.FIGURES if block.title == heading else plan_page.figures_of(block.title)
            with st.expander(escaped(label)):
                _table(block, heading)
        elif isinstance(block, Table):
            _table(block, heading)
        elif isinstance(block, Chart):
            _chart(block, heading)
        else:
            _SHOWN[block.kind](block)


def escaped(text: str) -> str:
    """A text as Markdown that reads as the text itself, on one line."""
    apart = _REPLACED.sub(lambda found: found[0] + _JOINER, _SPACES.sub(" ", unbroken(text)).strip(" "))
    return _PUNCTUATION.sub(r"\\\1", apart)


def with_code(text: str) -> str:
    """A text as Markdown that reads as the text itself, with what stands between backticks as code.

    Nothing means anything inside of code, so a text of somebody else's can become no more than that.
    """
    pieces = _CODE.split(_SPACES.sub(" ", unbroken(text)).strip(" "))
    return "".join(f"`{piece}`" if at % 2 else _escaped_inside(piece) for at, piece in enumerate(pieces))


def in_one_piece(figure: str) -> str:
    """A figure with its unit, on one line."""
    return figure.replace(" ", "\N{NO-BREAK SPACE}")


def _escaped_inside(piece: str) -> str:
    """A piece of a text, whose spaces at its ends keep it apart from code."""
    inside = escaped(piece)
    before = " " if piece[:1] == " " else ""
    return f"{before}{inside}{' ' if inside and piece[-1:] == ' ' else ''}"


def show_text(text: str) -> None:
    """Plain text, except for code in it."""
    if _CODE.search(text):
        st.markdown(with_code(text))
    else:
        st.text(unbroken(text))


def _heading(text: str, level: int) -> None:
    (st.header if level == 2 else st.subheader)(escaped(text), anchor=False)


def _text(block: Text) -> None:
    text = with_code(block.text)
    if block.lead:
        st.markdown(f"**{text}**")
    elif block.tone != "neutral":
        st.markdown(f":{_TONES[block.tone]}[{text}]")
    elif block.aside:
        st.caption(text)
    else:
        show_text(block.text)


def _preformatted(block: Preformatted) -> None:
    st.code(block.text, language=None, wrap_lines=True)


def _key_figures(block: KeyFigures) -> None:
    for row in _in_rows(block.cards, _CARDS_IN_A_ROW):
        for column, card in zip(st.columns(len(row)), row, strict=True):
            with column:
                show_card(card)


def show_card(card: KeyFigure, figure: str = "") -> None:
    """A key figure in its frame, with its change against the baseline; `figure` stands where there is none yet."""
    change = card.change
    # What may be chance has neither colour nor arrow.
    same = change is not None and abs(change.value) <= change.half_width
    better: _Better = "normal" if card.more_is_better else "inverse"
    with st.container(border=True, height="stretch"):
        st.metric(
            escaped(card.label),
            figure or escaped(_written(key_figure(card.figure))),
            # Digits only, so that nothing needs to be escaped, and the minus that decides the arrow comes first.
            delta=_briefly(change) if change is not None else None,
            delta_color="off" if same else better,
            delta_arrow="off" if same else "auto",
        )
        st.caption(f":{_TONES[card.tone]}[{with_code(card.note)}]" if card.note else "&nbsp;")


def _briefly(percent: Estimate) -> str:
    """A change as it fits below a figure; its full interval stands in the report."""
    return figure_text(percent) if percent.half_width >= _BRIEF else f"{fixed(percent.value, 1)} %"


def _table(block: Table, heading: str) -> None:
    """The table under its title, unless that is its heading, then why figures that are not known are not."""
    table = in_three_digits(block)
    cells, notes = table_cells(table)
    rows = [[_written(found) for found in row] for row in cells]
    _caption(block.title, heading)
    small = len(rows) <= _SHORT and len(block.columns) <= NARROW
    (_whole if small else _scrolling)(table, rows)
    for mark, reason in notes:
        show_text(f"{mark}: {reason}")


def _caption(title: str, heading: str) -> None:
    if title != heading:
        st.markdown(f"**{escaped(title)}**")


def _whole(block: Table, rows: Sequence[Sequence[str]]) -> None:
    # Names of columns must differ; two without one differ in what nobody sees.
    names = [escaped(_name(column)) or _JOINER * (at + 1) for at, column in enumerate(block.columns)]
    columns = [[with_code(row[at]) for row in rows] for at in range(len(names))]
    # A Styler of pandas, which could align figures too, takes fifty times as long as all the rest.
    if look := table_look(block.columns, [_name(column) for column in block.columns], rows):
        st.html(look)
    st.table(pa.table(columns, names=names), border="horizontal", hide_index=True, alt=block.title)


def _scrolling(block: Table, rows: Sequence[Sequence[str]]) -> None:
    names = [str(at) for at in range(len(block.columns))]
    columns = {
        name: st.column_config.TextColumn(_name(column) or " ", alignment="right" if column.numeric else "left")
        for name, column in zip(names, block.columns, strict=True)
    }
    frame = pd.DataFrame([list(row) for row in rows], columns=names)
    st.dataframe(frame, hide_index=True, column_config=columns, alt=block.title)


def _name(column: Column) -> str:
    return f"{column.name}, {column.unit}" if column.unit else column.name


def _written(figure_cell: FigureCell) -> str:
    """A figure in one piece, with the mark of its note."""
    mark = f" ({figure_cell.note})" if figure_cell.note else ""
    return unbroken(figure_cell.written + mark)


def _chart(block: Chart, heading: str) -> None:
    _caption(block.title, heading)
    show_chart(block.picture, block.alt)


def _charts(block: Charts) -> None:
    for row in _in_rows(block.charts, _SIDE_BY_SIDE):
        for column, chart in zip(st.columns(_SIDE_BY_SIDE), row, strict=False):
            with column:
                _chart(chart, "")


def _in_rows(entries: Sequence[Any], size: int) -> list[Sequence[Any]]:
    return [entries[start : start + size] for start in range(0, len(entries), size)]


_SHOWN: Mapping[str, Callable[..., None]] = {
    Text.kind: _text,
    Preformatted.kind: _preformatted,
    KeyFigures.kind: _key_figures,
    Charts.kind: _charts,
}
