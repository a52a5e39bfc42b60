"""What is changed in a plan with a name is a draft of it, which becomes its new version or goes."""

from types import SimpleNamespace

import pytest

from models.load import load
from simulator.messages.page import plans_page
from simulator.ui.draft import draft_changes
from simulator.ui.library import shipped
from simulator.ui.plans.shelf import Shelf
from simulator.ui.plans.state import PlanState, first_answers
from simulator.ui.widgets.blocks import escaped
from tests.ui.whole_app import opened

EDGE = PlanState(name="single_server", changes={"server.ram": "4 GiB"})
BUTTONS = {"keep version", "discard draft"}


def mine():
    return Shelf("browser of a test")


@pytest.fixture
def edge(ticket):
    """A plan with a name, and the page on which it is open."""
    kept = mine().save(EDGE, "Edge")
    return kept, opened(plan=kept.id, scenario="single_server", **EDGE.changes)


def changed(shown, ram):
    return shown.text_input(key="knob server.ram").set_value(ram).run()


def offered(shown):
    """The buttons for a draft that are there, and what is said of it."""
    assert not shown.exception
    return {each.key for each in shown.button} & BUTTONS, [each.value for each in shown.text if ", now " in each.value]


def test_a_change_in_a_plan_with_a_name_makes_a_draft_that_says_what_differs(edge):
    named, shown = edge
    assert offered(shown) == (set(), []) and any(each.value == "Edge" for each in shown.text)
    changed(shown, "6 GiB")
    shown.number_input(key="knob server.disks.count").set_value(8).run()
    assert offered(shown) == (BUTTONS, ["RAM: 4 GiB, now 6 GiB", "Disks: 6, now 8"])
    assert mine().plan(named.id) == named and mine().count() == 2


def test_a_draft_becomes_the_new_version_of_its_plan_with_the_old_one_in_the_history(edge):
    named, shown = edge
    changed(shown, "6 GiB").button(key="keep version").click().run()
    (kept,) = mine().plans()
    assert offered(shown) == (set(), [])
    assert (kept.id, kept.title, kept.plan.changes["server.ram"]) == (named.id, "Edge", "6 GiB")
    assert [each.plan for each in mine().versions(named.id)] == [EDGE]
    assert shown.session_state["headroom"].shelf_id == named.id


def test_a_draft_is_discarded_and_undo_brings_it_back(edge):
    named, shown = edge
    changed(shown, "6 GiB").button(key="discard draft").click().run()
    assert mine().plans() == (named,) and shown.session_state["headroom"].plan == EDGE
    assert [each.value for each in shown.info] == [escaped(plans_page.discarded("Edge"))] and not shown.warning
    shown.button(key="undo").click().run()
    assert offered(shown) == (BUTTONS, ["RAM: 4 GiB, now 6 GiB"]) and mine().count() == 2


def test_a_draft_whose_changes_are_all_taken_back_is_none(edge):
    named, shown = edge
    changed(shown, "6 GiB").button(key="undo").click().run()
    assert offered(shown) == (set(), []) and mine().plans() == (named,)
    shown.button(key="redo").click().run()
    assert offered(shown)[0] == BUTTONS


def test_answers_are_told_by_their_questions(ticket):
    kept = mine().save(PlanState(answers=first_answers("api")), "Service")
    shown = opened(plan=kept.id, serve="api", peak="9,000 requests/s")
    assert shown.session_state["headroom"].shelf_id == ""  # Another address is another plan.
    shown = opened(plan=kept.id, serve="api")
    shown.text_input(key="answer peak").set_value("9,000 requests/s").run()
    buttons, (told,) = offered(shown)
    assert buttons == BUTTONS and told.startswith("How much at the peak: ") and told.endswith("now 9,000 requests/s")


def test_a_draft_of_an_older_version_says_so_before_it_takes_the_place_of_the_newer_one(edge):
    named, shown = edge
    other = opened(plan=named.id, scenario="single_server", **EDGE.changes)
    changed(shown, "6 GiB").button(key="keep version").click().run()
    other.number_input(key="knob server.disks.count").set_value(8).run()
    assert offered(other) == (BUTTONS, ["Disks: 6, now 8"])  # Not what the other tab has changed.
    assert [each.value for each in other.warning] == [escaped(plans_page.base_is_newer("Edge"))]
    keep = other.button(key="keep version")
    assert keep.label == plans_page.REPLACE_NEWER and not shown.warning
    keep.click().run()
    assert offered(other) == (set(), [])
    assert mine().plan(named.id).plan.changes == {"server.ram": "4 GiB", "server.disks.count": "8"}
    assert [each.plan.changes["server.ram"] for each in mine().versions(named.id)] == ["6 GiB", "4 GiB"]


def test_a_version_that_another_tab_keeps_meanwhile_is_not_replaced(edge):
    named, shown = edge
    changed(shown, "6 GiB")
    newest = mine().save(PlanState(name="first_farm"), "Edge", replacing=True)
    shown.button(key="keep version").click().run()
    assert mine().plan(named.id) == newest
    assert escaped(plans_page.changed_just_now("Edge")) in [each.value for each in shown.warning]


def test_a_text_of_the_planners_own_is_told_as_changed(ticket):
    text = "extends: single_server.yaml\nscenario: A farm of which the first eighty characters stay\ndemand: {} Gbps\n"
    session = SimpleNamespace(read=lambda plan: load(shipped()["single_server"]))
    before, now = (PlanState(text=text.format(demand)) for demand in (5, 6))
    assert draft_changes(session, before, now) == [plans_page.TEXT_CHANGED]
    assert draft_changes(session, now, now) == []


def test_another_tab_is_told_of_a_draft_of_its_plan(edge):
    named, shown = edge
    other = opened(plan=named.id, scenario="single_server", **EDGE.changes)
    changed(shown, "6 GiB")
    (told,) = other.run().info
    assert "there is a draft" in told.value and not shown.info
    assert other.session_state["headroom"].shelf_id == named.id
