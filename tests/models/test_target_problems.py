"""Targets that can never be met are refused with their place and their remedy, and only those."""

import pytest

DOWNLOAD = "size: 30 kB"
CLIENTS = "clients: {rate: 80 kB/s}"
CONSTANT = "size: {mean: 40 kB, distribution: constant}"


@pytest.fixture
def targets(smallest):
    """A function from targets, and from the size of a response and the clients, to the text of a scenario."""

    def text(stated: str, size: str = DOWNLOAD, clients: str = "80 kB/s") -> str:
        assert DOWNLOAD in smallest and CLIENTS in smallest
        spoilt = smallest.replace(DOWNLOAD, size).replace(CLIENTS, f"clients: {clients}")
        return f"{spoilt}\ntargets: {{{stated}}}\n"

    return text


TWO_GROUPS = "[{rate: 1 MB/s, share: 50 %}, {rate: 100 kB/s, share: 50 %}]"


@pytest.mark.parametrize(("stated", "size", "clients", "told"), [
    (
        "p95_response: 3 s, p99_response: 2 s", DOWNLOAD, "80 kB/s",
        ['targets.p99_response = "2 s": shorter than p95_response, 3 s', "write at least 3 s"],
    ),
    (
        "client_speed: 90 kB/s", DOWNLOAD, "80 kB/s",
        ['targets.client_speed = "90 kB/s": can never be met: workload.clients[0] receives at 80 kB/s',
         "write less than 79 kB/s"],
    ),
    # Half of the sessions take 1 us a byte and half of them 10: 1 / 5.5 us = 181.8 kB/s, less the headers.
    (
        "client_speed: 200 kB/s", DOWNLOAD, TWO_GROUPS,
        ["the slowest group, workload.clients[1] receives at 100 kB/s", "write less than 179 kB/s, for a server takes"],
    ),
    # 40 kB and a header of 350 B at 80 kB/s: 0.504 s.
    (
        "p95_response: 500 ms", CONSTANT, "80 kB/s",
        ['targets.p95_response = "500 ms": can never be met', "95 % of the responses take 505 ms", "at least 505 ms"],
    ),
    ("p99_response: 0.3 s", CONSTANT, TWO_GROUPS, ["99 % of the responses take 404 ms", "write at least 404 ms"]),
])  # fmt: skip
def test_a_target_that_can_never_be_met_says_so_and_what_to_write(stated, size, clients, told, targets, problems_of):
    said = problems_of(targets(stated, size, clients))
    for fragment in ("shop.yaml:", *told):
        assert fragment in said


@pytest.mark.parametrize(("stated", "size", "clients"), [
    ("p95_response: 2 s, p99_response: 2 s", DOWNLOAD, "80 kB/s"),
    ("client_speed: 79 kB/s", DOWNLOAD, "80 kB/s"),
    # Faster than the slowest group receives, but not than all clients together.
    ("client_speed: 150 kB/s", DOWNLOAD, TWO_GROUPS),
    # Most responses of a size that varies may be small.
    ("p95_response: 1 ms, p99_response: 1 ms", DOWNLOAD, "80 kB/s"),
    ("p95_response: 505 ms", CONSTANT, "80 kB/s"),
    # The slow group is so small that 95 % of the responses do not need it.
    ("p95_response: 0.3 s", CONSTANT, "[{rate: 1 MB/s, share: 96 %}, {rate: 100 kB/s, share: 4 %}]"),
    # What is lost is no response: with so many losses, those that are answered may be the fast half.
    ("p95_response: 0.3 s, errors: 60 %", CONSTANT, TWO_GROUPS),
    ("errors: 0 %, utilisation: 1 %", DOWNLOAD, "80 kB/s"),
])  # fmt: skip
def test_a_target_that_may_be_met_is_not_refused(stated, size, clients, targets, loaded):
    assert loaded(targets(stated, size, clients)).targets
