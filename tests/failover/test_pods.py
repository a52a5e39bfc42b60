"""Pods whose servers fail: each takes its pods along, and a year counts servers."""

import pytest

from models.load import load
from models.unit_pods import nodes_by_server, unit_failures
from simulator.engines.kernel.engine import Kernel
from simulator.failover.survive import study_failover
from simulator.failover.year import YEAR, most_servers_down
from simulator.messages.survive.failover import answer, notes, year_sentences
from simulator.studies.survive.document import by_servers_down


def pods(failures, **more):
    told = {"cpu": {"request": 2, "limit": 2}, "memory": "4 GiB", "replicas": 7, "most": 4}
    parts = {"unit.pods": told, "unit.spare_nodes": 4, "spare_units": 0, "run": {"replications": 2, "threads": 1}}
    return load("scenarios/api_in_pods.yaml", {**parts, "unit.failures": failures, **more})


@pytest.mark.parametrize(
    ("more", "on"),
    [({}, (4, 3)), ({"unit.zones": 2, "unit.pods.most": 2}, (2, 2, 2, 1)), ({"unit.pods": "none"}, (1,))],
)
def test_a_server_takes_the_pods_along_that_stand_on_it(more, on):
    scenario = pods("none", **({"unit.nodes": 1, "unit.spare_nodes": 0} if more.get("unit.pods") else {}), **more)
    assert nodes_by_server(scenario) == on


def test_a_server_dies_where_no_timetable_says_what_does():
    (outage,) = unit_failures(pods({"mtbf": "4,000 h", "mttr": "8 h"})).outages
    assert (outage.at, outage.lasts, outage.together) == (60.0, 300.0, 4)
    hangs = {"timetable": [{"at": "10 s", "lasts": "20 s", "what": "slow"}]}
    assert unit_failures(pods(hangs)).outages[0].together == 1


def test_a_year_of_pods_is_one_of_their_servers():
    """By hand: two servers, each down for 8 of 4,008 hours; both are down for the square of that, in which all is lost,
    and each of the 4.36 failures a year is outside until its pods are noticed to be dead."""
    scenario = pods({"mtbf": "4,000 h", "mttr": "8 h"})
    assert most_servers_down(scenario) == 1
    found = study_failover(scenario, Kernel(1), "35 /s")
    year, down = found.year, 8.0 / 4_008.0
    assert year.beyond == pytest.approx(down**2 * YEAR / 60.0)
    assert [each.servers for each in year.down] == [0, 1]
    assert [each.share for each in year.down] == pytest.approx([100 * (1 - down) ** 2, 200 * down * (1 - down)])
    assert year.down[0].failures == pytest.approx(2 * (1 - down) ** 2 * YEAR / 3600.0 / 4_000.0)
    assert year.minutes.value == pytest.approx(year.beyond + year.down[0].failures * year.down[0].each.value, rel=1e-6)
    assert found.worst.away == 4 and found.worst.times.value == pytest.approx(7 / 3, rel=0.05)
    assert answer(found).startswith("4 of 7 pods die for 5 min at 35 req/s a pod")
    first, _ = year_sentences(found)
    assert "4.4 server failures, each of up to 4 pods, in the unit in a year" in first
    assert by_servers_down(found, year).columns[0].name == "servers down"
    assert "2 replications of 7 pods in one world" in next(notes(found))
