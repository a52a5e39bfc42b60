"""Who comes: set-up and encryption of connections, populations, ramps and floods."""

import pytest

from simulator.network.distribution import Distribution, Family, constant, empirical
from simulator.network.network import Background
from simulator.network.open_sessions import OpenSessions
from simulator.network.resources import TokenPool
from simulator.network.roles import Role
from simulator.network.steps import Delay, Release, Seize, Serve
from simulator.translate.translate import translate
from tests.translate.named import names, resource

IDLE, SENDING = Seize("kernel pool", 2600.0, 20 * 2.0**20), Seize("kernel pool", 16384.0 - 2600.0)
TLS = {"handshake_cpu": "4 ms", "handshake_round_trips": 6, "request_round_trips": 2}
COSTS = {"workload.session.connect_cpu": "0.1 ms", "workload.session.tls": TLS}
LIMITS = {
    "operating_system.listen_backlog": 200,
    "operating_system.connection_cores": 1,
    "operating_system.user_mode_round_trip": "0.3 ms",
}
CONNECT, HANDSHAKE = 0.1e-3 * 1.25 / 2, 4e-3 * 1.25 / 2


def test_connecting_takes_work_and_a_handshake(scenario):
    connect = translate(scenario(COSTS)).network.source.connect
    assert connect == (IDLE, Serve("CPU", constant(CONNECT)), Serve("CPU", constant(HANDSHAKE)), SENDING)


def test_a_backlog_is_held_until_the_handshake_is_over_and_the_set_up_for_the_work_of_connecting(scenario):
    translation = translate(scenario({**COSTS, **LIMITS}))
    network = translation.network
    assert network.source.connect == (
        Seize("listen backlog", 1.0),
        IDLE,
        Seize("connection set-up", 1.0),
        Serve("CPU", constant(CONNECT)),
        Release("connection set-up", 1.0),
        Serve("CPU", constant(HANDSHAKE + 6 * 0.3e-3 / 2)),
        Release("listen backlog", 1.0),
        SENDING,
    )
    backlog = TokenPool("listen backlog", 200.0, "refuse", "connections", role=Role.BACKLOG)
    assert resource(network, "listen backlog") == backlog
    set_up = TokenPool("connection set-up", 1.0, "wait", "cores", role=Role.SET_UP)
    assert resource(network, "connection set-up") == set_up
    assert translation.origins["listen backlog"].path == "operating_system.listen_backlog"
    assert translation.origins["connection set-up"].path == "operating_system.connection_cores"
    assert network.source.close == (Release("kernel pool", IDLE.amount), Release("kernel pool", SENDING.amount))


@pytest.mark.parametrize(("in_kernel", "trips"), [(False, 2), (True, 0)])
def test_encryption_in_the_kernel_saves_the_round_trips_of_every_request(scenario, in_kernel, trips):
    network = translate(scenario({**COSTS, **LIMITS, "web_server.kernel_mode_tls": in_kernel})).network
    work = network.classes[0].steps[0].demand.mean
    assert work == pytest.approx(0.8e-3 * 1.25 / 2 + trips * 0.3e-3 / 2)
    handshake = [step for step in network.source.connect if isinstance(step, Serve)][-1]
    assert handshake.demand.mean == pytest.approx(HANDSHAKE + 3 * trips * 0.3e-3 / 2)


def test_limits_on_connecting_stay_out_of_the_way_where_connecting_takes_no_time(scenario):
    network = translate(scenario(LIMITS)).network
    assert network.source.connect == (IDLE, SENDING)
    assert not {"listen backlog", "connection set-up"} & set(names(network))


def test_as_many_cores_for_connections_as_there_are_is_no_limit(scenario):
    network = translate(scenario({**COSTS, "operating_system.connection_cores": 4})).network
    assert "connection set-up" not in names(network)


def test_a_population_is_there_from_the_start_and_never_leaves(scenario):
    source = translate(scenario({"workload.offered": ..., "workload.population": 50})).network.source
    assert (source.rate, source.open_at_start, source.returns) == (0.0, 150, True)


@pytest.mark.parametrize(("shape", "profile"), [("linear", ((0.0, 0.0), (600.0, 1.0))), ("constant", ())])
def test_a_ramp_begins_with_nobody(scenario, shape, profile):
    source = translate(scenario({"workload.ramp": {"over": "600 s", "shape": shape}})).network.source
    assert (source.rate, source.open_at_start, source.profile) == (300.0, 0, profile)
    assert source.requests == Distribution(Family.GEOMETRIC, 10.0)


def test_a_flood_holds_kernel_pool_beside_the_sessions(scenario):
    flood = {"rate": "2000 /s", "time_out": "20 s", "kernel_pool": "500 B"}
    network = translate(scenario({"workload.half_open": flood})).network
    steps = (Seize("kernel pool", 500.0, 0.0), Delay(constant(20.0)), Release("kernel pool", 500.0))
    assert network.background == (Background("half-open connections", 6000.0, steps, role=Role.HALF_OPEN),)


def test_sessions_open_at_the_start_only_where_a_run_starts_warm(scenario):
    assert translate(scenario({"run": {"start": "cold"}})).network.source.open_at_start == 0


def test_without_a_stated_load_each_node_is_translated_at_one_request_a_second(scenario):
    source = translate(scenario({"workload.offered": "none"})).network.source
    assert source.rate * source.requests.mean == pytest.approx(3.0)


