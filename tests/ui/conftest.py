"""A page is run as the main module of the program; what was that before is so again after each test."""

import sys
from functools import cache

import pytest
from streamlit import config
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import element_tree, local_script_runner

from simulator.engines.memory import resident_bytes
from simulator.service import answers
from simulator.service import desk as limits
from simulator.service.memory_limit import is_full
from simulator.ui.__main__ import SETTINGS
from simulator.ui.plans import browser
from simulator.ui.plans.shelf import FILE
from tests.ui.whole_app import FakeTicket


@pytest.fixture(autouse=True)
def main_module():
    """Else a process that a later test starts would begin by running a page that is no longer there."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before


@pytest.fixture(autouse=True, scope="session")
def installed_components():
    """Streamlit's AppTest reads all installed packages at each run of a page, in search of components: here once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(autouse=True, scope="session")
def waiting():
    """While a page is run, AppTest looks a thousand times a second whether it is done, and takes from the page the time
    that this needs: here it sleeps until the run has ended."""

    def until_done(runner, timeout):
        runner._script_thread.join(timeout)
        if not runner.script_stopped():
            known(runner, 0.0)  # Which says that it took too long.

    known = local_script_runner.require_widgets_deltas
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "require_widgets_deltas", until_done)
        yield


@pytest.fixture(autouse=True, scope="session")
def names_of_widgets():
    """Tests find a widget that holds a value by its name; what it began with stands behind that in its key."""

    def name(element):
        return (known(element) or "").partition(" #")[0] or None

    known = element_tree.user_key_from_element_id
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(element_tree, "user_key_from_element_id", name)
        yield


@pytest.fixture(autouse=True, scope="session")
def collections():
    """After each run of a page Streamlit looks through all that there is in the process, unless told not to: `make app`
    tells it, and here there is more."""
    config.set_option("runner.postScriptGC", SETTINGS["runner.postScriptGC"] == "true")


@pytest.fixture(autouse=True)
def plans_of_its_own(monkeypatch, tmp_path):
    """No test finds the plans of whoever runs it, nor leaves any."""
    monkeypatch.setenv(FILE, str(tmp_path / "plans.sqlite"))
    monkeypatch.setattr(browser, "browser_id", lambda: "browser of a test")


@pytest.fixture(autouse=True)
def memory_of_its_own(monkeypatch):
    """What earlier tests have left in the process is none of what a server of pages takes."""
    before = resident_bytes()
    monkeypatch.setattr(limits, "is_full", lambda forget: is_full(forget, lambda: resident_bytes() - before))


@pytest.fixture
def ticket(monkeypatch):
    """The ticket of every simulation that the page asks for; `asked` are the scenarios."""
    one = FakeTicket()
    one.asked = []

    def simulate(desk, owner, scenario, *rest, **more):
        one.asked.append(scenario)
        return one

    monkeypatch.setattr(answers, "ask_simulation", simulate)
    return one
