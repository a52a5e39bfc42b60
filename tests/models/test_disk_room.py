"""The room of the disks of a server: what it bounds, who grows with it, and what is said where it is not known."""

import re

import pytest

from models.disk_capacity import disk_cache_bytes, needs_other_disks, stored_bytes, unproven_bytes
from models.errors import ScenarioError
from models.load import load
from models.parts.hardware import Server
from models.ram_ledger import file_cache_bytes
from models.reading.catalogue import names
from models.reading.catalogue_model import catalogue_model
from models.variations.choice import ServerFilter, choices, choices_at
from models.variations.option import options
from simulator.messages.farm_notes import disk_note
from simulator.network.roles import Role
from simulator.translate.translate import translate
from tests.shipped import FOLDER

TODAY = FOLDER / "downloads_today.yaml"
TB = 1e12
FOUR = {"server.disks.count": 4, "server.disks.size": "7.68 TB"}
LIBRARY = {"workload.content.catalogue": "200 TB"}
EDGE = {**LIBRARY, "workload.content.origin": {"latency": "30 ms", "rate": "25 Gbps"}}
UP_TO = {"web_server.disk_cache.up_to": "200 TB"}
DISKS, UPGRADE = (
    "four more NVMe disks",
    """kind: given
source: a quote
title: disks of twice the size
adds: {server.disks.size: 7.68 TB}
sets: {}
price: {value: "2,400 USD", assumed: "2,000 USD to 4,000 USD", why: a quote}
year: 2023
power: 0 W
""",
)


def edge(cache, **more):
    """An edge server of four disks, of a known size unless `more` says otherwise, with a library behind it."""
    return load(TODAY, {**EDGE, **FOUR, "web_server.disk_cache": cache, **more})


def option(scenario, name):
    return next(each for each in options(scenario) if each.name == name)


def refused(overrides):
    with pytest.raises(ScenarioError) as caught:
        load(TODAY, overrides)
    (problem,) = caught.value.problems
    return problem


def test_a_size_of_disks_that_have_room_changes_nothing_that_is_simulated():
    assert translate(load(TODAY, {"server.disks.size": "7.68 TB"})).network == translate(load(TODAY)).network
    sized, exact = edge("20 TB"), edge("20 TB", **{"server.disks.size": "none"})
    assert translate(sized).network == translate(exact).network


@pytest.mark.parametrize(("asked", "held"), [("200 TB", 30.72), ("20 TB", 20.0), ("30.72 TB", 30.72)])
def test_a_disk_cache_of_up_to_a_size_is_as_large_as_the_disks_have_room(asked, held):
    scenario = edge({"up_to": asked})
    assert disk_cache_bytes(scenario) == held * TB
    translation = translate(scenario)
    (cache,) = [each for each in translation.network.resources if each.role is Role.DISK_CACHE]
    assert cache.capacity == held * TB
    full = translation.origins[cache.name].limit == "30.72 TB, the room of 4 disks"
    assert full == (held == 30.72)


def test_a_server_with_more_or_larger_disks_keeps_more():
    cache = {"up_to": "200 TB"}
    kept = {count: disk_cache_bytes(edge(cache, **{"server.disks.count": count})) for count in (4, 8, 12)}
    assert kept == {4: 30.72 * TB, 8: 61.44 * TB, 12: 92.16 * TB}
    assert disk_cache_bytes(edge(cache, **{"server.disks.size": "15.36 TB"})) == kept[8]
    assert disk_cache_bytes(edge(cache, **{"server.disks.size": "61.44 TB"})) == 200 * TB


def test_a_disk_cache_that_does_not_fit_is_refused_and_the_remedy_fits():
    problem = refused({**EDGE, **FOUR, "web_server.disk_cache": "30.73 TB"})
    assert problem.path == "web_server.disk_cache.size" and problem.value == '"30.73 TB"'
    assert problem.message == "this disk cache does not fit: its 4 disks of 7.68 TB have room for 30.72 TB"
    assert problem.remedy == (
        "write at most 30.72 TB, or `{up_to: ...}` to take what there is room for, or more or larger disks in"
        " server.disks"
    )
    assert disk_cache_bytes(edge("30.72 TB")) == 30.72 * TB


