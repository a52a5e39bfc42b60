"""One server of the pages and one browser for all tests here: each takes the processor some five seconds to start."""

import pytest

from simulator.uncertainty import draws
from tests.ui.browsers.chromium import CHROMIUM, PATIENCE
from tests.ui.browsers.serving import Server

MOST_FAILURES = 3


@pytest.fixture(scope="package")
def failures():
    """The tests here that have failed."""
    return []


@pytest.fixture(autouse=True)
def bound(request, failures):
    """Where a few have failed, each after it has waited in vain, the page is broken, and no other one waits for it."""
    if len(failures) >= MOST_FAILURES:
        pytest.fail(f"not tried, for these have failed: {', '.join(failures)}", pytrace=False)
    failed_before = request.session.testsfailed
    yield
    if request.session.testsfailed > failed_before:
        failures.append(request.node.name)


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    """A running server, with plans of its own and as many worlds as the tests draw; who stops it starts it again."""
    one = Server(tmp_path_factory.mktemp("plans") / "plans.sqlite", draws.WORLDS)
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="package")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=CHROMIUM, timeout=PATIENCE, args=["--no-sandbox", "--disable-gpu"]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def profile(browser):
    """What a browser keeps of the pages that it has seen: their program, which takes long to load, and no answer."""
    context = browser.new_context(accept_downloads=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()
