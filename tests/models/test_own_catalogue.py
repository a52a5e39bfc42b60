"""A planner's own catalogue: a folder beside the scenario, or one that is named, read like the shipped one."""

from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load, own_catalogue
from models.reading.catalogue import FOLDER
from models.variations.option import options

OWN = """
sockets: 1
cores_per_socket: 8
clock: 3 GHz
core_speed: {value: 5, assumed: 4 to 6, why: "taken as of its generation"}
ram: 32 GiB
cards: [10 Gbps]
disks: {count: 2, service_time: 0.1 ms}
rack_units: 1
idle_power: 60 W
busy_power: 150 W
price: 3,000 USD
year: 2006
"""


@pytest.fixture
def folder(tmp_path: Path, smallest: str) -> Path:
    (tmp_path / "catalog" / "servers").mkdir(parents=True)
    (tmp_path / "catalog" / "servers" / "our-box.yaml").write_text(OWN)
    (tmp_path / "shop.yaml").write_text(smallest.replace("dl585-2.2ghz-4gb", "our-box"))
    return tmp_path


def test_a_folder_beside_the_scenario_is_read(folder):
    found = load(folder / "shop.yaml")
    assert (found.server.name, found.server.core_speed) == ("our-box", 5.0)
    assert found.catalog == str(folder / "catalog")
    assert (found.sources["server.core_speed"].low, found.sources["server.core_speed"].kind) == ("4", "assumed")


def test_a_named_folder_is_read_in_place_of_it(folder):
    elsewhere = folder / "elsewhere"
    (folder / "catalog").rename(elsewhere)
    with pytest.raises(ScenarioError, match="not in the catalogue of servers"):
        load(folder / "shop.yaml")
    assert load(folder / "shop.yaml", catalog=str(elsewhere)).server.ram == 32 * 1024.0**3


def test_a_folder_that_is_not_there_is_told(folder):
    with pytest.raises(ScenarioError, match="nowhere: there is no such folder; name a folder that holds servers/"):
        load(folder / "shop.yaml", catalog="nowhere")


def test_a_mistake_is_told_at_its_file_and_line(folder):
    file = folder / "catalog" / "servers" / "our-box.yaml"
    file.write_text(OWN.replace("ram: 32 GiB", "ram: 32"))
    with pytest.raises(ScenarioError, match=rf"{file}:6: server.ram = 32: which unit\? a size needs one"):
        load(folder / "shop.yaml")


def test_a_misspelt_key_is_told_at_its_file_and_line(folder):
    file = folder / "catalog" / "servers" / "our-box.yaml"
    file.write_text(OWN.replace("sockets: 1", "socket: 1"))
    with pytest.raises(ScenarioError, match=r"our-box.yaml:2: server.socket = 1: unknown key; did you mean"):
        load(folder / "shop.yaml")


def test_a_file_of_a_shipped_name_is_refused_where_the_name_is_used(folder, smallest):
    shadow = folder / "catalog" / "servers" / "dl585-2.2ghz-4gb.yaml"
    shadow.write_text(OWN)
    assert load(folder / "shop.yaml").server.name == "our-box"
    (folder / "shadowed.yaml").write_text(smallest)
    told = "has the name of a shipped entry, models/catalog/servers/dl585-2.2ghz-4gb.yaml; give it a name of its own"
    with pytest.raises(ScenarioError, match=told):
        load(folder / "shadowed.yaml")


def test_a_file_without_keys_is_told(folder):
    (folder / "catalog" / "servers" / "our-box.yaml").write_text("- 1\n")
    with pytest.raises(ScenarioError, match="our-box.yaml"):
        load(folder / "shop.yaml")


def test_a_file_that_says_one_value_is_told(folder):
    file = folder / "catalog" / "servers" / "our-box.yaml"
    file.write_text(f"value: 3\n{OWN}")
    with pytest.raises(ScenarioError) as error:
        load(folder / "shop.yaml")
    assert str(error.value) == f"{file}:1: value: a file of a catalogue is a group of keys; remove this one"


def test_own_servers_are_among_the_options_and_say_did_you_mean(folder, smallest):
    (folder / "other.yaml").write_text(smallest)
    assert "server our-box instead" in [option.name for option in options(load(folder / "other.yaml"))]
    (folder / "wrong.yaml").write_text(smallest.replace("dl585-2.2ghz-4gb", "our-bx"))
    with pytest.raises(ScenarioError, match='did you mean "our-box"'):
        load(folder / "wrong.yaml")


def test_an_own_instance_needs_neither_height_nor_power_nor_price(folder):
    keys = ("rack_units", "idle_power", "busy_power", "price")
    kept = [line for line in OWN.splitlines() if not line.startswith(keys)]
    rented = "\n".join([*kept, "instance: {on_demand: 0.29 USD/h}"])
    (folder / "catalog" / "servers" / "our-box.yaml").write_text(rented)
    found = load(folder / "shop.yaml", {"datacenter.prices": "cloud-us-2026"})
    assert found.server.is_rented and found.server.price == found.server.rack_units == 0


def test_no_folder_beside_the_scenario_is_no_catalogue(tmp_path):
    assert own_catalogue(tmp_path / "shop.yaml") == ""
    assert own_catalogue(FOLDER.parent / "shop.yaml") == "", "the shipped one shadows nothing"
