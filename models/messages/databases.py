"""What is said of tiers that keep data."""

from models.messages.template import problem

MISSES_WRITE_UNKNOWN = (
    "what the misses of a cache write is not known",
    "write `when: always` where it is called, or `writes: none`",
)
no_database_has = problem(
    "{tier} is no database, and only a database has a `{key}`",
    "write `kind: database`, or take this out",
)
buffer_pool_too_large = problem(
    "a buffer pool of {pool} does not fit into the RAM of a server",
    "write at most {room}, or a server with more RAM",
)
no_database_is_asked = problem(
    "{tier} is no database, and only a call of a database has `{key}`",
    "write `kind: database` for {tier}, or take this out",
)
reads_twice = problem("`reads` says what is read, and `pages` that {reads} are", "write one of them")
no_log_for_commits = problem(
    "{tier} has no log that a commit could be written to",
    "write e.g. `log: 0.5 ms` for {tier}, the time of a flush",
)


NO_PRIMARY = "there is no such tier, and a replica follows a primary"


ADD_A_PRIMARY = "write the tier of the primary, of `kind: database`, among `tiers`"


def no_primary(tier: str) -> str:
    """What is followed by replicas and takes no writes that these could apply."""
    return f"{tier} is no database that takes what is written, and a replica follows such a primary"


def several_writers(servers: int) -> tuple[str, str]:
    """More servers than one that take writes for replicas, without shards."""
    return (
        f"{servers:,} servers take what is written, and only one can where nothing says how they divide it",
        "write 1, or `sharding: even` where each keeps a part of its own",
    )


def too_many_reads(primary: str, total: str, left: str) -> tuple[str, str]:
    """Replicas that read more than is read."""
    return (f"the replicas of {primary} read {total} of what is read there", f"write at most {left}")


def replica_writes(tier: str, primary: str) -> tuple[str, str]:
    """A call of a replica that writes."""
    return (f"{tier} are replicas, which take no writes", f"call {primary}, whose reads come here by themselves")
