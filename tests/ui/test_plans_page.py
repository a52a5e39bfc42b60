"""The page Plans: saved under a name, opened, deleted; the page Compare takes them."""

import json
import sqlite3
import threading

from simulator.messages.page import plans_page
from simulator.output.cells import key_figure
from simulator.service import answers
from simulator.ui.answer import cards
from simulator.ui.pages.plans import SHOWN
from simulator.ui.plans import shelf
from simulator.ui.plans.link import to_parameters
from simulator.ui.plans.shelf import MOST_PLANS, Shelf
from simulator.ui.plans.state import PlanState
from simulator.ui.widgets.blocks import in_one_piece
from simulator.ui.widgets.farm_picture import describe_farm
from tests.ui.showing import page, said, settled, waits
from tests.ui.test_saved_plans import PLANS
from tests.ui.whole_app import opened


def mine():
    return Shelf("browser of a test")


def saved(shown, name):
    shown.text_input[0].set_value(name)
    shown.button[0].click()
    return shown.run()


def test_an_empty_shelf_says_how_a_plan_comes_to_stand_there():
    shown = page("plans")
    assert not shown.exception
    assert any(text.startswith("None yet: change something on the page Plan") for text in said(shown))


def test_the_open_plan_is_saved_under_a_name_and_again_under_another():
    shown = saved(page("plans"), "First")
    shown = saved(shown, "Second")
    assert not shown.exception
    assert sorted(each.title for each in mine().plans()) == ["First", "Second"]
    assert shown.session_state["headroom"].title == "Second"


def test_the_page_says_what_an_export_leaves_out():
    assert plans_page.most_history(20) in said(page("plans"))


def test_the_page_says_how_many_plans_do_not_fit_into_an_export(monkeypatch):
    for plan in PLANS[:2]:
        mine().save(plan, plan.name or "Mine")
    assert not page("plans").warning
    monkeypatch.setattr(shelf, "LARGEST_EXPORT", len(mine().export().encode()) - 8)
    assert [each.value for each in page("plans").warning] == [plans_page.left_out("1 plan", 20)]


def test_a_plan_is_opened_and_deleted():
    id = mine().save(PLANS[1], "Mine <b>").id
    shown = page("plans")
    shown.button(key=f"open {id}").click().run()
    assert not shown.exception
    assert shown.session_state["headroom"].current().name == "Mine"
    shown.button(key=f"drop {id}").click().run()
    assert mine().count() == 1  # It asks first.
    shown.button(key=f"keep {id}").click().run()
    assert not any(button.label == "Delete it" for button in shown.button)
    shown.button(key=f"drop {id}").click().run()
    shown.button(key=f"drop for good {id}").click().run()
    assert mine().count() == 0 and shown.session_state["headroom"].shelf_id == ""


def test_a_deleted_plan_is_brought_back():
    kept = mine().save(PLANS[1], "Mine <b>")
    shown = page("plans")
    shown.button(key=f"drop {kept.id}").click().run()
    shown.button(key=f"drop for good {kept.id}").click().run()
    shown.button(key="put back").click().run()
    assert not shown.exception and mine().plans() == (kept,)
    assert [each.value.replace("\\", "") for each in shown.info] == [f'"{kept.title}" is here again.']
    assert not any(button.key == "put back" for button in shown.button)


def test_the_open_draft_is_told_apart_from_its_plan_where_it_is_deleted_and_is_open_again_once_it_is_back():
    draft = mine().keep(PLANS[1], "Mine", mine().save(PLANS[0], "Mine"))
    shown = page("plans")
    shown.button(key=f"open {draft.id}").click().run()
    shown.button(key=f"drop {draft.id}").click().run()
    assert [each.value.replace("\\", "") for each in shown.warning] == [plans_page.delete("Mine, draft")]
    shown.button(key=f"drop for good {draft.id}").click().run()
    assert shown.session_state["headroom"].shelf_id == ""
    shown.button(key="put back").click().run()
    assert not shown.exception and shown.session_state["headroom"].shelf_id == draft.id


def test_a_card_shows_the_figures_of_the_page_plan_and_its_farm_in_words():
    kept = mine().save(PLANS[0], "Mine")
    shown = settled(page("plans"), waits)
    found = answers.ask_theory(shown.session_state["headroom"].read(kept.plan), kept.plan.changes)
    servers, cost, *_, headroom = cards(found, farm=True)
    told = "".join(each.value.replace("\\", "") for each in shown.markdown)
    for figure in (servers, cost, headroom):
        assert f"{figure.label} **{in_one_piece(key_figure(figure.figure).written)}**" in told
    (picture,) = shown.get("image")
    assert picture.proto.imgs[0].alt == describe_farm(found, found.farm)


def test_the_page_waits_for_no_theory_of_its_cards(monkeypatch):
    kept = mine().save(PlanState(name="web_farm", changes={"demand": "21 Gbps"}), "Mine")
    asked = []
    ask, go_on = answers.ask_theory, threading.Event()

    def slow(scenario, changes):
        asked.append(threading.current_thread().name)
        assert go_on.wait(60)
        return ask(scenario, changes)

    monkeypatch.setattr(answers, "ask_theory", slow)
    shown = page("plans")
    assert waits(shown) and any(button.key == f"open {kept.id}" for button in shown.button)
    go_on.set()
    shown = settled(shown, waits)
    assert any("Servers **" in each.value for each in shown.markdown)
    assert len(asked) == 1 and asked[0].startswith("desk")


