"""Why a run was not made, or not to its end, and what to do instead."""

from models.messages.template import sentence

CANCELLED = "it cancelled a run, or is gone"
START_AGAIN = "start it again and give the same command: what was finished is kept"
IMPORT_PROGRAM = "start the workers where this checkout can be imported, e.g. with PYTHONPATH=. from its folder"
SAME_PROGRAM = "give all workers this checkout and its pinned packages"
NOT_STORED = "not simulated yet, or not to the end"
SHORTER_RUN = "write a shorter run.duration and run.window, or ask on the command line, where nothing is limited"
NO_PROGRAM = "its workers do not have this program"
other_version = sentence("a worker runs another version of this program ({there}, here it is {here})")


def over_budget(requests: float, largest: float) -> str:
    """An answer that takes more simulated requests than it may."""
    return f"the answer takes {_millions(requests)} simulated requests, and {_millions(largest)} are allowed here"


too_many_sessions = sentence(
    "{sessions:,} sessions of a server are open before {seconds:,.3g} s are over, and there is no memory for twice as"
    " many; offer less, or write a shorter run.duration"
)
no_station_to_stop = sentence("nothing says what a collection of {region} stops")


def _millions(requests: float) -> str:
    amount = requests / 1e6
    return f"{amount:,.0f} million" if amount >= 10.0 else f"{amount:.2g} million"
