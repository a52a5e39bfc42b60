"""The page that tells what a network is: complete, in plain units, and the same every time."""

from dataclasses import dataclass, replace
from typing import get_args

import pytest

from simulator.messages.description.describe import describe_network
from simulator.network.backend import BackendServer
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.key_store import KeyStore
from simulator.network.network import Background, Network, RequestClass
from simulator.network.open_sessions import OpenSessions, remaining_requests
from simulator.network.resources import (
    Cache,
    Catalogue,
    GarbageCollection,
    MemoryRegion,
    MultiServer,
    ProcessRecycling,
    Resource,
    SharedCapacity,
    TokenPool,
)
from simulator.network.session_source import SessionSource
from simulator.network.steps import (
    Admit,
    Allocate,
    Call,
    CallWay,
    Delay,
    EachSlice,
    Free,
    JoinFetch,
    KeyLookup,
    Leak,
    Lookup,
    Post,
    ProbeCache,
    Release,
    ResponseBytes,
    Revalidate,
    Seize,
    Serve,
    Step,
)

RECYCLE = ProcessRecycling("CPU", 1.6e9, 35000, 104400.0, 2.0, 150.0, 8, 2.5, 60.0, 90.0, 90.0)
RESOURCES = (
    SharedCapacity("CPU", 4.0, (1.0,), "cores"),
    SharedCapacity("zeroing", 2500.0, (2500.0,), "pages"),
    SharedCapacity("card", 125e6, (10e3, 84e3), "bytes"),
    MultiServer("disks", 6, queue_limit=100),
    TokenPool("kernel pool", 256 * 2.0**20, "refuse", "bytes"),
    TokenPool("threads", 24.0, "wait", "threads"),
    Cache("file cache", 1.5 * 2**30, time_to_live=30.0, largest_object=262144.0, admission_window=10.0),
    MemoryRegion("process", 2 * 2.0**30, 100e6, "file cache"),
    MemoryRegion("ASP memory", 2 * 2.0**30, 100e6, None, 1.9e9, RECYCLE),
    MemoryRegion("heap", 2.0**30, 200e6, collect=GarbageCollection("CPU", 0.15)),
    SharedCapacity("CPU of database", 8.0, (1.0,), "cores"),
)
FETCH = (Serve("disks", constant(0.009)), Admit("file cache"))
READ = (Allocate("process", 65536.0), JoinFetch("file cache", FETCH, 0.5, 5.0), Free("process", 65536.0))
LOOKUP = Lookup("file cache", READ)
SLICES = EachSlice(3, 10240.0, exponential(33.6e3), (LOOKUP,))
STEPS = (
    Seize("threads", 1.0),
    Serve("CPU", exponential(0.706e-3)),
    Serve("zeroing", Distribution(Family.PARETO, 8.0, 2.5), 1),
    Revalidate(("file cache",), 60.0, 0.9, (Delay(constant(0.04)),), 1),
    SLICES,
    Release("threads", 1.0),
    Serve("card", ResponseBytes()),
)
IN_PROCESS = (
    Allocate("ASP memory", 1e6),
    Serve("CPU", constant(0.025), process="ASP memory"),
    Leak("heap", 40e3),
    Delay(exponential(0.027), 1),
    Leak("ASP memory", 20e3),
    Free("ASP memory", 1e6),
    Serve("card", constant(2e6)),
)
ASKED = Catalogue(174_762, 0.8, constant(10240.0), slices=3)
PAGE = RequestClass("page", 0.25, Distribution(Family.UNIFORM, 8e3), 300.0, IN_PROCESS)
RANGE = RequestClass("range", 0.75, exponential(33.6e3), 350.0, STEPS, ASKED)
SOURCE = SessionSource(
    rate=850.0,
    requests=Distribution(Family.GEOMETRIC, 20.0),
    think_time=exponential(3.7),
    client_shares=(0.4, 0.6),
    connect=(Seize("kernel pool", 2600.0, 20 * 2.0**20),),
    close=(Release("kernel pool", 2600.0),),
    attempts=3,
    back_off=600.0,
    reconnect=1.0,
    open_at_start=1000,
    profile=((0.0, 0.0), (600.0, 1.0)),
)
FLOOD_STEPS = (Seize("kernel pool", 500.0), Delay(constant(20.0)), Release("kernel pool", 500.0))
FLOOD = Background("half-open connections", 2000.0, FLOOD_STEPS)
OTHERS_STEPS = (ProbeCache("file cache", RANGE.catalogue, (Delay(constant(5e-3)),)),)
OTHERS = Background("ranges of others", 100.0, OTHERS_STEPS)
CALLS = (Call((CallWay("database", (Serve("CPU of database", constant(2e-3)),)),)),)
KEY = KeyLookup(KeyStore(0.9, (), "database"), (Delay(constant(1e-3)),))
BY_KEY = (Call((CallWay("database", (KEY,)),), otherwise=(Delay(constant(3e-3)),)),)
POST = Post((("mails", 1.0),))
WRITES = Background("writes", 10.0, (*CALLS, *BY_KEY, POST))
MAILS = Background("mails", 10.0, CALLS, of_load=True, posted=True, again=2.0)
DATABASE = BackendServer("database", ("CPU of database",))
EVERYTHING = Network(
    5, RESOURCES, (RANGE, PAGE), SOURCE, background=(FLOOD, OTHERS, WRITES, MAILS), backend=("CPU of database",),
    servers=(DATABASE,),
)  # fmt: skip