def test_how_much_fits_of_disks_without_a_size_is_not_guessed():
    problem = refused({**EDGE, "web_server.disk_cache.up_to": "20 TB"})
    assert problem.path == "web_server.disk_cache.size"
    assert problem.message == "how much of it fits is not known: server.disks.size is none"
    assert problem.remedy == "write e.g. `server.disks.size: 7.68 TB`, or `disk_cache: 20 TB` if all of it fits"
    assert disk_cache_bytes(load(TODAY, {**EDGE, "web_server.disk_cache": "20 TB"})) == 20 * TB


def test_content_that_the_disks_have_no_room_for_is_refused_and_each_remedy_is_enough():
    problem = refused({**LIBRARY, **FOUR})
    assert problem.path == "workload.content.catalogue"
    assert "its 4 disks of 7.68 TB have room for 30.72 TB" in problem.message
    assert "write at least 27 in server.disks.count, or disks of at least 50 TB in server.disks.size" in problem.remedy
    assert "`web_server.disk_cache: {up_to: 200 TB}`" in problem.remedy
    load(TODAY, {**LIBRARY, **FOUR, "server.disks.count": 27})
    load(TODAY, {**LIBRARY, **FOUR, "server.disks.size": "50 TB"})
    edge({"up_to": "200 TB"})
    assert "its 1 disk has room for 7.68 TB" in refused({**LIBRARY, **FOUR, "server.disks.count": 1}).message
    assert refused({**LIBRARY, **FOUR, "server.disks.count": 26}) and refused(
        {**LIBRARY, **FOUR, "server.disks.size": "49.9 TB"}
    )


def test_what_an_origin_has_need_not_lie_on_the_disks():
    assert load(TODAY, {**EDGE, **FOUR}).web_server.disk_cache is None


def test_disks_with_a_size_are_not_told_as_looked_at_by_nobody():
    assert "`server.disks.size` is not known" in disk_note(load(TODAY, LIBRARY))
    assert disk_note(load(TODAY, {**LIBRARY, "server.disks.size": "30 TB"})) == ""


STORE = """
scenario: Archive
demand: 20 requests/s
workload:
  request: {size: 1 MB, cpu: 1 ms, calls: [{tier: files, cpu: 1 ms, answer: 1 MB}]}
  clients: {rate: 50 Mbps}
  session: {requests: 10, think_time: 5 s}
server: edge-xeon-d-2x25gbe
operating_system: linux-6
web_server: nginx
tiers:
  - {name: files, kind: object-store, server: epyc-7313p-24hdd-2x25gbe, objects: {size: 60 TB, data: 4, parity: 2}}
"""


def store(changes=None):
    return load("archive.yaml", changes, text=STORE)


def servers_tried(scenario):
    return {choice.server: choice for choice in choices_at(scenario, 1)}


def test_a_store_stays_on_servers_whose_disks_are_known_to_keep_it():
    """60 TB with 2 pieces of parity to 4 are 90 TB, 15 TB on each of 6 servers: 625 GB on each of 24 disks, and
    3.75 TB on each of 4, whose size the catalogue does not state."""
    tried = servers_tried(store())
    assert "3.75 TB" in tried["edge-xeon-d-2x25gbe"].reason and tried["edge-xeon-d-2x25gbe"].scenario is None
    assert tried["epyc-7313p-24hdd-2x25gbe"].own
    assert tried["r740-8280-24hdd-2x25gbe"].scenario is not None, "as many disks of the same kind"
    little = servers_tried(store({"tiers[0].objects.size": "6 TB"}))
    assert little["edge-xeon-d-2x25gbe"].scenario is not None, "375 GB are on every disk that is sold"


def test_a_tier_says_what_its_disks_keep_where_their_size_is_not_stated():
    tier = store().tiers[0]
    assert stored_bytes(tier) == 15 * TB and unproven_bytes(tier) == 625e9
    stated = store({"tiers[0].server.disks.size": "8 TB"}).tiers[0]
    assert unproven_bytes(stated) == 0.0 and needs_other_disks(stated, tier) == 0.0
    assert needs_other_disks(tier, stated) == 0.0, "disks as large as those that are stated"


