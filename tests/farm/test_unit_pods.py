"""A unit whose nodes are pods: what each has of a server, how many servers are bought, and what these cost."""

from datetime import date
from pathlib import Path

import pytest

from models.caller_pools import UNIT, caller_pools
from models.errors import ScenarioError
from models.load import load
from models.tier_room import room_for_calls
from models.unit_pods import as_node, pods_on_fullest, servers_of_unit
from models.variations.changes import with_changes
from models.variations.choice import unit_sizes, with_unit_size
from simulator.daily.day import simulate_day
from simulator.engines.kernel.engine import Kernel
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.largest_load_in_theory import largest_load_in_theory
from simulator.experiment.solvers import Theory
from simulator.failover.load import farm_load
from simulator.failover.survive import require_several
from simulator.farm.study import study
from simulator.messages.capacity import load_curve
from simulator.messages.daily import verdict
from simulator.messages.decision import page_headline
from simulator.messages.farm_notes import tier_notes
from simulator.messages.plan.risks import risks
from simulator.messages.sensitivity import what_matters
from simulator.messages.stages.failover import as_bought
from simulator.network.roles import Role
from simulator.output.data import farm_data, figures
from simulator.studies.capacity.document import points
from simulator.studies.plan.decision_files.inventory import inventory
from simulator.studies.plan.decision_files.terraform import terraform_values
from simulator.studies.sensitivity.answer import sensitivity
from simulator.translate.translate import translate
from tests.paths.test_quotas import PUBLISHED

API, SHOP = "scenarios/api_in_pods.yaml", "scenarios/three_tiers.yaml"
# 8 cores of two threads, and 64 GiB: what a system keeps of it is 0.11 threads and 5.58 GiB.
HALF = {"server.cores_per_socket": 8, "server.ram": "64 GiB"}
# What a thread of either is worth while all of them work: (1 + 25 %) x 95 % of a core, by two.
THREAD = 1.25 * 0.95 / 2.0


def api(more=(), **pods):
    told = {"cpu": {"request": 2, "limit": 2}, "memory": "4 GiB", **pods}
    return load(API, {"unit.pods": told, **dict(more)})


def plan(scenario):
    return study(scenario, Theory(), "plan", date(2026, 11, 22))


def cpu(scenario, role=Role.CPU):
    return translate(scenario).network.in_role(role)[0]


@pytest.mark.parametrize(
    ("pods", "count"),
    [
        ({}, 7),  # 15.89 threads of 2
        ({"memory": "16 GiB"}, 3),  # of 58.4 GiB
        ({"most": 5}, 5),
        ({"replicas": 12}, 12),
    ],
)
def test_a_unit_has_the_pods_that_fill_a_server_or_those_that_are_stated(pods, count):
    assert api(HALF, **pods).unit.nodes == count
    assert servers_of_unit(api(HALF, **pods)) == (2 if "replicas" in pods else 1)


def test_what_nobody_states_of_nodes_is_told_as_what_is_counted():
    source = api(HALF).sources["unit.nodes"]
    assert (source.value_text, source.kind) == ("7", "default") and "the pods of a unit" in source.source


def test_servers_full_of_pods_are_counted_and_paid():
    """By hand: a pod does 2 threads' worth, of which 75 % are used, in calls of 5 ms: 178.125/s; 24,000/s take 134.7 of
    them, 19.25 servers of 7, so that 20 are bought, and one to spare."""
    outcome = plan(api(HALF))
    sizing, a_pod = outcome.sizing, 0.75 * 2 * THREAD / 5e-3
    assert outcome.capacity.server_requests.value == pytest.approx(a_pod, rel=1e-3)
    assert sizing.units.exact.value == pytest.approx(24_000 / a_pod / 7, rel=1e-3)
    assert (sizing.servers.whole.value, sizing.nodes.whole.value, sizing.units.whole.value) == (21, 147, 21)
    instances = next(each for each in outcome.bought.cost.items if each.name == "instances")
    assert instances.amount.whole.value == pytest.approx(21 * 1.6128 * 730)
    up, down = outcome.operating_points
    assert (up.servers, down.servers) == (147, 140)
    assert down.requests.value == pytest.approx(20_000 / 140, rel=1e-3)
    told = farm_data(outcome.bought)
    assert (told["servers"]["value"], told["pods"]["value"], told["pods_of_a_unit"]) == (21, 147, 7)
    assert told["needed_servers"]["value"] == pytest.approx(20_000 / a_pod / 7, rel=1e-3)
    assert "Rent 21 instances (147 pods):" in page_headline(outcome)
    assert "A unit has 7 pods, up to 7 on a server, by the CPU that they request, 2 of 15.89 threads." in tier_notes(
        outcome
    )


