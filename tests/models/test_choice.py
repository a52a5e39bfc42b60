"""What a farm could be built of: combinations of the catalogue as scenarios, each with its price."""

import pytest

from models.load import load
from models.messages.offers import AS_RENTED, OTHER_FAMILY
from models.reading.document import SHIPPED
from models.variations.choice import (
    MOST_UPGRADES,
    NO_SYSTEM,
    ServerFilter,
    choices,
    choices_at,
    skipped_choices,
    unit_sizes,
    with_unit_size,
)
from models.variations.option import options

SMALL = "scenarios/single_server.yaml"
CARD, RAM, DISKS = "one more network card of 1 Gbps", "4 GiB more RAM", "two more disks"


@pytest.fixture(scope="module")
def scenario():
    return load(SMALL)


@pytest.fixture(scope="module")
def found(scenario):
    return {choice.name: choice for choice in choices(scenario)}


def test_every_server_is_combined_with_every_system_of_its_family_and_up_to_two_of_each_upgrade(found):
    assert len(found) == 6 * 3 * (MOST_UPGRADES + 1) ** 3
    assert f"polywell-2200s, windows-2003-x86, 2 times {DISKS}, {CARD}" in found


def test_the_present_server_is_one_of_the_choices(found, scenario):
    (own,) = [choice for choice in found.values() if choice.own]
    assert own.scenario == scenario


def test_what_is_added_is_paid_for_and_draws_its_power(found, scenario):
    name = f"dl585-2.2ghz-4gb, windows-2003-x64, 2 times {DISKS}, {CARD}"
    server, before = found[name].scenario.server, scenario.server
    assert (server.disks.count, len(server.cards)) == (before.disks.count + 4, 2)
    assert server.price == before.price + 2 * 700 + 150
    assert server.idle_power == before.idle_power + 2 * 28 + 8
    assert found[name].years == (2006,)


def test_a_cache_grows_with_the_ram_that_it_lies_in(found, scenario):
    after = found[f"dl585-2.2ghz-4gb, windows-2003-x64, 2 times {RAM}"].scenario
    assert after.server.ram == scenario.server.ram + 8 * 1024**3
    assert after.web_server.file_cache.size > scenario.web_server.file_cache.size


def test_a_server_that_was_changed_by_hand_stands_beside_the_one_of_the_catalogue():
    changed = load(SMALL, {"server.ram": "8 GiB"})
    names = [choice.name for choice in choices(changed, ServerFilter(name="dl585-2.2ghz-4gb"))]
    assert "dl585-2.2ghz-4gb, windows-2003-x64" in names
    assert "dl585-2.2ghz-4gb of the catalogue, windows-2003-x64" in names


def test_a_choice_that_makes_a_scenario_which_cannot_be_says_why():
    scenario = load(SMALL, {"web_server.file_cache": "3 GiB"})
    found = [choice for choice in choices(scenario) if choice.scenario is None]
    assert found and all("windows-2003-x86" in choice.name for choice in found)
    assert all("web_server.file_cache" in choice.reason for choice in found)


def test_systems_of_another_family_and_settings_are_named_as_not_considered(scenario):
    reasons = {each.name: each.reason for each in skipped_choices(scenario)}
    assert reasons["rhel-4"] == OTHER_FAMILY and "encryption in kernel mode" in reasons


def test_units_have_two_to_eight_nodes_or_as_many_as_now_and_one_that_works(scenario):
    assert unit_sizes(scenario) == (1, 2, 3, 4, 5, 6, 7, 8)
    spared = load(SMALL, {"unit.nodes": "12", "unit.spare_nodes": "3"})
    assert unit_sizes(spared) == (4, 5, 6, 7, 8, 12)
    assert with_unit_size(spared, 4).unit.spare_nodes == 3


def test_units_keep_their_size_where_what_a_node_carries_hangs_on_the_others():
    weights = {"unit.balancer": "round-robin", "unit.balancer.weights": [2, 1, 1, 1]}
    assert unit_sizes(load(SHIPPED / "downloads_today.yaml", weights)) == (4,)
    by_url = {"unit.balancer": "by-url"}
    assert unit_sizes(load(SHIPPED / "downloads_today.yaml", by_url)) == (4,)


