"""Every problem of failures and maintenance is told with its place and its remedy."""

import pytest

from models.errors import ScenarioError
from models.load import load

FARM = "scenarios/first_farm.yaml"
DIES = {"at": "60 s", "lasts": "5 min"}

SPOILT = [
    ({"timetable": [{**DIES, "node": 6}]}, "timetable[0].node = 6: there are 5 nodes in the unit; write at most 5"),
    ({"timetable": [{**DIES, "together": 6}]}, "timetable[0].together = 6: there are 5 nodes in the unit"),
    ({"timetable": [{**DIES, "node": 4, "together": 3}]}, "5 nodes in the unit, 2 of them from node 4 on; write at"),
    ({"timetable": [{**DIES, "node": 0}]}, "node = 0: too small; allowed is 1 to 1,000"),
    ({"timetable": [{**DIES, "what": "explodes"}]}, "not one of the words"),
    ({"timetable": [{"at": "60 s"}]}, "timetable[0].lasts: missing"),
    ({"timetable": [{**DIES, "lasts": "0 s"}]}, "lasts = \"0 s\": must not be zero"),
    ({"timetable": [DIES, {"at": "2 min", "lasts": "1 min"}]}, "node 1 is away from 1 min to 366 s already"),
    ({"timetable": [{**DIES, "what": "patched", "together": 5}]}, "leaves no node of the unit at 1 min: all 5 are"),
    (
        {"timetable": [{**DIES, "together": 3}, {"at": "70 s", "lasts": "1 min", "what": "drained", "node": 4,
                                                 "together": 2}]},
        "timetable[1].at = \"70 s\": leaves no node of the unit",
    ),
    (
        {"timetable": [{**DIES, "what": "crowd"}, {"at": "2 min", "lasts": "1 min", "what": "crowd"}]},
        "timetable[1].at = \"2 min\": the crowd of outage 1 is there until 6 min",
    ),
    ({"timetable": [{**DIES, "what": "crowd", "times": -1}]}, "times = -1: too small"),
    ({"timetable": [DIES] * 65}, "65 outages; write at most 64"),
    ({"mtbf": "4000 h", "mttr": "0 s"}, "mttr = \"0 s\": must not be zero; allowed is 1 s to 365 days"),
    ({"mtbf": "4000 h"}, "mtbf says nothing without mttr; add `mttr: ...`"),
    ({"mttr": "4 h"}, "mttr says nothing without mtbf; add `mtbf: ...`"),
    ({"mtbf": "4 h", "mttr": "5 h"}, "a node would be down as long as it is up; write less than `mtbf`"),
    ({"health_check": {"failures": 0}}, "failures = 0: too small"),
    ({"health_check": {"interval": 1}}, "which unit? a duration needs one"),
]  # fmt: skip


@pytest.mark.parametrize(("failures", "told"), SPOILT, ids=[told[:40] for _, told in SPOILT])
def test_what_is_wrong_with_failures_is_told(failures, told):
    with pytest.raises(ScenarioError) as error:
        load(FARM, {"unit.failures": failures})
    assert told in str(error.value) and "unit.failures" in str(error.value)


def test_clients_that_come_again_pause_where_nodes_fail():
    changes = {"unit.failures": {"timetable": [DIES]}, "workload.retries": {"attempts": 2, "back_off": "0 s"}}
    with pytest.raises(ScenarioError, match="workload.retries.back_off"):
        load(FARM, changes)


def test_a_power_feed_may_take_all_nodes_with_it():
    assert load(FARM, {"unit.failures": {"timetable": [{**DIES, "together": 5}]}}).unit.failures


def test_impatient_clients_pause_where_nodes_have_to_do_with_each_other():
    patience = {"response": "9 s", "retries": {"count": 2, "jitter": "100 %"}}
    with pytest.raises(ScenarioError, match="workload.patience.retries.jitter"):
        load(FARM, {"unit.balancer": "least-connections", "workload.patience": patience})
