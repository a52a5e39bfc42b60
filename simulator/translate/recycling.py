"""The recycling of a worker process in seconds of this server's cores and bytes of this process's address space."""

from models.parts.application_pool import Recycling
from models.scenario import Scenario
from simulator.network.resources import Recycle
from simulator.translate.resources import CPU, work


def recycle(scenario: Scenario, settings: Recycling) -> Recycle:
    """How a process with these settings is recycled on this server."""
    return Recycle(
        CPU,
        at=settings.threshold(scenario.process_address_space),
        requests=settings.requests,
        period=settings.period,
        initialise=work(scenario, settings.initialise),
        start_up_work=work(scenario, settings.start_up_work),
        start_up_jobs=settings.start_up_threads,
        cold_factor=settings.cold_factor,
        warm_time=settings.warm_time,
        start_limit=settings.start_limit,
        stop_limit=settings.stop_limit,
    )
