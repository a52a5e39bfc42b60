"""What would help, on a page: a card for each option that changes anything, with what takes it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from models.scenario import Scenario
from models.variations.changes import differences
from models.variations.option import find_option
from simulator.farm.upgrade_value import UpgradeRanking
from simulator.messages.numbers import NOT_RESOLVED
from simulator.messages.page import plan_page
from simulator.messages.upgrades import notes
from simulator.output.blocks import Column, Table, Text
from simulator.output.cells import FigureCell, in_three_digits, table_cells
from simulator.studies.upgrades.document import answer_blocks, excluded_tables, options_tables
from simulator.ui.inputs.value_input import show_button
from simulator.ui.plans.address_sync import bring_answer_into_view
from simulator.ui.session import BrowserSession
from simulator.ui.widgets.blocks import escaped, in_one_piece
from simulator.ui.widgets.blocks import show as show_blocks

# The columns of which a card has the figures, with a demand and without one.
_BY_FARM, _BY_SERVER = ("servers then", "than now", "gain", "of", "then binds"), ("gain", "of", "cost", "then binds")
_DEEP = 2  # The level of headings above what is shown here.


def show_options(session: BrowserSession, ranking: UpgradeRanking) -> None:
    """The answer, and every option that was measured, in the order in which it helps; what cannot be taken is not
    shown, and what theory rules out for whoever opens it."""
    show_blocks(answer_blocks(ranking), _DEEP)
    st.text(plan_page.TAKE_ONE)
    tables, aside = list(options_tables(ranking)), list(excluded_tables(ranking))
    names = {away: [each.name for each in ranking.worths if each.elsewhere == away] for away in (False, True)}
    for table, named in zip(tables, filter(None, names.values()), strict=True):
        _show_cards(session, table, named)
    with st.expander(plan_page.HOW_TO_READ):
        show_blocks([*tables, *aside[: bool(ranking.saturated)], *map(Text, notes(ranking))], _DEEP)


def _show_cards(session: BrowserSession, table: Table, names: Sequence[str]) -> None:
    """A card for each row: with a demand what the farm is then, else what a server costs and gains."""
    st.markdown(f"**{escaped(table.title)}**")
    by_farm, table = session.readable.demand is not None, in_three_digits(table)
    shown = [at for at, column in enumerate(table.columns) if column.name in (_BY_FARM if by_farm else _BY_SERVER)]
    cells, _ = table_cells(table)
    for name, row in zip(names, cells, strict=True):
        with st.container(border=True):
            what, take = st.columns([17, 3], vertical_alignment="center")
            what.markdown(f"**{escaped(row[0].written)}**")
            told = [_figure(table.columns[at], row[at]) for at in shown if row[at].written]
            what.markdown(" \N{MIDDLE DOT} ".join(told))
            how: dict[str, Any] = {"label": plan_page.TAKE_OPTION, "width": "stretch"}
            show_button(session, take.button, f"apply {name}", partial(_apply, session), name, **how)


def _figure(column: Column, cell: FigureCell) -> str:
    """A figure of a card by the name of its column, with its unit if it is known."""
    unit = "" if cell.written == NOT_RESOLVED else column.unit
    return f"{escaped(column.name)} **{escaped(in_one_piece(f'{cell.written} {unit}'.strip()))}**"


def _apply(session: BrowserSession, name: str) -> None:
    """Takes an option, and shows the new answer, which stands far above and says what was taken."""
    session.change_all(option_changes(session.readable, name) or {})
    bring_answer_into_view()
    session.tell(plan_page.taken(name))


def option_changes(scenario: Scenario, name: str) -> dict[str, str] | None:
    """The changes that make an option of a scenario, by its name; None where it does not apply to this scenario."""
    option = find_option(scenario, name)
    return None if option is None or option.scenario is None else dict(differences(scenario, option.scenario))
