"""A shop whose requests post an e-mail to a queue, on which workers of another tier work."""

from models.load import load
from models.scenario import Scenario

FARM = "scenarios/three_tiers.yaml"
QUEUE, WORKERS, POST, JOB = "tiers[1]", "tiers[2]", "workload.request.calls[1]", "tiers[1].calls[0]"
SERVER = "gold-6140-2x25gbe"
APPLICATION = {"name": "application", "server": SERVER, "servers": 3, "connections": 200}
BROKER = {
    "name": "mail", "kind": "queue", "server": SERVER, "servers": 2, "queue": {"software": "rabbitmq-4"},
    "calls": [{"tier": "workers", "cpu": "40 ms", "cpu_distribution": "exponential"}],
}  # fmt: skip


def shop(servers: int | None = 2, **changes: object) -> Scenario:
    """Three servers in front, two brokers and so many servers of workers, None for as many as it takes: each request
    posts one job of 40 ms, exponential. Names of changes may have "__" for a full stop."""
    more = {path.replace("__", "."): value for path, value in changes.items()}
    workers = {"name": "workers", "server": SERVER, "connections": 40}
    if servers is not None:
        workers["servers"] = servers
    calls = [{"tier": "application", "cpu": "20 ms", "cpu_distribution": "exponential"}, {"tier": "mail"}]
    base = {"workload.request.calls": calls, "tiers": [APPLICATION, BROKER, workers], "unit.balancer": "random"}
    return load(FARM, base | more)
