"""Ranges of assumed values: found in catalogue and scenario, and laid over it, list items too."""

from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load
from models.messages.fixed_ranges import CHOSEN, NO_WIDTH
from models.variations.assumptions import assumed_ranges, value_text, why_impossible, with_values

SMALL, FARM = "scenarios/single_server.yaml", "scenarios/web_farm.yaml"


def ranges(scenario):
    return {each.path: each for each in assumed_ranges(scenario)[0]}


def test_every_stated_range_is_found_or_left_out_with_its_reason():
    scenario = load(FARM)
    stated = {path for path, known in scenario.sources.items() if known.low and known.high}
    found, left_out = assumed_ranges(scenario)
    assert {each.path for each in (*found, *left_out)} == stated
    assert {each.reason for each in left_out} == {NO_WIDTH, CHOSEN}


def stating(tmp_path, **parts):
    """The small scenario with other lines in its workload, which may state ranges."""
    text = Path(SMALL).read_text()
    for before, after in parts.values():
        assert before in text
        text = text.replace(before, after)
    file = tmp_path / "stating.yaml"
    file.write_text(text)
    return load(str(file))


def test_a_range_that_a_scenario_states_counts_as_well(tmp_path):
    think = "think_time: {value: 3.5 s, assumed: 2 s to 5 s, why: the logs}"
    found = ranges(stating(tmp_path, think=("think_time: 3.5 s", think)))["workload.session.think_time.mean"]
    assert (found.value, found.low, found.high, found.text, found.why) == (3.5, 2.0, 5.0, "3.5 s", "the logs")


def test_amounts_are_numbers_in_the_unit_that_is_stored_and_counts_are_whole():
    found = ranges(load(SMALL))
    disks, time = found["server.disks.count"], found["server.disks.service_time"]
    assert (disks.low, disks.high, disks.whole) == (4.0, 6.0, True)
    assert (time.low, time.high, time.whole) == (0.006, 0.01, False)


def test_a_switch_that_was_written_with_an_amount_has_not_its_range():
    """`file_cache: {value: {up_to: 64 TiB}, assumed: 0 B to 64 TiB}` says how large it is, not whether it fits."""
    varied, left_out = assumed_ranges(load("scenarios/downloads_today.yaml"))
    assert "web_server.file_cache.fit" not in [each.path for each in varied]
    assert [each.high for each in left_out if each.path == "web_server.file_cache.size"] == ["64 TiB"]


def test_a_setting_is_chosen_and_not_varied():
    text = Path("scenarios/downloads_today.yaml").read_text()
    stated = "{value: 4096, assumed: 512 to 65536, why: as packages ship it}"
    setting = f"web_server: {{model: nginx, worker_connections: {stated}}}"
    varied, left_out = assumed_ranges(load("farm.yaml", text=text.replace("web_server: nginx", setting)))
    assert "web_server.worker_connections" not in {each.path for each in varied}
    assert ("web_server.worker_connections", CHOSEN) in {(each.path, each.reason) for each in left_out}


def test_what_is_a_choice_is_no_amount():
    found = ranges(load(SMALL))
    assert not found["server.disks.distribution"].is_amount
    assert not found["operating_system.page_faults"].is_amount


def test_a_value_is_laid_over_an_item_of_a_list():
    scenario = load(FARM)
    found = with_values(scenario, {"web_server.pools[0].recycling.warm_time": 30.0, "server.cards[0].rate": "2 Gbps"})
    assert found.web_server.pools[0].recycling.warm_time == 30.0
    assert found.server.cards[0].rate == 2.5e8
    assert found.web_server.pools[0].threads == scenario.web_server.pools[0].threads


def test_both_ends_of_every_range_are_scenarios_or_say_why_not():
    scenario = load(FARM)
    for each in assumed_ranges(scenario)[0]:
        for end in (each.low_text, each.high_text):
            try:
                assert with_values(scenario, {each.path: end}).name == scenario.name
            except ScenarioError as error:
                assert why_impossible(error)


def test_what_follows_a_value_by_default_goes_with_it_and_is_not_varied_alone(tmp_path):
    size = "size: {mean: {value: 30 kB, assumed: 20 kB to 50 kB, why: a sample}, distribution: exponential}"
    scenario = stating(tmp_path, size=("size: 30 kB", size))
    assert "workload.request.size.mean" in ranges(scenario)
    assert "workload.content.object_size.mean" not in ranges(scenario)
    found = with_values(scenario, {"workload.request.size.mean": 20_000.0})
    assert found.workload.content.object_size.mean == 20_000.0


def test_a_value_that_makes_a_scenario_which_cannot_be_is_refused_with_the_reason():
    with pytest.raises(ScenarioError) as refused:
        with_values(load(SMALL), {"server.disks.count": 0})
    assert why_impossible(refused.value) == "server.disks.count: too small"


def test_values_are_written_as_a_file_has_them():
    assert value_text("server.disks.service_time", 0.0091234567) == "9.12346 ms"
    assert value_text("server.disks.count", 6.0) == "6"
