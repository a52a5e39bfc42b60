"""What the servers of a database repeat: one of them takes what is written, and each other one does it again."""

from collections.abc import Iterator

from models.buffer_pool import disk_reads, repeated_share
from models.parts.tier import TierCall
from models.replication import certain_write, divides_writes
from models.scenario import Scenario
from models.tier_flows import Flows, TierFlow
from simulator.messages.stages import resource_origins
from simulator.network.network import Background
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import Release, Seize, Serve
from simulator.translate.databases import commit_steps
from simulator.translate.seldom import repetitions
from simulator.translate.tier_balancing import at_server
from simulator.translate.tier_names import APPLIERS, server_of_tier
from simulator.translate.tier_servers import data_steps


def repeated_writes(scenario: Scenario, flows: Flows, source: SessionSource, worlds: int) -> Iterator[Background]:
    """The calls that commit at any server of a database, as each other server does them again, Poisson, while nobody
    waits for them. Calls that commit fall on all servers alike, so that each has the load of the one that takes all of
    them: its share of the reads, and everything that is written. worlds: in how many of them these servers stand."""
    requests = source.rate * source.requests.mean
    for flow in flows.values():
        others = 0 if divides_writes(flow.tier) else flow.tier.servers - 1
        kinds = [kind for kind in flow.kinds if repeated_share(kind[1])] if others else []
        for kind, (many, call) in enumerate(kinds, 1):
            calls = many * repeated_share(call) * worlds
            rate = requests * calls * others / flow.tier.servers * flow.pooled
            told = resource_origins.repeated_writes(flow.tier.name, kind)
            for server in range(1, flow.servers + 1):
                work = (*data_steps(scenario, flow, call, server, 0), *_commits(flow, call, server))
                # Where servers die, each repeats what those write that are up.
                sources = [each for each in range(1, flow.servers + 1) if each != server] if flow.by_call else [server]
                for other in sources:
                    taken = at_server(flow, other, ())
                    name = server_of_tier(told, flow, server) + (f", from {other}" if flow.by_call else "")
                    yield Background(
                        name,
                        rate / len(sources),
                        (*taken, *at_server(flow, server, work)),
                        source.profile,
                        Role.OTHER_CALLERS,
                        of_load=True,
                        alike=told,
                    )


def applied_writes(scenario: Scenario, flows: Flows, source: SessionSource, worlds: int) -> Iterator[Background]:
    """What the primary of a database has written, as each server of a tier of replicas applies it, Poisson: by so many
    appliers at a time, of which each works, reads and commits. worlds: in how many of them these servers stand."""
    requests = source.rate * source.requests.mean
    for flow in flows.values():
        for kind, (many, call) in enumerate(flow.applied, 1):
            told = resource_origins.applied_writes(flow.tier.name, kind)
            for server in range(1, flow.servers + 1):
                appliers = server_of_tier(APPLIERS, flow, server)
                work = (*data_steps(scenario, flow, call, server, 0), *_commits(flow, call, server))
                yield Background(
                    server_of_tier(told, flow, server),
                    requests * many * worlds * flow.pooled,
                    at_server(flow, server, (Seize(appliers, 1.0), *work, Release(appliers, 1.0))),
                    source.profile,
                    Role.OTHER_CALLERS,
                    of_load=True,
                    alike=told,
                )


def _commits(flow: TierFlow, call: TierCall, server: int) -> tuple[Serve, ...]:
    """The commits of a call that has one or more: of those that write less often, the one that makes it a write."""
    if call.writes is None:
        return ()
    return commit_steps(flow, certain_write(call), server, 1 + repetitions(disk_reads(flow.tier, call)))
