"""Overrides and baselines change what they say and nothing else."""

import json
from pathlib import Path

import pytest
import yaml

from models.errors import ScenarioError
from models.load import load
from models.reading.source_tree import dotted
from models.reading.sources import parameters
from models.scenario import Scenario

CATALOGUE = Path(__file__).parents[2] / "models/catalog/servers"


def values(scenario: Scenario) -> dict[str, object]:
    return {dotted(path): value for path, _, value in parameters(scenario)}


def changed(before: Scenario, after: Scenario) -> set[str]:
    first, second = values(before), values(after)
    return {path for path in first.keys() | second.keys() if first.get(path) != second.get(path)}


def test_a_baseline_changes_only_what_it_says(loaded, smallest):
    scenario = loaded(smallest + "baseline: {workload: {retries: {attempts: 3}}, unit: {nodes: 4}}\n")
    assert changed(scenario, scenario.baseline) == {"name", "workload.retries.attempts", "unit.nodes"}


def test_a_baseline_with_another_operating_system_changes_only_that(loaded, smallest):
    scenario = loaded(smallest + "baseline: {operating_system: windows-2003-x86}\n")
    parts = {path.split(".")[0] for path in changed(scenario, scenario.baseline)}
    assert parts == {"name", "operating_system"}
    assert scenario.baseline.name == "One download server (baseline)"
    assert scenario.baseline.baseline is None
    assert scenario.baseline.sources["operating_system.bits"].value_text == "32"


def test_a_baseline_may_have_its_own_name(loaded, smallest):
    assert loaded(smallest + "baseline: {scenario: Before, unit: {nodes: 2}}\n").baseline.name == "Before"


def test_a_named_model_replaces_the_overrides_of_another_one(loaded, smallest):
    text = smallest.replace("windows-2003-x64", "{model: windows-2003-x64, kernel_pool: 1 GiB}")
    scenario = loaded(text + "baseline: {operating_system: windows-2003-x86}\n")
    assert scenario.operating_system.kernel_pool == 1024.0**3
    assert scenario.baseline.operating_system.kernel_pool == 256 * 1024.0**2


def test_a_plain_value_replaces_a_group(loaded, smallest):
    text = smallest.replace("web_server: iis-6", "web_server: {model: iis-6, file_cache: {up_to: 2 GiB}}")
    scenario = loaded(text + "baseline: {web_server: {file_cache: 1 GiB}}\n")
    assert (scenario.web_server.file_cache.fit, scenario.baseline.web_server.file_cache.fit) == (True, False)
    assert scenario.baseline.web_server.name == "iis-6"


OWN_SERVER = "server: {model: dl585-2.2ghz-4gb, ram: 8 GiB, disks: {count: 4}}"


def with_own_server(smallest):
    assert "server: dl585-2.2ghz-4gb" in smallest
    return smallest.replace("server: dl585-2.2ghz-4gb", OWN_SERVER)


def test_another_model_takes_the_place_of_the_one_in_the_file_and_what_stands_beside_it_stays(loaded, smallest):
    before = loaded(with_own_server(smallest))
    server = load("shop.yaml", {"server.model": "dl585-2.4ghz-12gb"}).server
    theirs = load("shop.yaml", {"server": "dl585-2.4ghz-12gb"}).server
    assert (server.name, server.clock) == (theirs.name, theirs.clock) and server.clock != before.server.clock
    assert (server.ram, server.disks.count) == (8 * 1024.0**3, 4) == (before.server.ram, before.server.disks.count)
    assert server == theirs.model_copy(update={"ram": server.ram, "disks": server.disks})


def test_a_name_alone_is_the_server_as_the_catalogue_has_it(loaded, smallest):
    loaded(smallest)
    plain = load("shop.yaml", {"server": "dl585-2.4ghz-12gb"}).server
    loaded(with_own_server(smallest))
    assert load("shop.yaml", {"server": "dl585-2.4ghz-12gb"}).server == plain
    assert load("shop.yaml", {"server": {"model": "dl585-2.4ghz-12gb"}}).server == plain


def test_a_file_that_names_no_model_has_nothing_beside_one(loaded, smallest):
    """All of its server is its own: kept beside another model it would leave nothing of that but the name."""
    own = yaml.safe_load((CATALOGUE / "dl585-2.2ghz-4gb.yaml").read_text(encoding="utf-8"))
    own = {"name": "ours", **{key: value for key, value in own.items() if key not in ("kind", "source")}}
    assert loaded(smallest.replace("server: dl585-2.2ghz-4gb", f"server: {json.dumps(own)}")).server.name == "ours"
    theirs = load("shop.yaml", {"server": {"model": "dl585-2.4ghz-12gb"}}).server
    taken = load("shop.yaml", {"server.ram": "8 GiB", "server.model": "dl585-2.4ghz-12gb"}).server
    assert taken == theirs.model_copy(update={"ram": 8 * 1024.0**3})


