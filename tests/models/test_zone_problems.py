"""Every problem of zones is told with its place and its remedy, once."""

import pytest

from models.errors import ScenarioError
from models.load import load
from tests.sizing.test_by_path import UNIT

SHOP = "scenarios/three_tiers.yaml"
DIES = {"at": "60 s", "lasts": "5 min", "zone": "a"}
TIMETABLE = "unit.failures.timetable"

SPOILT = [
    ({"unit.zones": 4}, "unit.zones", "with 3 nodes 4 zones would not all be filled; write at most 3"),
    (
        {"unit.zones": 3, "tiers[1].zones": 3},
        "tiers[1].zones",
        "with 2 servers 3 zones would not all be filled; write at most 2",
    ),
    ({"unit.zones": 7}, "unit.zones", "too large; allowed is 1 to 6"),
    ({"unit.spare_zones": 1}, "unit.spare_zones", "the unit stands in one zone, which cannot be spare; write 0, or"),
    (
        {"unit.zones": 3, "unit.spare_zones": 3},
        "unit.spare_zones",
        "the unit stands in 3 zones, of which one must be left; write at most 2",
    ),
    (
        {"unit.zones": 2, "unit.spare_zones": 1},
        "unit.spare_nodes",
        "the zones that may be down have 2 nodes; write 2, or leave it out",
    ),
    (
        {"unit.zones": 3, "unit.spare_zones": 1, "tiers[1].servers": 1},
        "tiers[1].servers",
        "no server of database is left with a zone down: it stands in 1 zone; give it servers in 2 zones",
    ),
    (
        {"unit.zones": 3, "unit.spare_zones": 2, "unit.spare_nodes": 2, "tiers[1].zones": 2},
        "tiers[1].zones",
        "no server of database is left with 2 zones down: it stands in 2 zones; give it servers in 3 zones",
    ),
    (
        {"unit.zones": 2, "tiers[0].servers": 4, "tiers[0].prefer_zone": True},
        "tiers[0].prefer_zone",
        "the nodes of the unit are not spread over zones as the servers of application are",
    ),
    (
        {"unit.zones": 3, "tiers[1].prefer_zone": True},
        "tiers[1].prefer_zone",
        "the servers of application are not spread over zones as the servers of database are",
    ),
    ({TIMETABLE: [DIES]}, f"{TIMETABLE}[0].zone", "the unit stands in one zone; write `unit.zones: 2`, or say which"),
    (
        {"unit.zones": 2, TIMETABLE: [{**DIES, "zone": "c"}]},
        f"{TIMETABLE}[0].zone",
        "there is no zone c: the unit stands in a and b; write one of these",
    ),
    ({"unit.zones": 2, TIMETABLE: [{**DIES, "zone": "z"}]}, f"{TIMETABLE}[0].zone", "not one of the words"),
    (
        {"unit.zones": 2, TIMETABLE: [{**DIES, "together": 2}]},
        f"{TIMETABLE}[0].together",
        "a zone dies with all that stands in it, so that no `together` goes with it; leave out `together` or `zone`",
    ),
    (
        {"unit.zones": 2, TIMETABLE: [{**DIES, "what": "drained"}]},
        f"{TIMETABLE}[0].what",
        "a zone dies with all that stands in it, so that no `what` goes with it; leave out `what` or `zone`",
    ),
]


@pytest.mark.parametrize(("changes", "where", "told"), SPOILT, ids=[told[:40] for _, _, told in SPOILT])
def test_what_is_wrong_with_zones_is_told_once(changes, where, told):
    with pytest.raises(ScenarioError) as caught:
        load(SHOP, changes)
    (problem,) = caught.value.problems
    assert problem.path == where
    assert told in str(caught.value)


def test_groups_of_nodes_have_spares_of_their_own(tmp_path):
    file = tmp_path / "unit.yaml"
    file.write_text(UNIT)
    with pytest.raises(ScenarioError) as caught:
        load(file, {"unit.zones": 2, "unit.spare_zones": 1})
    assert [each.path for each in caught.value.problems] == ["unit.spare_zones"]
    assert "which nodes of which group a zone takes with it is not looked at" in str(caught.value)
