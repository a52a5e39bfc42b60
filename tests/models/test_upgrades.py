"""Upgrades of the catalogue, and what becomes of a scenario with one of them or another server or system."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.messages import offers
from models.parts.hardware import Server
from models.ram_ledger import file_cache_bytes, largest_file_cache
from models.reading import catalogue
from models.reading.source_tree import dotted, plain
from models.reading.sources import parameters
from models.scenario import FarmParts
from models.variations.changes import value_at_path, with_changes
from models.variations.option import RAM_OF_BUFFERS, options
from models.variations.upgrade import Upgrade, upgrades

X64, X86 = (f"scenarios/published/microsoft_update_{bits}.yaml" for bits in ("x64", "x86"))
SMALL = "scenarios/single_server.yaml"
CARD, RAM, CACHE = "one more network card of 1 Gbps", "4 GiB more RAM", "512 MiB more file cache in the RAM there is"
DISKS, NODE, TLS = "two more disks", "one more node in the unit", "encryption in kernel mode"
EDITION = "windows-2003-x64, the 64-bit edition"
GIB = 1024.0**3


def option(scenario, name):
    return next(each for each in options(scenario) if each.name == name)


def differing(before, after):
    first, second = ({dotted(path): value for path, _, value in parameters(each)} for each in (before, after))
    return {path for path in first.keys() | second.keys() if first.get(path) != second.get(path)}


def scalars(written):
    if not isinstance(written.value, dict | list):
        yield written
    for _, child in written.children:
        yield from scalars(child)


@pytest.mark.parametrize("name", catalogue.names("upgrades"))
def test_every_value_of_an_upgrade_has_a_source_or_an_assumed_range(name):
    problems = []
    entry = catalogue.catalogue_entry(Upgrade, name, problems)
    assert not problems and set(entry.value) == set(Upgrade.model_fields)
    for value in scalars(entry):
        assert value.origin.source
        if value.origin.kind == "assumed":
            assert value.origin.low and value.origin.high
    assert entry.value["price"].origin.kind == "assumed", "nobody quoted these prices"


def test_a_card_changes_the_cards_and_what_they_cost_and_draw():
    before = load(SMALL)
    found = option(before, CARD)
    after = found.scenario
    assert [card.rate for card in after.server.cards] == [1.25e8, 1.25e8]
    card = next(upgrade for upgrade, _ in upgrades() if upgrade.title == CARD)
    assert after.server.price - before.server.price == card.price == found.price.value
    assert after.server.busy_power - before.server.busy_power == card.power
    assert after.server.idle_power - before.server.idle_power == card.power
    own = {"server.cards[1].rate", "server.price", "server.idle_power", "server.busy_power"}
    assert differing(before, after) == own


def test_what_an_option_changes_has_the_option_as_its_source_and_the_rest_keeps_its_own():
    before = load(SMALL)
    after = option(before, DISKS).scenario
    assert after.sources["server.disks.count"].source == DISKS
    assert after.sources["server.ram"] == before.sources["server.ram"]
    assert set(after.sources) == set(before.sources)


def test_the_64_bit_edition_makes_the_32_bit_server_the_published_64_bit_one():
    found, published = option(load(X86), EDITION), load(X64)
    assert found.adapted == "with 1.4 GiB more file cache"
    assert differing(found.scenario, published) == {"name"}


def test_more_ram_brings_the_file_cache_that_it_makes_room_for():
    before = load(X64)
    found = option(before, RAM)
    assert found.scenario.server.ram == before.server.ram + 4 * GIB
    assert file_cache_bytes(found.scenario) == pytest.approx(6.9 * GIB)
    assert found.adapted == "with 4 GiB more file cache"


def test_more_ram_brings_a_32_bit_process_no_file_cache():
    before = load(X86)
    found = option(before, RAM)
    assert file_cache_bytes(found.scenario) == file_cache_bytes(before)
    assert found.adapted == ""


def test_a_file_cache_of_an_exact_size_grows_with_its_room_but_leaves_ram_for_buffers():
    before = load(X86, {"web_server.file_cache": "1.5 GiB"})
    after = option(before, EDITION).scenario
    assert not after.web_server.file_cache.fit
    assert after.web_server.file_cache.size == pytest.approx(largest_file_cache(after) - RAM_OF_BUFFERS)


def test_a_server_without_a_file_cache_gets_none():
    found = option(load(X64, {"web_server.file_cache": "0 B"}), RAM)
    assert found.scenario.web_server.file_cache.size == 0.0 and found.adapted == ""


def test_one_more_node_costs_a_server_and_its_licence_with_the_ranges_of_both():
    found = option(load(SMALL), NODE)
    assert found.scenario.unit.nodes == 2
    assert (found.price.value, found.price.low, found.price.high) == (18e3 + 4e3, 14e3 + 4e3, 22e3 + 4e3)


TODAY = "scenarios/downloads_today.yaml"
LESS = {"disks": "disks: 4 less", "card": "network cards: one of 100 Gbps less", "RAM": "RAM: 256 GiB less"}
NODE_LESS = "nodes in the unit: 1 less"


def test_what_is_taken_away_leaves_the_rest_and_saves_its_price_and_its_power():
    before = load(TODAY)
    card = next(upgrade for upgrade, _ in upgrades() if upgrade.title == "one more network card of 100 Gbps")
    found = option(before, LESS["card"])
    after = found.scenario
    assert after.server.cards == before.server.cards[:-1]
    assert before.server.price - after.server.price == card.price == -found.price.value
    assert before.server.busy_power - after.server.busy_power == card.power
    assert (found.price.low, found.price.high) == (-1800.0, -500.0)
    assert option(before, LESS["disks"]).scenario.server.disks.count == before.server.disks.count - 4
    assert option(before, LESS["RAM"]).scenario.server.ram == before.server.ram - 256 * GIB


def test_a_node_less_saves_a_server_and_its_licence():
    found = option(load(TODAY), NODE_LESS)
    assert found.scenario.unit.nodes == 3
    assert (found.price.value, found.price.low, found.price.high) == (-18000.0, -29500.0, -12000.0)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"unit.nodes": "1", "unit.spare_nodes": "0"}, NODE_LESS),
        ({"server.cards": ["100 Gbps"]}, LESS["card"]),
        ({"server.cards": ["25 Gbps", "25 Gbps"]}, LESS["card"]),
        ({"server.disks.count": "4"}, LESS["disks"]),
    ],
)
def test_the_last_of_its_kind_and_what_is_not_there_is_not_taken_away(changes, name):
    found = option(load(TODAY, changes), name)
    assert found.scenario is None and found.reason == offers.NONE_TO_TAKE


def test_a_spare_needs_a_server_that_it_is_spare_for():
    found = option(load(TODAY, {"unit.nodes": "2"}), NODE_LESS)
    assert found.scenario is None and "spare" in found.reason


def test_no_hardware_is_taken_from_a_rented_server():
    rented = load("tests/farms/b_api.yaml")
    assert {option(rented, name).reason for name in LESS.values()} == {offers.AS_RENTED}


def test_another_server_is_the_one_of_the_catalogue_in_place_of_the_present_one():
    found = option(load(SMALL), "server polywell-2200s instead")
    assert found.instead and found.scenario.server.name == "polywell-2200s"
    assert (found.price.low, found.price.value, found.price.high) == (4500.0, 6000.0, 8000.0)


def test_a_system_of_another_family_is_told_from_another_edition():
    elsewhere = {each.name.split(",")[0]: each.elsewhere for each in options(load(X86)) if "-bit edition" in each.name}
    assert elsewhere["solaris-10"] and elsewhere["rhel-4"]
    assert not elsewhere["windows-2003-x64"] and not elsewhere["windows-2003-x86-3gb"]


@pytest.mark.parametrize(
    ("file", "overrides", "name", "reason"),
    [
        (X64, {}, EDITION, "it is there already"),
        (SMALL, {}, "server dl585-2.2ghz-4gb instead", "it is there already"),
        (SMALL, {"web_server.encryption": "kernel"}, TLS, "it is there already"),
        (SMALL, {}, "no limit to the request queue", "it is there already"),
        (SMALL, {"server.cards": ["1 Gbps"] * 32}, CARD, "server.cards: 33 network cards; write 1 to 32 cards"),
        (SMALL, {"unit.nodes": 256}, NODE, "unit.nodes: too large; allowed is 1 to 256"),
        ("scenarios/downloads_today.yaml", {}, CACHE, "the file cache takes all the RAM that there is for it already"),
        (X86, {}, CACHE, "a file cache has room for 1.5 GiB here"),
        (
            X86,
            {"web_server.file_cache": "1.5 GiB"},
            CACHE,
            "web_server.file_cache.size: this file cache does not fit: a process of windows-2003-x86 has 2 GiB of"
            " address space, of which a file cache can fill 75 %; write at most 1.5 GiB",
        ),
        (
            X64,
            {"web_server.process.bits": 64},
            "windows-2003-x86, the 32-bit edition",
            "web_server.process.bits: windows-2003-x86 runs no 64-bit processes",
        ),
    ],
)
def test_an_option_that_does_not_apply_says_why(file, overrides, name, reason):
    found = option(load(file, overrides), name)
    assert found.scenario is None
    assert found.reason.startswith(reason)


def test_a_part_that_a_scenario_does_not_have_cannot_be_changed():
    with pytest.raises(ScenarioError, match="recycling = none: there is nothing to be changed; add it first"):
        with_changes(load(SMALL), {"web_server.recycling.memory": 1.0}, "a test")


def test_a_changed_scenario_is_judged_like_any_other():
    scenario = load(SMALL)
    assert with_changes(scenario, {"server.disks.count": 8}, "a test").server.disks.count == 8
    with pytest.raises(ScenarioError, match="server.disks.count: too large; allowed is 1 to 10,000"):
        with_changes(scenario, {"server.disks.count": 20_000}, "a test")
    with pytest.raises(ScenarioError, match="unit.spare_nodes: leaves no working node in a unit of 1"):
        with_changes(scenario, {"unit.spare_nodes": 1}, "a test")
    assert value_at_path(scenario, "web_server.recycling.memory") is None


UPGRADE = """kind: given
source: a test
title: a thing
adds: {server.disks.count: 2}
sets: {}
price: 100 USD
year: 2006
power: 5 W
"""


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Writes an upgrade into a catalogue that has no other."""

    def write(text):
        (tmp_path / "upgrades").mkdir(exist_ok=True)
        (tmp_path / "upgrades/thing.yaml").write_text(text)
        for other in ("servers", "operating_systems", "web_servers", "balancers", "transports", "prices"):
            if not (tmp_path / other).exists():
                (tmp_path / other).symlink_to(catalogue.FOLDER / other)
        return tmp_path

    folder = write(UPGRADE)
    monkeypatch.setattr(catalogue, "FOLDER", folder)
    return write