PAGE_OF_EVERYTHING = """\
Nodes
  5 nodes, each with its own copy of the resources below
  the balancer picks a session's node by hash
  behind all of them stand once: CPU of database

Resources of each node
  CPU: 4 cores, shared in equal parts; a job gets at most 1 core
  zeroing: 2,500 pages a second, shared in equal parts; a job gets at most 2,500 pages a second
  card: 125 MB/s (1 Gbps), shared in equal parts; a job, by the class of its client, gets at most 10
      kB/s (80 kbps) or 84 kB/s (672 kbps)
  disks: 6 servers behind one first-in-first-out queue; whoever finds 100 waiting is refused
  kernel pool: pool of 256 MiB; refuses when short
  threads: pool of 24 threads; whoever comes when it is short waits in line
  file cache: 1.5 GiB, the least recently used object leaves first; an object leaves 30 s after its
      last use; objects over 262 kB do not enter; an object enters when asked for twice within 10 s;
      starts empty
  process: 2 GiB at most: 100 MB from the start, what file cache holds and what requests allocate
  ASP memory: 2 GiB at most: 100 MB from the start, what requests allocate and what they leave
      behind, ever less of it towards 1.9 GB
    recycled when a request ends and it holds 1.6 GB, has served 35,000 requests or is 104,400 s old
    a new process initialises beside it: 2 s of work at CPU, begun again after 90 s
    then requests enter the new one, with nothing cached or left behind; 8 jobs together do 150 s of
        work at CPU; work of requests is 2.5 times as much, falling to once within 60 s
    the old one holds its memory until the requests in it have ended, 90 s at the most; then these
        fail
  heap: 1 GiB at most: 200 MB from the start and what requests leave behind
    collected when full: CPU serves nobody for 150 ms, then only what was there from the start is
        left
  CPU of database: 8 cores, shared in equal parts; a job gets at most 1 core

Sessions
  arrivals: 850 a second for all nodes together, at random (Poisson); of that 0 % at 0 s to 100 % at
      600 s in straight lines, then unchanged
  requests a session: 20 on average (geometric); 17,000 requests a second are offered
  think time after a response: 3.7 s on average (exponential)
  1,000 sessions are connected and thinking when the clock starts
  clients of class 1: 40 % of the sessions, at most 10 kB/s (80 kbps) at card
  clients of class 2: 60 % of the sessions, at most 84 kB/s (672 kbps) at card

On connecting
  1. take 2.6 kB of kernel pool, leaving 20 MiB free, or be refused

Request class: range
  75 % of the requests
  response: 33.6 kB on average (exponential), after a header of 350 B
  wire bytes: header and response, and 78 B for every 1,460 bytes or part of them
  asks for one of 58,254 objects of 3 slices of 10.2 kB; the i-th most popular in proportion to 1 /
      i^0.8
  1. take 1 thread of threads, or wait
  2. CPU: 0.706 ms of work on average (exponential)
  3. zeroing: 8 pages on average (Pareto with tail index 2.5)
  4. if its copy is older than 60 s, ask again; if not changed (90 %):
    4.1. wait 40 ms, with nothing to do here
  5. for each slice of 10.2 kB that it asks for, of 3 of the object:
    5.1. look up in file cache; on a miss:
      5.1.1. allocate 64 KiB of process, or fail
      5.1.2. wait, looking every 500 ms, while another fetches the object into file cache; else:
        5.1.2.1. disks: 9 ms of service
        5.1.2.2. offer the object to file cache
      5.1.3. free 64 KiB of process
  6. give 1 thread back to threads
  7. card: send the response's wire bytes

Request class: page
  25 % of the requests
  response: 8 kB on average (uniform, up to 16 kB), after a header of 300 B
  wire bytes: header and response, and 78 B for every 1,460 bytes or part of them
  1. allocate 1 MB of ASP memory, or fail
  2. CPU: 25 ms of work, more while the process of ASP memory is cold
  3. leave 40 kB behind in heap, or fail
  4. wait 27 ms on average (exponential), with nothing to do here
  5. leave 20 kB behind in ASP memory, or fail
  6. free 1 MB of ASP memory
  7. card: 2 MB

On closing
  1. give 2.6 kB back to kernel pool

In the background: half-open connections
  arrivals: 2,000 a second for all nodes together, at random (Poisson)
  no sessions and no requests; one that is refused a step leaves
  1. take 500 B of kernel pool, or be refused
  2. wait 20 s, with nothing to do here
  3. give 500 B back to kernel pool

In the background: ranges of others
  arrivals: 100 a second for all nodes together, at random (Poisson)
  no sessions and no requests; one that is refused a step leaves
  1. draw an object and see whether file cache holds it, as that of another server would; on a miss:
    1.1. wait 5 ms, with nothing to do here

In the background: writes
  arrivals: 10 a second for all nodes together, at random (Poisson)
  no sessions and no requests; one that is refused a step leaves
  1. call a server that is up (database), or fail; there, at database:
    1.1. CPU of database: 2 ms of work
  2. call the server that a key lies in (database); there, at database:
    2.1. look a key up, which is found by 90 % of the jobs; on a miss:
      2.1.1. wait 1 ms, with nothing to do here
    where that server is dead:
    2.1. wait 3 ms, with nothing to do here
  3. post one of the mails, and go on

In the background: mails
  posted by others: 10 a second for all nodes together
  nobody waits for them; one that is refused a step begins again after 2 s
  1. call a server that is up (database), or fail; there, at database:
    1.1. CPU of database: 2 ms of work

When something is short
  a request that fails ends its session, and all that the session holds is given back
  a session that is refused tries again after 600 s, up to 3 times, then gives up
  counted as a cause: kernel pool (sessions are refused)
  counted as a cause: disks (requests fail)
  counted as a cause: process (requests fail)
  counted as a cause: ASP memory (requests fail)
  counted as a cause: heap (requests fail)
  counted as a cause: ASP memory: stopped (requests fail)
  counted as a cause: tier server down (requests fail)
"""


