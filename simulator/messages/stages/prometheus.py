"""Sentences about a Prometheus that is asked: each what is wrong, and what to write instead."""

from models.messages.template import problem, sentence

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
NO_LABELS = ("these are no labels as PromQL has them", 'write e.g. job="web", with double quotes around each value')
NO_UNTIL = ("no time", "write e.g. 2026-11-27 or 2026-11-27T06:00Z")
password = problem("a name or a password in the address", "leave it out; a token goes into the variable {variable}")
out_of_range = problem("out of range", "allowed are {least} to {most}")
too_late = problem(
    "no whole answer within {seconds:g} s",
    "ask for fewer --days, a longer --step, or fewer servers by --match",
)


def too_large(most: int) -> tuple[str, str]:
    """That an answer is larger than is read."""
    return f"an answer beyond {most // 2**20} MiB", "ask for a longer --step, or fewer servers by --match"


not_reached = problem("no answer: {reason}", "check that `curl` gets one from this address")


def redirected(origin: str) -> tuple[str, str]:
    """That a server leads elsewhere, which is not followed: nothing but the address is called."""
    where = f" to {origin}" if origin else ""
    return f"it leads elsewhere{where}, which is not followed", "write the address at which Prometheus itself answers"


def not_allowed(status: int, with_token: bool, variable: str) -> tuple[str, str]:
    """That it answers to nobody without a token, or not to this one."""
    if with_token:
        return f"it refuses the token in {variable} (HTTP {status})", "set one that may query"
    return f"it answers only with a token (HTTP {status})", f"set the variable {variable} to one"


refused = problem(
    'Prometheus says "{text}"',
    "check --match and --requests; of too many samples ask for a longer --step",
)


def http_error(status: int) -> tuple[str, str]:
    """That there is no answer but a status."""
    return f"HTTP {status} in place of an answer", NOT_PROMETHEUS[1]


not_counted = problem("it has no values of {name}", "check --requests, --match, --days and --until")
counters_read = sentence("read: {names}")
warned = sentence('Prometheus warns: "{text}"')
