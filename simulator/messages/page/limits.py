"""What the server of the pages says of its limits: what it shortens, refuses or has no room for."""

ELSEWHERE = "or use the command line, where nothing is limited"
FULL = "The memory of this server is full: ask again in a minute, when others have their answers"
SMALLER_CATALOGUE = f"write a smaller catalogue or larger objects, {ELSEWHERE}"
LONGER_WINDOW = f"write a longer window, {ELSEWHERE}"
AS_PRECISE = "as many as the precision takes"
DONE = "%s: %.1f million requests expected, %s after %.1f s"  # A line of the log.


def shortened(parts: str) -> str:
    """What is less than was asked."""
    return f"To answer while you wait, {parts}."


def replication_shorter(less: str, more: str) -> str:
    """That a replication is."""
    return f"each replication measures at most {less} instead of {more}"


def windows_shorter(less: str, more: str) -> str:
    """That its windows are."""
    return f"its windows are {less} long instead of {more}"


def warm_up_anew(stated: str) -> str:
    """That the stated warm-up is not taken."""
    return f"the warm-up is found anew instead of {stated}"


def other_replications(count: int | None, instead: str) -> str:
    """That there are fewer replications."""
    return f"there are {count} replications instead of {instead}"


def objects(count: int, allowed: int) -> str:
    """That a catalogue has too many."""
    return f"{count:,} objects, and {allowed:,} are allowed here"


def sessions(count: int, allowed: int) -> str:
    """That too many are open."""
    return f"{count:,} sessions of a server are open at the start, and {allowed:,} are allowed here"


def fewer_sessions(closed: bool, offered: bool) -> str:
    """What makes them fewer: of a population, or of clients that come, at a load that is stated or not."""
    less = " or less offered" if offered else ""
    remedy = "write a smaller population" if closed else f"write a shorter think_time, faster clients{less}"
    return f"{remedy}, {ELSEWHERE}"


def windows(count: int, allowed: int) -> str:
    """That a replication has too many."""
    return f"{count:,} windows of a replication, and {allowed:,} are allowed here"


def too_many_waiting(waiting: int, most: int) -> str:
    """That somebody waits for enough already."""
    return f"{waiting} answers of yours wait already, and {most} may: let one of them come first"