def test_adding_an_option_is_adding_a_file(shelf):
    shelf(UPGRADE.replace("{}", "{web_server.file_cache: {up_to: 1 GiB}}"))
    found = option(load(SMALL), "a thing")
    assert found.scenario.server.disks.count == 8
    assert found.scenario.web_server.file_cache.size == GIB and found.scenario.web_server.file_cache.fit


def test_a_part_may_be_set_as_a_file_writes_it_and_a_limit_that_is_none_stays_none(shelf):
    shelf(UPGRADE.replace("server.disks.count: 2", "web_server.queue_limit: 100"))
    assert option(load(SMALL), "a thing").reason == "it is there already"
    assert option(load(SMALL, {"web_server.queue_limit": 50}), "a thing").scenario.web_server.queue_limit == 150


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("server.disks.count: 2", "server.disc.count: 2", "adds: a scenario has no parameter server.disc.count; write"),
        ("sets: {}", "sets: {server.rem: 8 GiB}", "sets: a scenario has no parameter server.rem; write its path"),
        ("server.disks.count: 2", "server.ram: 4", "adds: server.ram: which unit? a size needs one"),
        ("server.disks.count: 2", "server.disks.count: two", "adds: server.disks.count: 'two' is not a number; write"),
        ("server.disks.count: 2", "web_server.encryption: user", "nothing can be added to web_server.encrypti"),
        ("price: 100 USD", "price: 100", "price = 100: which unit? an amount of money needs one"),
        ("year: 2006\n", "", "year: missing; its keys are title, adds, sets, price, year, power"),
        ("power: 5 W", "power: 5 W\ncolour: red", "colour = red: not possible here; its keys are title"),
        ("price: 100 USD", "price: {value: 100 USD, assumed: 50 USD}", "an assumption needs its range"),
    ],
)
def test_a_mistake_in_an_upgrade_is_told_at_its_file(shelf, right, wrong, told):
    shelf(UPGRADE.replace(right, wrong))
    with pytest.raises(ScenarioError) as caught:
        options(load(SMALL))
    message = str(caught.value)
    assert "models/catalog/upgrades/thing.yaml:" in message and told in message, message


