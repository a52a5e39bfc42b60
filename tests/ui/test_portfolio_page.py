"""The page Portfolio: every variant of a shipped portfolio by theory, the front as a picture, and the command."""

from dataclasses import replace

import pytest

from models.errors import ScenarioError
from models.variations.portfolio import load_portfolio
from simulator.messages.numbers import bare, short_estimate
from simulator.output.cells import unbroken
from simulator.store.store import Store
from simulator.store.store_file import default_store
from simulator.studies.sweep.answer import run_variants
from simulator.studies.sweep.variants import expand_portfolio
from simulator.studies.sweep.workers import local_workers
from simulator.ui.library import portfolios, shipped
from simulator.ui.pages import portfolio
from simulator.ui.pages import portfolio as asked
from simulator.ui.pages.portfolio import BASE, portfolio_text
from simulator.ui.session import begin_session
from simulator.ui.uploads import scenario_text
from tests.ui.showing import page, said, settled, waits

SMALL = """portfolio: Two loads
base: {base}
alternatives:
  less memory: {{server.ram: 1 GiB}}
  more memory: {{server.ram: 8 GiB}}
"""

TWO = ("epyc-7313p-24hdd-2x25gbe", "epyc-9354p-2x100gbe")
QUICK = "set: {run: {warm_up: 5 s, duration: 10 s, window: 1 s, precision: 50 %, replications: 2}}\n"


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A portfolio of two alternatives in place of the shipped one."""
    file = tmp_path / "small.yaml"
    file.write_text(SMALL.format(base=shipped()["microsoft_update"]))
    monkeypatch.setattr(portfolio, "portfolios", lambda: {"small": file})
    monkeypatch.setattr(portfolio, "_offered", lambda: ["small"])
    return file


def test_portfolios_are_told_from_scenarios():
    assert list(portfolios()) == ["portfolio"]
    assert not set(portfolios()) & set(shipped())


def test_the_page_answers_every_variant_and_shows_the_front(small):
    shown = settled(page("portfolio"), waits)
    assert not shown.exception and not shown.error
    headings = [element.value for element in (*shown.header, *shown.subheader)]
    assert "Cost against capacity and headroom" in headings
    told = " ".join(said(shown))
    assert "headroom sweep scenarios/small.yaml" in told
    assert len(shown.get("vega_lite_chart")) == 4, "totals, headroom, and the front against both"
    cells = [row[0] for table in shown.table for row in table.value.to_numpy().tolist()]
    assert cells.count("less memory") == 1, "one table"
    assert "less memory" in cells, "and more memory, which changes nothing, stands with the one as it is"


@pytest.fixture
def own_store(tmp_path, monkeypatch):
    """A store that is this test's own, and does not exist yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return default_store()


def test_what_has_not_been_simulated_yet_is_told_and_nothing_is_made(small, own_store):
    shown = page("portfolio")
    shown.segmented_control[0].set_value(portfolio.KEPT).run()
    assert portfolio.NOTHING_YET.text in said(shown)
    assert not own_store.exists()
    with Store(own_store):
        pass
    shown = settled(shown.run(), waits)
    assert portfolio.NOTHING_YET.text in said(shown)


def test_what_has_been_simulated_is_shown_as_the_sweep_told_it(small, own_store, tmp_path):
    """Nothing is simulated for it: half of it is kept, and the other half has no answer."""
    small.write_text(small.read_text() + QUICK)
    found, variants = load_portfolio(str(small)), expand_portfolio(load_portfolio(str(small)))
    with Store(own_store) as store:
        half = replace(variants, found=variants.found[:2])
        told = run_variants(found, half, local_workers("kernel", 2, store))
        added = store.added
    shown = page("portfolio")
    shown = settled(shown.segmented_control[0].set_value(portfolio.KEPT).run(), waits)
    rows = [row for table in shown.table for row in table.value.to_numpy().tolist()]
    cells = [cell.replace("\\", "") for row in rows for cell in row]
    for answer in told.answers:
        assert answer.name in cells and unbroken(bare(short_estimate(answer.figures.headroom))) in cells
    assert variants.found[2].name in cells and "not simulated yet, or not to the end" in cells
    with Store(own_store) as store:
        assert sum(group.runs for group in store.groups()) == added


def test_a_portfolio_that_is_wrong_is_told_with_its_lines(small):
    small.write_text(small.read_text().replace("server.ram", "server.rma"))
    shown = page("portfolio")
    assert not shown.exception
    assert any("rma" in text and "did you mean" in text for text in said(shown))


def test_an_equal_question_has_one_answer(small):
    class Desk:
        keys = []

        def ask(self, owner, slot, key, cost, work, steps):
            self.keys.append((key, cost, steps))

    for owner in ("me", "you"):
        asked.ask_theory(Desk(), owner, small)
    assert len(set(Desk.keys)) == 1 and Desk.keys[0][1:] == (0.0, 3)


def test_all_problems_of_a_portfolio_come_at_once(small):
    small.write_text(small.read_text().replace("8 GiB", "8 pizzas") + "  less: {demnad: 1 Gbps}\n")
    with pytest.raises(ScenarioError) as caught:
        asked.ask_theory(None, "me", small)
    assert len(caught.value.problems) == 2


def test_a_shipped_portfolio_answers_for_the_demand_of_the_open_plan_and_a_variant_becomes_a_plan(small):
    shown = settled(page("portfolio", demand="60 Gbps"), waits)
    assert "--set 'demand=60 Gbps'" in " ".join(said(shown)) and "60 Gbps" in shown.checkbox[0].label
    rows = [row for table in shown.table for row in table.value.to_numpy().tolist()]
    mine = {row[0]: row for row in rows}
    shown = settled(shown.checkbox[0].set_value(False).run(), waits)
    its_own = {row[0]: row for table in shown.table for row in table.value.to_numpy().tolist()}
    assert mine["less memory"][2] != its_own["less memory"][2], "servers"
    shown = settled(shown.checkbox[0].set_value(True).run(), waits)
    cheapest = shown.button(key="open variant 0")
    shown = cheapest.click().run()
    assert not shown.exception
    opened = shown.session_state["headroom"].current()
    assert opened.demand.on_a_line == "60 Gbps" and any("is the open plan now" in each.value for each in shown.info)


def test_the_open_plan_is_answered_on_every_server_that_may_stand_there(monkeypatch, tmp_path):
    monkeypatch.setattr(portfolio, "servers_at", lambda place: dict.fromkeys(TWO, 2023))
    monkeypatch.setattr(portfolio, "portfolios", lambda: {})
    shown = settled(page("portfolio", serve="downloads", peak="40 Gbps"), waits)
    assert not shown.exception and not shown.error
    cells = [row[0].replace("\\", "") for table in shown.table for row in table.value.to_numpy().tolist()]
    assert any("epyc-9354p-2x100gbe" in cell for cell in cells)
    shown.button(key="open variant 0").click().run()
    session = shown.session_state["headroom"]
    assert session.answers.peak == "40 Gbps" and session.answers.server in TWO


def test_the_portfolio_of_the_open_plan_can_be_taken_along(tmp_path):
    session = begin_session("a test", {"scenario": "downloads_today", "reserve": "30 %", "server.ram": "768 GiB"})
    (tmp_path / BASE).write_text(scenario_text("downloads_today"))
    file = tmp_path / "portfolio.yaml"
    file.write_text(portfolio_text(session))
    found = load_portfolio(str(file))
    assert found.everywhere[0].path == "reserve" and len(found.everywhere) == 1
    assert session.kept.server.name in next(axis for axis in found.grid).values
