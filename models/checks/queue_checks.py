"""Checks of tiers that take messages in: that there is work to do for them, and what only a queue has."""

from collections.abc import Callable, Iterator

from models.message_queue import message_room
from models.messages import queues
from models.parts.tier import ON_MISS, QUEUE
from models.quantities.units import format_memory
from models.ram_ledger import RAM_OF_SYSTEM
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.tier_flows import calls_by_path


def _queues_are_whole(farm: FarmParts) -> Iterator[Finding]:
    """A queue says what it takes in and who does it; what is none takes nothing in."""
    for number, tier in enumerate(farm.tiers):
        if tier.kind != QUEUE and tier.queue is not None:
            yield Finding(("tiers", number, "queue"), *queues.no_queue_has(tier.name))
        if tier.kind != QUEUE:
            continue
        if tier.queue is None:
            yield Finding(("tiers", number, "kind"), *queues.NEEDS_QUEUE)
        if not tier.calls:
            yield Finding(("tiers", number, "calls"), *queues.no_workers(tier.name))
        if tier.pods is not None:
            yield Finding(("tiers", number, "pods"), *queues.NO_PODS, ("none",))
        for place, call in enumerate(tier.calls):
            if call.pool is not None:
                yield Finding(("tiers", number, "calls", place, "pool"), *queues.NO_POOL, ("none",))


def _messages_have_room(farm: FarmParts) -> Iterator[Finding]:
    for number, tier in enumerate(farm.tiers):
        room = max(0.0, tier.server.ram - RAM_OF_SYSTEM)
        if tier.queue is not None and tier.queue.room is None and message_room(tier) > room:
            told = queues.no_room(format_memory(message_room(tier)), format_memory(room))
            yield Finding(("tiers", number, "queue", "software", "memory_share"), *told)


def _messages_are_posted(farm: FarmParts) -> Iterator[Finding]:
    """What a call of a queue has, and what it has not."""
    named = {tier.name for tier in farm.tiers if tier.kind == QUEUE}
    on_misses = {("tiers", number) for number, tier in enumerate(farm.tiers) if tier.name in _called_on_misses(farm)}
    for path, call in calls_by_path(farm):
        if call.tier not in named:
            continue
        if call.when == ON_MISS:
            yield Finding((*path, "when"), *queues.NO_POST_ON_MISS, ("always",))
        if path[:2] in on_misses:
            yield Finding((*path, "tier"), *queues.no_post_after_a_miss(str(farm.tiers[int(path[1])].name)))
        if call.reads:
            yield Finding((*path, "reads"), *queues.nothing_read(call.tier), ("0",))
        if call.answer is not None:
            yield Finding((*path, "answer"), *queues.no_answer(call.tier), ("none",))


def _called_on_misses(farm: FarmParts) -> set[str]:
    """The tiers that are called where a request misses, by way of others too."""
    tiers = {tier.name: tier for tier in farm.tiers}
    left = [call.tier for _, call in calls_by_path(farm) if call.when == ON_MISS]
    found = set[str]()
    while left:
        name = left.pop()
        if name not in found and name in tiers:
            found.add(name)
            left += [call.tier for call in tiers[name].awaited]
    return found


def _jobs_are_judged(farm: FarmParts) -> Iterator[Finding]:
    """Targets of jobs are of queues."""
    for name in ("done_in", "queue_room"):
        if getattr(farm.targets, name) is not None and not any(tier.kind == QUEUE for tier in farm.tiers):
            yield Finding(("targets", name), *queues.nothing_posted(name), ("none",))


QUEUE_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _queues_are_whole,
    _messages_have_room,
    _messages_are_posted,
    _jobs_are_judged,
)