@pytest.mark.parametrize(
    ("think_time", "spread"),
    [
        ("2 s", 0.0),
        ({"mean": "2 s", "distribution": "pareto", "shape": 1.5}, 0.0),
        ({"mean": "2 s", "distribution": "gamma", "cv": 1.5}, 0.0),
        ({"quantiles": {"90 %": "1 s", "100 %": "31 s"}}, 0.0),
        ("0 s", 0.0),
        ({"mean": "2 s", "distribution": "constant"}, 2.0),
        ({"mean": "2 s", "distribution": "uniform"}, 2.0),
        ({"mean": "2 s", "distribution": "gamma", "cv": 0.5}, 2.0),
        ({"quantiles": {"0 %": "1 s", "100 %": "3 s"}}, 2.0),
    ],
)
def test_a_population_whose_pauses_keep_it_in_step_starts_spread_over_its_cycle(scenario, think_time, spread):
    """By hand: the pause, 0.8 ms of work on a core of half the factor, 30 ms elsewhere and 30 kB at 80 kB/s."""
    changes = {"workload.offered": "none", "workload.population": 200, "workload.session.think_time": think_time}
    wait = {"workload.request.wait": {"mean": "30 ms", "distribution": "constant"}}
    source = translate(scenario({**changes, **wait})).network.source
    beside = 0.8e-3 * 1.25 / 2 + 0.03 + 30e3 / 80e3
    if think_time == "0 s":
        assert source.spread == pytest.approx(beside)
    else:
        assert source.spread == pytest.approx(spread and spread + beside)
    arriving = translate(scenario({"workload.session.think_time": think_time})).network.source
    assert arriving.spread == 0.0


CONSTANT = {"workload.session.requests": 10, "workload.session.requests_distribution": "constant"}


def test_sessions_of_a_constant_length_are_open_at_the_start_in_the_middle_of_it(scenario):
    """By hand: 300 sessions a second have 9 cycles each that a request ends, of 30 kB at 80 kB/s and 2 s of pause."""
    source = translate(scenario(CONSTANT)).network.source
    cycle = 2.0 + 30e3 / 80e3
    assert source.open_at_start == round(300.0 * 9 * cycle)
    assert source.midway == OpenSessions(empirical(((0.0, 1.0), (1.0, 10.0))), (1.0,), (30e3 / 80e3,))
    assert source.leaving == pytest.approx(300.0 * 30e3 / 80e3)


def test_slow_clients_are_found_at_the_start_for_as_long_as_they_read(scenario):
    clients = [{"rate": "300 kB/s", "share": "75 %"}, {"rate": "10 kB/s", "share": "25 %"}]
    midway = translate(scenario({**CONSTANT, "workload.clients": clients})).network.source.midway
    assert midway.readings == pytest.approx((3.0, 0.1))
    assert midway.client_shares == pytest.approx((1.25 / 2.825, 1.575 / 2.825))


def test_sessions_without_memory_are_found_midway_where_they_read_for_longer_than_they_think(scenario):
    """By hand: 300 sessions a second have 9 cycles each that a request ends, of 6 MB at 80 kB/s and 2 s of pause."""
    long = {"workload.session.requests": 10, "workload.request.size": "6 MB"}
    source = translate(scenario(long)).network.source
    assert source.open_at_start == round(300.0 * 9 * (2.0 + 75.0))
    assert source.midway == OpenSessions(Distribution(Family.GEOMETRIC, 10.0), (1.0,), (75.0,))
    short = translate(scenario({**long, "workload.request.size": "100 kB"})).network.source
    assert short.midway is None and short.open_at_start == round(300.0 * (9 * 2.0 + 10 * 1.25))


def test_sessions_without_memory_are_found_as_often_as_their_lines_keep_them(scenario):
    """By hand: over 300 kB/s a response of 30 kB takes 0.1 s, over 10 kB/s 3 s; a pause takes 2 s, longer than the mean
    response. Found as often as they come, the slow ones would be a quarter, so that too many requests would be sent."""
    clients = [{"rate": "300 kB/s", "share": "75 %"}, {"rate": "10 kB/s", "share": "25 %"}]
    source = translate(scenario({"workload.session.requests": 10, "workload.clients": clients})).network.source
    assert source.midway.client_shares == pytest.approx((1.25 / 2.825, 1.575 / 2.825))
    assert source.open_at_start == round(300.0 * 9 * 2.825)
    alike = [clients[0], {**clients[1], "rate": "290 kB/s"}]
    source = translate(scenario({"workload.session.requests": 10, "workload.clients": alike})).network.source
    assert source.midway is None


def test_pauses_that_keep_step_end_evenly_at_the_start(scenario):
    changes = {**CONSTANT, "workload.session.think_time": {"mean": "2 s", "distribution": "constant"}}
    assert translate(scenario(changes)).network.source.midway.even


@pytest.mark.parametrize(
    "changes",
    [
        {"workload.session.requests_distribution": "geometric"},
        {"run": {"start": "cold"}},
        {"workload.ramp": {"over": "600 s"}},
        {"workload.offered": ..., "workload.population": 50},
    ],
)
def test_others_begin_at_the_start_as_any_session_does(scenario, changes):
    source = translate(scenario({**CONSTANT, **changes})).network.source
    assert source.midway is None and source.leaving == 0.0


def test_where_most_sessions_send_one_request_those_that_read_are_not_found_pausing(scenario):
    """Of sessions of 1.02 requests that read for 0.3 s and pause for 20 s, 43 in a hundred read: if they paused, too
    many would be open for 20 s."""
    seldom = {"requests": 1.02, "requests_distribution": "geometric", "think_time": "20 s"}
    changes = {"workload.session": seldom, "workload.request.size": "750 kB", "workload.clients": "20 Mbps"}
    source = translate(scenario(changes)).network.source
    assert source.midway is not None
    assert source.open_at_start == pytest.approx(source.rate * 0.02 * 20.3, rel=0.02)
