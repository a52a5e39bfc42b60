"""The room that a message queue has for what its workers have not done yet."""

from models.parts.tier import Tier


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
