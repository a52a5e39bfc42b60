"""What comes first of what happens at one moment."""

from simulator.network.distribution import constant
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.steps import Serve
from tests.paths.scripts import asks, play, scripted, seed_for_classes, told

DISK = MultiServer("disk", 1, queue_limit=0)
READ = asks(Serve("disk", constant(1.0)), name="read")
NOTHING = asks(name="nothing")


def test_a_service_ends_before_a_timer_at_the_same_moment(engine):
    # At 2 and at 3 a read ends and another session wants the disk, which has no queue.
    network = scripted((DISK,), READ, NOTHING, sessions=2, requests=2)
    seed = seed_for_classes({(0, 0): 0, (0, 1): 0, (1, 0): 1, (1, 1): 0}, classes=2)
    tally = play(engine, network, seed)
    assert told(tally) == [(1, 0, 1.0, 1.0), (0, 0, 1.0, 2.0), (1, 1, 2.0, 3.0), (0, 1, 3.0, 4.0)]
    assert tally.log["cause"].tolist() == [-1] * 4


def test_among_equals_the_one_that_took_its_step_first_goes_first(engine):
    # Session 0 is at the slow station from 1 to 3; session 1 at the quick one from 2 to 3, having thought once more.
    # Both want the disk at 3: session 0 took its step first.
    slow, quick, disk = MultiServer("slow", 1), MultiServer("quick", 1), MultiServer("disk", 1)
    read = Serve("disk", constant(1.0))
    network = scripted(
        (quick, slow, disk),
        asks(Serve("slow", constant(2.0)), read, name="slow"),
        asks(Serve("quick", constant(1.0)), read, name="quick"),
        asks(name="nothing"),
        sessions=2,
        requests=2,
    )
    tally = play(engine, network, seed_for_classes({(0, 0): 0, (0, 1): 2, (1, 0): 2, (1, 1): 1}, classes=3))
    assert told(tally) == [(1, 0, 1.0, 1.0), (0, 0, 1.0, 4.0), (1, 1, 2.0, 5.0), (0, 1, 5.0, 5.0)]


def test_among_stations_too(engine):
    # Half a second at a core or at a disk: who took the step first leaves first, whatever the kind of station.
    cpu, disk = SharedCapacity("cpu", 8.0, (1.0,), "cores"), MultiServer("disk", 8)
    network = scripted(
        (disk, cpu),
        asks(Serve("cpu", constant(0.5)), name="compute"),
        asks(Serve("disk", constant(0.5)), name="read"),
        sessions=4,
    )
    seed = seed_for_classes({(0, 0): 0, (1, 0): 1, (2, 0): 0, (3, 0): 1}, classes=2)
    assert told(play(engine, network, seed)) == [(session, 0, 1.0, 1.5) for session in range(4)]


def test_what_happens_at_the_edge_of_a_window_belongs_to_the_next(engine):
    tally = play(engine, scripted((DISK,), READ, sessions=1))
    assert tally.column("requests", "issued")[[1, 2]].tolist() == [0, 1]
    assert tally.column("requests", "completed")[[2, 3]].tolist() == [0, 1]


def test_sessions_that_are_open_at_the_start_are_counted_from_the_start(engine):
    tally = play(engine, scripted((DISK,), READ, sessions=3))
    assert tally.column("sessions", "open")[0] == 3
    assert tally.column("sessions", "open moment")[0] == 0.0
