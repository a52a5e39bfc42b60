"""How a process is replaced by a new one, moment by moment."""

from simulator.engines.engine import Engine
from simulator.engines.tally import Tally
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.resources import (
    Cache,
    Catalogue,
    GarbageCollection,
    MemoryRegion,
    ProcessRecycling,
    SharedCapacity,
)
from simulator.network.steps import Admit, Allocate, Delay, Free, Leak, Lookup, Serve
from tests.paths.scripts import asks, play, scripted, seed_for_classes, told

CPU = SharedCapacity("cpu", 64.0, (1.0,), "cores")
WORK = Serve("cpu", constant(1.0), process="memory")


def process(**terms) -> MemoryRegion:
    """A process of 4 bytes that is recycled at 8."""
    return MemoryRegion("memory", 16.0, 4.0, recycle=ProcessRecycling("cpu", **({"at": 8.0} | terms)))


def visit(*steps, kept: float = 4.0) -> tuple:
    """What a request does inside the process: it holds 2 bytes and leaves `kept` behind."""
    return (Allocate("memory", 2.0), *steps, Leak("memory", kept), Free("memory", 2.0))


def held(tally: Tally) -> list[float]:
    """The bytes held on average in each second."""
    area = tally.column("region", "memory", "used")
    return (area[1:] - area[:-1]).tolist()


def one_after_the_other(engine: Engine, region: MemoryRegion, *steps, sessions: int = 1, **more) -> Tally:
    network = scripted((CPU, region), asks(*visit(*steps or (WORK,), **more)), sessions=sessions, requests=4)
    return play(engine, network)


def test_a_process_is_replaced_when_it_has_grown_to_its_limit(engine):
    # Requests begin at 1, 3, 5 and 7 and take a second. The first leaves 4 + 2 + 4 bytes, so the process is recycled.
    tally = one_after_the_other(engine, process())
    assert told(tally) == [(0, 0, 1.0, 2.0), (0, 1, 3.0, 4.0), (0, 2, 5.0, 6.0), (0, 3, 7.0, 8.0)]
    assert tally.column("region", "memory", "recycles")[[2, 3, 4, 7]].tolist() == [0.0, 1.0, 1.0, 3.0]
    assert held(tally)[:5] == [4.0, 6.0, 4.0, 6.0, 4.0]


def test_a_plateau_below_the_limit_is_never_passed(engine):
    region = MemoryRegion("memory", 16.0, 4.0, plateau=2.0, recycle=ProcessRecycling("cpu", at=8.5))
    tally = one_after_the_other(engine, region, kept=1.0)
    assert tally.column("region", "memory", "recycles")[-1] == 0.0
    # 1, then half of 1, then a quarter of 1.
    assert [held(tally)[second] for second in (2, 4, 6)] == [5.0, 5.5, 5.75]


def test_a_new_process_initialises_beside_the_one_in_charge(engine):
    # It holds its base from second 2 to 2.5 and takes over then: the old one, which nobody is in, is gone.
    tally = one_after_the_other(engine, process(initialise=0.5))
    assert held(tally)[1:4] == [6.0, (12.0 + 4.0) / 2.0, 6.0]


def test_a_start_that_takes_too_long_is_begun_again(engine):
    tally = one_after_the_other(engine, process(initialise=0.5, start_limit=0.25))
    assert tally.column("region", "memory", "failed starts")[[2, 3, 4]].tolist() == [0.0, 1.0, 3.0]
    assert tally.column("region", "memory", "recycles")[-1] == 1.0


def test_work_is_multiplied_until_the_process_is_warm(engine):
    # The new process takes over at 2; at 3 it is half as cold as then: 1 + 2 / 2 seconds instead of 1.
    tally = one_after_the_other(engine, process(at=None, requests=1, cold_factor=3.0, warm_time=2.0))
    assert told(tally)[:2] == [(0, 0, 1.0, 2.0), (0, 1, 3.0, 5.0)]


def test_start_up_work_is_done_by_several_jobs_beside_the_requests(engine):
    tally = one_after_the_other(engine, process(start_up_work=1.0, start_up_jobs=2), sessions=1)
    work = tally.column("shared", "cpu", "work")
    # One second of the request; then 1 second of work by two jobs within half a second.
    assert (work[2], work[3]) == (1.0, 2.0)
    jobs = tally.column("shared", "cpu", "jobs")
    assert jobs[3] - jobs[2] == 1.0


def two_at_once(engine: Engine, stop_limit: float) -> Tally:
    """A short request ends the process while a long one is still inside it."""
    short, long = visit(WORK), visit(Serve("cpu", constant(1.0)), Delay(constant(2.0)))
    network = scripted((CPU, process(at=None, requests=1, stop_limit=stop_limit)), asks(*short), sessions=1)
    return play(engine, with_second_class(network, long), seed=seed_with_both())


def with_second_class(network: Network, steps: tuple) -> Network:
    """The network with another kind of request, and one session for each kind."""
    return scripted(network.resources, network.classes[0], asks(*steps, name="long"), sessions=2)


