"""A planner at the desk, in a real browser: the minute, Back and Forward, reload, a restart, two browsers, a link."""

import re
from urllib.parse import urlsplit

import pytest

from tests.ui.browsers.chromium import NEEDED, PATIENCE, TWICE, answered, drawn

pytestmark = NEEDED
PEAK = "How much at the peak?"


@pytest.fixture(scope="module")
def desks():
    """The browser of the planner whom the tests lead on, if there is one."""
    return []


@pytest.fixture
def page(request, browser, desks):
    """The page where the test before has left it; where that has failed, and before the first, a new one in a browser
    that has seen none."""
    failed_before = request.session.testsfailed
    if not desks:
        desks.append(browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900}))
        desks[0].new_page().set_default_timeout(PATIENCE)
    desks[0].pages[0].bring_to_front()  # Behind another window a page is drawn once a second.
    yield desks[0].pages[0]
    if request.session.testsfailed > failed_before:
        desks.pop().close()


@pytest.fixture
def planner(page, server):
    """A planner at the page Plan, whose plan is kept."""
    if page.url == "about:blank":
        page.goto(f"http://{server.address}")
        asks(page, "80 Gbps")
        page.wait_for_url(re.compile("peak=80.*plan="))
        drawn(page)
    return page


def asks(page, value):
    """Two actions: the field, and the key that ends it."""
    field = page.get_by_role("textbox", name=PEAK)
    field.fill(value)
    field.press("Enter")


def holds(page, value):
    from playwright.sync_api import expect

    expect(page.get_by_role("textbox", name=PEAK)).to_have_value(value, timeout=PATIENCE)


def figures(page):
    """What the key figures say."""
    return page.locator("[data-testid=stMetricValue]").all_inner_texts()


def test_a_minute_leads_from_opening_to_servers_cost_and_the_first_limit(page, server):
    """40 Gbps of 30 MB files in three actions: the page, the demand, its end; a file has 30 MB from the start."""
    page.goto(f"http://{server.address}", wait_until="commit")
    page.wait_for_selector("#first-sight :text('buy ')")  # Told at once, before the page is there.
    page.wait_for_selector("#first-sight", state="detached")
    page.get_by_role("textbox", name=PEAK).wait_for()
    asks(page, "40 Gbps")
    answered(page, "40 Gbps plus 20 % reserve need")
    drawn(page)
    servers, cost, _, stop, _ = figures(page)
    assert int(servers) >= 1 and "USD" in cost and stop
    holds(page, "40 Gbps")
    for what in ("Servers", "Cost a month", "Bottleneck"):
        assert page.get_by_text(what, exact=True).first.bounding_box()["y"] < 900


def test_back_and_forward_move_the_plan_and_a_reload_keeps_it(planner):
    asks(planner, "40 Gbps")
    planner.wait_for_url("**peak=40**")
    asks(planner, "80 Gbps")
    answered(planner, "80 Gbps plus 20 % reserve need")
    planner.wait_for_url("**peak=80**")
    drawn(planner)
    planner.evaluate(TWICE)
    planner.go_back()
    holds(planner, "40 Gbps")
    planner.go_forward()
    holds(planner, "80 Gbps")
    drawn(planner)
    assert planner.evaluate("window.twice") == {}  # Though the field has the focus, beside the one in its place.
    planner.reload()
    holds(planner, "80 Gbps")
    drawn(planner)


def test_the_plan_goes_along_from_page_to_page_and_back(planner):
    from playwright.sync_api import expect

    planner.get_by_role("link", name=re.compile(r"\bPlans$")).click()
    planner.wait_for_selector("h1:has-text('Plans')")
    drawn(planner)
    expect(planner.get_by_test_id("stMain")).to_contain_text("Downloads: 80 Gbps", timeout=PATIENCE)
    planner.go_back()
    planner.wait_for_selector("h1 :text-is('Plan'), h1:text-is('Plan')")
    holds(planner, "80 Gbps")


def test_the_editor_offers_what_may_stand_there_and_says_what_is_wrong_beside_its_line(planner):
    planner.get_by_role("link", name=re.compile(r"\bScenario$")).click()
    field = planner.get_by_role("textbox", name="The scenario in YAML")
    field.wait_for()
    planner.wait_for_function("window.headroomEditor && window.headroomEditor.words['#']")
    drawn(planner)
    before = field.input_value()
    field.click()
    planner.keyboard.press("Control+End")
    planner.keyboard.type("\nbaseline:\nrese")
    planner.wait_for_selector("[role=option] :text-is('reserve')")
    planner.keyboard.press("Tab")
    planner.keyboard.type("8 pizzas")
    assert field.input_value().endswith("\nbaseline:\n  reserve: 8 pizzas")  # Typed in, not pasted: Ctrl+Z knows it.
    planner.wait_for_selector(".editor-problem:has-text('pizzas')")  # No key asked for it, and the field has the focus.
    assert planner.evaluate("document.activeElement.tagName") == "TEXTAREA"
    planner.reload()
    planner.get_by_role("button", name="Drop what is typed").click()
    planner.wait_for_function("before => document.querySelector('textarea').value === before", arg=before)
    planner.wait_for_function("document.querySelector('textarea').headroom")  # The field in its place is an editor too.
    planner.get_by_role("link", name=re.compile(r"\bPlan$")).click()
    holds(planner, "80 Gbps")


def test_a_link_in_another_browser_gives_the_same_figures(planner, browser):
    drawn(planner)
    planner.get_by_role("button", name="Share").click()
    link = planner.locator("[data-testid=stPopoverBody] code").inner_text()
    assert "peak=80" in link and "plan=" not in urlsplit(link).query
    planner.keyboard.press("Escape")
    context = browser.new_context(reduced_motion="reduce")
    other = context.new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(link)
    holds(other, "80 Gbps")
    answered(other, "80 Gbps plus 20 % reserve need")
    drawn(other)
    assert figures(other)[:1] == figures(planner)[:1]
    other.get_by_role("link", name=re.compile(r"\bPlans$")).click()
    other.wait_for_selector("text=None yet")  # Nobody finds the plans of another browser.
    context.close()


def test_a_tab_that_nobody_touches_is_told_what_another_has_kept(planner):
    planner.wait_for_url("**plan=**")
    other = planner.context.new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(planner.url)
    holds(other, "80 Gbps")
    drawn(other)
    asks(other, "90 Gbps")
    planner.wait_for_selector("[data-testid=stAlert]:has-text('Another tab')")
    holds(planner, "80 Gbps")
    other.close()


SAID = """() => {
    const said = getComputedStyle(document.querySelector("[data-testid=stApp]"), "::after");
    return said.content.includes("comes back by itself") && said.visibility === "visible";
}"""


def test_a_lost_server_says_so_and_comes_back_by_itself_with_the_plan_and_the_shelf(planner, server):
    asks(planner, "60 Gbps")
    answered(planner, "60 Gbps plus 20 % reserve need")
    planner.wait_for_url("**peak=60**")
    assert not planner.evaluate(SAID)
    server.stop()
    try:
        planner.wait_for_function(SAID)
    finally:
        server.start()
    planner.wait_for_function(f"!({SAID})()")
    asks(planner, "70 Gbps")  # At once: the first edit is followed, though the server does not know the page yet.
    answered(planner, "70 Gbps plus 20 % reserve need")
    holds(planner, "70 Gbps")
    planner.get_by_role("link", name=re.compile(r"\bPlans$")).click()
    planner.wait_for_selector("text=open now")
    assert "70 Gbps" in planner.inner_text("body")
