"""What is kept from one load to the next never takes the place of what the files say now."""

from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load

SERVER = """
sockets: 1
cores_per_socket: 8
clock: 3 GHz
core_speed: 5
ram: 32 GiB
cards: [10 Gbps]
disks: {model: our-disk, count: 2}
rack_units: 1
idle_power: 60 W
busy_power: 150 W
price: 3,000 USD
year: 2006
"""
DISK = "service_time: 5 ms\n"


@pytest.fixture
def shop(tmp_path: Path, smallest: str) -> Path:
    for folder, name, text in (("servers", "our-box", SERVER), ("disks", "our-disk", DISK)):
        (tmp_path / "catalog" / folder).mkdir(parents=True)
        (tmp_path / "catalog" / folder / f"{name}.yaml").write_text(text)
    file = tmp_path / "shop.yaml"
    file.write_text(smallest.replace("dl585-2.2ghz-4gb", "our-box"))
    return file


def problems(file: Path) -> list[str]:
    with pytest.raises(ScenarioError) as error:
        load(file)
    return [str(problem) for problem in error.value.problems]


def test_the_same_files_are_the_same_scenario(shop):
    first, second = load(shop), load(shop)
    assert first == second
    assert list(first.sources.items()) == list(second.sources.items())


def test_a_scenario_that_was_changed_is_read_anew(shop):
    before = load(shop)
    shop.write_text(shop.read_text() + "reserve: 35 %\n")
    after = load(shop)
    assert (before.reserve, after.reserve) == (0.2, 0.35)
    assert after.sources["reserve"].kind == "scenario"
    assert after.server == before.server


def test_a_server_that_was_changed_is_read_anew(shop):
    before = load(shop)
    server = shop.parent / "catalog" / "servers" / "our-box.yaml"
    server.write_text(SERVER.replace("32 GiB", "{value: 64 GiB, source: the invoice}"))
    after = load(shop)
    assert after.server.ram == 2 * before.server.ram
    assert after.sources["server.ram"].source == "the invoice"


def test_what_an_entry_names_is_read_anew(shop):
    before = load(shop)
    (shop.parent / "catalog" / "disks" / "our-disk.yaml").write_text("service_time: 7 ms\n")
    after = load(shop)
    assert before.server.disks.service_time == 0.005
    assert after.server.disks.service_time == 0.007


def test_an_entry_that_takes_a_shipped_name_later_is_refused(shop, smallest):
    shop.write_text(smallest)
    load(shop)
    (shop.parent / "catalog" / "servers" / "dl585-2.2ghz-4gb.yaml").write_text(SERVER)
    assert any("has the name of a shipped entry" in problem for problem in problems(shop))


def test_what_is_wrong_is_told_each_time(shop):
    load(shop)
    server = shop.parent / "catalog" / "servers" / "our-box.yaml"
    server.write_text(SERVER.replace("ram: 32 GiB", "ram: 32").replace("year: 2006", "yaer: 2006"))
    first = problems(shop)
    assert any("server.ram = 32: which unit?" in problem for problem in first)
    assert any("server.yaer" in problem and "unknown key" in problem for problem in first)
    assert problems(shop) == first
    server.write_text(SERVER)
    assert load(shop).server.year == 2006


def test_an_entry_that_is_gone_is_not_known_any_more(shop):
    load(shop)
    (shop.parent / "catalog" / "servers" / "our-box.yaml").unlink()
    assert any("not in the catalogue of servers" in problem for problem in problems(shop))