def test_a_choice_adds_to_the_one_that_it_is_made_of_and_to_no_other_server(found):
    plain = found["dl585-2.2ghz-4gb, windows-2003-x64"]
    card, disks = (found[f"{plain.name}, {more}"] for more in (CARD, DISKS))
    both = found[f"{plain.name}, {DISKS}, {CARD}"]
    assert card.adds_to(plain) and both.adds_to(card) and both.adds_to(disks)
    assert not card.adds_to(disks) and not plain.adds_to(card) and not plain.adds_to(plain)
    assert not found[f"polywell-2200s, windows-2003-x64, {CARD}"].adds_to(plain)


def test_an_upgrade_of_another_time_or_scale_makes_no_choice():
    """The same rule as for an option: of what would help it is told once."""
    made = {choice.name: choice for choice in choices(load(SMALL, {"server.cards": ["200 Gbps"]}))}
    refused = made[f"dl585-2.2ghz-4gb, windows-2003-x64, {CARD}"]
    assert refused.scenario is None and "it adds 0.5 % of what is there (server.cards)" in refused.reason
    other = made[f"polywell-2200s, windows-2003-x64, {CARD}"]
    assert other.scenario is not None


PRESENT_OF_2018 = {"server": "dl385-epyc-7601-2x25gbe"}
MODERN = "scenarios/downloads_today.yaml"


def test_what_can_be_bought_is_of_the_year_of_the_prices_too():
    """A present server of 2018, at prices of 2026: servers of 2024 and 2025 are no longer left out for its sake."""
    old = load(MODERN, PRESENT_OF_2018)
    models = {choice.model for choice in choices_at(old, 0)}
    assert {"ampereone-a192-2x200gbe, linux-6", "epyc-9575f-400gbe, linux-6", "gold-6140-2x25gbe, linux-6"} <= models
    reasons = {each.name: each.reason for each in skipped_choices(old)}
    assert "epyc-9575f-400gbe" not in reasons
    assert reasons["polywell-2200s"].startswith("it is of 2005, and the prices are of 2026, the present server of 2018")
    assert "name it as `server` of a plan" in reasons["polywell-2200s"]


def test_no_server_is_combined_with_a_system_of_another_time():
    """Prices of 2026 bring servers of today, on which nobody runs a system of 2005; another system is named instead."""
    late = load(SMALL, {"datacenter.prices": "us-2026"})
    assert not any(choice.name.startswith("epyc-9575f") for choice in choices(late, ServerFilter(name="epyc-9575f*")))
    assert {each.name: each.reason for each in skipped_choices(late)}["epyc-9575f-400gbe"] == NO_SYSTEM


def test_a_choice_that_cannot_be_comes_with_what_to_write_instead():
    found = choices_at(load(MODERN, PRESENT_OF_2018), 0)
    rented = next(choice for choice in found if choice.model.startswith("c6i.8xlarge"))
    assert "paid by the GB; name a price list of a cloud, e.g. `prices: cloud-us-2026`" in rented.reason


@pytest.mark.parametrize("file", ["b_api", "h_chat"])
def test_nothing_is_added_to_a_rented_server(file):
    """An instance has no price, power or room of its own to add to: such pairs are no choices, rather than impossible
    ones whose reasons are keys that nobody wrote."""
    scenario = load(f"tests/farms/{file}.yaml")
    found = choices(scenario)
    rented = [each for each in found if each.scenario is not None and each.scenario.server.is_rented]
    assert len(rented) > 10 and not any(each.added or each.years for each in rented)
    assert not [each.reason for each in found if each.scenario is None]
    assert AS_RENTED in {each.reason for each in skipped_choices(scenario)}


def test_hardware_is_no_upgrade_of_a_rented_server():
    reasons = {each.name: each.reason for each in options(load("tests/farms/b_api.yaml"))}
    assert reasons["one more network card of 100 Gbps"] == AS_RENTED
    assert not [reason for reason in reasons.values() if "server.price" in reason or "idle_power" in reason]
