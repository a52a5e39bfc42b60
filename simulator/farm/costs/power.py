"""What the servers of a farm draw at the wall."""

from dataclasses import dataclass
from itertools import pairwise

from models.parts.hardware import POWER_POINTS, Server
from simulator.experiment.error_propagation import add, multiply
from simulator.experiment.estimate import Estimate

KW = "kW"


@dataclass(frozen=True)
class PowerDraw:
    """Power in kW at the wall, without cooling: `average` at the demand, `provisioned` with all cores busy."""

    average: Estimate
    provisioned: Estimate


def power_draw(server: Server, busy: Estimate, servers: Estimate, needed: Estimate) -> PowerDraw:
    """The power of `servers` servers that share the work of `needed` servers, each of which keeps the share `busy` (0
    to 1) of what its cores may do at work: all of it, or what a quota allows.

    average, on a straight line = servers x idle + needed x (busy - idle) x CPU utilisation: power rises in proportion
    to the CPU's utilisation (Fan, Weber and Barroso 2007, Power Provisioning for a Warehouse-sized Computer, section
    4), and the same demand on more servers is the same work, so that a spare node adds its idle power only.
    average, by measured points = servers x P(needed x CPU utilisation / servers): every server is looked up at the
    utilisation that it has, for a curve is steep near idle and the same work on more servers draws more.
    provisioned = servers x busy.
    """
    at_work = multiply(needed, busy, "servers").times(_allowed(server), "servers")
    provisioned = servers.times(server.busy_power / 1e3, KW)
    if server.power_curve is not None:
        return PowerDraw(_by_points(server, at_work, servers), provisioned)
    idle = servers.times(server.idle_power / 1e3, KW)
    working = at_work.times((server.busy_power - server.idle_power) / 1e3, KW)
    return PowerDraw(add((idle, working), KW), provisioned)


def _allowed(server: Server) -> float:
    """The share of the time of its cores that a server may use."""
    threads = server.cores * server.threads_per_core
    return 1.0 if server.cpu_quota is None else min(1.0, server.cpu_quota.cores / threads)


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


def _by_points(server: Server, at_work: Estimate, servers: Estimate) -> Estimate:
    """The power in kW of servers that share the work of `at_work` busy ones.

    n P(w / n): the work passes through the curve at its ends; a server more changes the sum by P(u) - u P'(u), to
    first order, and as the counts hang on one simulation, both half-widths add.
    """
    count = servers.value
    if count <= 0.0:
        return servers.times(0.0, KW)
    share = at_work.value / count
    drawn = at_work.through(lambda work: count * power_at(server, work / count) / 1e3, KW)
    one_more = (power_at(server, share) - share * _slope(server, share)) / 1e3
    varying = Estimate(0.0, abs(one_more) * servers.half_width, servers.confidence, servers.samples, KW)
    return add((drawn, varying), KW)


def _slope(server: Server, share: float) -> float:
    """Watts for each whole share at the place of a share on the curve; at a point the lower of the slopes beside it,
    by which the interval of the count is the wider one."""
    tenths = range(POWER_POINTS)
    steps = [(low / 10.0, high / 10.0) for low, high in pairwise(tenths) if low <= 10.0 * share <= high]
    beside = steps or [(0.9, 1.0)]
    return min((power_at(server, high) - power_at(server, low)) / (high - low) for low, high in beside)