def test_instances_that_come_with_disks_say_their_size_and_volumes_that_one_chooses_do_not():
    rooms = {name: catalogue_model(Server, name)[0].disks.room for name in names(Server.catalogue_folder)}
    assert {name: room / TB for name, room in rooms.items() if room} == {
        "d3en.6xlarge": 167.76, "i3en.24xlarge": 60.0, "i4i.16xlarge": 15.0, "i4i.4xlarge": 3.75, "im4gn.8xlarge": 15.0,
    }  # fmt: skip


def test_a_server_without_room_for_the_content_is_no_option():
    cloud = {"datacenter.prices": "cloud-us-2026", "server": "d3en.6xlarge"}
    scenario = load(TODAY, {"workload.content.catalogue": "20 TB", **cloud})
    assert "its 1 disk has room for 3.75 TB" in option(scenario, "server i4i.4xlarge instead").reason
    assert option(scenario, "server i3en.24xlarge instead").scenario is not None


def test_more_disks_bring_the_disk_cache_that_they_make_room_for():
    found = option(edge({"up_to": "200 TB"}), DISKS)
    assert found.adapted == "with 30.72 TB more disk cache"
    assert found.scenario.web_server.disk_cache.size == 200 * TB
    exact = option(edge("20 TB"), DISKS)
    assert (exact.adapted, disk_cache_bytes(exact.scenario)) == ("with 30.72 TB more disk cache", 50.72 * TB)
    narrow = option(edge({"up_to": "40 TB"}), DISKS)
    assert disk_cache_bytes(narrow.scenario) == 61.44 * TB


def test_a_disk_cache_grows_no_further_than_the_content_and_not_where_no_size_is_known():
    small = {"workload.content.catalogue": "25 TB"}
    found = option(edge("20 TB", **small), DISKS)
    assert (found.adapted, disk_cache_bytes(found.scenario)) == ("with 5 TB more disk cache", 25 * TB)
    unknown = option(edge("20 TB", **{"server.disks.size": "none"}), DISKS)
    assert (unknown.adapted, disk_cache_bytes(unknown.scenario)) == ("", 20 * TB)


def test_a_combination_of_upgrades_has_the_disk_cache_that_they_make_room_for():
    scenario = edge({"up_to": "200 TB"})
    tried = choices(scenario, ServerFilter(name=scenario.server.name))
    found = next(each for each in tried if each.name.endswith(f"{DISKS}, 256 GiB more RAM"))
    assert disk_cache_bytes(found.scenario) == 61.44 * TB
    assert file_cache_bytes(found.scenario) > file_cache_bytes(scenario)


def of_plain_servers(scenario):
    """The choices that have nothing added, by the server."""
    return {each.name.split(",")[0]: each for each in choices_at(scenario, 0)}


def test_a_server_that_is_bought_instead_has_disks_as_large_as_the_present_ones_where_nobody_states_their_size():
    found = of_plain_servers(edge({"up_to": "200 TB"}))
    other = found["sr655-epyc-7742-2x100gbe"]
    assert (other.disk_size, other.scenario.server.disks.size) == (7.68 * TB, 7.68 * TB)
    assert disk_cache_bytes(other.scenario) == other.scenario.server.disks.count * 7.68 * TB
    assert other.scenario.server.price == catalogue_model(Server, "sr655-epyc-7742-2x100gbe")[0].price
    assert other.scenario.sources["server.disks.size"] == edge("20 TB").sources["server.disks.size"]


def test_disks_of_another_kind_and_volumes_of_a_provider_are_of_no_known_size():
    """A planner of flash has told nothing of hard disks, and volumes are billed by their size, which nobody counts."""
    unknown = "how much of it fits is not known"
    cloud = {"datacenter.prices": "cloud-us-2026"}
    found = of_plain_servers(edge({"up_to": "200 TB"}, **cloud))
    for name in ("epyc-7313p-24hdd-2x25gbe", "c6i.8xlarge"):
        assert found[name].disk_size is None and unknown in found[name].reason
    assert found["i4i.16xlarge"].scenario.server.disks.size == 3.75 * TB
    rented = of_plain_servers(load(TODAY, {**EDGE, **cloud, "server": "i4i.16xlarge", **UP_TO}))
    assert unknown in rented["sr655-epyc-7742-2x100gbe"].reason


