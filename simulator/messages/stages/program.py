"""What the program says of itself: how it ends, what it lacks, and why a load is not carried."""

COMPILING = "Compiling the simulation, once for this version on this machine: about a minute ..."
NO_ANSWER = "Interrupted: no answer was written."
OUT_OF_MEMORY = "Not enough memory for this scenario: simulate fewer nodes or a smaller catalogue."


def not_written(reason: str | None) -> str:
    """An answer for which there is no room, or whose device is broken."""
    return f"The answer could not be written ({reason}): make room, or write it elsewhere."


def contradiction(said: str) -> str:
    """An error inside the program that it has noticed itself."""
    return f"Headroom contradicts itself: {said}. Please report it, with the command and the scenario."


def failure(kind: str, said: str) -> str:
    """Any other error inside the program."""
    return f"Headroom failed ({kind}: {said}). Please report it; HEADROOM_DEBUG=1 shows where."


def missing_extra(library: str, extra: str) -> str:
    """A library that is not installed, and the extra that brings it."""
    return f"{library} is not installed, which this needs: pip install 'headroom[{extra}]'"


def no_attribute(module: str, name: str) -> str:
    """What Python says of a module without such a name."""
    return f"module {module!r} has no attribute {name!r}"


def missing(what: str) -> str:
    """A value that is not there, although it must be."""
    return f"there is no {what} where one must be"


def role_not_found(of: str, role: str, number: int) -> str:
    """A role that not exactly one of some things has."""
    return f"one of the {of} must have the role {role}, and {f'{number} have' if number else 'none has'} it"


def engine_refuses(engine: str) -> str:
    """What stands before the reason why an engine cannot run a scenario."""
    return f"the {engine} engine cannot run this scenario: "


def no_load(requests: str, why: str) -> str:
    """That no load meets the targets; the requests a second at which one is missed, "" for hardly any."""
    load = f"at {requests} requests/s" if requests else "with hardly any load"
    return f"no load meets the targets: even {load} {why}"


def overloaded(limit: str, offered: str, carried: str) -> str:
    """A server that is offered more than it carries, in requests a second."""
    return f"overloaded at the {limit}: {offered} requests/s are offered, and {carried} carried"


def less_load(limit: str) -> str:
    """What to do about that."""
    return f"lower the load, or enlarge the {limit}; `capacity` finds the largest load"
