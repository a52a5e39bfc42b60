"""The transactions of MySQL with other sizes of its buffer pool, from those of one: what theory makes of them, and how
far off it is.

The same measurements as in test_mysql_buffer_pool.py: closed users without pauses. With 12 GiB and one and four threads
the bandwidth of the disk and the time of a flush are fitted; CPU (0.4 % of 80 threads), read time and writes of a
transaction are those measured there. Written pages slow the disk in proportion to what is left of it (Sevcik 1977).
"""

from dataclasses import replace
from functools import cache

import pytest
from scipy.optimize import brentq, fsolve

from models.load import load
from simulator.engines.theory.engine import TheoryEngine
from simulator.experiment.single_server import network_at
from simulator.network.distribution import exponential
from simulator.network.network import Network
from simulator.network.steps import Serve
from tests.models.test_database_problems import FARM
from tests.published.test_mysql_buffer_pool import MEASURED, pages_touched

CPU, READ, WRITES, PAGE = 2.26e-3, 0.28e-3, 12.11, 16_384.0
# By the buffer pool in GiB and the threads, how far theory is off: none is within the 10 % aimed at, for log and pages
# are on one disk there, and writes of a transaction, here always as many, fall from 15 to 5 from 1 thread to 32.
# With more threads the disk is full of them long before it was.
OFF = {
    (32, 1): -0.17, (32, 4): -0.41, (2, 4): 0.12, (2, 1): 0.39,
    (12, 16): -0.44, (12, 32): -0.58, (12, 128): -0.67, (2, 16): -0.36, (2, 128): -0.56,
    (32, 16): -0.78, (32, 128): -0.94,
}  # fmt: skip
MEASURED_LATER = {
    (32, 1): 369.61, (32, 4): 1096.75, (2, 4): 189.94, (2, 1): 69.14,
    (12, 16): 586.61, (12, 32): 779.64, (12, 128): 982.97, (2, 16): 345.99, (2, 128): 501.81,
    (32, 16): 2902.79, (32, 128): 10192.97,
}  # fmt: skip


def database(gib: int, bandwidth: float, flush: float) -> Network:
    """The server with one transaction a second."""
    call = {"tier": "mysql", "cpu": f"{CPU * 1e6} us", "pages": pages_touched(), "writes": {"pages": WRITES}}
    disks = {"count": 1, "service_time": f"{(READ - PAGE / bandwidth) * 1e6} us", "parallel": 64}
    cores = {"sockets": 2, "cores_per_socket": 20, "core_speed": 1, "clock_all_busy": "100 %", "ram": "187.5 GiB"}
    mysql = {
        "name": "mysql",
        "kind": "database",
        "servers": 1,
        "server": {"model": "dl385-2x-epyc-7763-4x100gbe", **cores, "disks": disks | {"bandwidth": f"{bandwidth} B/s"}},
        "software": {"model": "mysql-8", "buffer_pool": f"{gib} GiB", "checkpoint_log": "none"},
        "data": "24 GB",
        "log": f"{flush * 1e6} us",
    }
    return network_at(load(FARM, {
        "workload.cpu_measured_on": 1,
        "workload.request": {"size": "1 B", "cpu": "1 us", "calls": [call]},
        "workload.session": {"requests": 1, "requests_distribution": "constant", "think_time": "0 s"},
        "workload.clients": {"rate": "10 Gbps"},
        "unit": {"nodes": 1, "spare_nodes": 0},
        "tiers": [mysql],
    }), 1.0)  # fmt: skip


def busy_writing(network: Network, rate: float) -> dict[str, float]:
    """By station, the share of it that pages take which are written back at so many transactions a second."""
    capacities = {each.name: each.servers for each in network.queues}
    capacities |= {each.name: each.capacity for each in network.shared}
    (jobs,) = network.background
    return {step.at: jobs.rate * rate * step.demand.mean / capacities[step.at] for step in jobs.steps}


def throughput(network: Network, threads: int) -> float:
    """Transactions a second of so many closed users: the rate at which the response time is threads / rate, or
    what the disk takes of their written pages."""

    def excess(rate: float) -> float:
        slow = {at: 1.0 / (1.0 - min(busy, 0.9999)) for at, busy in busy_writing(network, rate).items()}

        def slowed(step):
            if not isinstance(step, Serve) or step.at not in slow:
                return step
            return replace(step, demand=exponential(step.demand.mean * slow[step.at]))

        classes = tuple(replace(each, steps=tuple(map(slowed, each.steps))) for each in network.classes)
        source = replace(network.source, rate=0.0, returns=True, open_at_start=threads, midway=None)
        closed = replace(network, source=source, background=(), classes=classes)
        return threads / TheoryEngine().solve(closed).figures["response_mean"].value - rate

    most = 0.9999 * min(1.0 / busy for busy in busy_writing(network, 1.0).values())
    return most if excess(most) > 0.0 else brentq(excess, 1e-3, most, rtol=1e-6)


@cache
def fitted() -> tuple[float, float]:
    """The bandwidth of the disk and the time of a flush that 12 GiB with one and four threads tell."""

    def off(parameters):
        network = database(12, parameters[0] * 1e6, parameters[1] * 1e-3)
        return [throughput(network, n) / MEASURED[12, n][0] - 1.0 for n in (1, 4)]

    found, _, code, _ = fsolve(off, (130.0, 0.3), xtol=1e-4, full_output=True)
    assert code == 1
    return found[0] * 1e6, found[1] * 1e-3


@pytest.mark.parametrize("row", OFF, ids=str)
def test_theory_is_as_far_off_as_is_said_of_it(row):
    bandwidth, flush = fitted()
    off = throughput(database(row[0], bandwidth, flush), row[1]) / MEASURED_LATER[row] - 1.0
    assert off == pytest.approx(OFF[row], abs=0.02)