def test_files_of_the_decision_name_servers_and_not_pods():
    outcome = plan(api({"unit.spare_nodes": 3, "demand": "1,500 requests/s"}, replicas=6, most=3))
    assert "unit_nodes = 2" in terraform_values(outcome)
    units = round(outcome.sizing.units.whole.value)
    assert inventory(outcome).count("front-") == 2 * units


def test_servers_draw_what_their_pods_do():
    """By hand: 100 cores' worth of work on servers that are idle else, whatever share of one a pod may use."""
    more = {
        "server": "gold-6140-2x25gbe",
        "server.power_curve": "none",
        "workload.cpu_measured_on": "gold-6140-2x25gbe",
    }
    outcome = plan(api(more | {"datacenter.prices": "us-2026"}))
    server, sizing = outcome.scenario.server, outcome.sizing
    assert sizing.units.whole.value == sizing.servers.whole.value
    whole = cpu(load(API, more | {"unit.pods": "none", "datacenter.prices": "us-2026"})).capacity
    idle, work = sizing.servers.whole.value * server.idle_power, 100.0 / whole * (server.busy_power - server.idle_power)
    # Each connection takes some work too.
    assert sizing.whole_power.average.value * 1e3 == pytest.approx(idle + work, rel=0.02)


def test_pods_that_are_stated_stand_evenly_on_servers_of_the_unit():
    """By hand, an ingress of 6 pods of 2 threads, 3 at the most on a server of 32: each has a third of the cards."""
    ingress = api({"unit.spare_nodes": 3}, replicas=6, most=3)
    assert (ingress.unit.nodes, servers_of_unit(ingress), pods_on_fullest(ingress)) == (6, 2, 3)
    node = as_node(ingress).server
    assert node.cards_rate == pytest.approx(ingress.server.cards_rate / 3)
    assert (node.ram, node.cpu_quota.cores, node.price) == (4 * 2**30, 2.0, ingress.server.price)
    outcome = plan(ingress)
    units = outcome.sizing.units.whole.value
    assert outcome.sizing.servers.whole.value == 2 * units
    assert [each.servers for each in outcome.operating_points] == [6 * units, 3 * (units - 1)]
    assert "They stand on 2 servers of its own, of which one takes 3 pods with it when it dies." in tier_notes(outcome)


def test_pods_stand_on_servers_of_their_zone():
    assert servers_of_unit(api({"unit.zones": 2}, replicas=6)) == 2
    assert servers_of_unit(api({"unit.zones": 2}, replicas=32)) == 4  # 16 in each, of which 15 fill one.


def test_another_server_has_room_for_others():
    scenario = api()
    other = load(API, {"server": "altra-q80-2x100gbe", "datacenter.prices": "us-2026"}).server
    assert with_changes(scenario, {"server": other, "datacenter": scenario.datacenter}, "").unit.nodes == 39
    assert unit_sizes(scenario) == (15,)
    assert with_unit_size(scenario, 4).unit.nodes == 15