def test_a_plan_is_opened_as_it_was(ticket):
    draft = mine().keep(PLANS[2], "Mine", mine().keep(PLANS[0], "Mine"))
    (before,) = mine().versions(draft.id)
    whole = opened(plan=draft.id, **to_parameters(draft.plan))
    plans = page("plans")
    plans.session_state["headroom"] = whole.session_state["headroom"]
    plans.run().button(key=f"open {before.id} {before.changed}").click().run()
    assert not plans.exception and plans.session_state["headroom"].plan == PLANS[0]
    whole.run()
    assert mine().plan(draft.id).plan == PLANS[0]
    assert [each.plan for each in mine().versions(draft.id)] == [PLANS[2], PLANS[0]]


SERVERS = ("epyc-9354p-2x100gbe", "dl585-2.4ghz-12gb", "dl580-2.0ghz-4gb")


def test_plans_saved_one_after_another_hold_each_its_own_server(ticket):
    session = (whole := opened(scenario="single_server")).session_state["headroom"]
    for number, server in enumerate(SERVERS):
        whole.selectbox(key="knob server").set_value(server).run()
        plans = page("plans")
        plans.session_state["headroom"] = session
        saved(plans.run(), f"Plan {number}")
    whole.selectbox(key="knob server").set_value(SERVERS[0]).run()  # And one more, which nobody saves.
    found = {each.title: each.plan.changes["server"] for each in mine().plans() if each.named}
    assert found == {f"Plan {number}": server for number, server in enumerate(SERVERS)}
    assert [each.plan.changes["server"] for each in mine().plans() if not each.named] == [SERVERS[0]]


def test_a_name_that_is_taken_is_asked_about(ticket):
    first = mine().save(PLANS[1], "Mine")
    shown = saved(page("plans", scenario="single_server"), "Mine")
    assert mine().plans() == (first,) and len(shown.warning) == 1
    shown.button(key="replace").click().run()
    (kept,) = mine().plans()
    assert (kept.id, kept.plan.name) == (first.id, "single_server") and not shown.warning


def test_two_tabs_on_one_plan_keep_both_what_was_changed_in_them(ticket):
    draft = mine().keep(PlanState(name="single_server"), "Mine")
    one, other = (opened(scenario="single_server", plan=draft.id) for _ in range(2))
    one.text_input(key="knob server.ram").set_value("2 GiB").run()
    other.text_input(key="knob server.ram").set_value("3 GiB").run()
    assert sorted(each.plan.changes["server.ram"] for each in mine().plans()) == ["2 GiB", "3 GiB"]
    assert any("Another tab" in each.value for each in other.info) and not one.info
    other.text_input(key="knob server.ram").set_value("6 GiB").run()  # It is told once, and its own draft goes on.
    assert sorted(each.plan.changes["server.ram"] for each in mine().plans()) == ["2 GiB", "6 GiB"] and not other.info


def test_the_tab_that_changed_a_plan_first_is_told_that_another_kept_one_beside_it(ticket):
    draft = mine().keep(PlanState(name="single_server"), "Mine")
    first, last = (opened(scenario="single_server", plan=draft.id) for _ in range(2))
    first.text_input(key="knob server.ram").set_value("2 GiB").run()
    assert not first.info
    last.text_input(key="knob server.ram").set_value("3 GiB").run()
    (beside,) = [each for each in mine().plans() if each.id != draft.id]
    (told,) = first.run().info
    assert beside.title in told.value and "Another tab" in told.value
    first.text_input(key="knob server.ram").set_value("6 GiB").run()  # It has been told, and its own draft goes on.
    assert not first.info and mine().plan(draft.id).plan.changes["server.ram"] == "6 GiB"


def test_a_tab_that_shows_an_older_version_is_told_before_anything_is_changed_in_it(ticket):
    draft = mine().keep(PlanState(name="single_server"), "Mine")
    one, other = (opened(scenario="single_server", plan=draft.id) for _ in range(2))
    assert not other.run().info
    one.text_input(key="knob server.ram").set_value("2 GiB").run()
    (told,) = other.run().info
    assert "older version" in told.value and not one.run().info


def test_plans_are_compared_in_one_table():
    ids = [mine().save(PLANS[number], f"Plan {number}").id for number in (0, 2)]
    shown = page("compare", scenario="web_farm")
    shown.multiselect(key="compare with").set_value(ids).run()
    assert not shown.exception
    (table,) = [each.value for each in shown.table]
    assert len(table) == 3


def test_ten_thousand_plans_are_shown_by_the_newest_and_found_by_their_names():
    one = {"title": "Farm", "scenario": "web_farm", "changes": {"reserve": "30 %"}}
    plans = [{**one, "title": f"Farm {number}"} for number in range(MOST_PLANS)]
    mine().take_in(json.dumps({"format": "headroom plans 1", "plans": plans}))
    shown = page("plans")
    assert not shown.exception
    assert sum(button.label == "Open" for button in shown.button) == SHOWN
    assert any("There are more" in each.value for each in shown.caption)
    found = next(field for field in shown.text_input if field.label == "Find a plan").set_value("Farm 7654").run()
    assert sum(button.label == "Open" for button in found.button) == 1
    found.button[0].click().run()  # Save one more.
    assert any("there is room for 10,000" in text for text in said(found))


def test_a_plan_that_cannot_be_kept_says_so_where_it_is_changed(ticket, monkeypatch):
    def full(*given):
        raise sqlite3.OperationalError("database or disk is full")

    page_plan = opened()
    monkeypatch.setattr(Shelf, "keep", full)
    changed = page_plan.text_input(key="knob demand").set_value("7 Gbps").run()
    assert not changed.exception
    assert any("disk is full" in each.value for each in changed.caption)
