"""Which server of a tier does what, where its servers may die."""

from collections.abc import Callable

from models.tier_flows import TierFlow
from simulator.network.steps import Call, CallWay, Step
from simulator.translate.tier_names import server_name

# What the streams begin with by which calls find a server: each one as far above that of the work there.
FIRST_PICK = 1 << 16


def at_any_server(
    flow: TierFlow, work: Callable[[int], tuple[Step, ...]], further: tuple[Step, ...] | None, stream: int
) -> tuple[Step, ...]:
    """A call of any server of a tier that is up; work: what it does, by its number; the call draws that from `stream`.
    A key of a cache lies at one of all its servers: `further` calls are made where that one is dead; None of others."""
    ways = tuple(CallWay(server_name(flow, each), work(each)) for each in range(1, flow.servers + 1))
    return (Call(ways, FIRST_PICK + stream, further),)


def at_server(flow: TierFlow, server: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """What a server of a tier does for nobody who could ask another one: nothing while it is down."""
    return (Call((CallWay(server_name(flow, server), steps),)),) if flow.by_call else steps
