"""Who is served when a station serves so many jobs at once, and how fast where its capacity depends on their number."""

from simulator.network.distribution import constant
from simulator.network.resources import GarbageCollection, MemoryRegion, SharedCapacity
from simulator.network.steps import Leak, Serve
from tests.paths.scripts import asks, play, scripted, told


def cpu(capacity: float = 1.0, **rules) -> SharedCapacity:
    return SharedCapacity("cpu", capacity, (1.0,), "cores", **rules)


def ends(engine, station: SharedCapacity, work: float, sessions: int) -> list[float]:
    """When sessions are done that ask for some work each, all at second 1."""
    network = scripted((station,), asks(Serve("cpu", constant(work))), sessions=sessions)
    return [end for *_, end in told(play(engine, network))]


def test_a_second_thread_adds_half_a_core(engine):
    # Each of the two gets 0.75 of a core, and a single one gets a core.
    assert ends(engine, cpu(1.5, curve=(1.0, 1.5)), 1.5, sessions=2) == [3.0, 3.0]
    assert ends(engine, cpu(1.5, curve=(1.0, 1.5)), 1.5, sessions=1) == [2.5]


def test_a_curve_stays_where_it_ends(engine):
    assert ends(engine, cpu(1.5, curve=(1.0, 1.5)), 1.5, sessions=4) == [5.0] * 4


def test_a_core_runs_its_jobs_to_completion_in_turn(engine):
    assert ends(engine, cpu(at_once=1), 1.0, sessions=3) == [2.0, 3.0, 4.0]


def test_who_is_next_has_what_the_number_served_leaves(engine):
    # Two have 0.75 of a core each until 3, then the third has a core alone.
    assert ends(engine, cpu(1.5, curve=(1.0, 1.5), at_once=2), 1.5, sessions=3) == [3.0, 3.0, 4.5]


def test_jobs_take_slices_in_turn(engine):
    # 0 from 1 to 2, 1 to 3, 2 to 4; then again, and each is done after its second slice.
    assert ends(engine, cpu(at_once=1, slice=1.0), 2.0, sessions=3) == [5.0, 6.0, 7.0]


def test_a_last_slice_may_be_shorter(engine):
    # 0 from 1 to 2, 1 to 3, 0 to 3.5, 1 to 4.
    assert ends(engine, cpu(at_once=1, slice=1.0), 1.5, sessions=2) == [3.5, 4.0]


def test_who_is_alone_goes_on_after_its_slice(engine):
    assert ends(engine, cpu(at_once=1, slice=1.0), 3.0, sessions=1) == [4.0]


def test_slices_on_two_threads_of_a_core(engine):
    # 0 and 1 at 0.75 until 3; then 2 alone takes a core to 4.5, for they are done.
    assert ends(engine, cpu(1.5, curve=(1.0, 1.5), at_once=2, slice=1.5), 1.5, sessions=3) == [3.0, 3.0, 4.5]


def test_a_collection_stops_who_is_served_and_keeps_the_line(engine):
    # 0 works from 1 to 2 and 1 to 3, which then finds the heap full. Stopped from 3 to 5; 0 is done at 6 and 1 at 7.
    heap = MemoryRegion("heap", 5.5, 4.0, collect=GarbageCollection("cpu", 2.0))
    steps = (Serve("cpu", constant(1.0)), Leak("heap", 1.0), Serve("cpu", constant(1.0)))
    tally = play(engine, scripted((cpu(at_once=1), heap), asks(*steps), sessions=2))
    assert told(tally) == [(0, 0, 1.0, 6.0), (1, 0, 1.0, 7.0)]
    assert tally.column("shared", "cpu", "work")[-1] == 6.0
    # Two are there from 1 to 6 and one from 6 to 7.
    assert tally.column("shared", "cpu", "jobs")[-1] == 11.0
