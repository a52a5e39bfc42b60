"""A tier whose servers nobody states is sized by its own bottleneck, by hand: work / (cores x target), one of them down
too where units have spare nodes."""

import re
from pathlib import Path

import pytest

import headroom
from models.load import load
from simulator.cli.inputs import read_scenario
from simulator.cli.options import CommandOptions
from simulator.farm.tier_sizing import size_tiers

SHOP = Path("tests/farms/c_shop.yaml")
UNSTATED = re.sub(r"\n    servers: \d+", "", SHOP.read_text(encoding="utf-8"))


def sized(text=UNSTATED, **changes):
    changes = {path.replace("__", "."): value for path, value in changes.items()}
    return {tier.name: tier.servers for tier in size_tiers(load("shop.yaml", changes, text=text)).tiers}


def test_the_third_database_is_bought_for_one_of_two_left_would_be_used_for_89_per_cent():
    """PHP: 1,200/s x 80 ms are 96 cores of 32 a server, 3 servers; 3 x 1.3 / 0.7 are 5.6. MySQL: 0.894 of a server;
    / 0.7 are 1.3, so 2 with one more down."""
    assert sized() == {"php": 6, "mysql": 3}


@pytest.mark.parametrize(("changes", "servers"), [
    ({"unit__spare_nodes": 0}, {"php": 6, "mysql": 2}),  # 0.894 x 1.3 / 0.7 are 1.7.
    ({"reserve": "0 %", "unit__spare_nodes": 0}, {"php": 5, "mysql": 2}),  # 3 / 0.7 are 4.3.
    ({"targets__utilisation": "90 %"}, {"php": 5, "mysql": 2}),  # 3 x 1.3 / 0.9 are 4.3; 0.894 / 0.9 is 0.99.
    ({"demand": "100 requests/s"}, {"php": 2, "mysql": 2}),  # One does, and one may be down.
])  # fmt: skip
def test_a_tier_has_the_fewest_servers_that_its_targets_allow(changes, servers):
    assert sized(**changes) == servers


def test_a_number_that_is_stated_stays():
    text = UNSTATED.replace("- name: mysql\n", "- name: mysql\n    servers: 2\n")
    assert sized(text) == {"php": 6, "mysql": 2}
    assert sized(SHOP.read_text(encoding="utf-8"), demand="5,000 requests/s") == {"php": 6, "mysql": 2}


def test_few_connections_take_more_servers_than_the_processors_need():
    """A call holds one for 0.49 ms or more: 30,000 calls/s hold 14, 10 servers of two at 70 % and one down."""
    assert sized(UNSTATED.replace("connections: 150", "connections: 2"))["mysql"] > 2 * sized()["mysql"]


def test_without_a_demand_a_tier_takes_all_that_the_other_servers_of_a_unit_can_ask_for():
    alone = sized(demand=None)
    assert alone["php"] > sized()["php"] and alone["mysql"] > sized()["mysql"]


def test_commands_and_the_library_take_a_scenario_so(tmp_path):
    file = tmp_path / "shop.yaml"
    file.write_text(UNSTATED, encoding="utf-8")
    for scenario in (headroom.load(file), read_scenario(file, CommandOptions())):
        assert [tier.servers for tier in scenario.tiers] == [6, 3]
