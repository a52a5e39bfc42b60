"""A plan that says nothing of its hours: a day of some shape is chosen, followed, and taken back."""

import pytest

from simulator.messages.page import plan_page
from simulator.ui.inputs.day_shapes import NONE, PATH, SHAPES
from simulator.ui.session import begin_session
from tests.ui.whole_app import opened


@pytest.mark.parametrize("begins", [{"serve": "downloads"}, {"scenario": "three_tiers"}, {"scenario": "failing_unit"}])
@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_a_day_of_any_plan(begins, name):
    session = begin_session("somebody", begins)
    session.change(PATH, SHAPES[name])
    assert session.current() is session.kept and session.readable.workload.day is not None


def row(page):
    """The buttons of the shapes by their keys, and those that are marked."""
    buttons = {each.key.removeprefix("shape "): each for each in page.button if (each.key or "").startswith("shape ")}
    return buttons, [name for name, button in buttons.items() if button.proto.icon]


def choose(page, name):
    page.button(key=f"shape {name}").click().run()
    assert not page.exception and not page.error
    return page.session_state["headroom"].readable.workload.day


def test_a_day_that_is_chosen_may_be_followed_and_taken_back(ticket):
    page = opened()
    buttons, chosen = row(page)
    assert list(buttons) == [NONE, *SHAPES] and chosen == [NONE]
    assert [each.label for each in buttons.values()] == list(plan_page.SHAPES.values())
    assert choose(page, "match").crowds
    (back,) = [each for each in page.button if (each.key or "").startswith(f"take back {PATH}")]
    assert back.label == f"Day \\(workload\\): {plan_page.SHAPES['match']}"  # Not the YAML that it stands for.
    assert page.button(key="ask day").label == plan_page.FOLLOW_DAY[0]
    page.button(key="undo").click().run()
    assert page.session_state["headroom"].readable.workload.day is None and row(page)[1] == [NONE]


def test_another_day_or_none_is_one_click_away_from_the_one_that_was_chosen(ticket):
    page = opened()
    choose(page, "match")
    page.session_state["headroom"].change(f"{PATH}.crowds", "[{at: 21 h, lasts: 1 h, times: 2}]")
    assert row(page.run())[1] == ["match"]
    day = choose(page, "evening")
    assert row(page)[1] == ["evening"] and not day.crowds and day.hours
    assert choose(page, NONE) is None and row(page)[1] == [NONE]
    assert not page.session_state["headroom"].changes
    page.button(key="undo").click().run()
    assert row(page)[1] == ["evening"]


def test_a_day_that_the_plan_states_itself_is_not_replaced_by_a_click(ticket):
    assert not row(opened(scenario="release_day"))[0]
    page = opened(**{PATH: f"{{hours: [{'80, 100, ' * 12}]}}"})
    assert page.session_state["headroom"].readable.workload.day and not row(page)[0]


@pytest.mark.parametrize(("where", "is_metered"), [("cloud-us-2026", True), ("us-2026", False)])
def test_what_a_day_saves_is_said_where_traffic_is_paid_by_the_gb(ticket, where, is_metered):
    texts = [each.value for each in opened(serve="downloads", where=where).text]
    assert [plan_page.CHOOSE_METERED_DAY in texts, plan_page.CHOOSE_DAY in texts] == [is_metered, not is_metered]
