"""The look of a table on a page, beyond what Streamlit does: figures stand on the right, and where its columns have no
room, as on a phone, each row is a card that has a line for each of its cells."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256

from simulator.output.blocks import Column

# The width of a column, and the least of a table, in rem, below which words would break.
_ROOM, _LEAST = 6.5, 24.0
# Letters of a word that has room in a column.
_SHORT = 12
# A row as a card. Who hears a page rather than sees it has the table as before.
_CARD = """
& thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
& :is(table, tbody) { display: block; width: 100%; }
& tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); column-gap: 2rem;
  padding: 0.5rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
& td { display: flex; justify-content: space-between; gap: 1rem; padding: 0.1rem 0; border: none; min-width: 0;
  text-align: right !important; }
& td::before { text-align: left; opacity: 0.8; }
& td:first-child { font-weight: 600; text-align: left !important; grid-column: 1 / -1; }
"""


def table_look(columns: Sequence[Column], names: Sequence[str], rows: Sequence[Sequence[str]] = ()) -> str:
    """What stands before a table, as HTML: a mark, and the style of the table that follows it; "" where none is needed.

    names: those of its columns, as they stand in its heading; rows: its cells, of which cards leave the empty ones out.
    """
    if len(columns) == 1 and not columns[0].numeric:
        return ""
    rules = "".join(_rules(columns, names, rows))
    mark = f"look-{sha256(rules.encode()).hexdigest()[:8]}"
    return (
        f'<div class="table-look {mark}"></div>'
        f"<style>.stElementContainer:has(> .stHtml > .{mark}) + * {{ {rules} }}</style>"
    )


def _rules(columns: Sequence[Column], names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    right = [str(at) for at, column in enumerate(columns, start=1) if column.numeric]
    yield "".join(f"& :is(td, th):nth-child({at}) {{ text-align: right !important;\n}}" for at in right)
    whole = [f"& :is(td, th):nth-child({at}) p" for at in _short_words(names, rows)]
    yield f"{', '.join(whole)} {{ overflow-wrap: break-word !important; }}" if whole else ""
    if len(columns) > 2:
        labels = [f"& td:nth-child({at})::before {{ content: {_quoted(name)}; }}" for at, name in enumerate(names, 1)]
        card = "".join((_CARD, *labels[1:], *_left_out(rows)))
        yield f"@container (max-width: {max(_LEAST, _ROOM * len(columns)):g}rem) {{{card}}}"
    else:
        yield "& p { overflow-wrap: anywhere; }"


def _short_words(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[int]:
    """The columns, from 1, all of whose words are short: those keep their words whole, and others give way."""
    for at, name in enumerate(names):
        texts = (name, *(row[at] for row in rows))
        if all(len(word) <= _SHORT for text in texts for word in text.split()):
            yield at + 1


def _left_out(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rule for cells without anything in them: Streamlit writes a space there, which no style tells from text."""
    empty = [
        f"tr:nth-child({down}) > td:nth-child({at})"
        for down, row in enumerate(rows, 1)
        for at, text in enumerate(row, 1)
        if not text.strip()
    ]
    if empty:
        yield f"& tbody :is({', '.join(empty)}) {{ display: none; }}"


def _quoted(text: str) -> str:
    """A text as CSS quotes it, with nothing in it that could end the quotation or the style."""
    return '"' + re.sub(r"[^\w ]", lambda found: f"\\{ord(found[0]):x} ", text) + '"'
