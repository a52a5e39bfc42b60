"""Planning the winner of `optimise`, as it is told, gives the farm that was told, at its cost."""

from datetime import date

import pytest

from models.disk_capacity import disk_cache_bytes
from models.load import load
from models.ram_ledger import file_cache_bytes
from models.variations.changes import with_changes
from models.variations.choice import ALL_SERVERS, ServerFilter, choices_at, with_unit_size
from simulator.experiment.solvers import Theory
from simulator.farm.right_size import fitting_farms
from simulator.farm.study import study
from simulator.messages.optimise import comparison_notes
from simulator.studies.optimise.answer import optimise
from simulator.studies.optimise.result import cheapest_data
from tests.proven import mostly_proof

TB = 1e12
CDN = """
scenario: Video CDN
demand: 60 Gbps
reserve: 20 %
workload:
  request:
    size: 4 MB
    cpu: 400 us
    calls:
      - {tier: shield, when: miss, latency: 10 ms, answer: 4 MB}
  session: {requests: 100, think_time: 6 s, startup: 4}
  clients: {rate: 25 Mbps}
  content:
    catalogue: 300 TB
    popularity: {zipf: 0.9}
    origin: {latency: 40 ms, rate: 40 Gbps, price: 0.02 USD/GB}
server: {model: epyc-9354p-2x100gbe, disks: {model: nvme, count: 4, size: 7.5 TB}}
operating_system: linux-6
web_server: {model: nginx, disk_cache: 30 TB, collapse: 500 ms}
tiers:
  - name: shield
    kind: cache
    server: {model: epyc-7313p-24hdd-2x25gbe, disks: {model: hard-disk, count: 24, size: 10 TB}}
    servers: 2
    cache: {software: memcached, disk: 100 TB}
unit: {nodes: 4, spare_nodes: 1}
targets: {errors: 0.1 %, utilisation: 75 %}
datacenter: {prices: us-2026}
"""
ALONE = {"tiers": [], "workload.request.calls": []}
FEW = ServerFilter(name="dl385-2x-*")
UP_TO = {"web_server.disk_cache": {"up_to": "30 TB"}}


def cdn(**changes):
    return load("cdn.yaml", changes, text=CDN)


def as_told(scenario, offer):
    """The scenario with what is told of an offer, and nothing else of it: its servers, system, size of units, servers
    of other tiers, and caches that may grow further."""
    told = offer.farm.scenario
    parts = {"server": told.server, "operating_system": told.operating_system, **offer.caches}
    tiers = zip(scenario.tiers, told.tiers, strict=True)
    parts["tiers"] = tuple(
        tier.model_copy(update={"server": bought.server, "servers": bought.servers}) for tier, bought in tiers
    )
    return with_changes(with_unit_size(scenario, offer.nodes), parts, "told")


FARMS = {
    "a shield": cdn(),
    "a shield, and up to a size": cdn(**UP_TO),
    "no shield": cdn(**ALONE),
    "no shield, and up to a size": cdn(**ALONE, **UP_TO),
    "the test farm of a CDN": load("tests/farms/a_cdn.yaml"),
    "downloads": load("scenarios/downloads_today.yaml"),
    "the documents": load("scenarios/first_farm.yaml", {"targets.p95_response": None}),
}


# Of a farm with tiers, of one with a cache and of one without: the others differ from them in what they cost.
TOLD = ("a shield, and up to a size", "the documents")


@pytest.mark.parametrize("name", mostly_proof(FARMS, TOLD))
def test_planning_the_winner_as_it_is_told_costs_what_was_told(name):
    scenario = FARMS[name]
    found = optimise(scenario, Theory(), which=FEW if "no shield" in name else ALL_SERVERS)
    for offer in filter(None, (found.winner, found.runner_up)):
        planned = study(as_told(scenario, offer), Theory(), "", date.min)
        assert planned.cost.with_bandwidth.whole.value == pytest.approx(offer.whole.value)


def test_a_cache_of_an_exact_size_stays_and_one_of_up_to_some_size_follows_the_disks():
    exact, grows = ({each.server: each.scenario for each in choices_at(cdn(**more), 0)} for more in ({}, UP_TO))
    assert {disk_cache_bytes(each) for each in exact.values() if each is not None} == {30 * TB}
    assert max(disk_cache_bytes(each) for each in grows.values() if each is not None) > 30 * TB
    small = {each.server: each.scenario for each in choices_at(cdn(**{"web_server.file_cache": "10 GiB"}), 0)}
    assert {file_cache_bytes(each) for each in small.values() if each is not None} == {10 * 1024.0**3}


def test_a_cache_that_grows_with_what_is_bought_is_told_with_what_to_write():
    found = optimise(cdn(**ALONE, **UP_TO), Theory(), which=FEW)
    size = found.winner.caches["web_server.disk_cache.size"]
    assert size > 30 * TB
    assert cheapest_data(found)["winner"]["caches_up_to_bytes"] == {"web_server.disk_cache.size": size}
    (told,) = [note for note in comparison_notes(found) if "With the cheapest" in note]
    assert f"`web_server.disk_cache: {{up_to: {size / TB:g} TB}}`" in told
    assert not [note for note in comparison_notes(optimise(cdn(**ALONE), Theory(), which=FEW)) if "up_to" in note]


def test_the_farm_that_fits_has_the_settings_of_the_scenario():
    """Its server alone is named: caches that grew with it would make it another farm."""
    for scenario in (cdn(demand="1 Gbps"), cdn(demand="1 Gbps", **UP_TO)):
        (farm,) = fitting_farms(scenario)
        assert farm.scenario.web_server == scenario.web_server
