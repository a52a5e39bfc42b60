"""Other tiers as one server of a unit meets them: who calls whom, how often, and what others do beside it."""

import pytest

from models.load import load
from models.tier_flows import gather_callers, tier_flows, tier_work
from simulator.network.roles import Role
from simulator.network.scaling import scale_load, single_node
from simulator.network.steps import Delay, Release, Seize, Serve, flatten
from simulator.translate.call_programs import FIRST_STREAM, CallPrograms
from simulator.translate.tier_choices import tier_choices
from simulator.translate.translate import translate

FARM = "scenarios/three_tiers.yaml"


def farm(nodes: int = 2, application: int = 2, database: int = 1):
    """The shipped scenario with so many servers of each kind to a unit."""
    changed = load(FARM, {"unit.nodes": nodes, "unit.spare_nodes": 0})
    tiers = zip(changed.tiers, (application, database), strict=True)
    return changed.model_copy(update={"tiers": tuple(t.model_copy(update={"servers": n}) for t, n in tiers)})


@pytest.mark.parametrize(
    ("nodes", "application", "database"), [(1, 1, 1), (2, 2, 1), (4, 3, 1), (3, 5, 4), (1, 3, 2), (7, 2, 5)]
)
def test_every_server_of_a_tier_gets_its_share_of_all_calls(nodes, application, database):
    """Three calls of the database for each of the application; n servers share m of a tier evenly."""
    network = single_node(translate(farm(nodes, application, database)).network).every_way
    requests = network.source.rate * network.source.requests.mean
    called = dict.fromkeys((s.name for s in network.shared if s.role is Role.TIER_CPU), 0.0)
    programs = [(requests * c.share, c.steps) for c in network.classes]
    programs += [(jobs.rate, jobs.steps) for jobs in network.background]
    for rate, steps in programs:
        for step in flatten(steps):
            if isinstance(step, Serve) and step.at in called:
                called[step.at] += rate
    for name, rate in called.items():
        share = 3.0 * nodes / database if name.startswith("CPU of database") else nodes / application
        assert rate == pytest.approx(requests * share, rel=1e-9)


@pytest.mark.parametrize("front", [{"web_server.worker_processes": 2}, {"web_server.workers": 2}])
def test_few_workers_in_front_leave_no_core_of_another_tier_idle(front):
    """The web server of the servers in front is none of theirs."""
    few, all_ = (translate(load(FARM, changes)).network for changes in (front, {}))
    assert few.in_role(Role.CPU)[0].capacity == pytest.approx(2.0, rel=0.02)  # At the clock of two busy cores.
    assert [each.capacity for each in few.in_role(Role.TIER_CPU)] == [
        each.capacity for each in all_.in_role(Role.TIER_CPU)
    ]


def test_a_call_holds_its_connection_while_it_calls_further():
    (asked,) = translate(farm(1, 1, 1)).network.classes
    steps = [type(step).__name__ for step in asked.steps]
    call = ["Delay", "Seize", "Serve", "Release"]
    assert steps[:17] == ["Serve", "Delay", "Seize", "Serve", *3 * call, "Release"]
    calls = asked.steps[:17]
    streams = [step.stream for step in calls if isinstance(step, Serve) and step.at.startswith("CPU of")]
    assert len(set(streams)) == 4
    taken = [step.pool for step in calls if isinstance(step, Seize)]
    given = [step.pool for step in calls if isinstance(step, Release)]
    assert sorted(taken) == sorted(given) and taken[0] == given[-1] == "connections of application"
    assert [step.time.mean for step in calls if isinstance(step, Delay)] == [300e-6, *3 * [200e-6]]


def test_one_server_with_its_own_tiers_needs_nothing_of_others():
    network = translate(farm(1, 2, 1)).network.every_way
    assert network.background == () and len(network.classes) == 2
    assert [each.asked_as for each in network.classes] == ["request", "request"]
    assert sum(each.share for each in network.classes) == pytest.approx(1.0)


def test_what_others_call_grows_with_the_load():
    network = translate(farm(4, 1, 1)).network
    more = scale_load(network, 2.5)
    assert network.background and all(jobs.of_load for jobs in network.background)
    for one, other in zip(network.background, more.background, strict=True):
        assert other.rate == pytest.approx(2.5 * one.rate)


def test_a_scenario_without_tiers_is_what_it_was():
    network = translate(load("scenarios/web_farm.yaml")).network
    assert not any(resource.role in (Role.TIER_CPU, Role.TIER_CONNECTIONS) for resource in network.resources)
    assert tier_flows(load("scenarios/web_farm.yaml")) == {}


def test_the_work_of_a_request_is_that_of_all_its_calls_on_that_server():
    scenario = farm()
    application, database = scenario.tiers
    factor = scenario.operating_system.cpu_factor * 6.0
    assert tier_work(scenario, application) == pytest.approx(20e-3 * factor / application.server.core_speed)
    assert tier_work(scenario, database) == pytest.approx(3 * 2.5e-3 * factor / database.server.core_speed)


@pytest.mark.parametrize("file", [FARM, "scenarios/marketplace.yaml", "tests/farms/c_shop.yaml"])
@pytest.mark.parametrize("dies", [False, True])
def test_a_call_that_is_made_again_is_the_one_that_is_worked_out_with_its_streams(file, dies):
    scenario = load(file)
    flows = gather_callers(tier_flows(scenario), dies)
    known = CallPrograms(scenario, flows)
    for call in (call for tier in scenario.tiers for call in tier.calls):
        for chosen in tier_choices(flows, (call,)):
            known.steps((call,), chosen)
            for stream in (FIRST_STREAM + 1, FIRST_STREAM + 37):
                again = CallPrograms(scenario, flows).steps((call,), chosen, stream=stream)
                assert known.steps((call,), chosen, stream=stream) == again
