"""A scenario may come from a path, a text, a dict or an earlier `load`; and what is laid over it holds."""

from pathlib import Path

import pytest
import yaml

import headroom

FARM = "scenarios/first_farm.yaml"
TEXT = Path(FARM).read_text(encoding="utf-8")


def test_the_former_name_of_theory_is_understood():
    assert headroom.plan(FARM, engine="analytic").to_dict() == headroom.plan(FARM, engine="theory").to_dict()


def counted(farm):
    """What is bought, which does not say where the scenario lies."""
    return farm.servers, farm.cost_per_month, farm.bottleneck


@pytest.fixture(scope="module")
def planned():
    return headroom.plan(FARM, engine="theory")


@pytest.mark.parametrize(
    "source", [Path(FARM), TEXT, yaml.safe_load(TEXT), headroom.load(FARM)], ids=["path", "text", "dict", "loaded"]
)
def test_the_same_scenario_gives_the_same_farm_wherever_it_comes_from(source, planned):
    assert counted(headroom.plan(source, engine="theory")) == counted(planned)


def test_keywords_and_paths_are_laid_over_a_scenario_and_paths_hold_for_parts(planned):
    doubled = headroom.plan(FARM, {"unit.nodes": 3, "unit.spare_nodes": 0}, demand="20 Gbps", engine="theory")
    same = headroom.plan(
        headroom.load(FARM, {"demand": "20 Gbps"}, unit={"nodes": 3, "spare_nodes": 0}), engine="theory"
    )
    assert counted(doubled) == counted(same) != counted(planned)
    assert doubled.servers == 3 * doubled.units


def test_a_text_extends_files_beside_the_caller_and_shipped_ones():
    extended = headroom.load({"extends": "first_farm.yaml", "scenario": "Mine", "demand": "20 Gbps"})
    assert extended.name == "Mine" and extended.server == headroom.load(FARM).server


def test_a_scenario_is_shown_in_one_line():
    assert len(repr(headroom.load(FARM))) < 200


def test_a_seed_and_replications_are_those_of_the_run():
    scenario = headroom.load("scenarios/single_server.yaml", {"run.seed": 7})
    short = {"run.warm_up": "5 s", "run.duration": "10 s", "run.window": "1 s"}
    found = headroom.run("scenarios/single_server.yaml", short, seed=7, replications=3, threads=1)
    assert scenario.run.seed == found.outcome.results.seed == 7 and found.outcome.results.replications == 3


def test_a_sweep_varies_a_text():
    swept = headroom.sweep(TEXT, {"demand": ["10 Gbps", "20 Gbps"]}, engine="theory")
    beside = headroom.sweep(FARM, {"demand": ["10 Gbps", "20 Gbps"]}, engine="theory")
    assert swept.to_frame().equals(beside.to_frame())
