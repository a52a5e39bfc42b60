"""What a tier that keeps data does beside its work: commits that wait for its log, and pages that are written back."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from models.buffer_pool import page_bytes, page_writes
from models.checkpoints import log_factor, written_share
from models.log_flush import commits_a_second
from models.parts.database import LogDevice
from models.parts.tier import TierCall
from models.quantities.formatting import count_text, rate
from models.scenario import Scenario
from models.tier_flows import Flows, TierFlow
from simulator.messages.stages import resource_origins
from simulator.network.distribution import Distribution, constant
from simulator.network.network import Background
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import Serve
from simulator.translate.laws import named_distribution
from simulator.translate.resources import SETTING, Origin, Placed
from simulator.translate.seldom import repeated_demands, repetitions
from simulator.translate.tier_balancing import at_server
from simulator.translate.tier_names import APPLIERS, DISKS, LOG, TRANSFER, server_of_tier

_COMMIT = constant(1.0)
# A commit that comes while the log is flushed waits for half of that flush on average, and then for its own.
_FLUSHES_WAITED_FOR = 1.5


def disk_bandwidth(scenario: Scenario, flow: TierFlow, server: int) -> Iterator[Placed]:
    """What the disks of a server of a database transfer, where pages cross beside the time of other reads."""
    disks = flow.tier.server.disks
    if not page_bytes(flow.tier) or disks.bandwidth is None:
        return
    station = SharedCapacity(
        server_of_tier(TRANSFER, flow, server), disks.count * disks.bandwidth * flow.pooled, (disks.bandwidth,),
        "bytes", role=Role.TIER_DISK, alike=TRANSFER.format(flow.tier.name),
    )  # fmt: skip
    said = f"{count_text(disks.count, 'disk')} a server, {rate(disks.bandwidth)} each"
    yield station, Origin(f"tiers[{scenario.tiers.index(flow.tier)}].server.disks.bandwidth", said)


def page_transfer(flow: TierFlow, server: int, read: Distribution, stream: int) -> tuple[Serve, ...]:
    """The transfer of a page, of the read that takes so long: drawn as the read is, so that a read that is not made
    transfers nothing."""
    page = page_bytes(flow.tier)
    if not page:
        return ()
    share = read.mean / flow.tier.server.disks.read_time
    once = replace(read, mean=share * page) if share < 1.0 else constant(page)
    return (Serve(server_of_tier(TRANSFER, flow, server), once, stream),)


def log_device(scenario: Scenario, flow: TierFlow, server: int) -> Iterator[Placed]:
    """The log of a server of a database, if calls write to it: commits are its jobs, which one flush takes together."""
    tier = flow.tier
    if tier.log is None or not _commits(flow):
        return
    bytes_each = log_bytes(flow)
    # So many are in a flush, on average, while n of them wait or are flushed: one alone goes at once.
    waiting = range(_longest_queue(tier.log.group))
    waiting = waiting if flow.pooled == 1 else waiting[:: max(1, len(waiting) - 1)]  # Its ends, for laws know no queue.
    sizes = (min(1.0 + n / _FLUSHES_WAITED_FOR, tier.log.group) for n in waiting)
    curve = tuple(commits_a_second(tier, bytes_each, size) for size in sizes)
    station = SharedCapacity(
        server_of_tier(LOG, flow, server), curve[-1] * flow.pooled, (curve[0],), "commits", role=Role.TIER_DISK,
        curve=curve if flow.pooled == 1 else (), alike=LOG.format(tier.name),
    )  # fmt: skip
    yield station, Origin(f"tiers[{scenario.tiers.index(tier)}].log", _log_limit(tier.flushes, tier.log, bytes_each))


def _log_limit(flushes: int, log: LogDevice, bytes_each: float) -> str:
    """What bounds the commits of a log, in words: its flushes, or its bandwidth where a full flush takes less time than
    its bytes."""
    if log.bandwidth is None or log.group * bytes_each / log.bandwidth <= log.flush:
        return resource_origins.log_flushes(flushes, log.flush, log.group)
    return resource_origins.log_transfer(log.bandwidth, bytes_each)


def _longest_queue(group: int) -> int:
    """Commits that are there where each flush takes as many as it may."""
    return ceil(_FLUSHES_WAITED_FOR * (group - 1)) + 1


def _commits(flow: TierFlow) -> float:
    """Commits of a server that follow from a request of the unit."""
    return sum(many * call.writes.commits for many, call in flow.written if call.writes)


def log_bytes(flow: TierFlow) -> float:
    """Bytes that a commit of a database writes to its log, on average over all calls."""
    written = sum(many * call.writes.commits * call.writes.log for many, call in flow.written if call.writes)
    return written * log_factor(flow) / _commits(flow)


def appliers(scenario: Scenario, flow: TierFlow, server: int) -> Iterator[Placed]:
    """What applies in a replica what its primary wrote, so many writes at a time; further ones wait in order."""
    following = flow.tier.replica_of
    if following is None or not flow.applied:
        return
    pool = TokenPool(
        server_of_tier(APPLIERS, flow, server), float(following.appliers * flow.pooled), "wait", "writes",
        role=Role.TIER_APPLIERS, alike=APPLIERS.format(flow.tier.name),
    )  # fmt: skip
    said = resource_origins.appliers(following.appliers)
    path = f"tiers[{scenario.tiers.index(flow.tier)}].replica_of.appliers"
    yield pool, Origin(path, said, plural=True, category=SETTING)


def commit_steps(flow: TierFlow, call: TierCall, server: int, stream: int) -> tuple[Serve, ...]:
    """How a call waits for the log, once for each of its commits; drawn from `stream` on."""
    if call.writes is None or flow.tier.log is None:
        return ()
    at, demands = server_of_tier(LOG, flow, server), repeated_demands(_COMMIT, call.writes.commits)
    return tuple(Serve(at, demand, stream + number) for number, demand in enumerate(demands))


def streams_of_commits(call: TierCall) -> int:
    """How many random streams the commits of a call take."""
    return repetitions(call.writes.commits) if call.writes else 0


def written_back(flows: Flows, source: SessionSource, worlds: int) -> Iterator[Background]:
    """Pages that calls have changed, as each server of a database writes all of them to its disks, Poisson, while
    nobody waits for them, at the rate at which it does so during a checkpoint: of the calls that come from all servers
    of the unit. worlds: in how many of them these servers stand."""
    requests = source.rate * source.requests.mean
    for name, tier in flows.items():
        pages = sum(many * worlds * page_writes(tier.tier, call) for many, call in tier.written)
        if not pages:
            continue
        pages *= written_share(tier)
        disks = tier.tier.server.disks
        write = named_distribution(disks.distribution, disks.read_time, disks.cv)
        told = resource_origins.page_writes(name)
        for server in range(1, tier.servers + 1):
            disk = server_of_tier(DISKS, tier, server)
            yield Background(
                server_of_tier(told, tier, server),
                requests * pages * tier.pooled,
                at_server(tier, server, (Serve(disk, write), *page_transfer(tier, server, write, 1))),
                source.profile,
                Role.OTHER_CALLERS,
                of_load=True,
                alike=told,
            )
