"""The session follows a browser that goes back or forward, and no other that has not listened yet."""

import pytest
from streamlit.runtime.scriptrunner import RerunData, RerunException
from streamlit.testing.v1 import AppTest

from simulator.ui.plans import address_sync
from simulator.ui.plans.browser_shelf import GONE
from tests.ui.whole_app import params_of

PAGE = "from simulator.ui.plans.address_sync import follow_browser\nfollow_browser()"
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
    monkeypatch.setattr(address_sync, "HEARD", 0.0)
    assert demanded(at(changed, BEFORE)) == "3 Gbps"


def test_a_run_that_is_broken_off_when_somebody_has_gone_back_keeps_nothing(changed, monkeypatch):
    """Streamlit breaks a run off where it looks into the state of a browser session, and runs again for the mark."""
    kept = []
    monkeypatch.setattr(address_sync, "use_shelf", lambda keep, otherwise: (kept.append(keep) or otherwise, ""))
    state, go_to = address_sync.st.session_state, address_sync.open_address

    class BreakingOff(type(state)):
        def __getitem__(self, key):
            monkeypatch.setattr(address_sync.st, "session_state", state)
            raise RerunException(RerunData())

        def __setitem__(self, key, value):
            self[key]

    def gone(session, params):
        go_to(session, params)
        monkeypatch.setattr(address_sync.st, "session_state", BreakingOff())

    monkeypatch.setattr(address_sync, "open_address", gone)
    at(changed, {**BEFORE, GONE: "1"})
    monkeypatch.setattr(address_sync.st, "session_state", state)
    at(changed, {**BEFORE, GONE: "1"})
    assert demanded(changed) == "3 Gbps" and not kept


def test_an_address_that_is_loaded_again_with_its_mark_is_the_plan_of_the_address():
    page = at(AppTest.from_string(PAGE, default_timeout=600), {**BEFORE, GONE: "1"})
    assert not page.session_state["headroom"].refused and demanded(page) == "3 Gbps"
