"""Networks of servers that call tiers with fewer or more servers than they are, drawn at random and numbered."""

from collections.abc import Mapping
from random import Random

from models.load import load
from models.scenario import Scenario
from simulator.engines.theory.engine import TheoryEngine
from simulator.experiment.single_server import network_at, saturation_load
from simulator.network.network import Network
from tests.fabricated import ROOT

FARM = ROOT / "scenarios/three_tiers.yaml"
SERVERS = (1, 2, 3, 4, 5)
LAWS = ("constant", "exponential", "lognormal")
# Of the load that fills the first place.
LEAST, MOST = 0.3, 0.85
NOTHING: Mapping[str, object] = {}


def uses(scenario: Scenario, rate: float) -> dict[str, float]:
    """By theory, how much of each station of a server is used at a rate, %, by the name of the station."""
    return {use.name: use.utilisation.value for use in TheoryEngine().solve(network_at(scenario, rate)).uses}


def drawn_with_disks(seed: int) -> Network:
    """The same, where calls of the database read from its disks and answers cross the cards of both tiers; now and then
    the RAM of the application holds few calls."""
    random = Random(f"disks {seed}")
    more = {
        "tiers[0].calls[0].reads": random.choice((0.2, 0.7, 1.0, 1.5)),
        "tiers[0].calls[0].answer": f"{random.uniform(10.0, 200.0)} kB",
        "workload.request.calls[0].answer": f"{random.uniform(10.0, 200.0)} kB",
        "tiers[1].server.disks.count": random.choice((4, 8, 16)),
        "tiers[1].server.disks.parallel": random.choice((1, 4)),
    }
    if random.random() < 0.3:
        more |= {"tiers[0].memory": "1 GiB", "tiers[0].connections": "none"}
    return drawn_with_tiers(seed, more)


def drawn_in_turn(seed: int) -> Network:
    """The same, where few processes of the front serve in turn work that is not exponential, and then call the tiers;
    most connections have room for many more than hold them."""
    random = Random(f"in turn {seed}")
    law = random.choice(("constant", "lognormal"))
    more = {
        "web_server": {"model": "nginx", "worker_processes": random.choice((1, 2, 3))},
        "workload.request.cpu": f"{random.uniform(2.0, 20.0)} ms",
        "workload.request.cpu_distribution": law,
        "tiers[0].connections": random.choice((60, 200, 400)),
        "tiers[1].connections": random.choice((60, 200, 400)),
    }
    return drawn_with_tiers(seed, more | ({"workload.request.cpu_cv": 1.2} if law == "lognormal" else {}))


def drawn_with_tiers(seed: int, more: Mapping[str, object] = NOTHING) -> Network:
    """One server of the unit with that number, at a load below what fills the first station or pool; `more` is laid
    over its scenario."""
    random = Random(f"tiers {seed}")
    law, times = random.choice(LAWS), random.choice((1, 1, 2, 3))
    of_database = {
        "tier": "database",
        "times": times,
        "cpu": f"{random.uniform(1.0, 8.0)} ms",
        "cpu_distribution": "exponential",
        "latency": "200 us",
    }
    application = {
        "name": "application",
        "server": "m7i.xlarge",
        "servers": random.choice(SERVERS),
        "calls": [of_database],
    }
    database = {"name": "database", "server": "m7i.xlarge", "servers": random.choice(SERVERS)}
    for tier in (application, database):
        if random.random() < 0.7:
            tier["connections"] = random.choice((3, 6, 12, 40))
    call = {
        "tier": "application",
        "cpu": f"{random.uniform(4.0, 30.0)} ms",
        "cpu_distribution": law,
        "latency": "300 us",
    } | ({"cpu_cv": 1.2} if law == "lognormal" else {})
    changes = {
        "workload.cpu_measured_on": "m7i.xlarge",
        "workload.request": {"size": "20 kB", "cpu": f"{random.uniform(0.2, 4.0)} ms", "calls": [call]},
        "workload.session": {"requests": 1, "think_time": "0 s"},
        "server": "m7i.xlarge",
        "datacenter.prices": "cloud-us-2026",
        "tiers": [application, database],
        "unit": {"nodes": random.choice(SERVERS), "spare_nodes": 0},
    }
    scenario = load(FARM, {**changes, **more})
    full = saturation_load(network_at(scenario, 1.0))
    return network_at(scenario, random.uniform(LEAST, MOST) * full)
