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