def test_a_changed_farm_holds_every_parameter(shelf):
    after = option(load(SMALL), "a thing").scenario
    assert {name: getattr(after, name) for name in FarmParts.model_fields if name != "server"} == {
        name: getattr(load(SMALL), name) for name in FarmParts.model_fields if name != "server"
    }
    assert plain(upgrades()[0][1])["title"] == "a thing"


def misfits(*overrides):
    return {each.name: each.reason for each in options(load(SMALL, dict(overrides))) if each.scenario is None}


def test_hardware_of_another_time_is_no_option_and_settings_are_of_any_time():
    modern = misfits(("server.year", "2026"))
    told = "it is of 2006, and the server of 2026: they are more than 5 years apart"
    assert {modern[name] for name in (CARD, RAM, DISKS)} == {told}
    assert NODE not in modern and modern.get(TLS) != told
    near = misfits(("server.year", "2011"))
    assert CARD not in near and DISKS not in near


def test_a_server_without_a_year_is_of_the_year_of_its_prices():
    assert CARD in misfits(("server.year", "none"))
    assert CARD not in misfits(("server.year", "none"), ("datacenter.prices", "us-2006"))


def test_a_card_that_adds_hardly_anything_is_no_option_for_a_fast_server():
    slow = misfits(("server.cards", ["100 Gbps", "100 Gbps"]))
    assert slow[CARD] == "it adds 0.5 % of what is there (server.cards), and less than 5 % is not looked at"
    assert CARD not in misfits(("server.cards", ["10 Gbps"]))


def test_the_year_of_every_server_of_the_catalogue_has_a_range():
    for name in catalogue.names("servers"):
        year = catalogue.catalogue_entry(Server, name, []).value["year"]
        assert year.origin.low and year.origin.high
