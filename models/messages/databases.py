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


NO_OBJECTS = ("an object store needs its `objects`", "write e.g. `objects: {size: 200 TB, data: 8, parity: 3}`")
STORES_AND_READS = ("a call stores an object or reads one", "write two calls, one with `stores` and one with `answer`")


def no_store_has(tier: str) -> tuple[str, str]:
    """A part that only an object store has."""
    return (f"{tier} is no object store, and only one has `objects`", "write `kind: object-store`, or take this out")


def no_store_is_asked(tier: str) -> tuple[str, str]:
    """A call that only an object store answers."""
    return (
        f"{tier} is no object store, and only a call of one has `stores`",
        f"write `kind: object-store` for {tier}, or take this out",
    )


def too_few_for_objects(servers: int, kept: str, pieces: int, fewest: int) -> tuple[str, str]:
    """Servers without room for what a store keeps, or fewer than an object has pieces."""
    return (
        f"{servers:,} servers do not keep {kept} of objects and parity, each in {pieces} pieces on as many servers",
        f"write {fewest:,} or more, or larger disks",
    )
