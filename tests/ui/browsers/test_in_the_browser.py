"""The page as people see it: in a real browser without a window.

Nothing here depends on how fast the machine is: what is waited for is waited for as long as a busy one needs.
"""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from openpyxl import load_workbook
from playwright.sync_api import TimeoutError as StillWaiting
from pypdf import PdfReader

from simulator.ui.pages import PAGES
from simulator.ui.pages.report import formats
from tests.proven import mostly_proof
from tests.ui.browsers.chromium import NEEDED, PATIENCE, TWICE, answered, drawn
from tests.ui.browsers.light_browser import LightBrowser

NAME = "One download server"
TITLES = [page.TITLE for page in PAGES]
WIDE = 1280

pytestmark = NEEDED


@pytest.fixture
def address(server):
    """Where the pages are."""
    return f"http://{server.address}"


@pytest.fixture(scope="module")
def windows():
    """The windows that tests share, by the address at which each began. To open one takes the processor seconds."""
    return {}


@pytest.fixture
def window(request, windows, profile, address):
    """The window that began at an address, at one of the pages, with whatever other tests have changed there: what a
    test needs it says itself. Where a test has failed, the next ones have new windows."""
    failed_before = request.session.testsfailed

    def at(began, title="Plan", anew=False):
        if anew and began in windows:
            windows.pop(began).close()
        if began not in windows:
            windows[began] = profile.new_page()
            windows[began].goto(address + began)
        page = windows[began]
        page.bring_to_front()  # Behind another window a page is drawn once a second, and each wait takes as long.
        page.set_viewport_size({"width": WIDE, "height": 900})
        drawn(page)
        if page.inner_text("h1") != title:
            turn_to(page, title)
        return page

    yield at
    if request.session.testsfailed > failed_before:
        while windows:
            windows.popitem()[1].close()


def turn_to(page, title):
    """Follows the link to a page. Where the window was narrow before the sidebar slides in, and a click may meet a link
    that is drawn again: then it is clicked once more, as people do."""
    link, heading = page.get_by_role("link", name=re.compile(rf"\b{title}$")), f"h1:has-text('{title}')"
    link.click()
    try:
        page.wait_for_selector(heading, timeout=PATIENCE / 8.0)
    except StillWaiting:
        link.click()
        page.wait_for_selector(heading)
    drawn(page)


# A server whose simulation takes an instant, for what does not depend on the scenario.
LIGHT = ("/?scenario=single_server&demand=3%20Gbps&run.replications=2&run.warm_up=5%20s&run.duration=10%20s"
         "&run.window=1%20s&run.precision=50%20%25")  # fmt: skip

# The name of what has the focus, as those hear it who do not see it.
FOCUSED = """() => {
    const has = document.activeElement, at = has.matches("main") ? document.head : has;
    const label = at.labels && at.labels[0];
    const group = at.closest("[role=radiogroup]"), of = group ? `${group.getAttribute("aria-label")} ` : "";
    return of + (at.getAttribute("aria-label") || (label || at).innerText.slice(0, 60));
}"""


def demand(page, value):
    """Writes another demand and leaves the field by keyboard, as people do."""
    field = page.get_by_role("textbox", name="Demand of the farm")
    field.fill(value)
    field.press("Enter")


A_SERVER = pytest.param(LIGHT, "3 Gbps", "Buy 7", id="a server")
THE_FARM_OF_2005 = pytest.param(
    "/?scenario=microsoft_update", "12 Gbps", "(12 units", id="2005", marks=pytest.mark.proof
)


@pytest.mark.parametrize(("began", "asked", "bought"), [A_SERVER, THE_FARM_OF_2005])
def test_the_first_page_answers_and_a_knob_changes_the_answer(window, began, asked, bought):
    page = window(began, anew=True)
    answered(page, f"{asked} plus 20 % reserve need")
    demand(page, "48 Gbps")
    answered(page, "48 Gbps plus 20 % reserve need")
    page.wait_for_selector("text=Theory expected")  # The simulated answer has replaced that of theory.
    assert bought in page.inner_text("body")


