"""Every part of a scenario has its knob: found by a word, with unit, range and source."""

import pytest

from models.load import load
from simulator.ui.inputs.form import find_parameters, groups, listed, parameter, paths, value_origin
from simulator.ui.library import shipped
from tests.ui.whole_app import opened


@pytest.fixture(scope="module")
def farm():
    return load(shipped()["downloads_today"])


def test_every_parameter_of_a_scenario_can_be_found(farm):
    known = {*paths(), *listed(farm)}
    above = {path.rpartition(".")[0] for path in known}
    lost = set(farm.sources) - known - above
    # Lists that a text has room for; names; and what a page has no hand in.
    told = {"name", "threads", "trace", "classes", "calls", "tiers", "paths", "pools", "measured_scaling",
            "correlations", "egress_steps", "links"}  # fmt: skip
    assert {path.rpartition(".")[2] for path in lost} <= told


def test_every_knob_says_what_it_means(farm):
    assert all(parameter(path).help for path in (*paths(), *listed(farm)))


def test_each_stands_in_one_group():
    assert sorted(path for group in groups().values() for path in group) == sorted(paths())


@pytest.mark.parametrize(
    ("words", "first"),
    [("think time", "workload.session.think_time"), ("zipf", "workload.content.popularity.zipf"),
     ("idle power", "server.idle_power"), ("CLIENTS rate", "workload.clients[0].rate")],
)  # fmt: skip
def test_a_word_finds_what_is_called_so(farm, words, first):
    assert find_parameters(words, farm)[0] == first


def test_no_word_finds_nothing(farm):
    assert find_parameters(" ", farm) == () and find_parameters("bananas", farm) == ()


def test_a_guess_says_its_range_and_its_reason(farm):
    said = value_origin(farm, "server.busy_power")
    assert said.startswith("assumed, 400 W to 560 W: ")
    assert value_origin(farm, "runtime.heap") == ""


def test_what_is_found_is_a_knob_that_changes_the_plan_and_can_be_taken_back(ticket):
    page = opened(scenario="single_server")
    page.text_input(key="find").set_value("idle power").run()
    page.text_input(key="knob server.idle_power").set_value("123 W").run()
    assert not page.exception
    assert ticket.asked[-1].server.idle_power == 123.0
    page.button(key="take back server.idle_power").click().run()
    assert ticket.asked[-1].server.idle_power != 123.0
