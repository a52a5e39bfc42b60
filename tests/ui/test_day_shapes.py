"""A plan that says nothing of its hours: a day of some shape is chosen, followed, and taken back."""

import pytest

from simulator.messages.page import plan_page
from simulator.ui.inputs.day_shapes import PATH, SHAPES
from simulator.ui.session import begin_session
from tests.ui.whole_app import opened


@pytest.mark.parametrize("begins", [{"serve": "downloads"}, {"scenario": "three_tiers"}, {"scenario": "failing_unit"}])
@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_a_day_of_any_plan(begins, name):
    session = begin_session("somebody", begins)
    session.change(PATH, SHAPES[name])
    assert session.current() is session.kept and session.readable.workload.day is not None


def test_a_day_that_is_chosen_may_be_followed_and_taken_back(ticket):
    page = opened()
    offered = [each.label for each in page.button if (each.key or "").startswith("shape ")]
    assert offered == list(plan_page.SHAPES.values()) and plan_page.SHAPES.keys() == SHAPES.keys()
    page.button(key="shape match").click().run()
    assert not page.exception and not page.error
    assert page.session_state["headroom"].readable.workload.day.crowds
    assert page.button(key="ask day").label == plan_page.FOLLOW_DAY[0]
    page.button(key="undo").click().run()
    assert page.session_state["headroom"].readable.workload.day is None
