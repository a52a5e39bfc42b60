"""Calls to other tiers: queues that are known, and one server of a unit that stands for all of them."""

from dataclasses import replace

import pytest

from models.load import load
from models.tier_flows import tier_core_capacity, tier_work
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.single_server import saturated_server, sole_binding_loads
from simulator.network.backend import BackendServer
from simulator.network.cluster import NodeEvent
from simulator.network.distribution import exponential
from simulator.network.network import Background, Network
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.scaling import single_node
from simulator.network.steps import Call, CallWay, Release, Seize, Serve, Step
from simulator.translate.translate import translate
from tests.laws.closed_forms import mean_number
from tests.laws.observing import agrees, observe, request, response, single

pytestmark = pytest.mark.usefixtures("length")

FARM = "scenarios/three_tiers.yaml"
WORK, CONNECTIONS, LOAD = 5e-3, 3, 0.7


def calling_a_database(nodes: int, limited_by: str = "connections") -> Network:
    """Servers that do next to nothing but call one database, which works for three of them at a time: it has so many
    connections, or the pool of each of its callers has."""
    call = {"tier": "database", "cpu": "5 ms", "cpu_distribution": "exponential"}
    if limited_by == "pool":
        call |= {"pool": CONNECTIONS}
    rate = LOAD * CONNECTIONS / WORK / nodes
    changes = {
        "tiers": [
            {"name": "database", "server": "dl585-2.2ghz-4gb"}
            | ({"connections": CONNECTIONS} if limited_by == "connections" else {})
        ],
        "workload.cpu_measured_on": 1,
        "workload.request": {"size": "1 B", "cpu": "1 us", "calls": [call]},
        "workload.session": {"requests": 1, "requests_distribution": "constant", "think_time": "0 s"},
        "workload.clients": {"rate": "10 Gbps"},
        "workload.offered": f"{rate} /s",
        "operating_system": "rhel-4",
        "unit": {"nodes": nodes, "spare_nodes": 0, "balancer": "nlb"},
    }
    return single_node(translate(load(FARM, changes)).network)


@pytest.mark.parametrize("nodes", [1, 4])
def test_a_database_with_so_many_connections_is_erlangs_line(nodes):
    """Of four cores three are ever at work, so that calls meet an M/M/3, whether all of them come from the server that
    is looked at or three of four from others."""
    expected = mean_number(CONNECTIONS, LOAD * CONNECTIONS) / (LOAD * CONNECTIONS) * WORK
    network = calling_a_database(nodes)
    assert bool(network.background) == (nodes > 1)
    # Beside the call a request does a few microseconds of work.
    agrees(response(observe(network, 400.0, 20.0)), expected, within=0.1, known_error=0.002)


def test_a_pool_of_the_caller_is_the_same_line():
    expected = mean_number(CONNECTIONS, LOAD * CONNECTIONS) / (LOAD * CONNECTIONS) * WORK
    agrees(response(observe(calling_a_database(1, "pool"), 400.0, 20.0)), expected, within=0.1, known_error=0.002)


def test_one_server_beside_the_calls_of_others_is_one_of_four_that_are_simulated_in_full():
    """Four servers of one core, each at 60 %, call a database of one core at 80 %, twice for each request and over two
    connections: together in one world, and one of them beside the calls of the others."""
    work, calls = exponential(0.6), (exponential(0.1), exponential(0.1))

    def steps(front: str) -> tuple[Step, ...]:
        called = [(Seize("connections", 1.0), Serve("database", law, 8 + n), Release("connections", 1.0))
                  for n, law in enumerate(calls)]  # fmt: skip
        return (Serve(front, work, 1), *(step for call in called for step in call))

    behind = (SharedCapacity("database", 1.0, (1.0,), "cores"), TokenPool("connections", 2.0, "wait", "connections"))
    fronts = [SharedCapacity(f"front {n}", 1.0, (1.0,), "cores") for n in range(4)]
    classes = tuple(replace(request(steps(front.name)), name=front.name, share=0.25) for front in fronts)
    whole = Network(1, (*fronts, *behind), classes, single(4.0))
    single_one = Network(1, (fronts[0], *behind), (request(steps("front 0")),), single(1.0))
    program = steps("front 0")
    others = tuple(Background(f"others {n}", 3.0, program[1 + 3 * n : 4 + 3 * n], of_load=True) for n in range(2))
    single_one = replace(single_one, background=others)
    full = response(observe(whole, 20_000.0, 500.0))
    one = response(observe(single_one, 40_000.0, 500.0))
    assert full.half_width < 0.05 * full.value and one.half_width < 0.05 * one.value
    assert abs(full.value - one.value) < full.half_width + one.half_width + 0.01 * full.value


