"""The page Validation: published figures at once, simulated ones when they are asked for, and what tables say."""

import pytest

from simulator.studies.validate.audit import audit_tables
from simulator.studies.validate.document import audit_blocks, published_blocks, result_blocks
from simulator.studies.validate.published import published_figures
from simulator.studies.validate.record import read_record
from simulator.ui.pages import validation as its_page
from simulator.ui.pages.validation import case_names, figures_of, tables_of, validate
from tests.ui.showing import page, said, settled, waits

SAID_ALONE = "address_space"  # A case that follows from descriptions: nothing is simulated.


class AtOnce:
    """A desk that does at once what it is asked, and remembers at what cost."""

    def ask(self, owner, slot, key, cost, work, steps=0):
        self.cost, self.steps = cost, steps
        return work(None, lambda: None)


def tables(blocks):
    return {block.title: block for block in blocks if block.kind == "table"}


@pytest.mark.parametrize("case", case_names())
def test_every_published_figure_is_shown_with_its_role(case):
    rows = tables(published_blocks(figures_of(case)))["Published figures"].rows
    figures = [figure for figure in published_figures() if figure.case == case]
    assert [row[-1] for row in rows] == [figure.role for figure in figures]


def test_a_published_figure_has_its_unit_before_anything_is_simulated():
    """All but connections and sessions, which are counted; as the unit was told when it was simulated."""
    told = {(each.case, each.figure): each.unit for each in read_record().figures}
    for figure in published_figures():
        known = told.get((figure.case, f"{figure.column} {figure.key}".replace("_", " ")), figure.unit)
        assert figure.unit == known
        counted = figure.measure in ("connections", "ramp_sessions", "ramp_open")
        assert figure.unit or counted or figure.published is None or figure.comparison != "value"


def test_every_contradiction_of_the_audit_is_shown_with_its_case():
    for table in audit_tables():
        blocks = audit_blocks(tables_of(table.case))
        told = " ".join(block.text for block in blocks if block.kind == "text")
        assert all(contradiction in told for contradiction in table.contradictions)
        assert f"{table.table}, {table.source}" in tables(blocks)


def test_what_is_simulated_is_judged_with_a_signed_error():
    desk = AtOnce()
    rows = validate(desk, "somebody", SAID_ALONE)
    (text, *_), shown = result_blocks(rows), tables(result_blocks(rows))["Published against simulated"]
    assert desk.cost == desk.steps == 0
    assert text.text.startswith("10 of 10 figures reproduced")
    assert all(row[3].startswith(("+", "-", "0.0")) and row[-1] == "✓ reproduced" for row in shown.rows)


def test_the_page_shows_what_was_published_and_simulates_when_it_is_asked():
    shown = page("validation")
    assert not shown.exception
    assert shown.selectbox[0].options == [case.replace("_", " ") for case in case_names()]
    shown.selectbox[0].set_value(SAID_ALONE).run()
    assert not any("figures reproduced" in text for text in said(shown))
    shown.button[0].click().run()
    settled(shown, waits)
    assert any("10 of 10 figures reproduced" in text.replace("\\", "") for text in said(shown))
    assert not shown.button


def test_another_case_is_another_question_and_an_answer_stays():
    shown = page("validation")
    shown.selectbox[0].set_value(SAID_ALONE).run()
    shown.button[0].click().run()
    settled(shown, waits)
    shown.selectbox[0].set_value("soft_faults").run()
    assert not any("figures reproduced" in text for text in said(shown)) and shown.button
    shown.selectbox[0].set_value(SAID_ALONE).run()
    assert any("figures reproduced" in text for text in said(shown))


def test_a_case_that_cannot_be_simulated_says_why_and_can_be_asked_again(monkeypatch):
    class Failed:
        state, error, result = "failed", "there is <b>no</b> room", None

    monkeypatch.setattr(its_page, "validate", lambda desk, owner, case: Failed())
    shown = page("validation")
    shown.button[0].click().run()
    assert not shown.exception and shown.button
    assert shown.error[0].value == "there is \\<b\\>no\\<\\/b\\> room"
