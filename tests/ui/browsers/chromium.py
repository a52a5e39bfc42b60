"""A real browser without a window: Debian's chromium, without which the tests are left out and say so (see .ci/run)."""

import shutil

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# Milliseconds until something that a test waits for is given up: several times what the longest wait takes where four
# other processes are at work on two cores.
PATIENCE = 120_000.0
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


# Counts after how many changes of the page a field has stood there twice, by its name.
TWICE = """() => {
    window.twice = {};
    const look = () => {
        const seen = [...document.querySelectorAll("input, textarea")].filter((each) => each.checkVisibility());
        const names = seen.map((each) => each.getAttribute("aria-label")).filter(Boolean);
        for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
            window.twice[name] = (window.twice[name] ?? 0) + 1;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
