"""The knobs: what they say comes from the models, and what they show from the scenario."""

import pytest

from models.errors import Problem
from models.load import load
from models.reading.catalogue import names
from simulator.messages.page.form_labels import GROUPS
from simulator.ui.library import shipped
from simulator.ui.parameters import PATHS, form_parameters, parameter_at, problems_by_parameter
from simulator.ui.session import BrowserSession, value_text
from tests.shipped import of_each_kind


def shown(name):
    return {knob.path: knob for group in form_parameters(load(shipped()[name])).values() for knob in group}


def test_every_knob_is_a_parameter_with_the_help_of_its_field():
    for labels in GROUPS.values():
        for path, label in labels.items():
            assert parameter_at(path, label).help


def test_a_path_that_is_no_parameter_is_no_knob():
    with pytest.raises(KeyError):
        parameter_at("server.colour", "Colour")


@pytest.mark.parametrize(
    ("path", "kind", "helped"),
    [
        ("server.ram", "text", "Main memory in bytes. Write it with its unit: 64 MiB to 64 TiB."),
        ("targets.utilisation", "text",
         "Largest utilisation of any resource of a server that work queues at: CPU, cards, disks, threads."
         " Write it with its unit: 1 % to 100 %, or none."),
        ("targets.connections", "text",
         "Largest number of sessions that a server has open on average. A whole number: 1 to 1,000,000,000, or none."),
        ("unit.nodes", "number",
             "Nodes in a unit, spares included. Before other tiers, where it is not stated, as many as the farm costs"
             " least with. A whole number: 1 to 256."),
        ("server", "choice", "The server as one buys it. From the catalogue."),
    ],
)  # fmt: skip
def test_a_knob_says_meaning_unit_and_range_as_the_model_has_them(path, kind, helped):
    knob = parameter_at(path, "")
    assert (knob.kind, knob.help) == (kind, helped)


def test_cards_are_written_with_commas():
    knob = parameter_at("server.cards", "")
    assert knob.help.endswith("Write it with its unit: 1 Mbps to 10 Tbps, several with commas.")
    assert knob.as_change("1 Gbps, 1 Gbps") == "[1 Gbps, 1 Gbps]"
    session = BrowserSession("me")
    session.take("microsoft_update")
    session.change("server.cards", knob.as_change("1 Gbps, 1 Gbps"))
    assert value_text(session.current(), "server.cards") == "1 Gbps, 1 Gbps"
    session.change("server.cards", knob.as_change("1 Gbps"))
    assert session.changes == {}


def test_choices_are_those_of_the_catalogue():
    assert parameter_at("server", "").choices == names("servers")
    assert parameter_at("operating_system", "").choices == names("operating_systems")
    assert parameter_at("datacenter.prices", "").choices == names("prices")


def test_what_a_scenario_wrote_out_itself_can_be_chosen_too():
    assert parameter_at("server", "").choices_with("mine") == ("mine", *names("servers"))


def test_what_a_scenario_does_not_have_is_no_knob():
    assert "runtime.heap" not in shown("microsoft_update")
    assert "runtime.heap" in shown("published/daytrader_64")
    assert "workload.offered" not in shown("published/daytrader_64")
    assert "workload.population" not in shown("microsoft_update")


@pytest.mark.parametrize("name", of_each_kind(shipped()))
def test_every_shipped_scenario_has_a_value_at_each_of_its_knobs(name):
    scenario = load(shipped()[name])
    for path, knob in shown(name).items():
        value = value_text(scenario, path)
        assert value, path
        if knob.kind == "number":
            assert knob.minimum <= int(value) <= knob.maximum


@pytest.mark.parametrize("name", of_each_kind(shipped()))
def test_every_value_that_a_knob_shows_may_be_written_there(name):
    """Whoever types what is there gets what is there."""
    session = BrowserSession("me")
    session.take(name)
    for path, knob in shown(name).items():
        session.change(path, knob.as_change(value_text(session.kept, path)))
    assert session.changes == {}


def problem(path):
    return Problem("override", 0, path, "", "wrong", "")


@pytest.mark.parametrize(
    ("path", "at"),
    [
        ("server.ram", "server.ram"),
        ("server.cards[1].rate", "server.cards"),
        ("server.clock", "server"),
        ("web_server.file_cache", "web_server.file_cache.size"),
        ("baseline.server.ram", "server.ram"),
    ],
)
def test_a_problem_stands_at_its_knob_or_at_the_next_above(path, at):
    found = problem(path)
    assert problems_by_parameter((found,)) == ({at: [found]}, [])


@pytest.mark.parametrize("path", ["", "scenario", "run.duration", "serverram", "workload.session.requests"])
def test_a_problem_without_a_knob_is_told_elsewhere(path):
    found = problem(path)
    assert problems_by_parameter((found,)) == ({}, [found])


def test_no_path_is_there_twice():
    assert len(set(PATHS)) == len(PATHS)
