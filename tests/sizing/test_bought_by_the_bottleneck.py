"""More of what is short lowers the servers that are bought, by what the bottleneck law says; more of what is not short
changes nothing of them (utilisation law, Denning and Buzen 1978: a server carries U C / D of the station with the
largest demand D / C, at the utilisation U that is asked for)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.engines.engine import load_engine
from simulator.experiment.solvers import Simulation
from tests.sizing.farms import API, DOWNLOADS, SHORT, changed, farm

# A load is told apart down to this share of it in theory (engines/theory/largest_load.py).
FINELY = 2e-3
examples = settings(max_examples=6, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
UTILISATION, LINE, CORES = 0.75, 1.25e8, 4

uses = st.sampled_from([50, 60, 75, 90])


def api(cpu_ms, cards=1, cores=32, use=75, **more):
    """Answers without files, so that cores and cards are all there is."""
    return changed(API, {
        "workload.request.cpu": f"{cpu_ms} ms", "server.cards": ["1 Gbps"] * cards, "server.cores_per_socket": cores,
        "targets.utilisation": f"{use} %", **more,
    })  # fmt: skip


def carried(scenario):
    """Requests/s of one server, in theory."""
    return farm(scenario).carried.requests.value


def exactly(scenario):
    return farm(scenario).sizing.units.exact.value


def bound_by(scenario):
    return farm(scenario).carried.stop.name


def by_hand(cpu_ms, cards, cores, use, wire):
    """The bottleneck law: requests/s at which cores or cards are used as far as they may be."""
    return use / 100.0 * min(cores / (cpu_ms / 1e3), cards * LINE / wire)


@examples
@given(st.sampled_from([0.05, 0.2, 1.0, 5.0, 20.0]), st.integers(1, 4), st.sampled_from([4, 8, 32, 64]), uses)
def test_a_server_carries_what_the_bottleneck_law_says_by_hand(cpu_ms, cards, cores, use):
    scenario = api(cpu_ms, cards, cores, use)
    found = farm(scenario)
    wire = found.carried.mbps.value * 1e6 / 8.0 / found.carried.requests.value
    # 4 kB and a header in segments of 1,460 bytes, each with 78 of headers and gaps: about 4,600 bytes.
    assert wire == pytest.approx(4_600, rel=0.02)
    expected = by_hand(cpu_ms, cards, cores, use, wire)
    assert found.carried.requests.value == pytest.approx(expected, rel=FINELY)
    assert found.sizing.units.exact.value == pytest.approx(1.2 * 20_000 / (3 * expected), rel=FINELY)


@examples
@given(st.integers(1, 4), uses)
def test_another_card_lowers_the_servers_of_a_card_bound_farm_in_proportion(cards, use):
    fewer, more = (api(0.05, cards=count, use=use) for count in (cards, cards + 1))
    assert bound_by(fewer) == bound_by(more) == "network cards"
    assert exactly(fewer) / exactly(more) == pytest.approx((cards + 1) / cards, rel=FINELY)
    assert farm(more).sizing.servers.whole.value <= farm(fewer).sizing.servers.whole.value


@examples
@given(st.integers(1, 4), st.sampled_from([5.0, 8.0, 20.0]), uses)
def test_another_card_changes_nothing_of_a_cpu_bound_farm(cards, cpu_ms, use):
    fewer, more = (farm(api(cpu_ms, cards=count, use=use)) for count in (cards, cards + 1))
    assert fewer.carried.stop.name == more.carried.stop.name == "CPU"
    assert more.carried.requests.value == pytest.approx(fewer.carried.requests.value, rel=FINELY)
    assert more.sizing.servers.whole == fewer.sizing.servers.whole
    assert more.cost == fewer.cost  # A card that is written into the server has the server's price.


@examples
@given(st.sampled_from([8, 16, 32]), st.sampled_from([5.0, 20.0]), uses)
def test_twice_the_cores_halve_the_servers_of_a_cpu_bound_farm(cores, cpu_ms, use):
    fewer, more = (api(cpu_ms, cores=count, use=use) for count in (cores, 2 * cores))
    assert exactly(fewer) / exactly(more) == pytest.approx(2.0, rel=FINELY)


@examples
@given(st.sampled_from([8, 16, 32]), uses)
def test_twice_the_cores_change_nothing_of_a_card_bound_farm(cores, use):
    fewer, more = (api(0.05, cores=count, use=use) for count in (cores, 2 * cores))
    assert exactly(more) == pytest.approx(exactly(fewer), rel=FINELY)


def missing(disks=6, ram="4 GiB", cache="2.5 GB", **more):
    """Downloads of a catalogue that is far larger than the memory, so that the disks are what is short."""
    stated = {"workload.content.catalogue": "200 GiB", "workload.content.popularity.zipf": "0.6",
              "server.disks.count": disks, "server.ram": ram, "web_server.file_cache": cache}  # fmt: skip
    return changed(DOWNLOADS, {**stated, **more})


@examples
@given(st.integers(2, 6), uses)
def test_more_disks_lower_the_servers_of_a_farm_whose_content_misses_in_proportion(disks, use):
    """Hits depend on the cache alone: each miss reads once, so that twice the disks read twice the misses."""
    fewer, more = (missing(count, **{"targets.utilisation": f"{use} %"}) for count in (disks, 2 * disks))
    assert bound_by(fewer) == bound_by(more) == "disks"
    assert exactly(fewer) / exactly(more) == pytest.approx(2.0, rel=0.01)


@examples
@given(st.integers(6, 12))
def test_more_disks_change_nothing_of_a_card_bound_farm(disks):
    fewer, more = (changed(DOWNLOADS, {"server.disks.count": count}) for count in (disks, 2 * disks))
    assert bound_by(fewer) == bound_by(more) == "network cards"
    assert exactly(more) == pytest.approx(exactly(fewer), rel=FINELY)


def test_more_ram_for_the_file_cache_lowers_the_servers_of_a_farm_whose_content_misses_and_of_no_other():
    small, large = (missing(ram=ram, cache=cache) for ram, cache in (("8 GiB", "6 GiB"), ("64 GiB", "60 GiB")))
    assert exactly(large) < 0.9 * exactly(small)
    card_bound, same = (changed(DOWNLOADS, {"server.ram": ram}) for ram in ("8 GiB", "64 GiB"))
    assert exactly(same) == pytest.approx(exactly(card_bound), rel=FINELY)


def test_a_second_card_does_in_a_simulation_what_it_does_in_theory():
    """Requests carry different amounts in so short a run, and as many in both: pairs of replications, one by one."""
    kernel = Simulation(load_engine("kernel"))
    for cpu, times in (("0.2 ms", 2.0), ("2 ms", 1.0)):
        one, two = (
            farm(changed(DOWNLOADS, {**SHORT, "workload.request.cpu": cpu, "server.cards": ["1 Gbps"] * count,
                                     "server.disks.count": 60}), kernel) for count in (1, 2)
        )  # fmt: skip
        ratio = two.carried.mbps.value / one.carried.mbps.value
        known = two.carried.mbps.relative + one.carried.mbps.relative
        assert ratio == pytest.approx(times, rel=known + FINELY)
        if times == 1.0:
            assert two.sizing.servers.whole.value == one.sizing.servers.whole.value
        else:
            assert two.sizing.servers.whole.value < one.sizing.servers.whole.value


def test_hosts_of_a_flooded_unit_carry_less_the_more_of_them_there_are():
    """Each drops what is for the others: the work of a request, C U over what is carried, is a straight line in their
    number, up to the 32 that Network Load Balancing knows."""
    work = {}
    for hosts in (2, 8, 32):
        unit = {"unit.balancer": "nlb-flooded", "unit.nodes": hosts, "unit.spare_nodes": 0}
        work[hosts] = CORES * UTILISATION / carried(api(1, cores=CORES, cards=8, **unit))
    assert work[32] > 1.04 * work[2]
    assert (work[32] - work[8]) / (work[8] - work[2]) == pytest.approx(24 / 6, rel=0.25)
