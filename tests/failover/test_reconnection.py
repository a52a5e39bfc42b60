"""The clients of a dead node connect again: handshakes a second on the others, and whether they keep up, by hand."""

from math import inf

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.failover.reconnection import ReconnectStorm, reconnect_storm
from simulator.messages.survive.reconnection import reconnection_sentence
from simulator.translate.translate import translate

# 4 nodes of 16 cores of speed 4, the very core that CPU times are of, whose clock stays what it is when all are busy.
TEXT = """
scenario: Idle WebSockets
workload:
  cpu_measured_on: 4
  request: {size: 400 B, cpu: 1 ms}
  session: {requests: 60, think_time: 30 s, tls: {handshake_cpu: 2 ms}}
  clients: {rate: 5 Mbps}
  offered: 4,000 requests/s
server:
  model: gold-6140-2x25gbe
  sockets: 1
  cores_per_socket: 16
  threads_per_core: 1
  clock_all_busy: 100 %
  core_speed: 4
  contention: 0 %
  coherence: 0 %
operating_system: linux-6
web_server: {model: nginx, connection_timeout: 1 h}
unit:
  nodes: 4
  spare_nodes: 1
  balancer: least-connections
  failures: {reconnect: {jitter: 30 s}}
"""
# 4,000 requests a second are 66.7 sessions, each of which pauses 59 times for 30 s.
OPEN = 4_000 / 60 * 59 * 30
# One request is 1 ms and a sixtieth of a handshake; a third of the load of the dead node comes on top.
BUSY = 4_000 * 4 / 3 * (1e-3 + 2e-3 / 60)


@pytest.fixture
def storm(tmp_path):
    """A function from changes to what comes to each other node."""
    file = tmp_path / "idle.yaml"
    file.write_text(TEXT)

    def made(**changes):
        scenario = load(file, {path.replace("__", "."): value for path, value in changes.items()})
        offered = scenario.workload.offered
        return reconnect_storm(scenario, translate(scenario).network, offered)

    return made


def test_handshakes_are_spread_over_the_jitter_and_the_others_keep_up(storm):
    found = storm()
    assert found.clients == pytest.approx(OPEN / 3, rel=2e-3)
    assert found.rate == pytest.approx(OPEN / 3 / 30, rel=2e-3)
    assert found.keeps_up == pytest.approx((16 - BUSY) / 2e-3, rel=2e-3)
    assert found.lasts == found.jitter == 30.0
    assert "each of the others gets 39,300 of its connections again, 1,310 handshakes/s for 30 s" in (
        reconnection_sentence(found)
    )
    assert "it keeps up" in reconnection_sentence(found)


def test_all_at_once_take_as_long_as_the_cpu_has_room(storm):
    found = storm(unit__failures__reconnect="0 s")
    assert found.rate == inf
    assert found.lasts == pytest.approx(OPEN / 3 * 2e-3 / (16 - BUSY), rel=3e-3)
    assert "all at once: its CPU takes" in reconnection_sentence(found)


def test_a_jitter_that_is_too_short_is_told(storm):
    found = storm(unit__failures__reconnect="2 s")
    assert found.rate > found.keeps_up
    assert found.lasts == pytest.approx(found.clients / found.keeps_up) and found.lasts > 2.0
    assert "so that it takes" in reconnection_sentence(found)


def test_nodes_without_room_never_connect_them(storm):
    found = storm(workload__offered="14,000 /s")
    assert found.keeps_up == 0.0 and found.lasts == inf
    assert "has no room for them" in reconnection_sentence(found)


def test_connections_that_are_no_work_are_there_at_once():
    assert "they are no work" in reconnection_sentence(ReconnectStorm(100.0, 0.0, inf, inf, 0.0))
    assert reconnection_sentence(ReconnectStorm(100.0, 10.0, 10.0, inf, 10.0)).endswith("10 handshakes/s for 10 s.")
    assert reconnection_sentence(None) == ""


def test_nothing_is_told_where_nobody_asks(storm):
    assert storm(unit__failures__reconnect="none") is None


def test_a_jitter_below_0_is_one_error(storm):
    with pytest.raises(ScenarioError) as error:
        storm(unit__failures__reconnect={"jitter": "-1 s"})
    (problem,) = error.value.problems
    assert problem.path == "unit.failures.reconnect.jitter"
    assert "negative" in problem.message and "allowed is 0 s to" in problem.remedy
