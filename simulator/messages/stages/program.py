"""What the program says of itself: how it ends, what it lacks, and why a load is not carried."""

from models.messages.template import sentence

COMPILING = "Compiling the simulation, once for this version on this machine: about a minute ..."
NO_ANSWER = "Interrupted: no answer was written."
OUT_OF_MEMORY = "Not enough memory for this scenario: simulate fewer nodes or a smaller catalogue."
not_written = sentence("The answer could not be written ({reason}): make room, or write it elsewhere.")
contradiction = sentence("Headroom contradicts itself: {said}. Please report it, with the command and the scenario.")
failure = sentence("Headroom failed ({kind}: {said}). Please report it; HEADROOM_DEBUG=1 shows where.")
missing_extra = sentence("{library} is not installed, which this needs: pip install 'headroom[{extra}]'")
no_attribute = sentence("module {module!r} has no attribute {name!r}")
missing = sentence("there is no {what} where one must be")


def role_not_found(of: str, role: str, number: int) -> str:
    """A role that not exactly one of some things has."""
    return f"one of the {of} must have the role {role}, and {f'{number} have' if number else 'none has'} it"


engine_refuses = sentence("the {engine} engine cannot run this scenario: ")


def no_load(requests: str, why: str) -> str:
    """That no load meets the targets; the requests a second at which one is missed, "" for hardly any."""
    load = f"at {requests} requests/s" if requests else "with hardly any load"
    return f"no load meets the targets: even {load} {why}"


overloaded = sentence("overloaded at the {limit}: {offered} requests/s are offered, and {carried} carried")
less_load = sentence("lower the load, or enlarge the {limit}; `capacity` finds the largest load")
