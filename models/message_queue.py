"""What a message queue writes of a message, and its room for what its workers have not done yet."""

from models.parts.database import CallWrites
from models.parts.tier import Tier, TierCall


def message_room(tier: Tier) -> float:
    """Bytes of messages that wait which a server of a queue has room for; 0 of a tier that is no queue."""
    if tier.queue is None:
        return 0.0
    return tier.server.ram * tier.queue.software.memory_share if tier.queue.room is None else tier.queue.room


def most_messages(tier: Tier) -> float:
    """Messages that all servers of a queue have room for."""
    if tier.queue is None:
        return 0.0
    return tier.servers * message_room(tier) / (tier.queue.message + tier.queue.software.overhead)


def as_posted(tier: Tier, call: TierCall) -> TierCall:
    """A call of a tier; one that posts to a queue with a log is answered when its message is written there."""
    if tier.queue is None or tier.log is None:
        return call
    written = CallWrites(commits=1.0, log=tier.queue.message + tier.queue.software.overhead, pages=0.0)
    return call.model_copy(update={"writes": written})
