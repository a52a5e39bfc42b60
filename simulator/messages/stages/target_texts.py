"""What targets are called, and how a missed one is told; each by its key in a scenario."""

from models.quantities.formatting import duration, long_duration, number, size_text

LABELS = {
    "errors": "requests not completed",
    "p95_response": "95 % of the responses within",
    "p99_response": "99 % of the responses within",
    "client_speed": "speed at which clients receive",
    "first_piece": "first piece of a response sent in",
    "utilisation": "most used limit",
    "ceilings": "most used ceiling",
    "connections": "open sessions",
    "replica_lag": "replicas lag by",
    "queue_room": "brokers have room without workers for",
    "done_in": "jobs of queues done in",
    "links": "most used link of the site",
    "piling_up": "requests that pile up",
}
_SAID = {
    "p95_response": duration,
    "p99_response": duration,
    "replica_lag": duration,
    "queue_room": long_duration,
    "done_in": duration,
    "first_piece": duration,
    "client_speed": lambda value: f"{size_text(value)}/s",
    "connections": number,
}
FASTER_LINES = "plan for clients with faster lines"
TURNED_AWAY_AT = "most of them are turned away at the"


def value_text(target: str, value: float) -> str:
    """A value of a target as people write it."""
    return _SAID[target](value) if target in _SAID else f"{100.0 * value:.3g} %"


def missed(target: str, measured: float, limit: str) -> str:
    """What is measured of a target, at the limit behind it."""
    value = value_text(target, measured)
    return {
        "errors": f"{value} of the requests are not completed",
        "p95_response": f"95 % of the responses take up to {value}",
        "p99_response": f"99 % of the responses take up to {value}",
        "client_speed": f"clients receive at {value} on average",
        "first_piece": f"the first piece of a response is sent in {value} on average",
        "utilisation": f"{value} of the most used limit ({limit}) is in use",
        "ceilings": f"{value} of the most used ceiling ({limit}) is in use",
        "connections": f"{value} sessions are open on average",
        "replica_lag": f"replicas lag by {value} on average",
        "queue_room": f"brokers have room without workers for {value}",
        "done_in": f"jobs of queues are done in {value} on average",
        "links": f"{value} of the most used link of the site is in use",
        "piling_up": f"requests pile up, waiting for the {limit}",
    }[target]


def asked(target: str, value: float, at_least: bool) -> str:
    """What is asked of a target, behind what is measured."""
    return f", where at {'least' if at_least else 'most'} {value_text(target, value)} is asked"


def time_spent(seconds: float, share: float, where: str, lines: tuple[float, float] | None) -> str:
    """Where responses spend most of their time: at a station, and on the lines of clients of such speeds, B/s."""
    place = f"at the {where}" if where else "waiting for other machines or for a place"
    if where and lines is not None:
        rates = dict.fromkeys(f"{size_text(rate)}/s" for rate in lines)
        place += f" and on the clients' lines ({' to '.join(rates)})"
    return f"a response takes {duration(seconds)} on average, {100.0 * share:.0f} % of it {place}"


def loosen(target: str, value: str, at_least: bool) -> str:
    """What to write for a target to be met."""
    return f"write targets.{target} of at {'most' if at_least else 'least'} {value}"
