"""One file and one seed: every command says the same units, servers and cost, to the digit."""

import json
import re
from pathlib import Path

import pytest

from models.load import load
from models.variations import choice, option
from simulator.studies.optimise import answer as optimise
from simulator.studies.sensitivity import answer as sensitivity
from simulator.studies.upgrades import answer as helps
from tests.cli.conftest import SMALL

RUN = "{warm_up: 5 s, duration: 20 s, window: 1 s, precision: 50 %, replications: 2}"
FARM = "demand: 4 Gbps\nreserve: 25 %\nspare_units: 1\nunit: {nodes: 3, spare_nodes: 1}"
SIZED = {"largest load": "sized_by: largest load", "stated load": "sized_by: stated load"}
CARD = "one more network card of 1 Gbps"
SAME = ("demand", "units", "whole_units", "servers", "racks", "cost_per_month", "supports")


@pytest.fixture(params=SIZED.values(), ids=SIZED)
def file(request, tmp_path):
    """A small farm with a reserve and spares, sized either way."""
    path = tmp_path / "farm.yaml"
    text = Path(SMALL).read_text().replace("unit: {nodes: 1}", FARM)
    path.write_text(f"{text}\n{request.param}\nrun: {RUN}\n")
    return path


@pytest.fixture(autouse=True)
def little_is_offered(monkeypatch):
    """Of the catalogue only the present server, and one card more."""
    every, own = option.options, choice.choices
    monkeypatch.setattr(helps, "options", lambda scenario: tuple(o for o in every(scenario) if o.name == CARD))
    monkeypatch.setattr(optimise, "choices", lambda scenario, which: tuple(c for c in own(scenario) if c.own))


def portfolio(file):
    path = file.parent / "portfolio.yaml"
    path.write_text(f"portfolio: one\nbase: {file.name}\nalternatives: {{as it is: {{unit.nodes: 3}}}}\n")
    return path


def asked(headroom, *words):
    """What a command says of a file, and the same as data."""
    said = headroom(*words, "--json", "-")
    assert said.code == 0, said.err
    return json.loads(said.out), " ".join(said.err.split())


def test_every_command_says_the_same_farm(headroom, file, monkeypatch, tmp_path):
    plan, told = asked(headroom, "plan", file)
    capacity, of_capacity = asked(headroom, "capacity", file)
    cheapest, of_cheapest = asked(headroom, "optimise", file)
    compared, of_compared = asked(headroom, "compare", file, file)
    (checked,), of_checked = asked(headroom, "check", file)
    helps, of_helps = asked(headroom, "capacity", file, "--what-would-help")
    swept, of_swept = asked(headroom, "sweep", portfolio(file), "--store", str(tmp_path / "runs.sqlite"))

    farm = {key: plan[key] for key in SAME}
    farms = {
        "capacity": capacity["farm"],
        "optimise": cheapest["present"]["farm"],
        "compare": compared["farms"][0],
        "compare, the other": compared["farms"][1],
        "check": checked["farm"],
        "what would help": helps["farm"],
    }
    assert {name: {key: each[key] for key in SAME} for name, each in farms.items()} == dict.fromkeys(farms, farm)
    (variant,) = swept["variants"]
    assert {key: variant[key] for key in SAME if key in variant} == {key: farm[key] for key in SAME if key in variant}
    assert variant["headroom"] == farm["supports"]

    # The money is in the figures above; how far it may be off is told of prices alone where no worlds are drawn.
    bought = re.findall(r"Buy .*?\) for ", told)[-1]
    for said in (of_capacity, of_cheapest, of_compared, of_checked, of_helps):
        assert bought in said, said
    units, servers = plan["whole_units"]["value"], plan["servers"]["value"]
    assert f"{units:.0f} units ({servers:.0f} servers)" in of_swept


def test_the_farm_does_not_hang_on_the_load_that_is_offered_unless_the_scenario_says_so(headroom, file):
    here, _ = asked(headroom, "plan", file)
    there, _ = asked(headroom, "plan", file, "--set", "workload.offered=500 /s")
    assert (here["servers"] == there["servers"]) is (here["carries"]["sized_by"] == "largest load")


ORIGIN = "workload.content.origin={latency: 30 ms, rate: 10 Gbps, price: 0.04 USD/GB}"


@pytest.mark.parametrize("engine", ["kernel", "theory"])
def test_what_matters_begins_with_the_bill_of_the_plan(headroom, file, monkeypatch, engine):
    """Each figure with the same interval: that of exact units left out how well the misses of an origin are known."""
    price = [each for each in sensitivity.assumed_ranges(load(file))[0] if each.path == "server.price"]
    monkeypatch.setattr(sensitivity, "assumed_ranges", lambda scenario: (tuple(price), ()))
    words = (file, "--engine", engine, "--set", ORIGIN)
    plan, _ = asked(headroom, "plan", *words)
    found, told = asked(headroom, "sensitivity", *words, "--samples", "8")
    whole, exact = plan["cost_per_month"], plan["costs"]["total"]["exact"]
    if "stated load" in file.read_text():
        assert "`plan` sizes this farm by the load that is stated, so that its bill is another one." in told
        return
    assert "its bill is another" not in told
    assert found["present"]["cost_per_month"] == whole and found["present"]["exact_cost_per_month"] == exact
    assert plan["costs"]["origin"]["exact"]["half_width"] > 0.0
    # A price changes no server, so the bill is off by the same before and after.
    assert found["parameters"][0]["low"]["exact_cost_change"]["half_width"] < 0.1 * exact["half_width"]
