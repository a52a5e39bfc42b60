"""`plan` of a scenario that states failures: what a unit of the farm does through them stands beside the farm."""

import json

import pytest

from tests.cli.conftest import QUICK
from tests.failover.conftest import UNIT


def test_a_plan_says_what_a_unit_does_when_nodes_fail(headroom, tmp_path):
    file, data = tmp_path / "unit.yaml", tmp_path / "plan.json"
    file.write_text(UNIT + "demand: 2,000 requests/s\n")
    words = [word if word != "run.duration=10 s" else "run.duration=60 s" for word in QUICK]
    said = headroom("plan", file, *words, "--json", str(data))
    assert said.code in (0, 1), said.err
    told = " ".join(said.out.split())
    assert "When nodes fail: One of 5 nodes dies for 2 min" in told and "the demand, all servers up" in told
    assert "Simulated behind its balancer with 1 node down, the unit" in told
    found = json.loads(data.read_text())
    servers = found["servers"]["value"]
    assert found["survives"]["load"]["requests_of_a_server"] * servers == pytest.approx(2000.0)
    file.write_text(UNIT.replace("failures: {timetable: [{at: 60 s, lasts: 2 min}], watch: 60 s}", "failures: none")
                    + "demand: 2,000 requests/s\n")  # fmt: skip
    assert "When nodes fail" not in headroom("plan", file, *words).out
