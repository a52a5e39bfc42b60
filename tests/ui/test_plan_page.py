"""The plan page: theory first, then the simulation; what cannot be is told at its knob, and the last answer stays."""

import time
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Simulation
from simulator.farm.study import study
from simulator.service import answers
from simulator.ui.answer import IN_THEORY, NOT_YET, SIMULATED, UNKNOWN
from simulator.ui.library import shipped
from tests.shipped import of_each_kind
from tests.ui.whole_app import FakeTicket, opened, params_of

PENDING = ("waiting", "running")
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def simulated():
    """What a short simulation says of one download server."""
    scenario = load(shipped()["single_server"], {"run.duration": "25 s", "run.warm_up": "60 s", "run.replications": 5})
    return study(scenario, Simulation(load_engine("kernel")), "a test", date(2026, 1, 1))


def said(page):
    """Every text of the page."""
    kinds = (page.text, page.markdown, page.error, page.warning, page.caption)
    return [element.value for kind in kinds for element in kind]


def standing(page):
    """The badge of the answer."""
    badges = (IN_THEORY, SIMULATED, NOT_YET)
    (badge,) = [name for name in badges if any(f"badge[{name}]" in text for text in said(page))]
    return badge


def figures(page):
    return {metric.label: metric.value for metric in page.metric}


def knob(page, path):
    return page.text_input(key=f"knob {path}")


def test_the_first_answer_is_that_of_theory_and_then_the_simulated_one(ticket, simulated):
    page = opened(scenario="single_server")
    assert not page.exception
    assert standing(page) == IN_THEORY
    assert figures(page)["p95 response"] == "not known"
    ticket.state, ticket.result = "done", simulated
    page.run()
    assert not page.exception
    assert standing(page) == SIMULATED
    assert figures(page)["p95 response"].endswith(" s")
    assert any("Theory expected" in text for text in said(page))


def test_the_progress_of_the_simulation_is_shown(ticket):
    page = opened()
    (bar,) = page.get("progress")
    assert (bar.proto.value, bar.proto.text) == (20, "Simulating\\: 2 of 10 runs done")
    ticket.state, ticket.ahead = "waiting", 3
    (bar,) = page.run().get("progress")
    assert bar.proto.text == "Simulating\\: waiting\\, 3 jobs before it"


def test_the_simulation_comes_through_the_desk(monkeypatch):
    """The whole way once, with a scenario that is quick."""
    tickets = []

    def simulate(*asked):
        tickets.append(through_desk(*asked))
        return tickets[-1]

    through_desk = answers.ask_simulation
    monkeypatch.setattr(answers, "ask_simulation", simulate)
    page = opened(scenario="published/microsoft_com_x64")
    while tickets[-1].state in PENDING:
        time.sleep(0.02)
    page.run()
    assert standing(page) == SIMULATED
    assert page.session_state["headroom"].simulated is tickets[-1].result


def test_a_changed_knob_changes_the_answer(ticket):
    page = opened()
    before = figures(page)
    knob(page, "demand").set_value("24 Gbps").run()
    assert not page.exception
    assert int(figures(page)["Servers"]) > int(before["Servers"])
    assert ticket.asked[-1].demand.wire == 3e9
    assert params_of(page)["demand"] == "24 Gbps"


def test_a_changed_knob_can_be_reset(ticket):
    page = opened()
    before = figures(page)
    knob(page, "demand").set_value("24 Gbps").run()
    reset = page.button(key="reset demand")
    assert reset.label == "Reset to 12 Gbps"
    reset.click().run()
    assert figures(page) == before
    assert knob(page, "demand").value == "12 Gbps"
    # Beside it stands under which name the plan is kept.
    assert params_of(page) == {"scenario": "microsoft_update", "plan": params_of(page)["plan"]}


def test_all_changes_can_be_reset_at_once(ticket):
    page = opened(**{"scenario": "microsoft_update", "demand": "24 Gbps", "server.ram": "8 GiB"})
    assert page.button(key="reset").label == "Reset 2 changes"
    page.button(key="reset").click().run()
    assert (knob(page, "demand").value, knob(page, "server.ram").value) == ("12 Gbps", "4 GiB")
    assert not [button for button in page.button if button.key == "reset"]


def test_another_server_brings_its_own_memory_unless_that_was_changed(ticket):
    page = opened()
    page.selectbox(key="knob server").set_value("dl585-2.2ghz-16gb").run()
    assert knob(page, "server.ram").value == "16 GiB"
    knob(page, "server.ram").set_value("8 GiB").run()
    assert page.button(key="reset server.ram").label == "Reset to 16 GiB"
    assert ticket.asked[-1].server.ram == 8 * 1024.0**3


def test_a_wrong_value_is_told_at_its_knob_and_the_last_good_answer_stays(ticket):
    page = opened()
    knob(page, "demand").set_value("24 Gbps").run()
    before, asked = figures(page), ticket.asked[-1]
    knob(page, "demand").set_value("24 Gbs").run()
    assert not page.exception
    assert [error.value for error in page.sidebar.error]
    assert "not a data rate" in page.sidebar.error[0].value
    assert "Gbps" in page.sidebar.error[0].value.split("units are")[1]
    assert figures(page) == before
    assert ticket.asked[-1] == asked
    knob(page, "demand").set_value("36 Gbps").run()
    assert not page.error


