"""A planner who compares farms and asks which server, in a real browser: what is seen first, said aloud and chosen."""

from dataclasses import replace

import pytest

from simulator.messages.init.questions import CLOUD_US
from simulator.messages.page.form_labels import QUESTIONS, SERVE
from simulator.studies.init.first_scenario import fitting_farms
from simulator.ui.plans.state import first_answers
from tests.proven import mostly_proof
from tests.ui.browsers.chromium import NEEDED, PATIENCE, drawn

pytestmark = NEEDED
ASKED = "serve=downloads&peak=40+Gbps"
CHART = "[data-testid=stVegaLiteChart]"


@pytest.fixture(
    params=[pytest.param((1280, 900), id="desk"), pytest.param((390, 844), id="phone", marks=pytest.mark.proof)]
)
def planner(request, profile):
    page = profile.new_page()
    width, height = request.param
    page.set_viewport_size({"width": width, "height": height})
    yield page
    page.close()


def spoken(page):
    """What is said of charts to those who do not see them."""
    page.wait_for_selector(f"{CHART} [aria-label]")
    return " ".join(
        label for label in page.locator(f"{CHART} [aria-label], {CHART}[aria-label]").evaluate_all(
            "found => found.map(each => each.getAttribute('aria-label'))"
        )
    )  # fmt: skip


def test_a_farm_with_another_server_gets_its_bar_and_the_reason_why_it_is_not_chosen(planner, server):
    planner.goto(f"http://{server.address}/compare?{ASKED}")
    drawn(planner)
    assert planner.locator(CHART).first.bounding_box()["y"] < 400, "bars are the first thing seen"
    field = planner.get_by_role("combobox", name="Server model")
    field.click()
    planner.keyboard.type("epyc-9354p-2x100gbe")
    planner.keyboard.press("Enter")
    planner.wait_for_selector("td:has-text('carries it,')")
    drawn(planner)
    assert planner.locator("td :text-is('cheapest')").count() == 1
    assert "1: epyc-9354p-2x100gbe" in planner.get_by_test_id("stTable").first.inner_text()
    told = spoken(planner)
    assert "cheapest" in told and "1: epyc-9354p-2x100gbe" in told and "headroom" in told


PLACE, PEAK = QUESTIONS["prices"][0], QUESTIONS["peak"][0]
# What is chosen, of which question, and what the address says then.
API = ("api", "cloud-us-2026", "5,000 requests/s", ((SERVE, "An API", "serve=api"), (PLACE, CLOUD_US, "where=cloud")))
VIDEO = ("video", "us-2026", "100 Gbps", ((SERVE, "Video", "serve=video"),))


@pytest.mark.parametrize(("what", "prices", "peak", "chosen"), mostly_proof([API, VIDEO], [API]))
def test_a_minute_leads_to_the_cheapest_farm(browser, server, what, prices, peak, chosen):
    """The address, one or two choices and the peak: four answers at most; downloads and the documents take one less."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://{server.address}/?serve=downloads")
    for question, words, said in chosen:
        drawn(page)
        page.get_by_role("combobox", name=question).click()
        page.get_by_role("option", name=words).first.click()
        page.wait_for_url(f"**{said}**")
    drawn(page)
    field = page.get_by_role("textbox", name=PEAK)
    field.fill(peak)
    field.press("Enter")
    cheapest, *_ = fitting_farms(replace(first_answers(what, prices), peak=peak))
    page.wait_for_selector(f"text=in theory: {cheapest.servers} of {cheapest.server} for")
    drawn(page)
    assert page.get_by_test_id("stMetricValue").first.inner_text() == f"{cheapest.servers}"
    context.close()


def test_which_server_is_answered_by_bars_and_a_reason_for_each_other_one(planner, server):
    planner.goto(f"http://{server.address}/portfolio?{ASKED}")
    drawn(planner)
    planner.wait_for_selector("td:has-text('carries it,')")
    drawn(planner)
    reasons = planner.locator("td:has-text('carries it,')").count()
    assert planner.locator("td :text-is('cheapest')").count() == 1 and reasons > 5
    assert planner.locator(CHART).first.bounding_box()["y"] < 844, "bars are the first thing seen"
    assert "total a month, the cheapest first" in spoken(planner)
    planner.get_by_role("button", name="edge-xeon-d-2x25gbe", exact=True).click()
    planner.wait_for_selector("text=is the open plan now")
