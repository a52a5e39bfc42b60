"""Sentences about a Prometheus that is asked: each what is wrong, and what to write instead."""

NAME = "prometheus"  # The option and the argument, as errors call both.
_ADDRESS = "write e.g. http://prometheus:9090"

NO_ADDRESS = ("this is no address", _ADDRESS)
NO_SCHEME = ("only http and https are read", f"{_ADDRESS}; a file is named with --counters")
NOT_THE_ADDRESS = ("an address with a query or a fragment", f"{_ADDRESS}: what stands before /api/v1")
NO_TOKEN = ("a token with spaces or letters that no header may have", "set it to the token alone")
NOT_PROMETHEUS = (
    "what answers is no Prometheus", "write the address at which Prometheus itself answers, e.g. http://prometheus:9090"
)  # fmt: skip
NOTHING = (
    "it has no values of a counter that a review knows",
    "check --match, --days and --until, or name a counter with --requests",
)
NO_COUNTER = ("no counter has such a name", "write e.g. nginx_http_requests_total")
NO_UNTIL = ("no time", "write e.g. 2026-11-27 or 2026-11-27T06:00Z")


def password(variable: str) -> tuple[str, str]:
    """That an address holds a name or a password, which would stand in reports."""
    return "a name or a password in the address", f"leave it out; a token goes into the variable {variable}"


def out_of_range(least: str, most: str) -> tuple[str, str]:
    """That a number is none that is possible, and which are."""
    return "out of range", f"allowed are {least} to {most}"


def too_late(seconds: float) -> tuple[str, str]:
    """That an answer did not end in time."""
    return f"no whole answer within {seconds:g} s", "ask for fewer --days, a longer --step, or fewer servers by --match"


def too_large(most: int) -> tuple[str, str]:
    """That an answer is larger than is read."""
    return f"an answer beyond {most // 2**20} MiB", "ask for a longer --step, or fewer servers by --match"


def not_reached(reason: str) -> tuple[str, str]:
    """That nothing answers, and why."""
    return f"no answer: {reason}", "check that `curl` gets one from this address"


def redirected(origin: str) -> tuple[str, str]:
    """That a server leads elsewhere, which is not followed: nothing but the address is called."""
    where = f" to {origin}" if origin else ""
    return f"it leads elsewhere{where}, which is not followed", "write the address at which Prometheus itself answers"


def not_allowed(status: int, with_token: bool, variable: str) -> tuple[str, str]:
    """That it answers to nobody without a token, or not to this one."""
    if with_token:
        return f"it refuses the token in {variable} (HTTP {status})", "set one that may query"
    return f"it answers only with a token (HTTP {status})", f"set the variable {variable} to one"


def refused(text: str) -> tuple[str, str]:
    """That Prometheus refuses a query, in its own words."""
    return f'Prometheus says "{text}"', "check --match and --requests; of too many samples ask for a longer --step"


def http_error(status: int) -> tuple[str, str]:
    """That there is no answer but a status."""
    return f"HTTP {status} in place of an answer", NOT_PROMETHEUS[1]


def not_counted(name: str) -> tuple[str, str]:
    """That the counter that somebody names has no values."""
    return f"it has no values of {name}", "check --requests, --match, --days and --until"


def counters_read(names: str) -> str:
    """Which counters were read."""
    return f"read: {names}"


def warned(text: str) -> str:
    """What Prometheus warns of, such as an answer that is not whole."""
    return f'Prometheus warns: "{text}"'
