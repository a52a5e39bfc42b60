"""A watch of a unit says for how long clients come to it once it is dead, where they find it by name."""

import pytest

from models.load import load
from simulator.failover.survive import name_service_lag
from simulator.messages.survive.failover import name_service_sentence
from simulator.studies.survive.result import survival_data
from simulator.translate.translate import translate

NAMES = {"time_to_live": "5 min", "resolvers": 10_000}


def test_by_hand(unit):
    """150 requests/s of five servers in sessions of three requests: 50 sessions/s for 5 s until five heartbeats are
    missed, and for half of 300 s on average after that."""
    scenario = load(unit, {"dns": NAMES})
    still = name_service_lag(scenario, translate(scenario).network, 30.0)
    assert (still.noticed, still.half, still.last) == (5.0, 155.0, 305.0)
    assert still.sessions == pytest.approx(50.0 * 155.0)


def test_a_watch_says_so(watched_at):
    found = watched_at("30 /s", dns=NAMES)
    told = name_service_sentence(found)
    assert "clients still come to it for up to 305 s: all of them for 5 s" in told and "up to 7,750 sessions" in told
    assert survival_data(found)["found_by_name"]["last"] == 305.0


def test_it_says_nothing_of_names_that_are_not_stated(watched_at):
    found = watched_at("30 /s")
    assert name_service_sentence(found) == "" and "found_by_name" not in survival_data(found)


def test_names_leave_what_nodes_do_as_it_is(watched_at):
    assert survival_data(watched_at("30 /s"))["phases"] == survival_data(watched_at("30 /s", dns=NAMES))["phases"]


def test_who_asks_anew_for_every_session_comes_until_names_leave_the_unit_out(watched_at):
    told = name_service_sentence(watched_at("30 /s", dns=NAMES | {"time_to_live": "0 s"}))
    assert told == "If a whole unit dies, sessions come to it for 5 s, until names leave it out."