@dataclass(frozen=True)
class Origin:
    path: str
    limit: str


def test_the_page_of_a_network_with_one_of_everything():
    assert describe_network(EVERYTHING) == PAGE_OF_EVERYTHING


def test_the_network_of_that_page_really_has_one_of_everything():
    steps = (
        *SOURCE.connect,
        *SOURCE.close,
        *STEPS,
        *READ,
        *FETCH,
        *IN_PROCESS,
        *OTHERS_STEPS,
        *CALLS,
        LOOKUP,
        KEY,
        POST,
    )
    assert {type(step) for step in steps} == set(get_args(Step))
    assert {type(resource) for resource in RESOURCES} == set(get_args(Resource))


@pytest.mark.parametrize("name", [resource.name for resource in RESOURCES])
def test_origins_are_told_under_the_resource_they_belong_to(name):
    lines = describe_network(EVERYTHING, {name: Origin("server.part", "as bought")}).splitlines()
    told = lines.index("    from server.part (as bought)")
    above = [line for line in lines[:told] if line.startswith("  ") and not line.startswith("    ")]
    assert above[-1].startswith(f"  {name}: ")


def test_the_smallest_network_says_that_nothing_is_refused():
    source = SessionSource(1.0, constant(1.0), constant(0.0), (1.0,))
    page = describe_network(Network(1, (), (RequestClass("nothing", 1.0, constant(1.0), 0.0, ()),), source))
    assert "1 node\n" in page
    assert "nothing to do" in page
    assert "a session that is refused gives up" in page
    assert "nothing here refuses or fails" in page


def test_a_closed_population_is_told_by_who_is_there_at_the_start():
    page = describe_network(replace(EVERYTHING, source=replace(SOURCE, rate=0.0, returns=True, profile=())))
    assert "arrivals: none after the start" in page
    assert "who leaves comes again: after a think time, or after the back-off" in page
    assert "requests a second are offered" not in page
    assert "come to their first request" not in page
    spread = describe_network(
        replace(EVERYTHING, source=replace(SOURCE, rate=0.0, returns=True, profile=(), spread=12.0))
    )
    assert "these come to their first request evenly within 12 s" in spread


