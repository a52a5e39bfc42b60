"""What is said of farms with classes of requests, of load tests and of floods."""

from datetime import date

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.solvers import Simulation
from simulator.farm.outcome import Outcome
from simulator.farm.study import study
from simulator.messages.decision import headline
from simulator.messages.sentences import what_binds
from simulator.studies.plan.document import plan_blocks
from tests.printed import printed

SHORT = {"run.replications": 2, "run.window": "1 s", "run.warm_up": "5 s", "run.duration": "40 s"}
# So short a warm-up is long enough only for those who do not ask for precision.
SHORT |= {"run.precision": "50 %"}
POOL = "web_server.pools[0]"


def answered(name: str, **changes: object) -> Outcome:
    """A published system over a short time."""
    scenario = load(f"scenarios/published/{name}.yaml", SHORT | changes.get("also", {}))
    return study(scenario, Simulation(load_engine("kernel")), "", date(2006, 5, 1))


@pytest.fixture(scope="module")
def web_farm() -> Outcome:
    return answered("microsoft_com_x86", also={f"{POOL}.recycling.requests": 1500})


@pytest.fixture(scope="module")
def load_test() -> Outcome:
    return answered("ssl_dl585_windows_2003_x86", also={"workload.ramp.over": "20 s", "run.warm_up": "0 s"})


def test_a_plan_tells_the_response_of_each_class_and_how_often_processes_are_recycled(web_farm):
    shown = printed(plan_blocks(web_farm))
    for told in ("response time, mean, ASP", "response time, mean, static (cached)", "processes recycled"):
        assert told in shown


def test_a_server_with_room_is_said_to_carry_what_it_is_offered(web_farm):
    assert headline(web_farm).endswith(" Mbps, all that it is offered.")


def test_a_load_test_is_headed_by_where_it_ended(load_test):
    assert headline(load_test).startswith("1 % of the sessions had failed after ")
    assert " sessions until then" in headline(load_test)
    assert "in use on average over the whole load test" in what_binds(load_test)


def test_a_load_test_that_found_no_limit_says_so():
    outcome = answered("ssl_dl585_windows_2003_x64", also={"workload.offered": "10 /s"})
    assert headline(outcome).startswith("The load test found no limit: fewer than 1 % of the sessions failed")


def test_averages_over_a_rising_load_are_not_extrapolated(load_test):
    reasons = {limit.growth.reason for limit in load_test.limits}
    assert reasons == {"the load rose while it was measured"}


def test_a_pool_that_a_flood_shares_is_not_extrapolated():
    outcome = answered("microsoft_com_x86_flood", also={"workload.half_open.rate": "500 /s"})
    growth = {limit.name: limit.growth for limit in outcome.limits}
    assert growth["kernel pool"].reason == "part of what is held does not grow with the load"
    assert growth["CPU"].value > 1.0


def test_requests_of_killed_processes_are_charged_to_the_memory_of_the_process():
    often = {f"{POOL}.recycling.requests": 500, f"{POOL}.recycling.stop_limit": "1 s"}
    outcome = answered("microsoft_com_x64", also=often | {"workload.classes[0].wait": "20 s"})
    charged = {limit.name: limit.turned_away.value for limit in outcome.limits}
    assert charged["applications memory"] > 0.1
    assert sum(charged.values()) == pytest.approx(outcome.results.estimate("errors").value, rel=0.05)
