"""The lock of a database: a queue of one, which stands once in a unit, however many servers its database has."""

from collections.abc import Iterator

from models.replication import lock_share
from models.scenario import Scenario
from models.tier_flows import Flows, TierFlow
from simulator.messages.stages import resource_origins
from simulator.network.backend import BackendServer
from simulator.network.distribution import constant
from simulator.network.network import Background
from simulator.network.resources import MultiServer
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import Call, CallWay, Serve, Step
from simulator.translate.resources import Origin, Placed
from simulator.translate.tier_names import LOCK


def tier_locks(scenario: Scenario, flows: Flows) -> Iterator[Placed]:
    """The lock of each tier that has one."""
    for place, tier in enumerate(scenario.tiers):
        if tier.lock is not None and tier.name in flows:
            said = resource_origins.lock(tier.lock.share, tier.lock.time)
            yield MultiServer(LOCK.format(tier.name), 1, role=Role.TIER_LOCK), Origin(f"tiers[{place}].lock", said)


def servers_of_locks(flows: Flows) -> Iterator[BackendServer]:
    """Who has the lock of each tier that has one, where its servers die: whoever takes over from one that does."""
    names = (LOCK.format(flow.tier.name) for flow in flows.values() if flow.tier.lock is not None)
    return (BackendServer(name, (name,)) for name in names)


def lock_steps(flow: TierFlow) -> tuple[Step, ...]:
    """How a call waits for the lock of a tier and has it."""
    lock, name = flow.tier.lock, LOCK.format(flow.tier.name)
    if lock is None:
        return ()
    step = Serve(name, constant(lock.time))
    return (Call((CallWay(name, (step,)),)),) if flow.by_call else (step,)


def locks_of_other_calls(flows: Flows, source: SessionSource, worlds: int) -> Iterator[Background]:
    """What the lock of a tier is needed for by calls of its servers that do not stand in the world of one server of the
    unit. worlds: in how many of them these servers stand."""
    requests = source.rate * source.requests.mean
    for flow in flows.values():
        elsewhere = 1.0 - flow.servers * flow.pooled / flow.tier.servers
        if flow.tier.lock is None or elsewhere <= 0.0:
            continue
        calls = sum(each.calls for each in flow.flows) * lock_share(flow.tier)
        told = resource_origins.other_lockers(flow.tier.name)
        rate = requests * calls * elsewhere * worlds
        yield Background(told, rate, lock_steps(flow), source.profile, Role.OTHER_CALLERS, of_load=True)