@pytest.mark.parametrize("whole", ["server", "server.model"])
def test_what_is_said_of_a_part_holds_in_whatever_order_it_is_given(loaded, smallest, whole):
    loaded(with_own_server(smallest))
    told = {"server.disks.count": 12, "server.ram": "16 GiB", whole: "dl585-2.4ghz-12gb"}
    server = load("shop.yaml", told).server
    assert (server.name, server.ram, server.disks.count) == ("dl585-2.4ghz-12gb", 16 * 1024.0**3, 12)
    assert load("shop.yaml", dict(reversed(told.items()))).server == server


def test_a_model_that_is_none_is_refused_where_the_file_states_more(loaded, smallest):
    loaded(with_own_server(smallest))
    with pytest.raises(ScenarioError, match=r"override: server = \"dl999\": not in the catalogue of servers"):
        load("shop.yaml", {"server.model": "dl999"})


def test_an_override_changes_only_what_it_says(loaded, smallest):
    before = loaded(smallest)
    after = load("shop.yaml", {"server.ram": "8 GiB", "workload.request.size": "40 kB", "unit.nodes": 3})
    assert changed(before, after) == {
        "server.ram",
        "workload.request.size.mean",
        "workload.content.object_size.mean",
        "unit.nodes",
    }


def test_an_override_may_name_a_model_or_hold_a_group_or_list(loaded, smallest):
    loaded(smallest)
    overrides = {"server": "polywell-2200s", "web_server.file_cache": {"up_to": "3 GiB"}, "server.cards": ["2 Gbps"]}
    scenario = load("shop.yaml", overrides)
    assert scenario.server.name == "polywell-2200s"
    assert scenario.web_server.file_cache.fit
    assert [card.rate for card in scenario.server.cards] == [2.5e8]


def test_a_wrong_override_is_a_problem_of_its_own(loaded, smallest):
    loaded(smallest)
    with pytest.raises(ScenarioError) as caught:
        load("shop.yaml", {"server.rem": "8 GiB", "unit.nodes": "many"})
    assert 'override: server.rem = "8 GiB": unknown key; did you mean "ram"?' in str(caught.value)
    assert 'override: unit.nodes = "many": expected a whole number without a unit, got a text' in str(caught.value)


@pytest.mark.parametrize("key", ["extends", "format", "baseline", "chosen_from"])
def test_what_steers_the_reading_of_a_file_is_said_in_the_file_only(key):
    with pytest.raises(ScenarioError) as caught:
        load(FARM, {key: "other.yaml"})
    told = str(caught.value)
    assert f'{key} = "other.yaml": only the file itself says this; write it in the scenario file' in told


FARM = "scenarios/published/microsoft_com_x64.yaml"


def test_an_override_may_change_one_item_of_a_list():
    before, after = load(FARM), load(FARM, {"workload.classes[1].cpu": "9 ms"})
    assert changed(before, after) == {"workload.classes[1].cpu"}
    assert after.workload.classes[1].cpu == 0.009


def test_an_item_that_is_not_there_cannot_be_changed():
    told = r"workload\.classes\[9\]\.cpu: there is no such item; the last is classes\[\d\], the first classes\[0\]"
    with pytest.raises(ScenarioError, match=told):
        load(FARM, {"workload.classes[9].cpu": "9 ms"})


def test_an_item_that_is_called_by_its_name_is_told_with_its_number():
    told = r"tiers\.database\.servers: the items of a list are called by their numbers; .*tiers\[1\] is database"
    with pytest.raises(ScenarioError, match=told):
        load("scenarios/three_tiers.yaml", {"tiers.database.servers": "3"})


@pytest.mark.parametrize(
    "path",
    ["[0]", ".", "", "a..b", "workload.classes[0][1].cpu", "server[0]", "server.cards[0][0]", "workload.classes[x]",
     "workload.classes[0", "workload.classes]0["],
)  # fmt: skip
def test_what_is_no_path_is_an_unknown_key(path):
    with pytest.raises(ScenarioError, match="unknown key"):
        load(FARM, {path: "9 ms"})


def test_figures_that_chose_a_part_which_is_taken_away_are_left_out():
    without = load(FARM, {"web_server.pools[0].recycling": "none"})
    assert without.web_server.pools[0].recycling is None
    gone = set(load(FARM).chosen_from) - set(without.chosen_from)
    assert gone == {f"web_server.pools[0].recycling.{name}" for name in ("start_up_work", "cold_factor")}


def test_a_baseline_can_be_taken_away():
    assert load("scenarios/microsoft_update.yaml").baseline is not None
    assert load("scenarios/microsoft_update.yaml", {"baseline": "none"}).baseline is None
