"""A real browser without a window: Debian's chromium, without which the tests are left out and say so (see .ci/run)."""

import shutil

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 600_000.0  # Milliseconds, only to end a test that hangs: what a machine with other work takes is no fault.
NEEDED = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed (on Debian: apt install chromium)")


def answered(page, text):
    """Waits until the page says something, and for the run that says it to end."""
    page.wait_for_selector(f"text={text}")
    page.wait_for_selector("[data-testid=stStatusWidget]", state="detached")


def drawn(page):
    """Waits until the page has been drawn: where the first key is pressed while a field is still grey, a busy browser
    puts the field off as long as keys come, and the focus passes it by."""
    page.wait_for_selector("h1")
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    for unfinished in ("[data-stale=true]", "[data-testid=stSkeleton]"):
        page.wait_for_selector(unfinished, state="detached")
