"""A report on a page: every block of it is there, and every text in it is shown as it is."""

import re

import pytest
from markdown_it import MarkdownIt
from streamlit.testing.v1 import AppTest

from simulator.output.blocks import Column
from simulator.studies.plan.document import report_of
from simulator.ui.widgets.blocks import NARROW, escaped, with_code
from simulator.ui.widgets.table_look import table_look
from tests.fabricated import outcome
from tests.ui.showing import HOSTILE, blocks

MADE_OF = (
    "from simulator.output.blocks import Column, Heading, KeyFigure, KeyFigures, Preformatted, Table, Text",
    "from simulator.experiment.estimate import Estimate",
    "from simulator.experiment.results import Unavailable",
)
JOINER, NO_BREAK = "\N{WORD JOINER}", "\N{NO-BREAK SPACE}"


def read(markdown, *more):
    """What a reader of CommonMark with HTML, tables and strikethrough sees of a text, if that is all text, or of a kind
    in `more`; code keeps its backticks."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(markdown)
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    seen = tokens[1].children
    assert {child.type for child in seen} <= {"text", "text_special", *more}, markdown
    return "".join(f"{child.markup}{child.content}{child.markup}" if child.type == "code_inline" else child.content
                   for child in seen).replace(JOINER, "")  # fmt: skip


def unescaped(markdown):
    """A text as it was before `escaped`."""
    return "".join(part[1:] if part[:1] == "\\" else part for part in _pieces(markdown)).replace(JOINER, "")


def _pieces(markdown):
    at = 0
    while at < len(markdown):
        size = 2 if markdown[at] == "\\" else 1
        yield markdown[at : at + size]
        at += size


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_escaped_reads_as_the_text_itself(text):
    assert read(escaped(text)) == text
    assert unescaped(escaped(text)) == text


# Code, and what could end it early, begin it late, or mean something in it or beside it.
CODED = (
    "`<b>`", "a `$x$` b", "`:red[x]`", "`a` `b`", "\\`a\\`", "\\\\`a`", "``a``", "```", "` a`", "`a ` b`", "`a``b`",
    "`a` <b>`c`</b>", "**`a`**", "`[a](http://example.org)`", "[`a`](http://example.org)", "a` -> `b", "$`a`$",
    "<`a`>", "`a`\n\n# `b`", "`tiers[1].servers` a", "`a[1`", "`a]1[`", "`a[{b: 1}]`",
)  # fmt: skip


@pytest.mark.parametrize("text", (*HOSTILE, *CODED))
def test_between_backticks_stands_code_and_nothing_else_of_a_text_means_anything(text):
    assert read(with_code(text), "code_inline") == " ".join(text.split())
    assert ("code_inline" in kinds_of(with_code(text))) is (
        re.search(r"(?<!`)`([^`\s\[\]]|\[[^`\[\]]*\])+`(?!`)", text) is not None
    )


def kinds_of(markdown):
    """The kinds of what stands in one line of Markdown."""
    return {child.type for child in MarkdownIt("commonmark").parseInline(markdown)[0].children}


BLOCKS = ("- a", "+ a", "1. a", "2) a", "> a", "# a", "    a", "a\n---", "a\n\nb", "| a |\n| - |", "```", "$$", "\\")


@pytest.mark.parametrize("text", BLOCKS)
def test_what_would_begin_a_block_is_a_text_on_one_line(text):
    assert read(escaped(text)) == " ".join(text.split())


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_of_a_scenario_is_shown_as_it_is_by_every_block(text):
    card = f"KeyFigure({text!r}, {text!r}, {text!r}, 'bad')"
    table = f"Table({'t ' + text!r}, (Column({text!r}), Column('')), (({text!r}, Unavailable({text!r})),))"
    words = f"Heading({text!r}, 1), Heading({text!r}, 2), Text({text!r}), Text({text!r}, lead=True)"
    shown = blocks(f"[{words}, Preformatted({text!r}), KeyFigures(({card},)), {table}]", *MADE_OF)
    assert not shown.exception
    is_bold = {f"**{escaped('t ' + text)}**", f"**{with_code(text)}**"}
    coded = [element.value for element in shown.markdown if element.value not in is_bold]
    plain = [element.value for element in shown.text] or [read(value, "code_inline") for value in coded]
    assert plain == [text, f"a: not known: {text}"] and shown.code[0].value == text
    assert shown.code[0].language in (None, "", "plaintext")
    marked = [shown.header[0].value, shown.subheader[0].value, shown.metric[0].label, shown.metric[0].value]
    assert [unescaped(value) for value in marked] == [text] * 4
    assert unescaped(shown.caption[0].value.removeprefix(":red[").removesuffix("]")) == text
    assert read(escaped(text)) == text
    (cells,) = shown.table[0].value.to_numpy().tolist()
    assert unescaped(cells[0]) == text and unescaped(cells[1]) == "not known (a)"
    assert unescaped(shown.table[0].value.columns[0]) == text
    assert {element.value for element in shown.markdown} == is_bold.union(coded) and bool(coded) is ("`c`" in text)


def test_no_address_and_no_arrow_is_made_of_a_text():
    """Streamlit makes links, arrows and its logo of a text that has been read already: they are kept apart."""
    text = " ".join(HOSTILE)
    for made_of in ("://", "www.", "@", "->", "<-", "--", ">=", "<=", "~=", ":streamlit:"):
        assert made_of in text and made_of not in escaped(text).replace("\\", "").replace("@" + JOINER, "")


def test_a_table_that_is_called_as_its_heading_does_not_say_so_again():
    shown = blocks("[Heading('Orders', 2), Table('Orders', (), ()), Table('Months', (), ())]", *MADE_OF)
    assert not shown.exception and [each.value for each in shown.markdown] == ["**Months**"]


def test_no_block_of_a_report_is_left_out():
    imports = ("from simulator.studies.plan.document import report_of", "from tests.fabricated import outcome")
    shown = blocks("report_of(outcome()).blocks", *imports)
    assert not shown.exception
    report = report_of(outcome()).blocks
    kinds = [block.kind for block in report]
    assert len(shown.header) + len(shown.subheader) == kinds.count("heading")
    assert len(shown.table) + len(shown.dataframe) == kinds.count("table")
    assert len(shown.code) == kinds.count("preformatted")
    side_by_side = sum(len(block.charts) for block in report if block.kind == "charts")
    assert len(shown.get("vega_lite_chart")) == kinds.count("chart") + side_by_side == 8


def test_a_figure_has_its_interval_on_its_line_and_its_unit():
    figure = "Estimate(4876.4, 12.1, 0.95, 5, 'Mbps')"
    card, table = f"KeyFigure('carries', {figure})", f"Table('t', (Column('a', 'Mbps', True, True),), (({figure},),))"
    shown = blocks(f"[KeyFigures(({card},)), {table}]", *MADE_OF)
    assert unescaped(shown.metric[0].value) == "4.88 Gbps"
    assert unescaped(shown.table[0].value.iloc[0, 0]) == f"+4.876{NO_BREAK}±{NO_BREAK}0.012"
    assert unescaped(shown.table[0].value.columns[0]) == "a, Gbps"


def test_a_long_table_scrolls_and_is_given_as_plain_text():
    rows = "tuple((text, text) for text in HOSTILE * 5)"
    shown = blocks(f"[Table('t', (Column(''), Column('')), {rows})]", *MADE_OF, "from tests.ui.showing import HOSTILE")
    assert not shown.exception and not shown.table
    assert shown.dataframe[0].value.iloc[:, 0].tolist() == list(HOSTILE * 5)


def test_figures_stand_on_the_right_and_words_on_the_left():
    columns = "(Column('a'), Column('b', '', True), Column('c'), Column('d', '', True))"
    tables = f"Table('figures', {columns}, (('w', 'x', 'y', 'z'),)), Table('words', (Column('a'),), (('w',),))"
    shown = blocks(f"[{tables}]", *MADE_OF)
    (look,) = [element.proto.body for element in shown.get("html")]
    assert re.findall(r"\(td, th\):nth-child\((\d)\) \{ text-align: right", look) == ["2", "4"]
    kinds = [element.type for element in shown.main]
    assert kinds == ["main", "markdown", "html", "table", "markdown", "table"]


def test_a_table_without_room_names_each_cell_of_its_cards_and_no_name_ends_its_style():
    names = ("a", "b, Mbps", *HOSTILE)
    look = table_look([Column("a"), Column("b", "Mbps", True), *map(Column, HOSTILE)], names)
    labels = re.findall(r'td:nth-child\((\d+)\)::before \{ content: "([^"]*)"; \}', look)
    assert [int(at) for at, _ in labels] == list(range(2, len(names) + 1))
    read = [re.sub(r"\\([0-9a-f]+) ", lambda found: chr(int(found[1], 16)), written) for _, written in labels]
    assert read == list(names[1:]) and look.lower().count("<style") == look.lower().count("</style") == 1


def test_a_card_has_no_line_for_an_empty_cell():
    columns, names = [Column("a"), Column("b"), Column("c")], ["a", "b", "c"]
    rows = [["one", "x", ""], ["two", " ", ""], ["three", "y", "z"]]
    hidden = re.findall(r"tr:nth-child\((\d)\) > td:nth-child\((\d)\)", table_look(columns, names, rows))
    assert hidden == [("1", "3"), ("2", "2"), ("2", "3")]
    assert "display: none" not in table_look(columns, names, rows[2:])


def test_a_table_of_more_columns_than_are_shown_whole_scrolls():
    wide = f"Table('t', (Column('a', '', True),) * {NARROW + 1}, (('x',) * {NARROW + 1},))"
    shown = blocks(f"[{wide}]", *MADE_OF)
    assert not shown.exception and not shown.table and len(shown.dataframe) == 1


def test_a_table_of_many_rows_stands_behind_its_heading_where_it_is_folded():
    table = "Table('Hours', (Column('hour'),), (('1',), ('2',)))"
    imports = ("from simulator.output.blocks import Column, Table", "from simulator.ui.widgets.blocks import show")
    for most, folded in ((1, 1), (2, 0)):
        shown = AppTest.from_string("\n".join((*imports, f"show([{table}], most_rows={most})"))).run()
        assert len(shown.expander) == folded and len(shown.table) == 1
