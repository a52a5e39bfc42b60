"""The steps of a job's program."""

from collections.abc import Generator

from simpy.events import Event

from simulator.engines.reference.job import Job
from simulator.engines.reference.workload import Workload
from simulator.engines.reference.world import Node
from simulator.network.steps import Admit, Allocate, Free, Give, Lookup, ResponseBytes, Serve, Step, Take


def perform(node: Node, workload: Workload, job: Job, steps: tuple[Step, ...]) -> Generator[Event, None, None]:
    """Takes the steps one after the other. Raises Refused at the step that is refused."""
    for step in steps:
        match step:
            case Serve(at=name):
                yield node.stations[name].enter(job.client, _demand(workload, job, step))
            case Take(pool=name, amount=amount, reserve=reserve):
                if not node.pools[name].take(amount, reserve):
                    yield node.pools[name].wait(amount, reserve)
                job.held.append(Give(name, amount))
            case Give() | Free():
                release(node, step)
                if step in job.held:
                    job.held.remove(step)
            case Lookup(cache=name, on_miss=on_miss):
                if node.caches[name].wanted(job.object):
                    job.wanted.add(name)
                if not node.caches[name].lookup(job.object):
                    yield from perform(node, workload, job, on_miss)
            case Admit(cache=name):
                node.caches[name].admit(job.object, name in job.wanted)
            case Allocate(region=name, amount=amount):
                node.regions[name].allocate(amount)
                job.held.append(Free(name, amount))


def give_all_back(node: Node, job: Job) -> None:
    """A job that was refused gives back all that it holds, the latest first."""
    while job.held:
        release(node, job.held.pop())


def release(node: Node, step: Give | Free) -> None:
    """Gives back what `step` says."""
    if isinstance(step, Give):
        node.pools[step.pool].give(step.amount)
    else:
        node.regions[step.region].change(-step.amount)


def _demand(workload: Workload, job: Job, step: Serve) -> float:
    """The demand of a Serve step."""
    if isinstance(step.demand, ResponseBytes):
        return job.wire
    return workload.demand(job, step.demand, step.stream)