def test_nobody_sees_what_somebody_else_has_changed(window, address):
    mine = window(LIGHT)
    demand(mine, "24 Gbps")
    answered(mine, "24 Gbps plus 20 % reserve need")
    yours = LightBrowser(urlsplit(address).netloc, urlsplit(LIGHT).query)
    yours.visit()
    told = " ".join(yours.texts)
    assert "3 Gbps plus 20 % reserve need" in told and "24 Gbps" not in told and "24,000" not in told


# Counts the changes of the page after which it no longer says something.
WATCHED = """text => {
    window.without = 0;
    const looked = () => { window.without += !document.body.innerText.replaceAll("\\u00a0", " ").includes(text); };
    new MutationObserver(looked).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def test_a_wrong_value_is_told_at_its_knob_and_the_answer_stays(window):
    page = window(LIGHT)
    demand(page, "6 Gbps")
    answered(page, "6 Gbps plus 20 % reserve need")
    page.wait_for_selector("text=Theory expected")  # Until the simulated answer has replaced that of theory, once more.
    drawn(page)
    page.evaluate(WATCHED, "6 Gbps plus 20 % reserve need")
    demand(page, "12 bananas")
    answered(page, "not a data rate")
    assert "6 Gbps plus 20 % reserve need" in page.inner_text("body").replace("\N{NO-BREAK SPACE}", " ")
    assert page.evaluate("window.without") == 0  # Not even for an instant, as where the warning takes its place.


def test_the_page_is_worked_by_keyboard_alone(window):
    """The knobs come in the order in which they stand, then the pages, then what can be asked; each takes its value."""
    page = window(LIGHT)
    page.wait_for_selector("text=Theory expected")
    for name in ("What do you serve?", "Server model", "Nodes in a unit", "Compare", "Report", "Share", "Find out"):
        tab_to(page, name)
    tab_to(page, "Demand of the farm")
    page.keyboard.press("Control+A")
    page.keyboard.type("9 Gbps")
    page.keyboard.press("Enter")
    answered(page, "9 Gbps plus 20 % reserve need")
    tab_to(page, "Operating system")
    page.keyboard.type("2003-x86-3gb")
    page.keyboard.press("Enter")
    page.wait_for_url("**operating_system=windows-2003-x86-3gb**")


def test_the_first_question_is_reached_within_five_tabs(window):
    """Past the knobs, which a link skips, and before the links to the pages, which come last."""
    page = window("/?serve=downloads", anew=True)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    focused = []
    for _ in range(4):
        page.keyboard.press("Tab")
        focused.append(page.evaluate(FOCUSED))
    assert any(each.startswith("What do you serve?") for each in focused)


def test_the_first_change_leaves_every_knob_and_the_focus_in_their_places(window):
    page = window("/?serve=downloads")
    page.evaluate(TWICE)
    field = page.get_by_role("textbox", name="RAM", exact=True)
    field.fill("384 GiB")
    field.press("Enter")
    page.wait_for_url("**server.ram=384**")
    drawn(page)
    assert page.evaluate("window.twice") == {}
    assert page.evaluate(FOCUSED) == "RAM"


def tab_to(page, name):
    """Presses Tab until what has the focus bears a name, a few times around the page at most."""
    drawn(page)
    met = []
    for _ in range(400):
        page.keyboard.press("Tab")
        met.append(page.evaluate(FOCUSED))
        # What tells of a field, takes its change back, or holds all of the page bears its name too.
        if name in met[-1] and not met[-1].startswith(("Help for", "undo", "Skip")):
            return
    raise AssertionError(f"the focus never comes to {name}, but to {met}")


def test_a_broken_file_shows_its_error_at_its_line(window, tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("scenario: Mine\nextends: microsoft_update.yaml\ndemnad: 3 Gbps\n")
    page = window(LIGHT, "Scenario")
    page.set_input_files("input[type=file]", broken)
    page.wait_for_selector("text=did you mean")  # The editor shows the word before anybody has looked at the file.
    said = page.inner_text("body")
    assert "demnad" in said and 'did you mean "demand"?' in said


def test_a_report_can_be_downloaded_in_every_format_and_opens(window, tmp_path):
    window(LIGHT).wait_for_selector("text=Theory expected")
    page = window(LIGHT, "Report")
    for each in formats():
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"Download {each.name}", exact=True).click()
        assert waiting.value.suggested_filename == f"{NAME.replace(' ', '-')}-{each.file}"
        waiting.value.save_as(tmp_path / each.file)
    report = page.context.new_page()
    report.goto((tmp_path / "report.html").as_uri())
    assert NAME in report.inner_text("h1")
    assert report.locator("svg").count() == 2  # The limits of a server, and the bill.
    assert NAME in PdfReader(tmp_path / "report.pdf").pages[0].extract_text()
    assert load_workbook(tmp_path / "report.xlsx").worksheets[0]["A1"].value == NAME
    assert NAME in (tmp_path / "report.md").read_text().splitlines()[0]
    assert json.loads((tmp_path / "report.json").read_text())["scenario"] == NAME


def test_an_option_that_is_taken_brings_its_answer_into_view(window):
    page = window(LIGHT)
    page.get_by_role("button", name="Find out what would help").click()
    page.get_by_role("button", name="Take it").last.click()
    answered(page, "Taken")
    page.wait_for_function("document.querySelector('.st-key-answer').getBoundingClientRect().top >= 0")
    page.get_by_role("button", name="Undo").click()


@pytest.fixture(scope="module", params=TITLES)
def title(request):
    """A page: all that is asked of one is asked while it is open, for to open it takes the processor seconds."""
    return request.param


# What of a page is moved sideways: all of it, its links, or a table that no key reaches.
SIDEWAYS = """() => ["[data-testid=stMain]", ".st-key-navigation", "[data-testid=stTable] > div"]
    .flatMap((which) => [...document.querySelectorAll(which)])
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText.slice(0, 60))"""


# Lines of the cards on a phone that have nothing to tell.
EMPTY = """() => [...document.querySelectorAll("[data-testid=stTable] td")]
    .filter((each) => getComputedStyle(each).display === "flex" && !each.textContent.trim())
    .map((each) => getComputedStyle(each, "::before").content)"""


@pytest.mark.parametrize(
    "began", [pytest.param(LIGHT, id="a server"), pytest.param("/", marks=pytest.mark.proof, id="the front door")]
)
def test_no_page_is_wider_than_the_window(window, began, title):
    page = window(began, title)
    for width in (WIDE, WIDE // 2, 390):  # Half of it is what a zoom of 200 % leaves.
        page.set_viewport_size({"width": width, "height": 900})
        wide, window_is = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= window_is == width
        page.wait_for_function(f"({SIDEWAYS})().length === 0")
    assert page.evaluate(EMPTY) == []
    assert "Traceback" not in page.inner_text("body")


LEGIBLE = (Path(__file__).parent / "legible.js").read_text(encoding="utf-8")
ANSWERED_WITH_HEADINGS = ("Growth", "Portfolio", "Validation", "Report")


def legible(page):
    """What is hard to read on a page, at an instant at which nothing is being drawn."""
    while not (found := page.evaluate(LEGIBLE))["settled"]:
        page.wait_for_timeout(100)
    return found


@pytest.fixture
def answered_page(window, title):
    """A page with its answer."""
    page = window(f"{LIGHT}&growth.start=2026-12&growth.a_year=30%20%25" if title == "Growth" else LIGHT, title)
    if title == "Plan":
        page.wait_for_selector("text=Theory expected")
    if title in ANSWERED_WITH_HEADINGS:
        page.wait_for_selector("h2")
    return page


def in_scheme(page, scheme):
    """Makes the browser light or dark, and waits for the page to follow."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(
        f"getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === '{scheme}'"
    )


