"""The page Plans: saved under a name, opened, deleted; the page Compare takes them."""

from simulator.ui.plans.shelf import Shelf
from tests.ui.showing import page, said
from tests.ui.test_saved_plans import PLANS


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


def test_a_plan_is_opened_and_deleted():
    id = mine().keep(PLANS[1], "Mine <b>", named=True)
    shown = page("plans")
    shown.button(key=f"open {id}").click().run()
    assert not shown.exception
    assert shown.session_state["headroom"].current().name == "Mine"
    shown.button(key=f"drop {id}").click().run()
    assert mine().count() == 0 and shown.session_state["headroom"].shelf_id == ""


def test_plans_are_compared_in_one_table():
    ids = [mine().keep(PLANS[number], f"Plan {number}", named=True) for number in (0, 2)]
    shown = page("compare", scenario="web_farm")
    shown.multiselect(key="compare plans").set_value(ids)
    shown.button[0].click()
    shown.run()
    assert not shown.exception
    (table,) = [each.value for each in shown.table if "times the demand it carries" in "".join(each.value.columns)]
    assert len(table) == 3
