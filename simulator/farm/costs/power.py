"""What the servers of a farm draw at the wall."""

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from models.cpu_without_requests import share_among_requests
from models.parts.hardware import POWER_POINTS, Server
from models.scenario import Scenario
from models.unit_pods import pods_on_fullest
from simulator.experiment.error_propagation import add, multiply, subtract
from simulator.experiment.estimate import Estimate, exact

KW = "kW"


@dataclass(frozen=True)
class PowerDraw:
    """Power in kW at the wall, without cooling: `average` at the demand, `provisioned` with all cores busy."""

    average: Estimate
    provisioned: Estimate


class AlwaysBusy(NamedTuple):
    """What a server works without any request, as a share (0 to 1) of the time of its threads: all of it, and what of
    that a node at work counts as its own, so that it is within what keeps it busy."""

    server: float = 0.0
    node: float = 0.0


NEVER_BUSY = AlwaysBusy()


def always_busy(scenario: Scenario) -> AlwaysBusy:
    """What each server of the unit of a scenario works without any request."""
    share = scenario.operating_system.cpu_without_requests
    return AlwaysBusy(share, share * share_among_requests(scenario) / pods_on_fullest(scenario))


def power_draw(
    server: Server, busy: Estimate, servers: Estimate, needed: Estimate, always: AlwaysBusy = NEVER_BUSY
) -> PowerDraw:
    """The power of `servers` servers that share the work of `needed` nodes, each of which keeps the share `busy` (0
    to 1) of what its cores may do at work: all of it, or what a quota allows.

    average, on a straight line = servers x (idle + (busy - idle) x always) + needed x (busy - idle) x (CPU utilisation
    - always): power rises in proportion to the CPU's utilisation (Fan, Weber and Barroso 2007, Power Provisioning for a
    Warehouse-sized Computer, section 4), and the same demand on more servers is the same work, so that a spare node
    adds its idle power only, and that of what it works without any request.
    average, by measured points = servers x P(always + needed x (CPU utilisation - always) / servers): every server is
    looked up at the utilisation that it has, for a curve is steep near idle and the same work on more servers draws
    more.
    provisioned = servers x busy.
    """
    by_requests = subtract(busy.times(_allowed(server), "share"), exact(always.node, "share"), "share")
    at_work = multiply(needed, by_requests, "servers")
    provisioned = servers.times(server.busy_power / 1e3, KW)
    if server.power_curve is not None:
        return PowerDraw(_by_points(server, at_work, servers, always.server), provisioned)
    above_idle = (server.busy_power - server.idle_power) / 1e3
    idle = servers.times(server.idle_power / 1e3 + above_idle * always.server, KW)
    return PowerDraw(add((idle, at_work.times(above_idle, KW)), KW), provisioned)


def _allowed(server: Server) -> float:
    """The share of the time of its cores that a server may use."""
    return 1.0 if server.cpu_quota is None else min(1.0, server.cpu_quota.cores / server.threads)


def power_at(server: Server, utilisation: float) -> float:
    """Watts at the wall of one server whose cores are busy for a share (0 to 1) of the time; a share above 1 counts as
    1.

    idle + (busy - idle) x s, where s is the share itself, or between the measured points p0 ... p10 that of the height
    of their curve, (p - p0) / (p10 - p0), on straight lines from point to point (SPECpower_ssj2008 measures a server
    at every tenth of its load). With `idle_power` = p0 and `busy_power` = p10 these are the points themselves; what is
    built into the server moves the whole curve.
    """
    share = min(1.0, max(0.0, utilisation))
    return server.idle_power + (server.busy_power - server.idle_power) * _height(server, share)


def _height(server: Server, share: float) -> float:
    """How much of the way from idle to busy power is drawn at a share of the load."""
    points = server.power_curve
    if points is None:
        return share
    tenths = share * (len(points) - 1)
    below = min(int(tenths), len(points) - 2)
    low, idle = points[below].power, points[0].power
    drawn = low + (points[below + 1].power - low) * (tenths - below)
    return (drawn - idle) / (points[-1].power - idle)


def _by_points(server: Server, at_work: Estimate, servers: Estimate, always: float) -> Estimate:
    """The power in kW of servers that share the work of `at_work` busy ones, beside what each of them works always.

    n P(a + w / n): the work passes through the curve at its ends; a server more changes the sum by P(u) - (u - a)
    P'(u), to first order, and as the counts hang on one simulation, both half-widths add.
    """
    count = servers.value
    if count <= 0.0:
        return servers.times(0.0, KW)
    by_requests = at_work.value / count
    drawn = at_work.through(lambda work: count * power_at(server, always + work / count) / 1e3, KW)
    share, half_width = always + by_requests, 0.0
    if servers.half_width > 0.0:
        one_more = (power_at(server, share) - by_requests * _slope(server, share)) / 1e3
        half_width = abs(one_more) * servers.half_width
    varying = Estimate(0.0, half_width, servers.confidence, servers.samples, KW)
    return add((drawn, varying), KW)


def _slope(server: Server, share: float) -> float:
    """Watts for each whole share at the place of a share on the curve; at a point the lower of the slopes beside it,
    by which the interval of the count is the wider one."""
    tenths = range(POWER_POINTS)
    steps = [(low / 10.0, high / 10.0) for low, high in pairwise(tenths) if low <= 10.0 * share <= high]
    beside = steps or [(0.9, 1.0)]
    return min((power_at(server, high) - power_at(server, low)) / (high - low) for low, high in beside)