@pytest.mark.parametrize(
    ("recycle", "told", "untold"),
    [
        (
            ProcessRecycling("CPU", requests=1),
            "it has served 1 request\n",
            ["begun again", "work of requests", "at the most"],
        ),
        (
            ProcessRecycling("CPU", period=3600.0),
            "it is 3,600 s old\n",
            ["begun again", "work of requests", "at the most"],
        ),
        (ProcessRecycling("CPU", at=1e9, start_up_work=3.0), "; 1 job does 3 s of work at CPU\n", ["work of requests"]),
        (
            ProcessRecycling("CPU", at=1e9, cold_factor=2.0, warm_time=9.0),
            "2 times as much, falling to once within 9 s",
            ["job"],
        ),
        (ProcessRecycling("CPU"), "never recycled\n", ["initialises"]),
    ],
)
def test_a_recycle_tells_what_it_has_and_nothing_else(recycle, told, untold):
    network = replace(
        EVERYTHING,
        resources=(SharedCapacity("CPU", 1.0, (1.0,), "cores"), MemoryRegion("memory", 2e9, 1e8, recycle=recycle)),
        classes=(),
        background=(),
        backend=(),
        servers=(),
    )
    page = describe_network(replace(network, source=SessionSource(1.0, constant(1.0), constant(0.0), (1.0,))))
    resources = page.split("  memory: ")[1].split("\n\n")[0].replace("\n        ", " ") + "\n"
    assert told in resources
    assert not [words for words in untold if words in resources]


def test_a_request_that_leaves_nothing_behind_is_counted():
    leaves_nothing = replace(PAGE, steps=(Leak("ASP memory", 0.0),))
    network = replace(EVERYTHING, classes=(leaves_nothing,), background=(FLOOD,))
    page = describe_network(network)
    assert "1. count a request served by ASP memory" in page
    assert "ASP memory: stopped (requests fail)" in page and "ASP memory (no step asks for it)" in page


def test_a_cause_that_no_step_asks_for_is_told():
    network = replace(EVERYTHING, resources=(*RESOURCES, TokenPool("spare", 1.0, "refuse", "places")))
    assert "counted as a cause: spare (no step asks for it)" in describe_network(network)


def test_a_limit_that_is_asked_for_on_connecting_and_by_requests_does_both():
    network = replace(EVERYTHING, classes=(replace(PAGE, steps=(Seize("kernel pool", 1.0),)),), background=())
    assert "kernel pool (sessions are refused and requests fail)" in describe_network(network)


def test_every_line_fits_the_page():
    assert max(len(line) for line in describe_network(EVERYTHING).splitlines()) <= 104


def test_sessions_in_their_middle_are_told_with_what_the_start_lacks():
    midway = OpenSessions(remaining_requests(constant(20.0)), (0.5, 0.5), (360.0, 30.0))
    source = replace(SOURCE, requests=constant(20.0), midway=midway)
    told = describe_network(replace(EVERYTHING, source=source))
    assert "1,000 sessions are connected, in the middle of a cycle, when the clock starts\n" in told
    assert "requests that they have left: 10 on average\n" in told
    assert "no rest of a response is sent: loads are those of a steady state 360 s after the start\n" in told


def one_server(*classes):
    """A server whose requests use its CPU, disks and card."""
    source = SessionSource(10.0, constant(1.0), constant(1.0), (1.0,), (), ())
    card = SharedCapacity("card", 125e6, (125e6,), "bytes")
    return Network(1, (SharedCapacity("CPU", 4.0, (1.0,), "cores"), MultiServer("disks", 6), card), classes, source)


WORK, DISKS, SEND = Serve("CPU", constant(1e-3)), Serve("disks", constant(9e-3)), Serve("card", ResponseBytes())


def test_steps_that_are_taken_again_are_told_once():
    """Nested ones too: a miss of two equal reads, which is taken three times before others."""
    ask = (Delay(constant(1e-3)), KeyLookup(KeyStore(0.5), (DISKS, WORK, DISKS, WORK)))
    network = one_server(RequestClass("page", 1.0, constant(1e3), 0.0, (*ask, *ask, *ask, SEND), asked_as="page"))
    page = describe_network(network)
    for told in ("\n  1. wait 1 ms", "\n    2.1. disks: 9 ms", "\n    2.3 to 2.4: 2.1 to 2.2 once more\n",
                 "\n  3 to 6: 1 to 2 2 more times\n", "\n  7. card: send"):  # fmt: skip
        assert told in page
    assert "  3. wait" not in page and "    2.3. disks" not in page
    every = describe_network(network, every=True)
    assert every.count("wait 1 ms") == 3 and every.count("disks: 9 ms") == 6 and " more" not in every


def test_a_class_that_finds_other_servers_is_told_as_what_differs():
    first, second = (
        RequestClass(name, 0.5, constant(1e3), 0.0, steps, asked_as="page")
        for name, steps in (("page (one)", (WORK, DISKS, SEND)), ("page (other)", (DISKS, SEND)))
    )
    (told,) = (part for part in describe_network(one_server(first, second)).split("\n\n") if "page (other)" in part)
    assert told.split("\n")[1:] == ["  as page (one), but:", "  without CPU: 1 ms of work"]
    assert describe_network(one_server(first, second), every=True).count("card: send") == 2
