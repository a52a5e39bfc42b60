"""What is said of tiers that keep data."""

MISSES_WRITE_UNKNOWN = (
    "what the misses of a cache write is not known",
    "write `when: always` where it is called, or `writes: none`",
)


def no_database_has(tier: str, key: str) -> tuple[str, str]:
    """A part that only a database has."""
    return (f"{tier} is no database, and only a database has a `{key}`", "write `kind: database`, or take this out")


def buffer_pool_too_large(pool: str, room: str) -> tuple[str, str]:
    """A buffer pool without room."""
    return (
        f"a buffer pool of {pool} does not fit into the RAM of a server",
        f"write at most {room}, or a server with more RAM",
    )


def no_database_is_asked(tier: str, key: str) -> tuple[str, str]:
    """A call that only a database answers."""
    return (
        f"{tier} is no database, and only a call of a database has `{key}`",
        f"write `kind: database` for {tier}, or take this out",
    )


def reads_twice(reads: str) -> tuple[str, str]:
    """Reads that are stated and follow from pages."""
    return (f"`reads` says what is read, and `pages` that {reads} are", "write one of them")


def no_log_for_commits(tier: str) -> tuple[str, str]:
    """Commits to a database without a log."""
    return (
        f"{tier} has no log that a commit could be written to",
        f"write e.g. `log: 0.5 ms` for {tier}, the time of a flush",
    )
