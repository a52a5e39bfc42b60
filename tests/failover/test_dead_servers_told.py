"""How dead servers of other tiers are told."""

import pytest

from models.load import load
from simulator.messages.dead_servers import (
    away_text,
    dead_word,
    failed_calls_sentence,
    limit_text,
    loss_text,
    not_all_back,
    return_text,
)
from simulator.network.cluster import NODE_DOWN, TIER_DOWN

FARM = "scenarios/three_tiers.yaml"
DEAD = load(FARM, {"unit.failures": {"timetable": [{"at": "1 s", "lasts": "1 s", "tier": "database"}]}})
NODES_ALONE = load(FARM)


@pytest.mark.parametrize(
    ("limit", "told"),
    [(TIER_DOWN, "dead servers of database"), (NODE_DOWN, "dead nodes"), ("CPU", "CPU"), ("", "none")],
)
def test_what_is_behind_a_missed_target_names_the_tier(limit, told):
    assert limit_text(limit, DEAD, "none") == told


@pytest.mark.parametrize(
    ("cause", "told"),
    [
        (TIER_DOWN, "lost with a dead server of database"),
        (NODE_DOWN, "lost with a dead node"),
        ("memory", "lost at the limit memory"),
    ],
)
def test_how_sessions_are_lost_names_the_tier(cause, told):
    assert loss_text(cause, DEAD) == told


def test_what_comes_back_last_is_told_of_servers_where_they_die():
    assert return_text(DEAD) == "the last server of database was back"
    assert return_text(NODES_ALONE) == "all was as fast as before"
    assert not_all_back(DEAD) == "while not all servers of database are back"
    assert not_all_back(NODES_ALONE) == "while not all nodes are back"


def test_a_phase_says_who_is_away_slow_and_down():
    assert away_text(1, 1, 2, 3) == "1, not noticed, 2 slow, 3 servers down"
    assert away_text(0, 0, 0, 0) == "0"


def test_pods_that_die_are_told_as_pods():
    pods = {"cpu": 2, "memory": "4 GB", "replicas": 8}
    dies = {"timetable": [{"at": "1 s", "lasts": "1 s", "tier": "application"}]}
    shop = load(FARM, {"tiers[0].pods": pods, "tiers[0].connections": "none", "unit.failures": dies})
    assert limit_text(TIER_DOWN, shop, "") == "dead pods of application"
    assert (loss_text(TIER_DOWN, shop), dead_word(shop)) == ("lost with a dead pod of application", "pod")
    assert away_text(0, 0, 0, 4, dead_word(shop)) == "0, 4 pods down"
    api = load("scenarios/api_in_pods.yaml")
    assert (limit_text(NODE_DOWN, api, ""), not_all_back(api)) == ("dead pods", "while not all pods are back")


def test_requests_that_met_a_dead_server_are_counted():
    assert failed_calls_sentence(NODES_ALONE, 0.0, 0.0, 4) == ""
    assert failed_calls_sentence(DEAD, 0.0, 0.0, 4) == "No request met a dead server of database."
    told = failed_calls_sentence(DEAD, 1200.0, 900.0, 4)
    assert told == (
        "1,200 requests met a dead server of database: 900 were tried again, the others failed (means of 4"
        " replications)."
    )
