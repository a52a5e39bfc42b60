"""What servers of an object store do for calls: a piece while the call waits, and the other pieces beside it."""

from collections.abc import Iterator

from models.object_store import piece_work
from models.parts.tier import TierCall
from models.scenario import Scenario
from models.tier_flows import Flows, TierFlow
from simulator.messages.stages import resource_origins
from simulator.network.distribution import constant
from simulator.network.network import Background
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import Serve, Step
from simulator.translate.processes import ServingProcess
from simulator.translate.tier_balancing import at_server
from simulator.translate.tier_names import CARDS, DISKS, server_of_tier
from simulator.translate.tier_servers import piece_law
from simulator.translate.tiers import where_they_miss
from simulator.translate.transport import transport


def pieces_beside(
    scenario: Scenario, flows: Flows, everywhere: tuple[ServingProcess, ...], source: SessionSource, worlds: int
) -> Iterator[Background]:
    """The pieces that calls of a store do not wait for, which fall on all of its servers alike, Poisson: of a read each
    crosses the cards of who keeps it. worlds: in how many of them these servers stand."""
    requests = source.rate * source.requests.mean
    for name, flow in flows.items():
        kinds = [(each.missed, many, call) for each in flow.flows for many, call in each.kinds]
        for kind, (missed, many, call) in enumerate(kinds, 1):
            work = piece_work(flow.tier, call)
            if work.pieces < 2:
                continue
            told = resource_origins.pieces_beside(name, kind)
            rate = requests * many * worlds * (work.pieces - 1) / flow.tier.servers * flow.pooled
            for server in range(1, flow.servers + 1):
                steps = at_server(flow, server, _piece(scenario, flow, call, server, work.each))
                steps = where_they_miss(scenario, everywhere, missed, steps) if missed else steps
                yield Background(
                    server_of_tier(told, flow, server), rate, steps, source.profile, Role.OTHER_CALLERS, of_load=True,
                    alike=told,
                )  # fmt: skip


def _piece(scenario: Scenario, flow: TierFlow, call: TierCall, server: int, piece: float) -> tuple[Step, ...]:
    disk = Serve(server_of_tier(DISKS, flow, server), piece_law(flow.tier, piece), 0)
    if call.stores is not None:
        return (disk,)
    return disk, Serve(server_of_tier(CARDS, flow, server), constant(transport(scenario).wire_rate(piece)))
