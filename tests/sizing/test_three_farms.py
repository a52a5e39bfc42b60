"""Three farms from scratch: every command says the same of them, in theory, by simulation and by hand."""

import json

import pytest

from simulator.studies.optimise import answer as stage
from tests.sizing.farms import API, DOWNLOADS, EDGE, FILES, SHORT, farm, written

# The bottleneck law by hand: units = demand x (1 + reserve) / (working nodes x utilisation x what the bottleneck does).
# Servers: whole units and the spare ones, times the nodes of each.
BY_HAND = {
    # 100 Gbps and a fifth, by 75 % of two cards of 100 Gbps; one unit of one server, and a spare one.
    EDGE: (100.0 * 1.2 / (0.75 * 2 * 100.0), 1, 2),
    # 20,000 requests/s and a fifth, by 75 % of 32 cores of 5 ms a request, in three of four nodes.
    API: (20_000 * 1.2 / (3 * 0.75 * 32 / 0.005), 2, 8),
    # 4 Gbps and a fifth, by 75 % of a card of 1 Gbps, in two of three nodes.
    DOWNLOADS: (4.0 * 1.2 / (2 * 0.75 * 1.0), 4, 12),
}
# What theory tells loads apart by, and a search: (theory/largest_load.py, experiment/search.py).
THEORY, SEARCH = 2e-3, 6e-3
# Sizes in so short a run differ from their mean; the sum of n sizes by cv / sqrt(n) of it, three times that at most.
CHANCE = {EDGE: 3 * (1.0 / 10_000) ** 0.5, API: 0.0, DOWNLOADS: 0.0}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_theory_buys_what_the_bottleneck_law_says_by_hand(file):
    exactly, units, servers = BY_HAND[file]
    sizing = farm(written(file)).sizing
    assert sizing.units.exact.value == pytest.approx(exactly, rel=THEORY)
    assert sizing.working_units == units and sizing.servers.whole.value == servers


@pytest.fixture
def told(headroom, tmp_path, monkeypatch):
    """What each command says of a file, by simulation: units exactly and whole, servers, cost, Mbps of a server."""
    own = stage.choices
    monkeypatch.setattr(stage, "choices", lambda scenario, which: tuple(each for each in own(scenario) if each.own)[:1])
    quick = [word for path, value in SHORT.items() for word in ("--set", f"{path}={value}")]

    def asked(command, file, *words):
        target = tmp_path / f"{command}.json"
        said = headroom(command, file, *words, *quick, "--json", target)
        assert said.code == 0, said
        return json.loads(target.read_text())

    return asked


FARM = ("units", "whole_units", "servers", "cost_per_month")


@pytest.mark.parametrize("file", [
    pytest.param(EDGE, marks=pytest.mark.proof), API, pytest.param(DOWNLOADS, marks=pytest.mark.proof),
], ids=lambda file: file.stem)  # fmt: skip
def test_every_command_says_the_same_farm_and_that_of_the_bottleneck_law(told, file, tmp_path):
    plan, capacity, cheapest = told("plan", file), told("capacity", file), told("optimise", file)
    many = tmp_path / "many.yaml"
    ram = {EDGE: "512 GiB", API: "64 GiB", DOWNLOADS: "4 GiB"}[file]
    many.write_text(f"portfolio: one\nbase: {file}\nquestion: capacity\ngrid: {{server.ram: [{ram}]}}\n")
    (variant,) = told("sweep", many, "--no-store")["variants"]
    (checked,) = told("check", file)
    assert [capacity["farm"][key] for key in FARM] == [plan[key] for key in FARM]
    assert [variant[key] for key in FARM[:3]] == [plan[key] for key in FARM[:3]]
    assert variant["cost_per_month"]["value"] == plan["cost_per_month"]["value"]
    present = cheapest["present"]
    same = {"exact_units": "units", "units": "whole_units", "server_mbps": "server_mbps",
            "cost_in_all_per_month": "cost_in_all_per_month"}  # fmt: skip
    assert {key: present[key]["value"] for key in same} == {key: plan[name]["value"] for key, name in same.items()}
    assert checked["targets"] == plan["targets"] and plan["targets_met"] and checked["standing"] == "met"
    _agrees_with_the_law(file, plan)


def _agrees_with_the_law(file, plan):
    exactly, units, servers = BY_HAND[file]
    found = plan["units"]
    within = found["half_width"] + exactly * (SEARCH + CHANCE[file])
    assert found["value"] == pytest.approx(exactly, abs=within)
    assert plan["servers"]["value"] == servers
    assert plan["supports"]["value"] == pytest.approx(units * 1.2 / exactly, rel=within / exactly)
