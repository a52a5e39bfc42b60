"""Two million idle WebSockets: bound by the RAM that they hold, told by name, with servers that are counted by hand."""

from datetime import date

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.network.roles import Role

# 8 kB of the kernel, 10 kB of the process and 12 kB of TLS: 30 kB a connection.
TEXT = """
scenario: Two million idle WebSockets
demand: 2,000,000 users
reserve: 0 %
workload:
  request: {size: 400 B, cpu: 50 us}
  cpu_measured_on: 4
  session: {requests: 60, think_time: 30 s, tls: {key: ecdsa-p256, memory: 12 kB}}
  clients: {rate: 5 Mbps}
server: {model: m7i.8xlarge, ram: 16 GiB}
operating_system:
  model: linux-6
  socket_memory: {share: none, default_share: 9.37 %, limit: none, idle: 8 kB, sending: 40 kB}
web_server: {model: nginx, connection_timeout: 1 h, connection_memory: 10 kB}
unit: {nodes: 4, spare_nodes: 1, balancer: least-connections}
datacenter: {prices: cloud-us-2026}
"""
# Of the RAM, the kernel keeps 1 GiB and each of 16 workers 20 MB; the target of ceilings is 90 %.
ROOM = 15 * 1024**3 - 16 * 20e6


@pytest.fixture
def outcome(tmp_path):
    """A function from changes to the plan by theory."""
    file = tmp_path / "idle.yaml"
    file.write_text(TEXT)
    return lambda changes: study(load(file, changes), Theory(), "headroom plan", date(2026, 12, 1))


@pytest.mark.parametrize(("changes", "units"), [({}, 2), ({"server.ram": "8 GiB"}, 4), ({"server.ram": "64 GiB"}, 1)])
def test_ram_binds_and_the_servers_are_as_many_as_its_connections_need(outcome, changes, units):
    """A unit of 4 works with 3: 3 x 473,600 connections in 16 GiB, of which 2 million need 1.4."""
    planned = outcome(changes)
    stop, room = planned.carried.stop, ROOM - 16 * 1024**3 + planned.scenario.server.ram
    assert stop is not None and stop.role is Role.SOCKET_MEMORY and stop.origin == "server.ram"
    assert stop.name == "memory of connections" and "30 kB an idle connection" in stop.limit
    # Each connection sends 400 B every 30 s, which holds 32 kB more for a ten-thousandth of the time.
    assert planned.sizing.units.exact.value == pytest.approx(2e6 / (3 * 0.9 * room / 30_000), rel=5e-3)
    assert planned.sizing.units.whole.value == units


def users_a_server(held):
    """How many fit into 90 % of the room that hold so much each on average."""
    return 0.9 * ROOM / held


@pytest.mark.parametrize("streams", [1, 3])
def test_streams_of_http_2_share_a_connection_and_its_memory(outcome, streams):
    """Two tables of compressed headers and the connection itself are 12 KiB more than 30 kB, once for all streams."""
    planned = outcome({"workload.session.transport": "http2", "workload.session.streams": streams})
    fit = users_a_server(30_000 + 12 * 1024)
    assert planned.sizing.units.exact.value == pytest.approx(2e6 / (3 * fit), rel=5e-3)
    requests, connections = (planned.operating_points[0].results.measures[key] for key in ("requests", "connections"))
    assert connections.value == pytest.approx(2e6 / 8, rel=5e-3)
    assert requests.value == pytest.approx(streams * 60 / (59 * 30) * 2e6 / 8, rel=5e-3)


@pytest.mark.parametrize(("size", "held"), [(200_000, 32_000 + 64 * 1024), (20_000, 20_350)])
def test_slow_readers_hold_the_response_or_as_much_of_it_as_is_buffered(outcome, size, held):
    """At 1 kB/s a client reads for 200 s, or 20 s, and pauses for 30 s: beside 30 kB it holds the send buffer of 32 kB
    and 64 KiB of nginx meanwhile, or all 20 kB with their header."""
    changes = {"workload.request.size": {"mean": f"{size} B", "distribution": "constant"}}
    planned = outcome({**changes, "workload.clients": {"rate": "1 kB/s"}, "demand": "400,000 users"})
    reads = (size + 350) / 1_000
    of_the_time = 60 * reads / (60 * reads + 59 * 30)
    fit = users_a_server(30_000 + of_the_time * held)
    assert planned.sizing.units.exact.value == pytest.approx(4e5 / (3 * fit), rel=5e-3)
    assert "more while a client reads" in planned.carried.stop.limit
