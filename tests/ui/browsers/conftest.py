"""One server of the pages and one browser for all tests here: each takes the processor some five seconds to start."""

import pytest

from simulator.uncertainty import draws
from tests.ui.browsers.chromium import CHROMIUM, PATIENCE
from tests.ui.browsers.serving import Server


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
