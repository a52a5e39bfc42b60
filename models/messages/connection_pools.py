"""What is said of the pools of connections that callers keep to a tier."""

from models.messages.template import problem
from models.quantities.formatting import count_text

unequal = problem(
    "calls of {tier} by one caller share a pool, of which another one says {size:,}", "write {size:,}, or leave it out"
)
unequal_timeout = problem(
    "calls of {tier} by one caller share a pool, in which others wait for {timeout}", "write {timeout}"
)
NO_POOL = ("no call waits for a connection without a pool", "write `pool` beside it, or `none`")
NOBODY_WAITS = (
    "no call waits here, for nothing limits how many are in hand",
    "write `connections` or `memory` beside it, or `none`",
)


def too_large(wanted: int, callers: int, called: str, caller: str, tier: str, has: int, others: bool) -> str:
    """Pools that need more connections than there are; called: what each caller is."""
    who = count_text(callers, called) + (f" of {caller}" if caller else "") + (" and those of others" if others else "")
    return f"the pools of {who} need {wanted:,} connections, and {tier} has {has:,}"


def smaller_pool(most: int) -> str:
    """The largest pool that there are connections for."""
    return f"write at most {most:,}" if most > 0 else "write fewer callers"


def smaller_pool_or_more(most: int, key: str, needed: int) -> str:
    """The same, or as many connections as the pools need."""
    more = f"`{key}: {needed}`"
    return f"write at most {most:,}, or {more}" if most > 0 else f"write {more}"