def test_a_pod_in_front_is_limited_as_one_of_a_tier_is():
    """The rows of the published case of a container under a CPU limit, in front and in a tier."""
    for quota, *_ in PUBLISHED:
        pods = {"cpu": {"request": 0.05, "limit": quota / 100}, "memory": "4 GB"}
        front = cpu(api({"server": "altra-q80-2x100gbe", "datacenter.prices": "us-2026"}, **pods))
        tier = {"tiers[0].server": "altra-q80-2x100gbe", "tiers[0].pods": pods | {"replicas": 1}}
        behind = next(
            each
            for each in translate(load(SHOP, tier)).network.in_role(Role.TIER_CPU)
            if each.alike == "CPU of application"
        )
        assert front.quota.work == pytest.approx(quota / 1000) and front.quota.period == 0.1
        assert (front.capacity, front.quota) == (behind.capacity, behind.quota)


def test_pods_in_front_keep_pools_of_their_own():
    pods = {"unit.pods": {"cpu": 2, "memory": "8 GB", "replicas": 4}, "unit.spare_nodes": 0}
    shop = load(SHOP, pods | {"operating_system": "linux-6", "workload.request.calls[0].pool": 8})
    assert [each.callers for each in caller_pools(shop) if each.caller == UNIT] == [4]


@pytest.mark.parametrize(
    ("pods", "more", "told"),
    [
        ({"cpu": 0}, {}, "unit.pods.cpu.request = 0: too small; allowed is 0.001 to"),
        ({"cpu": {"request": 2, "limit": 0}}, {}, "unit.pods.cpu.limit = 0: too small; allowed is 0.01 to"),
        ({"cpu": 40}, {}, "one pod does not fit into the 31.85 threads that a server of the unit has for them"),
        ({"memory": "200 MB"}, {}, "a pod has less than what stands in it"),
        ({"replicas": 4}, {"unit.spare_nodes": 2}, "all 4 pods of a unit stand on one server"),
        (
            {"replicas": 40},
            {"unit.spare_nodes": 1},
            "one server takes 14 pods of a unit with it when it dies, and the number of spare ones is 1",
        ),
        ({}, {"unit.failures": {}}, "write `unit.pods.replicas: 30` and `most: 15`, so that they stand on two"),
        ({"replicas": 7}, {"unit.failures": {}}, "all 7 pods of the unit stand on one server"),
        ({}, {"unit.spare_nodes": 2}, "a unit is one server full of pods; write 0, and `spare_units`"),
    ],
)
def test_a_unit_of_pods_that_cannot_be_is_told_with_its_place(pods, more, told):
    with pytest.raises(ScenarioError) as error:
        api(more, **pods)
    assert told in str(error.value)
    assert len(error.value.problems) == 1


def test_nodes_are_not_stated_beside_pods(tmp_path):
    file = tmp_path / "twice.yaml"
    text = Path(API).read_text(encoding="utf-8").replace("unit:\n", "unit:\n  nodes: 4\n")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match="4 nodes are stated too, and the nodes are the pods"):
        load(str(file))
    assert load(str(file), {"unit.nodes": 3}).unit.pods is None  # What is said last holds.


@pytest.mark.parametrize(
    ("replicas", "spare", "ways"),
    [
        # 40 on 3 servers are 14, 13 and 13; 1 on each is a farm of 40 servers.
        (40, 1, [(14, 3, 14), (0, 3, 14), (1, 40, 1)]),
        (40, 10, [(14, 3, 14), (0, 3, 14), (10, 4, 10)]),
        (15, 1, [(0, 1, 15), (8, 2, 8)]),
    ],
)
def test_what_is_written_for_too_few_spare_pods_is_a_farm_that_outlives_a_server(replicas, spare, ways):
    """Spare pods, servers and pods of the fullest of these, by each way out."""
    with pytest.raises(ScenarioError) as error:
        api({"unit.spare_nodes": spare}, replicas=replicas)
    found = []
    for remedy in error.value.problems[0].remedies:
        farm = api({"unit.spare_nodes": spare} | dict(remedy.changes), replicas=replicas)
        found.append((farm.unit.spare_nodes, servers_of_unit(farm), pods_on_fullest(farm)))
    assert found == ways


