"""Every server, instance, system, web server, price list and upgrade of today is planned once, by theory."""

from datetime import date

import pytest

from models.capacity_curve import server_threads
from models.load import load
from models.parts.datacenter import Prices
from models.parts.hardware import Server
from models.parts.operating_system import OperatingSystem
from models.parts.web_server import WebServer
from models.reading.catalogue import names
from models.reading.catalogue_model import catalogue_model
from models.variations.option import options
from models.variations.upgrade import NEAR_YEARS, upgrades
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.messages.decision import headline
from simulator.messages.farm_notes import farm_notes
from tests.shipped import FOLDER

TODAY = FOLDER / "downloads_today.yaml"
OLD = 2017
SERVERS = {name: catalogue_model(Server, name)[0] for name in names(Server.catalogue_folder)}
RENTED = [name for name, server in SERVERS.items() if server.is_rented]
BOUGHT = [name for name, server in SERVERS.items() if not server.is_rented and server.year > OLD]
_ALL = names(OperatingSystem.catalogue_folder)
SYSTEMS = [name for name in _ALL if catalogue_model(OperatingSystem, name)[0].released > OLD]
LISTS = [name for name in names(Prices.catalogue_folder) if catalogue_model(Prices, name)[0].year > OLD]
# A proxy keeps no files: it is planned for answers that are computed behind it.
COMPUTED = {"workload.content": "none"}


def planned(overrides):
    scenario = load(TODAY, {"demand": "100 Gbps", "workload.session.think_time": "0.9 s", **overrides})
    return study(scenario, Theory(), "", date.min)


def test_the_catalogue_of_today_is_wide():
    assert len(BOUGHT) >= 12 and len(RENTED) >= 15
    assert {SERVERS[name].sockets for name in BOUGHT} == {1, 2}
    gbps = {name: sum(card.rate for card in server.cards) * 8e-9 for name, server in SERVERS.items()}
    assert min(gbps[name] for name in BOUGHT) <= 50 and max(gbps[name] for name in BOUGHT) >= 400
    assert {"linux-5", "linux-6", "freebsd-14", "windows-2022"} <= set(SYSTEMS)
    assert {"us-2026", "eu-2026", "cloud-us-2026", "aws-us-2026"} == set(LISTS)
    assert all(SERVERS[name].instance.reserved_1_year for name in RENTED)
    assert any(SERVERS[name].instance.burst for name in RENTED)


# Operations a second and core with all threads busy (SPECpower_ssj2008), 22,000 on the core of speed 1.
MEASURED = {
    "dl325-epyc-7763-2x100gbe": 99_118, "dl385-2x-epyc-7763-4x100gbe": 98_047, "dl385-epyc-7601-2x25gbe": 67_113,
    "gold-6140-2x25gbe": 98_241, "r740-8280-24hdd-2x25gbe": 103_770, "rx2530-2x-8380-2x100gbe": 94_674,
    "sr655-epyc-7742-2x100gbe": 103_403,
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED)
def test_all_threads_of_a_server_together_do_what_was_published(name):
    server = SERVERS[name]
    together = server_threads(server).unhindered(server.cores * server.threads_per_core) * server.core_speed
    assert together == pytest.approx(server.cores * MEASURED[name] / 22_000, rel=0.005)


def test_two_threads_a_core_are_where_processors_have_them_and_their_share_is_a_range():
    one = {name for name in (*BOUGHT, *RENTED) if SERVERS[name].threads_per_core == 1}
    assert one == {
        "altra-q80-2x100gbe", "ampereone-a192-2x200gbe", "c6gn.16xlarge", "c7a.2xlarge", "c7a.4xlarge", "c7a.8xlarge",
        "c7g.2xlarge", "c7gn.16xlarge", "im4gn.8xlarge",
    }  # fmt: skip
    for name in {*BOUGHT, *RENTED} - one:
        keys = catalogue_model(Server, name)[1].value
        for origin in (keys["second_thread"].origin, keys["clock_all_busy"].origin):
            assert origin.kind == "assumed" and origin.low != origin.high, name


@pytest.mark.parametrize("name", BOUGHT)
def test_a_farm_of_each_server_is_planned(name):
    outcome = planned({"server": name})
    assert outcome.recommended and outcome.farm.whole.value > 0.0
    assert "Buy" in headline(outcome) and "CO2" in farm_notes(outcome)


@pytest.mark.parametrize(("disks", "told"), [
    ("server.disks.count: 24", "all of the content, 200 TB, on its 24 disks, 8.333 TB on each; whether they have"),
    ("server.disks.count: 1", "all of the content, 200 TB, on its 1 disk; whether they have the room"),
])  # fmt: skip
def test_what_the_disks_of_a_server_have_to_hold_is_told(disks, told):
    key, _, count = disks.partition(": ")
    assert f"Each server holds {told}" in farm_notes(planned({key: count, "workload.content.catalogue": "200 TB"}))


def test_disks_that_hold_little_or_a_part_of_what_an_origin_has_are_told_no_such_thing():
    little = {"server.disks.count": "5", "workload.content.catalogue": "2 TB"}
    assert "Each server holds" not in farm_notes(planned(little))
    origin = {"latency": "20 ms", "rate": "10 Gbps"}
    kept = {"workload.content.origin": origin, "web_server.disk_cache": "20 TB"}
    part = {"workload.content.catalogue": "200 TB", **kept}
    assert "Each server holds" not in farm_notes(planned(part))


@pytest.mark.parametrize("name", RENTED)
def test_a_farm_of_each_instance_is_planned(name):
    outcome = planned({"server": name, "datacenter.prices": "cloud-us-2026"})
    assert outcome.recommended and "Rent" in headline(outcome)
    assert ("bursts to" in farm_notes(outcome)) == (SERVERS[name].instance.burst is not None)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_farm_on_each_system_is_planned(name):
    assert planned({"operating_system": name}).recommended


@pytest.mark.parametrize("name", [name for name in names(WebServer.catalogue_folder) if name != "iis-6"])
def test_a_farm_of_each_web_server_is_planned(name):
    answers = COMPUTED if name == "haproxy" else {}
    system = "windows-2022" if name == "iis-10" else "linux-6"
    assert planned({"web_server": name, "operating_system": system, **answers}).recommended


@pytest.mark.parametrize("name", LISTS)
def test_a_farm_at_each_price_list_is_planned(name):
    prices = catalogue_model(Prices, name)[0]
    outcome = planned({"datacenter.prices": name})
    assert f"{prices.currency}/month" in headline(outcome)


def test_each_upgrade_of_today_can_be_added_and_none_of_2006():
    scenario = load(TODAY)
    hardware = {one.title: one.year for one, _ in upgrades() if one.price}
    found = {option.name: option for option in options(scenario) if option.name in hardware}
    for title, year in hardware.items():
        assert (found[title].scenario is not None) == (abs(year - scenario.server.year) <= NEAR_YEARS), title
    assert sum(option.scenario is not None for option in found.values()) == 3
