"""The backend: resources that stand once, behind all nodes, such as the servers of other tiers.

What a job does there, it does apart from its node: where that dies, the work at the backend goes on to its end. Of jobs
that come there from several nodes at the very same moment, each engine takes them in an order of its own: such moments
have no chance, unless think times are lumped.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from simulator.messages.stages import network_rules
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Delay, Lookup, ProbeCache, Release, Seize, Serve, Step

if TYPE_CHECKING:
    from simulator.network.network import Network

# Steps that are taken one after the other, and whether that is at the backend.
StepRun = tuple[bool, tuple[Step, ...]]


def backend_runs(steps: tuple[Step, ...], backend: frozenset[str]) -> Iterator[StepRun]:
    """Steps in their order, cut where a job goes to the backend or comes from there. Delays beside steps of the backend
    pass there, so that a job which holds something of it stays there until it has given that back."""
    if not backend:
        yield False, steps
        return
    for is_apart, run in groupby(steps, lambda step: isinstance(step, Delay) or _is_at(step, backend)):
        found = tuple(run)
        yield is_apart and any(_is_at(step, backend) for step in found), found


def check_backend(network: "Network") -> None:
    """Raises ValueError for a backend that would not mean the same to every engine: it serves requests and background
    jobs, lets all of them wait, and gets back what is taken of it before a job goes back to its node."""
    resources = {each.name: each for each in network.resources}
    for name in sorted(network.backend):
        if not _lets_wait(resources.get(name)):
            raise ValueError(f"{network_rules.STANDS_AT_BACKEND}, which {name} is not")
    backend = frozenset(network.backend)
    strangers = {name for event in network.events for name in event.stations} - backend
    if strangers:
        raise ValueError(f"{network_rules.BACKEND_SLOWS}, which {', '.join(sorted(strangers))} is not")
    source = network.source
    for steps in (source.connect, source.opened or (), source.close):
        if any(is_at for is_at, _ in backend_runs(steps, backend)):
            raise ValueError(network_rules.NO_SESSION_AT_BACKEND)
    for steps in network.programs():
        _gives_all_back(steps, backend)


def _is_at(step: Step, backend: frozenset[str]) -> bool:
    match step:
        case Serve(at=name) | Seize(pool=name) | Release(pool=name):
            return name in backend
        case _:
            return False


def _lets_wait(resource: object) -> bool:
    match resource:
        case SharedCapacity():
            return True
        case MultiServer(queue_limit=limit):
            return limit is None
        case TokenPool(when_short=when_short, lingers=lingers):
            return when_short == "wait" and lingers == 0.0
        case _:
            return False


def _gives_all_back(steps: tuple[Step, ...], backend: frozenset[str]) -> None:
    for is_at, run in backend_runs(steps, backend):
        held = [Release(step.pool, step.amount) for step in run if is_at and isinstance(step, Seize)]
        for step in run:
            if is_at and isinstance(step, Serve) and step.process is not None:
                raise ValueError(network_rules.process_at_backend(step.process, step.at))
            if isinstance(step, Lookup | ProbeCache):
                _gives_all_back(step.on_miss, backend)
            elif is_at and step in held:
                held.remove(step)
        if held:
            raise ValueError(f"{network_rules.BACKEND_GETS_BACK}, and {held[0].pool} is not")