# What axe-core finds by some of its rules, with the selectors of what is meant. What is minor is not ours: the role of
# Streamlit's field for files, which a screen reader leaves out.
FOUND = """async (rules) => (await axe.run({ ...rules, resultTypes: ["violations"] })).violations
    .filter((each) => each.impact !== "minor")
    .map((each) => [each.impact, each.id, each.nodes.map((node) => node.target.join(" "))])"""
EVERY_RULE, CONTRAST = {}, {"runOnly": ["color-contrast"]}
# Charts and pictures that say nothing to those who do not see them.
SILENT = """() => [...document.querySelectorAll("[data-testid=stVegaLiteChart], [data-testid=stImage] img")]
    .filter((each) => !each.matches("[aria-label]:not([aria-label='']), [alt]:not([alt=''])"))
    .map((each) => each.outerHTML.slice(0, 200))"""


def found_by_axe(page, rules):
    """What axe-core finds on a page at rest. It takes seconds, in which what is drawn again is pale: what it finds is
    looked at again."""
    for _ in range(3):
        legible(page)
        found = page.evaluate(FOUND, rules)
        if not found:
            break
    return found


DESK, PHONE = (("light", WIDE, EVERY_RULE), ("dark", WIDE, CONTRAST)), (("light", 390, EVERY_RULE),)


