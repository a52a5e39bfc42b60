"""`compare` measures one server where `plan` does: of one file both say the same, within their intervals."""

import json

import pytest

from tests.cli.conftest import QUICK, SMALL
from tests.sizing.farms import MIXED

# Three smaller instances for less, of which nobody asks a speed.
SMALLER = {
    "20,000 requests/s": "1,500 requests/s",
    "c7a.8xlarge": "m7i.xlarge",
    "nodes: 2": "nodes: 3",
    "client_speed: 2.3 MB/s, ": "",
    "{prices: cloud-us-2026}": "{prices: cloud-us-2026}\nrun: {duration: 60 s, replications: 5}",
}
HASHED = {"nodes: 3": "nodes: 3, balancer: nlb", "  clients:": "  addresses: {count: 60}\n  clients:"}
# Class rates that sum to a hundredth of what falls to a server; nodes that a balancer looks at, so that they stand in
# one world; a busiest node that gets far more than the others; and a load that is stated beside the demand.
FARMS = {
    "classes": {},
    "least connections": {"nodes: 3": "nodes: 3, balancer: least-connections"},
    "few addresses": HASHED,
    "an offered load": {"  cpu_measured_on": "  offered: 60 /s\n  cpu_measured_on"},
}
COMPARED = ("requests", "wire_mbps", "connections", "response_mean", "response_p95")
# So far apart, in times the sum of both half-widths, are two figures of 95 % in one of thousands.
APART = 1.5


@pytest.fixture
def farm(tmp_path):
    def write(name, changes):
        text = MIXED.read_text(encoding="utf-8")
        for old, new in (SMALLER | changes).items():
            assert old in text
            text = text.replace(old, new)
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


@pytest.mark.parametrize("name", FARMS)
def test_one_server_is_measured_at_the_share_of_the_demand_that_the_plan_measures_it_at(name, headroom, farm):
    file = farm("farm.yaml", FARMS[name])
    planned = json.loads(headroom("plan", file, "--json", "-").out)
    said = headroom("compare", file, file, "--json", "-")
    compared = json.loads(said.out)
    assert compared["load"] == pytest.approx(planned["as_bought"][0]["requests"]["value"])

    limits = {limit["name"]: limit["utilisation"] for limit in planned["limits"]}
    known = {each: planned["measures"][each] for each in COMPARED} | limits
    found = {row["measure"]: row["reference_value"] for row in compared["differences"]}
    common = known.keys() & found.keys()
    assert {*COMPARED, "CPU"} <= common
    for each in common:
        width = known[each]["half_width"] + found[each]["half_width"]
        assert found[each]["value"] == pytest.approx(known[each]["value"], rel=1e-9, abs=APART * width), each

    words = " ".join(said.err.split())
    assert "As `plan` measures them, servers are compared at what falls to one of the first farm as bought" in words
    assert "requests/s a server is stated; it sizes nothing." in words


def test_units_of_other_sizes_see_the_same_sessions(headroom, farm):
    files = farm("few.yaml", {}), farm("many.yaml", {"nodes: 3": "nodes: 5"})
    said = headroom("compare", *files, "--json", "-")
    assert said.code == 0 and "workloads differ" not in said.err
    assert not any(row["difference"]["value"] for row in json.loads(said.out)["differences"])


def test_a_load_that_sizes_the_farm_is_where_the_server_is_measured(headroom, farm):
    file = farm("farm.yaml", {"demand:": "sized_by: stated load\ndemand:"})
    said = headroom("compare", file, file, *QUICK, "--json", "-")
    compared = json.loads(said.out)
    arrived = next(row for row in compared["differences"] if row["measure"] == "requests")
    assert compared["load"] is None and arrived["reference_value"]["value"] == pytest.approx(40.0, rel=0.5)
    assert "sizes nothing" not in said.err and "as bought" not in said.err


def test_a_first_farm_that_no_load_suits_leaves_the_servers_at_what_they_state_and_that_is_said(headroom, farm):
    file = farm("farm.yaml", {"targets: {": "targets: {p95_response: 1 ms, "})
    said = headroom("compare", file, file, *QUICK, "--json", "-")
    assert said.code == 0 and json.loads(said.out)["load"] is None
    told = "a load of 40 requests/s a server is stated, at which it is measured here; it sizes nothing."
    assert f"{file}: {told}" in " ".join(said.err.split())


def test_one_that_states_its_load_and_no_demand_keeps_it_beside_a_farm_and_that_is_said(headroom, farm):
    said = headroom("compare", farm("farm.yaml", {}), SMALL, *QUICK, "--json", "-")
    assert said.code == 0, said.err
    words = " ".join(said.err.split())
    assert f"{SMALL}: a load of 2,000 requests/s a server is stated, at which it is measured here." in words


def test_a_server_that_calls_other_tiers_is_measured_with_them_where_its_unit_has_spares(headroom):
    tiers = "scenarios/three_tiers.yaml"
    said = headroom("compare", tiers, tiers, "--json", "-", *QUICK)
    assert said.code == 0, said.err
    found = {row["measure"]: row["reference_value"]["value"] for row in json.loads(said.out)["differences"]}
    # 1,000 requests/s over three nodes, each of which calls two databases three times.
    assert found["requests"] == pytest.approx(1_000 / 3, rel=0.05)
    assert 0.0 < found["CPU of application"] < found["CPU of database"] < 75.0
