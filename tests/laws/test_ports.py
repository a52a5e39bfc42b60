"""Ports towards an upstream, from a scenario: Erlang's loss formula with the wait and TIME-WAIT as one holding time."""

from dataclasses import replace

import pytest

from models.load import load
from simulator.engines.theory.engine import TheoryEngine
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.network.scaling import scale_load
from simulator.translate.translate import translate
from tests.laws.closed_forms import erlang_b
from tests.laws.observing import ENGINES, agrees, observe, ratio
from tests.translate.test_worker_limits import API

pytestmark = pytest.mark.usefixtures("length")

PORTS, TIME_WAIT, WAIT = 40, 0.6, 0.04
RATE = 60.0  # Requests a second: 38.4 ports are needed on average.


@pytest.fixture
def behind_ports(tmp_path) -> Network:
    """Requests of their own that wait for an upstream behind few ports."""
    file = tmp_path / "api.yaml"
    file.write_text(API)
    changes = {
        "workload.session": {"requests": 1, "think_time": "0 s"},
        "workload.request.size": "8 kB",
        "workload.offered": f"{RATE} /s",
        "operating_system.ephemeral_ports": {"count": PORTS, "time_wait": f"{TIME_WAIT} s"},
    }
    return replace(translate(load(file, changes)).network, nodes=1)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
def test_requests_fail_for_want_of_a_port_by_erlang_b(behind_ports, observer):
    steady = observe(behind_ports, 10_000.0, 10.0, observer=observer)
    (ports,) = behind_ports.in_role(Role.PORTS)
    blocked = erlang_b(PORTS, RATE * (WAIT + TIME_WAIT))
    agrees(ratio(steady, ("cause", ports.name, "failed"), ("requests", "issued")), blocked, within=0.1)
    used = RATE * (1.0 - blocked) * (WAIT + TIME_WAIT)
    agrees(steady.rate("pool", ports.name, "used", unit=""), used, within=0.02)


@pytest.mark.parametrize("load", [0.5, 0.8, 1.0, 1.2])
def test_theory_loses_as_many(behind_ports, load):
    found = TheoryEngine().solve(scale_load(behind_ports, load))
    blocked = erlang_b(PORTS, load * RATE * (WAIT + TIME_WAIT))
    assert found.figure("failed_requests").value == pytest.approx(100.0 * blocked, rel=1e-6, abs=1e-6)


def test_theory_refuses_a_population_behind_ports(behind_ports):
    source = replace(behind_ports.source, rate=0.0, open_at_start=10, returns=True, midway=None)
    refusal = TheoryEngine().supports(replace(behind_ports, source=source))
    assert refusal is not None and "lingers" in str(refusal)