@pytest.mark.parametrize(
    ("memory", "gib"),
    [
        ({"request": "4 GiB"}, 4.0),
        ({"request": "4 GiB", "limit": "5 GiB"}, 5.0),
        # 58.42 GiB for 7 pods.
        ({"request": "4 GiB", "limit": "64 GiB"}, 8.345),
        # And for 3.
        ({"request": "16 GiB", "limit": "64 GiB"}, 19.47),
    ],
)
def test_pods_have_no_more_memory_than_a_server_has_for_all_of_them(memory, gib):
    """By hand: of 64 GiB the system keeps 1 + 0.8 + 0.8 + 0.06 x 48 GiB and 100 MiB."""
    assert as_node(api(HALF, memory=memory)).server.ram / 2**30 == pytest.approx(gib, rel=1e-3)
    server = {"model": "gold-6140-2x25gbe", "sockets": 1, "cores_per_socket": 8, "ram": "64 GiB"}
    pods = {"cpu": {"request": 2, "limit": 2}, "memory": memory, "replicas": 4}
    shop = load(SHOP, {"tiers[0].server": server, "tiers[0].pods": pods})
    assert room_for_calls(shop.tiers[0]) / 2**30 == pytest.approx(gib, rel=1e-3)


def test_what_limits_a_pod_names_what_one_writes_for_more():
    origins = translate(api()).origins
    assert origins["memory of connections"].path == "unit.pods.memory"
    assert not {each.path for each in origins.values()} & {"server.ram", "server.cores_per_socket"}


def test_servers_that_may_fail_are_counted_with_all_their_pods():
    """By hand: 20,000/s take 112.3 pods of 135 on 9 servers, of which one takes 15: one may fail, and not 22."""
    outcome = plan(api({"spare_units": 0}))
    (risk, *_) = risks(outcome)
    assert "the demand needs 112 pods of 135, which stand on 9 servers. So 1 server may fail" in risk


def test_data_count_pods_and_servers_each_by_their_name():
    outcome = plan(api())
    told = figures(outcome)
    assert [told[name]["unit"] for name in ("servers", "pods", "needed_servers")] == ["servers", "pods", "servers"]
    assert [each["pods"] for each in told["as_bought"]] == [150, 135] and "servers" not in told["as_bought"][0]


def test_survive_takes_down_a_server_where_others_have_pods_too():
    with pytest.raises(ScenarioError, match="all 15 pods of the unit stand on one server"):
        require_several(api())
    require_several(api({"unit.spare_nodes": 14}, replicas=40))


def test_a_day_and_what_matters_are_told_of_a_pod():
    """By hand: 20,000/s over 150 pods, and over 135 with a server down; 400 - 3 USD for each of 8.98 servers."""
    hours = [0.5] * 12 + [1] * 12
    day = simulate_day(api({"workload.day": {"hours": hours}, "run.replications": 2}), Kernel())
    assert (day.load.requests, day.peak_spares_down) == pytest.approx((133.33, 148.15), rel=1e-3)
    assert "133 req/s a pod at peak" in verdict.answer(day)
    found = sensitivity(api(), Theory(), samples=8)
    (administration,) = (each for each in found.influences if each.parameter.path.endswith("administration"))
    costs = [end.cost.value for end in administration.ends]
    assert costs[1] - costs[0] == pytest.approx((400 - 3) * 24_000 / (0.75 * 2 * THREAD / 5e-3) / 15, rel=1e-3)
    assert what_matters.answer(found).startswith("One pod can serve")


def test_the_load_curve_of_a_pod_and_the_load_of_a_failure_are_told_of_pods():
    scenario = api()
    asked = largest_load_in_theory(scenario, (0.5,))
    assert points(asked).title == load_curve("pod")
    assert farm_load(scenario, capacity_in_theory(scenario)).how == as_bought("pod")
