"""The session follows a browser that goes back or forward, and no other that has not listened yet."""

import pytest
from streamlit.testing.v1 import AppTest

from simulator.ui.plans import following
from simulator.ui.plans.keeping import GONE
from tests.ui.whole_app import params_of

PAGE = "from simulator.ui.plans.following import follow\nfollow()"
BEFORE = {"scenario": "single_server", "demand": "3 Gbps"}


@pytest.fixture
def changed():
    """A page that has just been told another address, and whose browser still asks from the one before."""
    page = AppTest.from_string(PAGE, default_timeout=600)
    at(page, BEFORE)
    page.session_state["headroom"].change("demand", "6 Gbps")
    return at(page, BEFORE)


def at(page, params):
    page.query_params.clear()
    for name, value in params.items():
        page.query_params[name] = value
    page.run()
    assert not page.exception
    return page


def demanded(page):
    return page.session_state["headroom"].changes["demand"]


def test_who_goes_back_at_once_is_followed(changed):
    assert params_of(changed)["demand"] == "6 Gbps"
    gone = at(changed, {**BEFORE, GONE: "1"})
    assert demanded(gone) == "3 Gbps" and params_of(gone)["demand"] == "3 Gbps"
    assert demanded(at(gone, {**BEFORE, "demand": "6 Gbps", GONE: "2"})) == "6 Gbps"  # And forward.


def test_a_browser_that_has_not_listened_yet_is_told_again(changed):
    again = at(changed, BEFORE)
    assert demanded(again) == "6 Gbps" and params_of(again)["demand"] == "6 Gbps"


def test_a_mark_that_has_been_seen_says_nothing_new(changed):
    at(changed, {**BEFORE, GONE: "1"})
    changed.session_state["headroom"].change("demand", "9 Gbps")
    at(changed, {**BEFORE, GONE: "1"})
    assert demanded(at(changed, {**BEFORE, GONE: "1"})) == "9 Gbps"


def test_a_browser_that_says_nothing_is_followed_once_it_has_had_time(changed, monkeypatch):
    monkeypatch.setattr(following, "HEARD", 0.0)
    assert demanded(at(changed, BEFORE)) == "3 Gbps"


def test_an_address_that_is_loaded_again_with_its_mark_is_the_plan_of_the_address():
    page = at(AppTest.from_string(PAGE, default_timeout=600), {**BEFORE, GONE: "1"})
    assert not page.session_state["headroom"].refused and demanded(page) == "3 Gbps"
