"""A farm that the kernel simulates, hour by hour, is reviewed by what its counters say: its demand, the CPU time of its
requests and the verdict are found again, though the scenario says that a request takes a third of that time."""

import pytest

import headroom
from tests.telemetry.conftest import FARM
from tests.telemetry.written import HOUR, STEP, answer, server

TRUE = {"workload.request.cpu": "2.1 ms"}  # The scenario says 0.7 ms.
SHORT = {"run.warm_up": "60 s", "run.duration": "60 s", "run.window": "5 s", "run.precision": "50 %"}
HOSTS = 10
BY_HOUR = (300.0, 200.0, 600.0, 900.0, 1_400.0, 700.0)  # Requests/s of each server.


@pytest.fixture(scope="module")
def hours():
    """Each hour as it is simulated: requests/s, the share of the CPUs that is busy and how well that is known, bytes/s
    on the wire."""
    found = []
    for rate in BY_HOUR:
        over = {**TRUE, **SHORT, "workload.offered": f"{rate:g} /s"}
        run = headroom.run(FARM, over, replications=2, seed=11)
        cpu = run.figure("limits.utilisation", "CPU")
        rate, mbps = (run.figure(f"carries.server_{each}").value for each in ("requests", "mbps"))
        found.append((rate, cpu.value / 100.0, mbps * 125_000.0))
    return found


@pytest.fixture(scope="module")
def counters(hours, tmp_path_factory):
    """The counters of all servers, each of which does the same."""
    steps = HOUR // STEP
    rates, cpu, sent = ([each for each in column for _ in range(steps)] for column in zip(*hours, strict=True))
    file = tmp_path_factory.mktemp("counters") / "farm.json"
    file.write_text(answer(each for host in range(HOSTS) for each in server(f"web{host}", rates, cpu, sent)))
    return str(file)


@pytest.fixture
def found(counters):
    return headroom.review(FARM, counters, engine="theory")


def test_the_demand_is_found_again(found, hours):
    assert found.review.peak.wire == pytest.approx(HOSTS * max(sent for *_, sent in hours))
    assert [each.demand for each in found.review.fit.hours] == pytest.approx([HOSTS * rate for rate, *_ in hours])


def test_the_cpu_time_of_a_request_is_found_again(found, hours):
    # A session that is cut off at either end of a run of 60 s, and the spread of the work of two of them.
    assert found.review.fit.work == pytest.approx(3.0, rel=0.03)
    assert found.describes is True
    assert found.review.fit.response == pytest.approx(1.0, rel=0.05)
    for each, (_, cpu, _) in zip(found.review.fit.hours, hours, strict=True):
        assert each.cpu == pytest.approx(cpu) and each.model == pytest.approx(cpu, rel=0.1)


def test_the_verdict_is_that_of_a_plan_with_the_true_times(found):
    peak = found.review.peak.on_a_line
    plan = headroom.plan(FARM, {**TRUE, "demand": peak}, engine="theory")
    assert found.verdict == "short" and found.servers == HOSTS
    assert found.servers + found.missing == plan.servers
    assert found.bottleneck == plan.bottleneck == "CPU"


def test_with_the_times_of_the_scenario_the_farm_would_have_been_called_enough(found):
    plan = headroom.plan(FARM, demand=found.review.peak.on_a_line, engine="theory")
    assert plan.servers <= found.servers