def seed_with_both() -> int:
    """A seed that sends the short request first."""
    return seed_for_classes({(0, 0): 0, (1, 0): 1}, 2)


def test_an_old_process_holds_its_memory_until_its_last_request_ends(engine):
    tally = two_at_once(engine, stop_limit=8.0)
    assert told(tally) == [(0, 0, 1.0, 2.0), (1, 0, 1.0, 4.0)]
    # Both are inside: 4 + 2 + 2. The short one leaves 4 bytes and frees 2. From 2 to 4 the old one has 4 + 4 + 2 bytes.
    assert held(tally)[1:5] == [8.0, 14.0, 14.0, 4.0]


def test_an_old_process_is_killed_after_the_stop_limit_and_its_last_request_fails(engine):
    tally = two_at_once(engine, stop_limit=1.0)
    assert told(tally) == [(0, 0, 1.0, 2.0), (1, 0, 1.0, 4.0)]
    assert tally.log["cause"].tolist() == [-1, 1]
    assert held(tally)[1:5] == [8.0, 14.0, 4.0, 4.0]


def test_what_an_old_process_holds_is_not_held_by_the_one_in_charge(engine):
    area = two_at_once(engine, stop_limit=1.0).column("region", "memory", "in charge")
    assert (area[1:] - area[:-1]).tolist()[1:5] == [8.0, 4.0, 4.0, 4.0]


def test_the_cache_of_a_process_is_empty_after_a_recycle(engine):
    catalogue = Catalogue(1, 0.0, constant(1.0))
    look = Lookup("cache", (Serve("cpu", constant(0.5)), Admit("cache")))
    region = MemoryRegion("memory", 16.0, 4.0, "cache", recycle=ProcessRecycling("cpu", requests=2))
    request = asks(*visit(look, kept=0.0), catalogue=catalogue)
    tally = play(engine, scripted((CPU, Cache("cache", 8.0), region), request, sessions=1, requests=4))
    # Miss, hit and recycle, miss, hit.
    assert tally.column("cache", "cache", "hits")[-1] == 2.0
    assert [end - start for _, _, start, end in told(tally)] == [0.5, 0.0, 0.5, 0.0]


def test_a_process_that_leaks_and_is_never_recycled_is_full_one_day(engine):
    tally = one_after_the_other(engine, process(at=None), kept=6.0)
    # 4 + 6 = 10, then 4 more cannot be had beside the 2 that the request holds.
    assert tally.log["cause"].tolist() == [-1, 0]


def test_a_full_heap_is_collected_while_the_processor_stands_still(engine):
    heap = MemoryRegion("memory", 8.0, 2.0, collect=GarbageCollection("cpu", 0.5))
    steps = (Leak("memory", 4.0), Serve("cpu", constant(1.0)))
    tally = play(engine, scripted((CPU, heap), asks(*steps), sessions=1, requests=4))
    # 2 + 4 bytes; the second request finds no room for 4 more: the heap is collected first, half a second long.
    assert [end - start for _, _, start, end in told(tally)] == [1.0, 1.5, 1.5, 1.5]
    assert tally.column("region", "memory", "collections")[-1] == 3.0
    assert tally.column("region", "memory", "paused")[-1] == 1.5
    assert held(tally)[:4] == [2.0, 6.0, 6.0, 6.0]
    # A stopped processor is busy with the collection, on all of its cores.
    work = tally.column("shared", "cpu", "work")
    assert work[-1] == 4.0 + 1.5 * 64.0


def test_nobody_leaves_a_core_that_stands_still_though_rounding_says_that_all_is_done(engine):
    # Five jobs end together, but for rounding: 0.3 is no sum of powers of two. The second one finds the heap full.
    heap = MemoryRegion("memory", 8.0, 2.0, collect=GarbageCollection("cpu", 0.5))
    core = SharedCapacity("cpu", 1.0, (1.0,), "cores")
    network = scripted((core, heap), asks(Serve("cpu", constant(0.3)), Leak("memory", 4.0)), sessions=5)
    assert [end for _, _, _, end in told(play(engine, network))] == [2.5, 2.5, 3.0, 3.5, 4.0]


def test_a_pause_counts_as_it_passes(engine):
    # It begins at second 1 and outlasts the run: of its 100 s no more has passed than there was.
    heap = MemoryRegion("memory", 8.0, 6.0, collect=GarbageCollection("cpu", 100.0))
    network = scripted((CPU, heap), asks(Leak("memory", 2.0)), sessions=2)
    assert play(engine, network).column("region", "memory", "paused")[[1, 2, -1]].tolist() == [0.0, 1.0, 63.0]


def test_a_heap_without_room_for_what_is_alive_fails_the_request(engine):
    heap = MemoryRegion("memory", 8.0, 6.0, collect=GarbageCollection("cpu", 0.5))
    tally = play(engine, scripted((CPU, heap), asks(Leak("memory", 4.0)), sessions=1))
    assert tally.log["cause"].tolist() == [0]
