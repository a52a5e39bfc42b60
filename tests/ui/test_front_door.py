"""The front door: a few answers make a plan of today, the same one as on the command line."""

import pytest

from models.load import load
from simulator.farm.stamp import fingerprint
from simulator.messages.page import plan_page
from simulator.messages.page.plan_page import OLD
from simulator.service import answers
from simulator.studies.init.cheapest_server import CHEAPEST
from simulator.studies.init.first_scenario import fitting_farms, scenario_text
from simulator.studies.init.places import PLACES, servers_at
from simulator.studies.init.presets import PRESETS
from simulator.ui.plans.state import GENERATED, PlanState, first_answers
from simulator.ui.session import BrowserSession
from tests.ui.whole_app import opened, params_of

START = {"serve": "downloads"}


def answered(page, key, value):
    return page.text_input(key=f"answer {key}").set_value(value).run()


def plan(page):
    return page.session_state["headroom"]


def test_it_opens_on_a_farm_of_today_with_prices_of_today_and_without_a_baseline(ticket):
    page = opened(**START)
    (asked,) = ticket.asked
    assert asked.server.year >= 2020 and asked.datacenter.prices.year == 2026
    assert asked.baseline is None
    assert not page.exception


def test_a_demand_is_answered_with_servers_cost_and_what_stops_first_after_one_answer(ticket):
    page = answered(opened(**START), "peak", "40 Gbps")
    assert not page.exception
    shown = {metric.label: metric.value for metric in page.metric}
    assert shown["Servers"] == "3" and "USD" in shown["Cost a month"] and shown["Bottleneck"]
    assert params_of(page)["peak"] == "40 Gbps"


def test_a_server_that_is_picked_is_held_against_the_cheapest_and_one_click_takes_that(ticket):
    page = opened(**START)
    page = page.selectbox(key="answer server").set_value(next(iter(servers_at(PLACES["us-2026"])))).run()
    pinned = ticket.asked[-1].server.name
    found = fitting_farms(plan(page).answers)
    assert [each.cost.value for each in found] == sorted(each.cost.value for each in found)
    assert pinned not in (found[0].server, CHEAPEST)
    (told,) = [each for each in captions(page) if found[0].server in each]
    supports = answers.ask_theory(ticket.asked[-1]).sizing.supports
    assert supports.value > 1.5 and told.startswith(plan_page.more_than_needed(supports))
    page.button(key="take cheapest").click().run()
    assert plan(page).answers.server == CHEAPEST and ticket.asked[-1].server.name == found[0].server
    assert not any(plan_page.more_than_needed(supports)[:12] in each for each in captions(page))


def captions(page):
    return [each.value.replace("\\", "") for each in page.caption]


def test_what_is_changed_counts_where_the_cheapest_is_chosen(ticket):
    """A demand far above the peak that was answered takes another server, or more of them."""
    few, many = PlanState(answers=first_answers("api")), {"demand": "3,000,000 requests/s"}
    found = [fitting_farms(few.answers, changes)[0] for changes in ({}, many)]
    assert found[1].servers > 5 * found[0].servers


def test_the_scenario_of_the_answers_is_that_of_init(ticket, tmp_path):
    page = answered(opened(**START), "peak", "40 Gbps")
    file = tmp_path / "scenario.yaml"
    file.write_text(scenario_text(plan(page).answers, GENERATED))
    assert fingerprint(ticket.asked[-1]) == fingerprint(load(str(file)))


def test_an_answer_that_is_none_is_told_at_its_question_and_the_plan_stays(ticket):
    page = answered(opened(**START), "peak", "40 bananas")
    assert not page.exception
    assert any("bananas" in error.value or "not" in error.value for error in page.main.error)
    assert plan(page).answers == first_answers() and is_marked_old(page)
    page = answered(page, "peak", "40 Gbps")
    assert not page.main.error and plan(page).answers.peak == "40 Gbps" and not is_marked_old(page)


@pytest.mark.parametrize("key", ["knob server.ram", "knob reserve"])
def test_a_change_that_is_refused_marks_the_answer_as_old(ticket, key):
    page = opened(**START)
    assert not is_marked_old(page)
    stands = page.text_input(key=key).value
    assert is_marked_old(page.text_input(key=key).set_value("8 pizzas").run())
    assert not is_marked_old(page.text_input(key=key).set_value(stands).run())