def test_hard_disks_are_as_large_as_other_hard_disks():
    own = {"server": "epyc-7313p-24hdd-2x25gbe", "server.disks.size": "18 TB"}
    found = of_plain_servers(load(TODAY, {**EDGE, **own, **UP_TO}))
    assert found["r740-8280-24hdd-2x25gbe"].scenario.server.disks.size == 18 * TB
    assert found["sr655-epyc-7742-2x100gbe"].scenario is None


def test_a_size_of_disks_alone_makes_no_other_server_of_the_present_one():
    """The catalogue's would have disks of the same size, and so be the same server a second time."""
    sized = load(TODAY, {**EDGE, "server.disks.size": "7.68 TB", **UP_TO})
    again = f"{sized.server.name} of the catalogue"
    assert again not in of_plain_servers(sized)
    assert of_plain_servers(edge({"up_to": "200 TB"}))[again].scenario.server.disks.count == 12


def test_a_scenario_that_states_no_size_takes_none_over():
    found = of_plain_servers(edge("20 TB", **{"server.disks.size": "none"}))
    assert {each.disk_size for each in found.values()} == {None}
    assert found["sr655-epyc-7742-2x100gbe"].scenario.server.disks.size is None


def test_what_would_help_knows_the_size_of_the_disks_of_another_server_as_optimise_does():
    found = option(edge({"up_to": "200 TB"}), "server sr655-epyc-7742-2x100gbe instead")
    told = r"with disks as large as now \(7.68 TB\), \S+ GiB less file cache and 92.16 TB more disk cache"
    assert re.fullmatch(told, found.adapted), found.adapted
    assert found.scenario.server.disks.size == 7.68 * TB
    unknown = edge("20 TB", **{"server.disks.size": "none"})
    assert "as large as now" not in option(unknown, "server sr655-epyc-7742-2x100gbe instead").adapted


def test_what_becomes_of_the_caches_in_ram_and_on_disks_is_told_together():
    cloud = {"datacenter.prices": "cloud-us-2026", "server": "d3en.6xlarge"}
    scenario = load(TODAY, {**EDGE, **cloud, "web_server.disk_cache.up_to": "200 TB"})
    found = option(scenario, "server i3en.24xlarge instead")
    assert re.fullmatch(r"with \S+ GiB more file cache and 107.8 TB less disk cache", found.adapted), found.adapted


@pytest.fixture
def own(tmp_path):
    """Writes an upgrade into a catalogue of the planner's own, and says where that is."""

    def write(text):
        (tmp_path / "upgrades").mkdir(exist_ok=True)
        (tmp_path / "upgrades/own.yaml").write_text(text, encoding="utf-8")
        return str(tmp_path)

    return write


def of_own(folder, **more):
    overrides = {**EDGE, **FOUR, "web_server.disk_cache": {"up_to": "200 TB"}, **more}
    return option(load(TODAY, overrides, catalog=folder), "disks of twice the size")


def test_larger_disks_are_an_option_at_the_price_that_the_planner_gives(own):
    found = of_own(own(UPGRADE))
    assert (found.adapted, found.price.value) == ("with 30.72 TB more disk cache", 2400.0)
    assert found.scenario.server.disks.count == 4 and disk_cache_bytes(found.scenario) == 61.44 * TB


def test_disks_of_an_unknown_size_cannot_be_made_larger(own):
    found = of_own(own(UPGRADE), **{"server.disks.size": "none", "web_server.disk_cache": "20 TB"})
    assert found.reason == "how large the disks are is not known: server.disks.size is none"


def test_a_larger_disk_cache_is_no_option_where_it_has_no_room(own):
    text = UPGRADE.replace("server.disks.size", "web_server.disk_cache.size")
    assert of_own(own(text)).reason == "a disk cache has room for 30.72 TB here"
    small = of_own(own(text), **{"web_server.disk_cache": {"up_to": "10 TB"}})
    assert (small.adapted, disk_cache_bytes(small.scenario)) == ("", 17.68 * TB)
