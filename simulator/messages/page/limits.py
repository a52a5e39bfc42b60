"""What the server of the pages says of its limits: what it shortens, refuses or has no room for."""

from models.messages.template import sentence

ELSEWHERE = "or use the command line, where nothing is limited"
FULL = "The memory of this server is full: ask again in a minute, when others have their answers"
SMALLER_CATALOGUE = f"write a smaller catalogue or larger objects, {ELSEWHERE}"
LONGER_WINDOW = f"write a longer window, {ELSEWHERE}"
AS_PRECISE = "as many as the precision takes"
DONE = "%s: %.1f million requests expected, %s after %.1f s"  # A line of the log.
shortened = sentence("To answer while you wait, {parts}.")
replication_shorter = sentence("each replication measures at most {less} instead of {more}")
windows_shorter = sentence("its windows are {less} long instead of {more}")
warm_up_anew = sentence("the warm-up is found anew instead of {stated}")
other_replications = sentence("there are {count} replications instead of {instead}")
objects = sentence("{count:,} objects, and {allowed:,} are allowed here")
sessions = sentence("{count:,} sessions of a server are open at the start, and {allowed:,} are allowed here")


def fewer_sessions(closed: bool, offered: bool) -> str:
    """What makes them fewer: of a population, or of clients that come, at a load that is stated or not."""
    less = " or less offered" if offered else ""
    remedy = "write a smaller population" if closed else f"write a shorter think_time, faster clients{less}"
    return f"{remedy}, {ELSEWHERE}"


windows = sentence("{count:,} windows of a replication, and {allowed:,} are allowed here")
too_many_waiting = sentence("{waiting} answers of yours wait already, and {most} may: let one of them come first")
