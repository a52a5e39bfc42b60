"""A planner who compares farms and asks which server, in a real browser: what is seen first, said aloud and chosen."""

from dataclasses import replace
from datetime import date

import pytest

from models.load import load
from simulator.farm.study import study_in_theory
from simulator.messages.decision import need_sentence
from simulator.messages.init.questions import CLOUD_US
from simulator.messages.page import form_labels
from simulator.messages.page.form_labels import QUESTIONS
from simulator.studies.init.first_scenario import fitting_farms
from simulator.ui.plans.state import first_answers
from tests.proven import mostly_proof
from tests.ui.browsers.chromium import NEEDED, PATIENCE, answered, drawn

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
MOST_ACTIONS = 6
# What is served, as it is written on its button; how much at the peak; where it stands, if not where it stands already.
FILES = ("downloads", "", "40 Gbps", "us-2026", "")
API = ("api", "An API", "5,000 requests/s", "cloud-us-2026", CLOUD_US)
VIDEO = ("video", "Video", "100 Gbps", "us-2026", "")


@pytest.mark.parametrize(("what", "served", "peak", "prices", "place"), mostly_proof([FILES, API, VIDEO], [API]))
def test_at_most_six_clicks_and_keys_lead_to_the_cheapest_farm(browser, server, what, served, peak, prices, place):
    """The address counts as one, a click in a field, what is written there and its Enter as one each."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    actions = 0

    def act(action, *given):
        nonlocal actions
        action(*given)
        actions += 1

    act(page.goto, f"http://{server.address}/?serve=downloads")
    drawn(page)
    if served:
        act(page.get_by_role("radio", name=served).click)
        page.wait_for_url(f"**serve={what}**")
        drawn(page)
    field = page.get_by_role("textbox", name=PEAK)
    act(field.click)
    field.press("Control+a")
    act(page.keyboard.type, peak)
    if place:  # The next question: what is written is taken as the field is left.
        act(page.get_by_role("combobox", name=PLACE).click)
        act(page.get_by_role("option", name=place).first.click)
    else:
        act(page.keyboard.press, "Enter")
    assert actions <= MOST_ACTIONS
    cheapest, *_ = fitting_farms(replace(first_answers(what, prices), peak=peak))
    page.wait_for_selector(f"text=in theory: {cheapest.servers} of {cheapest.server} for")
    drawn(page)
    assert page.get_by_test_id("stMetricValue").first.inner_text() == f"{cheapest.servers}"
    context.close()


def test_the_farm_of_the_documents_is_answered_in_three_actions_as_on_the_command_line(browser, server):
    """The address, the field of what is shipped and the choice there: the farm of `plan` with `--engine theory`."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://{server.address}/?serve=downloads")
    # A list that is open as an answer arrives is drawn anew, and a busy browser loses the choice in it.
    answered(page, "Simulated")
    drawn(page)
    page.get_by_role("combobox", name=form_labels.BEGINS).click()
    page.get_by_role("option", name="microsoft_update", exact=True).click()
    found = study_in_theory(load("scenarios/microsoft_update.yaml"), "", date(2026, 1, 1))
    page.wait_for_selector(f"text={found.scenario.name}")
    page.wait_for_selector(f"text={' '.join(need_sentence(found).split()[:6])}")
    drawn(page)
    shown = page.get_by_test_id("stMetricValue").all_inner_texts()
    assert shown[0] == f"{found.sizing.servers.whole.value:,.0f}" and "USD" in shown[1]
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
    drawn(planner)
    planner.get_by_role("button", name="Undo").click()
    planner.wait_for_selector("text=is the open plan now", state="detached")
