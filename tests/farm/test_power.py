"""What servers draw: on a straight line, and by the eleven points that SPECpower publishes."""

import pytest

from models.errors import ScenarioError
from models.parts.hardware import PowerPoint, Server
from simulator.experiment.estimate import Estimate, exact
from simulator.farm.costs.power import AlwaysBusy, power_at, power_draw
from simulator.farm.sizing import size_farm
from tests.fabricated import carried, scenario, usage

# ASUS RS720A-E12, SPECpower_ssj2008, from idle to busy in tenths, W.
POINTS = (117, 231, 278, 319, 353, 382, 412, 461, 519, 591, 685)


def server(points: tuple[float, ...] | None = POINTS, idle: float = 117.0, busy: float = 685.0) -> Server:
    curve = points and tuple(PowerPoint(power=watts) for watts in points)
    changes = {"idle_power": idle, "busy_power": busy, "power_curve": curve}
    return scenario().server.model_copy(update=changes)


def drawn(machine: Server, busy: float, servers: float, needed: float) -> float:
    return power_draw(machine, exact(busy, "share"), exact(servers, "servers"), exact(needed, "servers")).average.value


def test_the_measured_points_are_met_and_between_them_it_is_straight():
    assert [power_at(server(), tenth / 10.0) for tenth in range(11)] == pytest.approx(POINTS)
    assert power_at(server(), 0.15) == pytest.approx((231 + 278) / 2)


def test_a_tenth_of_the_load_draws_what_was_measured_and_not_what_a_line_says():
    assert drawn(server(), busy=0.1, servers=1, needed=1) == pytest.approx(0.231)
    assert drawn(server(None), busy=0.1, servers=1, needed=1) == pytest.approx(0.1738)


def test_every_server_is_looked_up_at_its_own_utilisation():
    """Ten servers with the work of five at 60 %: each is busy for 30 %."""
    assert drawn(server(), busy=0.6, servers=10, needed=5) == pytest.approx(10 * 0.319)


def test_every_server_works_what_it_does_without_requests():
    """Five at 60 %, of which a fifth is there without any request, on ten servers: each is busy for 20 + 20 %. Of pods,
    three a server beside what they leave, each node has none of it."""
    counts = exact(0.6, "share"), exact(10, "servers"), exact(5, "servers")
    assert power_draw(server(), *counts, AlwaysBusy(0.2, 0.2)).average.value == pytest.approx(10 * 0.353)
    assert power_draw(server(), *counts, AlwaysBusy(0.2, 0.0)).average.value == pytest.approx(10 * 0.382)


def test_the_same_work_on_more_servers_draws_more_than_their_idle_power():
    few, many = (drawn(server(), busy=0.6, servers=count, needed=5) for count in (5, 10))
    assert many - few > 5 * 0.117


def test_points_on_a_line_draw_as_much_as_the_line():
    line = tuple(117.0 + tenth * 56.8 for tenth in range(11))
    for servers, busy in ((5, 0.97), (7, 0.31), (12, 0.05)):
        straight = drawn(server(None), busy=busy, servers=servers, needed=5)
        assert drawn(server(line), busy=busy, servers=servers, needed=5) == pytest.approx(straight, rel=1e-12)


def test_what_is_built_into_a_server_moves_the_whole_curve():
    with_a_card = server(idle=125.0, busy=693.0)
    assert [power_at(with_a_card, tenth / 10.0) for tenth in range(11)] == pytest.approx([8 + each for each in POINTS])


def test_a_server_that_is_asked_for_more_than_it_has_draws_its_busy_power():
    assert drawn(server(), busy=1.0, servers=4, needed=6) == pytest.approx(4 * 0.685)


def test_the_interval_of_the_utilisation_passes_through_the_curve():
    busy = Estimate(0.1, 0.02, 0.95, 5, "share")
    found = power_draw(server(), busy, exact(10, "servers"), exact(10, "servers")).average
    ends = [10 * power_at(server(), share) / 1e3 for share in (0.08, 0.12)]
    assert found.half_width == pytest.approx(max(abs(end - found.value) for end in ends))
    assert (found.confidence, found.samples) == (0.95, 5)


def test_on_a_line_both_laws_state_the_same_interval():
    line = tuple(117.0 + tenth * 56.8 for tenth in range(11))
    busy, needed = Estimate(0.4, 0.01, 0.95, 5, "share"), Estimate(10.0, 0.3, 0.95, 5, "servers")
    for count in (Estimate(12.0, 0.36, 0.95, 5, "servers"), exact(15, "servers")):
        points, straight = (power_draw(each, busy, count, needed).average for each in (server(line), server(None)))
        assert points.half_width == pytest.approx(straight.half_width, rel=1e-9)


def test_a_farm_without_points_draws_to_the_bit_what_it_drew():
    overrides = {"server.idle_power": "400 W", "server.busy_power": "600 W"}
    sizing = size_farm(scenario(overrides), carried(usages=(usage("CPU", "server", 0.6),)))
    at_work = sizing.needed_servers.value * 0.6
    assert sizing.whole_power.average.value == 15 * (400.0 / 1e3) + at_work * (200.0 / 1e3)


def test_a_farm_with_points_is_bought_and_drawn_by_them():
    points = [f"{watts} W" for watts in POINTS]
    overrides = {"server.idle_power": "117 W", "server.busy_power": "685 W", "server.power_curve": points}
    sizing = size_farm(scenario(overrides), carried(usages=(usage("CPU", "server", 0.6),)))
    share = 12_000 / 976 * 0.6 / 15
    assert sizing.whole_power.average.value == pytest.approx(15 * power_at(server(), share) / 1e3)
    assert sizing.whole_power.provisioned.value == pytest.approx(15 * 0.685)


@pytest.mark.parametrize(("points", "told"), [
    (POINTS[:10], "10 points of power, and a curve in tenths has 11; write the watts when idle, at 10 %"),
    ((117, 90, *POINTS[2:]), "the point at 10 %, 90 W, is lower than when idle, 117 W; power rises with the load"),
    ((*POINTS[:9], 500, 685), "the point at 90 %, 500 W, is lower than the one before, 519 W"),
    ((200,) * 11, "power is the same idle and busy; write none"),
    ((*POINTS[:10], "0 W"), "must not be zero; allowed is 1 W to 100 kW"),
])  # fmt: skip
def test_a_curve_that_cannot_be_is_told_with_its_place(points, told):
    listed = [each if isinstance(each, str) else f"{each} W" for each in points]
    with pytest.raises(ScenarioError) as error:
        scenario({"server.power_curve": listed})
    [problem, *more] = error.value.problems
    assert not more
    assert problem.path.startswith("server.power_curve")
    assert told in f"{problem.message}; {problem.remedy}"
