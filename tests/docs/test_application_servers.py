"""Each tier of docs/application-servers.md can be planned in place of the application of three_tiers.yaml."""

from pathlib import Path

import pytest
import yaml

from models.load import load
from models.tier_room import calls_in_hand
from simulator.farm.tier_sizing import size_tiers

PAGE = Path(__file__).parents[2] / "docs/application-servers.md"
SHOP = "scenarios/three_tiers.yaml"
DATABASE = {"name": "database", "server": "epyc-7313p-24hdd-2x25gbe", "servers": 4, "connections": 5000}
TIERS = [yaml.safe_load(block.split("```")[0]) for block in PAGE.read_text(encoding="utf-8").split("```yaml")[1:]]


def shop(tier):
    """The shop with this tier as its application, as a file has it, ranges included."""
    written = yaml.safe_load(Path(SHOP).read_text(encoding="utf-8")) | {"tiers": [tier, DATABASE]}
    return load(SHOP, text=yaml.safe_dump(written))


@pytest.mark.parametrize("tier", TIERS, ids=["php", "node", "java", "go", "dotnet", "python", "ruby"])
def test_each_is_a_tier_that_is_sized(tier):
    application = size_tiers(shop(tier)).tiers[0]
    assert application.servers > 1
    assert calls_in_hand(application) > 1
    assert application.calls[0].pool is not None


def test_calls_in_hand_are_limited_by_memory_unless_threads_are_fewer():
    tiers = [shop(tier).tiers[0] for tier in TIERS]
    assert [calls_in_hand(tier) for tier in tiers[1:]] == [512, 200, 5000, 4000, 5, 6]
    assert calls_in_hand(tiers[0]) == int((tiers[0].server.ram - 256 * 2**20) // 60e6)


def test_what_is_assumed_has_a_range_and_why():
    for tier in TIERS:
        assert {"value", "assumed", "why"} == tier["memory"].keys()
