"""What handshakes cost on cores of today, whatever core the CPU times of a scenario were measured on."""

import pytest

from models.load import load
from simulator.engines.theory.bottleneck import station_loads
from simulator.experiment.single_server import saturated_server
from simulator.network.roles import Role

FLEET = "tests/farms/e_tls.yaml"
HANDSHAKES = 60_000.0
TODAY = 4.0  # The speed of a core of today, for which handshakes are told.


def cores_of_handshakes(changes):
    """Cores of the fleet's server, each of speed 4, that 60,000 handshakes a second keep busy."""
    sides = load(FLEET, changes), load(FLEET, {"workload.session.tls": None})
    a_session = [each.workload.session.requests * _cpu(each) for each in sides]
    return HANDSHAKES * (a_session[0] - a_session[1])


def _cpu(scenario):
    """Seconds of a core that a request and its share of a session take."""
    network = saturated_server(scenario).network
    (cpu,) = network.in_role(Role.CPU)
    return next(each.demand for each in station_loads(network).stations if each.name == cpu.name)


@pytest.mark.parametrize(
    ("key", "resumed", "cores"),
    [
        ("rsa-2048", "100 %", 9.0),
        ("ecdsa-p256", "100 %", 9.0),
        ("rsa-2048", "0 %", 54.0),
        ("rsa-2048", "40 %", 0.6 * 54.0 + 0.4 * 9.0),
        ("ecdsa-p256", "0 %", 15.0),
    ],
)
def test_handshakes_keep_as_many_cores_busy_as_on_servers_of_today(key, resumed, cores):
    changes = {f"workload.session.tls.{name}": value for name, value in (("key", key), ("resumed", resumed))}
    changes["workload.session.tls.per_byte"] = "0 s"
    assert cores_of_handshakes(changes) == pytest.approx(cores, rel=0.01)


@pytest.mark.parametrize("measured_on", [1, 2.5, 4, 6.2])
def test_what_nobody_stated_does_not_depend_on_the_core_on_which_other_times_were_measured(measured_on):
    tls = load(FLEET, {"workload.cpu_measured_on": measured_on}).workload.session.tls
    for seconds, of_today in ((tls.handshake_cpu, 0.9e-3), (tls.resumed_cpu, 0.15e-3)):
        assert seconds * measured_on / TODAY == pytest.approx(of_today, rel=1e-3)


def test_each_is_within_a_range_that_is_told_with_its_source():
    sources = load(FLEET).sources
    for key in ("handshake_cpu", "resumed_cpu"):
        told = sources[f"workload.session.tls.{key}"]
        assert told.kind == "default" and told.low and told.high and "core of today" in told.source