@pytest.mark.parametrize(
    ("key", "typed", "remedy"),
    [
        ("peak", "-5 Gbps", "must not be negative"),
        ("peak", "NaN Gbps", '"100 Gbps"'),
        ("peak", "20k rps", '"20,000 rps"'),
        ("peak", "1,5 Gbps", '"1.5 Gbps"'),
        ("size", "1,5 MB", '"1.5 MB"'),
        ("size", "", '"30 MB"'),
    ],
)
def test_an_answer_that_is_refused_says_what_to_write(ticket, key, typed, remedy):
    page = answered(opened(**START), key, typed)
    (error,) = page.main.error
    assert remedy in error.value.replace("\\", "")


def is_marked_old(page):
    """Whether the answer says that it is the one from before a refused change."""
    return any(OLD in each.value for each in page.main.markdown)


def test_another_place_brings_a_server_that_may_stand_there(ticket):
    page = opened(**START)
    page.selectbox(key="answer prices").set_value("cloud-us-2026").run()
    assert not page.exception and not page.main.error
    assert ticket.asked[-1].server.is_rented and ticket.asked[-1].datacenter.prices.name == "cloud-us-2026"


def test_an_answer_comes_in_place_of_a_change_of_the_same_thing(ticket):
    page = opened(**START, demand="10 Gbps")
    assert ticket.asked[-1].demand.wire == 1.25e9
    answered(page, "peak", "40 Gbps")
    assert ticket.asked[-1].demand.wire == 5e9 and plan(page).changes == {}


def test_the_question_of_the_server_names_the_one_that_is_in_force(ticket):
    """Another one that was taken as a change, and the cheapest with another part in it; an answer takes its place."""
    other = "epyc-9354p-2x100gbe"
    page = opened(**START, server=other)
    assert page.selectbox(key="answer server").value == other == ticket.asked[-1].server.name
    page.selectbox(key="answer server").set_value(CHEAPEST).run()
    assert plan(page).changes == {} and page.selectbox(key="answer server").value == CHEAPEST
    assert ticket.asked[-1].server.name != other
    page = opened(**START, **{"server.ram": "256 GiB"})
    assert any(each.startswith(plan_page.CHEAPEST_CHANGED) for each in captions(page))


def test_a_shipped_scenario_can_be_begun_with_and_the_step_taken_back(ticket):
    page = opened(**START)
    page.selectbox(key="scenario").set_value("single_server").run()
    assert plan(page).name == "single_server"
    page.button(key="undo").click().run()
    assert plan(page).answers == first_answers()
    page.button(key="redo").click().run()
    assert plan(page).name == "single_server"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("what", PRESETS)
def test_every_kind_of_service_has_a_plan_at_every_place(what, place):
    session = BrowserSession("me")
    session.open(PlanState(answers=first_answers(what, place)))
    assert session.kept.server.is_rented == PLACES[place].rented
    assert session.kept.server.name in servers_at(PLACES[place])
    assert not isinstance(answers.ask_theory(session.kept), answers.NoFarm)


def test_what_is_paid_by_the_gb_is_billed_by_what_there_is_in_a_day(ticket):
    page = opened(serve="api", where="cloud-us-2026", peak="5,000 requests/s")
    at_peak = ticket.asked[-1]
    page = answered(page, "daily", "40 %")
    by_share = ticket.asked[-1]
    assert not page.exception and not page.main.error, page.main.error[0].value
    assert (at_peak.demand.peak_to_mean, by_share.demand.peak_to_mean) == (None, 2.5)
    # 5,000 requests/s of 8 kB are 3.456 TB in a day, of which 1.728 TB are one half.
    page = answered(page, "daily", "1.728 TB")
    assert ticket.asked[-1].demand.peak_to_mean == pytest.approx(2.0)
    page = answered(page, "daily", "4 TB")
    assert page.main.error and ticket.asked[-1].demand.peak_to_mean == pytest.approx(2.0)
    page = answered(page, "daily", "")
    assert ticket.asked[-1].demand.peak_to_mean is None