@pytest.mark.parametrize(
    "seen", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone", marks=pytest.mark.proof)]
)
def test_every_text_can_be_read_and_axe_finds_nothing_on_any_page(answered_page, seen):
    """Light and dark; and on a phone, where only widths are others."""
    page = answered_page
    page.evaluate(Axe().axe_script)
    for scheme, width, rules in seen:
        in_scheme(page, scheme)
        page.set_viewport_size({"width": width, "height": 900})
        assert found_by_axe(page, rules) == [], (scheme, width)
        found = legible(page)
        assert (found["faint"], found["skipped"]) == ([], []), scheme
        assert found["texts"] > 10
    assert page.evaluate(SILENT) == []


# A button and what is written on it, enabled or not: the colour of the text and of the ground.
COLOURS = """(button, disabled) => {
    button.disabled = disabled;
    return [getComputedStyle(button.querySelector("p")).color, getComputedStyle(button).backgroundColor];
}"""


def test_a_primary_button_can_be_read_while_it_is_disabled(window):
    """Streamlit disables all of them while the server is away."""
    page = window(LIGHT, "Plans")
    button = page.locator("button[data-testid^=stBaseButton-primary]").first
    for scheme, on in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(11, 26, 43)")):
        in_scheme(page, scheme)
        legible(page)
        assert button.evaluate(COLOURS, False)[0] == on
        text, ground = button.evaluate(COLOURS, True)
        button.evaluate(COLOURS, False)
        assert on != text != ground


# The links to the pages over whose middle something else lies.
COVERED = """() => [...document.querySelectorAll(".st-key-navigation a")].filter((link) => {
    link.scrollIntoView({ inline: "center" });
    const at = link.getBoundingClientRect();
    return !link.contains(document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2));
}).map((link) => link.innerText)"""


@pytest.mark.parametrize("width", mostly_proof([WIDE, 390], [390]))
def test_the_links_are_reached_by_a_finger_when_the_sidebar_is_away(browser, address, width):
    context = browser.new_context(reduced_motion="reduce", has_touch=True, viewport={"width": width, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address + LIGHT)
    drawn(page)
    if width == WIDE:  # On a phone it is away from the start.
        page.hover("[data-testid=stSidebar]")
        page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    page.get_by_test_id("stExpandSidebarButton").wait_for()
    assert page.evaluate(COVERED) == []
    for title in ("Plans", "Plan"):
        page.get_by_role("link", name=re.compile(rf"\b{title}$")).tap()
        page.wait_for_selector(f"h1:text-is('{title}'), h1 :text-is('{title}')")
        drawn(page)
    page.get_by_test_id("stExpandSidebarButton").tap()  # And the sidebar comes back.
    page.get_by_role("textbox", name="RAM", exact=True).wait_for()
    context.close()