def test_all_that_is_wrong_is_told_at_once(ticket):
    page = opened()
    knob(page, "demand").set_value("much").run()
    knob(page, "server.ram").set_value("1 kB").run()
    assert len(page.sidebar.error) == 2


def test_what_two_knobs_contradict_each_other_in_is_told_at_one_of_them(ticket):
    page = opened()
    page.number_input(key="knob unit.spare_nodes").set_value(5).run()
    assert not page.exception
    assert len(page.sidebar.error) == 1


def test_markup_in_a_knob_is_shown_as_text(ticket):
    page = opened()
    knob(page, "demand").set_value(SCRIPT).run()
    (error,) = page.sidebar.error
    assert "\\<script\\>" in error.value
    assert SCRIPT not in error.value


def test_the_link_restores_name_and_changes(ticket):
    page = opened()
    page.selectbox(key="scenario").set_value("single_server").run()
    knob(page, "server.ram").set_value("8 GiB").run()
    knob(page, "server.cards").set_value("1 Gbps, 1 Gbps").run()
    (shown,) = page.code
    params = {name: values[0] for name, values in parse_qs(urlsplit(shown.value).query).items()}
    again = opened(**params)
    assert again.selectbox(key="scenario").value == "single_server"
    assert knob(again, "server.ram").value == "8 GiB"
    assert knob(again, "server.cards").value == "1 Gbps, 1 Gbps"
    assert figures(again) == figures(page)
    assert ticket.asked[-1] == ticket.asked[-2]


@pytest.mark.parametrize(
    "params",
    [
        {"scenario": "../../../etc/passwd"},
        {"scenario": SCRIPT},
        {"colour": "red"},
        {"server.ram": SCRIPT},
        {"server.cards": "[" * 150},
        {"server": "x" * 100_000},
        {"extends": "published/microsoft_com_x64.yaml"},
        {"workload.content.catalogue": "1e99 PB"},
        {SCRIPT: "1"},
    ],
)
def test_a_hostile_address_shows_an_error_and_nothing_else_happens(ticket, params):
    page = opened(**params)
    assert not page.exception
    assert len(page.main.error) == 1
    assert "Nothing in the address was followed" in page.main.error[0].value
    assert SCRIPT not in page.main.error[0].value
    assert [asked.name for asked in ticket.asked] == ["Our downloads"]
    assert params_of(page) == {}


def test_where_theory_knows_nothing_it_says_why_and_the_simulation_answers(ticket, simulated):
    page = opened(scenario="published/daytrader_64")
    assert standing(page) == NOT_YET
    assert any("theory knows no heap" in text for text in said(page))
    assert set(figures(page).values()) == {UNKNOWN}
    ticket.state, ticket.result = "done", simulated
    assert standing(page.run()) == SIMULATED


def test_where_the_simulation_fails_its_message_stands_beside_the_answer_of_theory(ticket):
    ticket.state, ticket.error = "failed", f"run: too much for this page; ask less, not {SCRIPT}"
    page = opened()
    assert not page.exception
    assert standing(page) == IN_THEORY
    (error,) = page.main.error
    assert "too much for this page" in error.value
    assert SCRIPT not in error.value


def test_what_is_asked_for_by_a_button_is_kept_when_a_knob_is_touched(ticket, monkeypatch):
    asked = FakeTicket("failed", error="no load can be raised")
    monkeypatch.setattr(answers, "ask_capacity", lambda *given: asked)
    page = opened()
    page.button(key="ask capacity").click().run()
    assert any("no load can be raised" in error.value for error in page.main.error)
    assert not any("You have changed something" in text for text in said(page))
    knob(page, "demand").set_value("24 Gbps").run()
    assert any("You have changed something" in text for text in said(page))


@pytest.mark.parametrize("name", of_each_kind(shipped()))
def test_every_shipped_scenario_has_its_page(ticket, name):
    page = opened(scenario=name)
    assert not page.exception
    assert not page.error
    assert len(page.metric) == (4 if ticket.asked[-1].demand is None else 5)
    theory = answers.ask_theory(ticket.asked[-1])
    assert standing(page) == (NOT_YET if isinstance(theory, Unavailable) else IN_THEORY)


def made_with(widget):
    """The value that a message to the browser makes a widget with, whatever is set beside it."""
    default = widget.proto.default
    return widget.options[default] if widget.type == "selectbox" else default


def test_a_knob_is_made_with_what_it_holds(ticket):
    """A busy browser reads the last message alone; made with the first choice, it would send that back as a change."""
    page = opened(demand="24 Gbps", server="dl580-2.0ghz-4gb")
    for _ in range(2):
        knobs = [*page.selectbox, *page.number_input, *page.text_input]
        assert len(knobs) > 15
        assert [each.label for each in knobs if each.value is not None and made_with(each) != each.value] == []
        page.run()
