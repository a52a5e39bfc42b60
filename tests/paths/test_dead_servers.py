"""Servers behind the nodes that die: at which moment which call fails, and what goes on."""

from dataclasses import replace

import pytest

from simulator.engines.draws import call_uniform, session_key
from simulator.network.backend import BackendServer
from simulator.network.client_timeouts import ClientTimeouts, RetryPolicy
from simulator.network.cluster import TIER_DOWN, NodeEvent
from simulator.network.distribution import constant
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Call, CallWay, Release, Seize, Serve, Step
from tests.paths.scripts import asks, play, scripted, told

CPU, DISK = SharedCapacity("cpu", 2.0, (1.0,), "cores"), MultiServer("disk", 1)
READ = (Serve("disk", constant(2.0)),)
EITHER = Call(tuple(CallWay(name, (Serve(f"disk of {name}", constant(1.0)),)) for name in ("a", "b")), stream=3)


def dying(resources: tuple, call: Call, *events: NodeEvent, servers: dict[str, tuple[str, ...]], **script):
    """Sessions that make a call, with servers that have these resources behind their node, and what happens to them."""
    network = scripted(resources, asks(), **script)
    owned = tuple(BackendServer(name, own) for name, own in servers.items())
    backend = tuple(name for own in servers.values() for name in own)
    classes = (replace(network.classes[0], steps=(call,)),)
    return replace(network, classes=classes, backend=backend, servers=owned, events=events)


def one_of_two(*events: NodeEvent, **source):
    """A session that calls one of two servers, each with a disk, for a second."""
    disks = (MultiServer("disk of a", 1), MultiServer("disk of b", 1))
    owned = {"a": ("disk of a",), "b": ("disk of b",)}
    return dying(disks, EITHER, *events, servers=owned, sessions=1, **source)


def seed_that_calls(servers: str) -> int:
    """A seed with which the tries of the first request find these of two servers, one after the other."""

    def server(seed: int, tries: int) -> str:
        return "ab"[int(2.0 * call_uniform(session_key(seed, 0), 0, 0, EITHER.stream, tries))]

    return next(seed for seed in range(100) if "".join(server(seed, n) for n in range(len(servers))) == servers)


def failed(tally, what: str = "failed") -> float:
    return tally.column("cause", TIER_DOWN, what)[-1]


def test_calls_fail_with_their_server_and_what_it_had_called_itself_goes_on(engine):
    # Each has half a second of a core, then the first reads from 1.5 to 3.5 while the second waits. The application
    # dies at 2. The database reads on, for both, until 5.5.
    half = Serve("cpu", constant(0.5))
    steps: tuple[Step, ...] = (half, Call((CallWay("database", READ),)), half)
    network = dying(
        (CPU, DISK),
        Call((CallWay("application", steps),)),
        NodeEvent(2.0, 0, "dies", server="application"),
        servers={"application": ("cpu",), "database": ("disk",)},
        sessions=2,
    )
    tally = play(engine, network)
    assert told(tally) == [(0, 0, 1.0, 2.0), (1, 0, 1.0, 2.0)]
    assert failed(tally) == 2.0
    assert tally.column("queue", "disk", "busy")[[2, 3, 5, -1]].tolist() == [0.5, 1.5, 3.5, 4.0]
    assert tally.column("shared", "cpu", "work")[-1] == 1.0


def test_who_calls_a_server_that_dies_gives_back_what_it_holds_and_the_next_one_fails_at_once(engine):
    # One connection of the application, held while the database reads. It dies at 2: the first fails, then those
    # who have waited for the connection, for they call a database that nobody has noticed to be dead.
    take, give = Seize("connections", 1.0), Release("connections", 1.0)
    steps: tuple[Step, ...] = (take, Call((CallWay("database", READ),)), give)
    network = dying(
        (TokenPool("connections", 1.0, "wait", "connections"), DISK),
        Call((CallWay("application", steps),)),
        NodeEvent(2.0, 0, "dies", server="database"),
        NodeEvent(4.0, 0, "stands", server="database"),
        servers={"application": ("connections",), "database": ("disk",)},
        sessions=3,
    )
    tally = play(engine, network)
    assert told(tally) == [(0, 0, 1.0, 2.0), (1, 0, 1.0, 2.0), (2, 0, 1.0, 2.0)]
    assert failed(tally) == 3.0
    assert tally.column("pool", "connections", "used")[-1] == 1.0


def test_calls_go_to_the_servers_that_live_once_death_is_noticed_and_come_back_later(engine):
    # Nobody calls a until 4, and nobody b from then on.
    network = one_of_two(
        NodeEvent(0.5, 0, "dies", server="a"),
        NodeEvent(0.75, 0, "leaves", server="a"),
        NodeEvent(3.0, 0, "stands", server="a"),
        NodeEvent(4.0, 0, "joins", server="a"),
        NodeEvent(4.0, 0, "leaves", server="b"),
        requests=3,
    )
    tally = play(engine, network)
    assert told(tally) == [(0, 0, 1.0, 2.0), (0, 1, 3.0, 4.0), (0, 2, 5.0, 6.0)]
    busy = [tally.column("queue", f"disk of {name}", "busy")[-1] for name in ("a", "b")]
    assert busy == [1.0, 2.0] and failed(tally) == 0.0


@pytest.mark.parametrize(("servers", "failures"), [("ab", 0.0), ("aa", 1.0)])
def test_who_tries_again_calls_a_server_that_is_drawn_anew(engine, servers, failures):
    # The first one is dead, which nobody has noticed.
    patience = ClientTimeouts(retries=RetryPolicy(1, back_off=1.0))
    network = one_of_two(NodeEvent(0.5, 0, "dies", server="a"), patience=patience)
    tally = play(engine, network, seed_that_calls(servers))
    assert told(tally) == [(0, 0, 1.0, 1.0), (0, 0, 1.0, 2.0 if failures else 3.0)]
    assert failed(tally, "tried again") == 1.0 and failed(tally) == failures


def test_a_call_fails_at_once_where_no_server_is_left(engine):
    network = one_of_two(*(NodeEvent(0.5, 0, "leaves", server=name) for name in ("a", "b")))
    assert told(play(engine, network)) == [(0, 0, 1.0, 1.0)]