def test_nodes_that_call_one_server_behind_them_all_wait_as_in_jacksons_network():
    """Three nodes at 60 % call one server of theirs at 75 %: each is an M/M/1 by itself (Jackson 1957)."""
    steps = (Serve("front", exponential(0.6), 1), Serve("behind", exponential(0.25), 2))
    cores = [SharedCapacity(name, 1.0, (1.0,), "cores") for name in ("front", "behind")]
    network = Network(3, tuple(cores), (request(steps),), single(3.0), backend=("behind",))
    expected = 0.6 / (1.0 - 0.6) + 0.25 / (1.0 - 0.75)
    agrees(response(observe(network, 40_000.0, 500.0)), expected, within=0.1)


def test_a_tier_of_two_equal_servers_is_one_server_once_the_other_has_died_for_good():
    """Three nodes that call one of two servers, which together are used for 37.5 %. With one it is an M/M/1 at 75 %,
    exactly as if there had never been a second."""
    cores = [SharedCapacity(name, 1.0, (1.0,), "cores") for name in ("front", "one", "other")]
    ways = [CallWay(name, (Serve(name, exponential(0.25), 2),)) for name in ("one", "other")]
    dead = tuple(NodeEvent(0.0, 0, what, server="other") for what in ("dies", "leaves"))

    def calling(count: int, events: tuple[NodeEvent, ...] = ()) -> Network:
        servers = tuple(BackendServer(way.server, (way.server,)) for way in ways[:count])
        names = tuple(each.name for each in servers)
        steps = (Serve("front", exponential(0.6), 1), Call(tuple(ways[:count]), 3))
        classes, resources = (request(steps),), tuple(cores[: 1 + count])
        return Network(3, resources, classes, single(3.0), backend=names, servers=servers, events=events)

    plan = RunPlan(10, 100.0, 100.0, log=10_000)
    of_two, of_one = (
        load_engine("kernel").run(each, plan, 7) for each in (calling(2, dead), calling(1, dead_never(plan)))
    )
    assert len(of_one.log) > 2_000 and of_two.log.tolist() == of_one.log.tolist()
    expected = 0.6 / (1.0 - 0.6) + 0.25 / (1.0 - 0.75)
    agrees(response(observe(calling(2, dead), 40_000.0, 500.0)), expected, within=0.1)


def dead_never(plan: RunPlan) -> tuple[NodeEvent, ...]:
    """What happens after the end of a run."""
    return (NodeEvent(2.0 * plan.duration, 0, "joins"),)


def test_the_load_at_which_each_tier_alone_would_be_full_is_that_of_the_utilisation_law():
    """Whichever of them is full first: cores x servers of the tier / (work of a request x servers that call it)."""
    scenario = load(FARM)
    known = sole_binding_loads(saturated_server(scenario).network)
    for tier in scenario.tiers:
        full = tier_core_capacity(scenario, tier) * tier.servers / tier_work(scenario, tier) / 2.0
        rates = [each.rate for name, each in known.items() if name.startswith(f"CPU of {tier.name}")]
        assert rates and rates == pytest.approx([full] * len(rates)), tier.name
