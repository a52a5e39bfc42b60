"""How fast the log of a database takes commits: one flush writes all that wait for it (group commit)."""

from models.parts.tier import Tier


def commits_a_second(tier: Tier, each: float, together: float) -> float:
    """Commits a second of a log that flushes so many together, each of so many bytes: they take as long as the flushes
    of a group, one after the other, and as the transfer of their bytes. Raises ValueError for a tier without a log."""
    if tier.log is None:
        raise ValueError(f"{tier.name} has no log")
    transfer = 0.0 if tier.log.bandwidth is None else together * each / tier.log.bandwidth
    return together / (tier.flushes * (tier.log.flush + transfer))


def log_seconds(tier: Tier, commits: float, written: float) -> float:
    """Seconds of a log at the least, for so many commits with so many bytes in all, a full group in each flush; 0 of a
    tier without a log."""
    if tier.log is None or not commits:
        return 0.0
    return commits / commits_a_second(tier, written / commits, tier.log.group)
