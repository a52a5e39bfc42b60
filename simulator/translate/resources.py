"""What all requests of a server share: its cores, and how many of them it holds; and the origin that resources have."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.capacity_curve import burst_cores, capacity_curve, leaves_threads_idle, most_at_once, time_slice
from models.quantities.formatting import count_text
from models.scenario import FarmParts, Scenario
from simulator.messages.stages import resource_origins
from simulator.network.resources import Resource, SharedCapacity, TokenPool
from simulator.network.roles import LimitCategory, Role
from simulator.translate.cpu_quotas import is_limited, with_quota

SETTING = LimitCategory.SETTING
# What people call the resources; the program knows them by their roles.
CPU, QUEUE, SHEDDING = "CPU", "request queue", "load shedding"


@dataclass(frozen=True)
class Origin:
    """Where a resource comes from: the scenario's path, and what limits it in words.

    category: what a plan does with it. plural: whether the resource's name is a plural, so that a sentence says "the
    disks bind", but "the CPU binds".
    """

    path: str
    limit: str
    plural: bool = False
    category: LimitCategory = LimitCategory.HARDWARE


Placed = tuple[Resource, Origin]


def cpu(scenario: Scenario) -> Placed:
    """All cores as one station that no request gets more than one core of, with as much of them as the threads do that
    the web server keeps busy."""
    curve, most = capacity_curve(scenario), most_at_once(scenario)
    has_idle_threads, capacity = leaves_threads_idle(scenario), burst_cores(scenario)
    station = SharedCapacity(
        CPU, capacity, (1.0,), "cores", curve=curve, at_once=most, slice=time_slice(scenario), role=Role.CPU
    )
    path, told = _binding_cores(scenario, has_idle_threads), _cores(scenario, capacity, has_idle_threads)
    category = SETTING if has_idle_threads else LimitCategory.HARDWARE
    if is_limited(scenario):
        told = limited_cores(scenario, told)
        pods = scenario.unit.pods
        path, category = ("server.cpu_quota", SETTING) if pods is None else ("unit.pods.cpu", LimitCategory.HARDWARE)
    return with_quota(station, scenario), Origin(path, told, category=category)


def limited_cores(farm: FarmParts, told: str) -> str:
    """The cores of a server with their quota, in words."""
    quota = farm.server.cpu_quota
    return told if quota is None else resource_origins.cpu_quota(quota.cores, quota.period, told)


def _binding_cores(scenario: Scenario, has_idle_threads: bool) -> str:
    """What one would change for more cores: the workers where they leave some threads idle."""
    if not has_idle_threads:
        return "server.cores_per_socket"
    return "web_server.worker_processes" if scenario.web_server.workers is None else "web_server.workers"


def _cores(scenario: Scenario, capacity: float, has_idle_threads: bool) -> str:
    """The cores of a server in words, and what they are worth together where that is another number."""
    server, web = scenario.server, scenario.web_server
    workers = web.in_work if has_idle_threads else web.workers
    return resource_origins.server_cores(server.cores, server.core_speed, server.threads_per_core, workers, capacity)


def request_queue(scenario: Scenario) -> Iterator[Placed]:
    """How many requests the server may hold at a time, if that is limited: one for each core at least, for a queue
    holds what cannot be served at once."""
    limit = scenario.web_server.queue_limit
    if limit is not None:
        places = max(limit, scenario.server.cores)
        queue = TokenPool(QUEUE, float(places), "refuse", "requests", role=Role.REQUEST_QUEUE)
        at_once = resource_origins.PER_CORE if limit < places else ""
        yield queue, Origin("web_server.queue_limit", f"{count_text(places, 'request')}{at_once}", category=SETTING)


def shedding_limit(scenario: Scenario) -> Iterator[Placed]:
    """How many requests the server may hold before it sheds load, if it does."""
    limit = scenario.web_server.shed_at
    if limit is not None:
        places = TokenPool(SHEDDING, float(limit), "refuse", "requests", role=Role.SHEDDING)
        yield places, Origin("web_server.shed_at", f"beyond {count_text(limit, 'request')}", category=SETTING)
