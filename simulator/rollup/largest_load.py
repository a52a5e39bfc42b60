"""The largest load of a server within its targets, and how it behaves around there."""

from dataclasses import dataclass

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.rollup.limits import Limit


@dataclass(frozen=True)
class LoadPoint:
    """One server at one load. offered: requests/s that clients mean to send; goodput: wire Mbps; response_mean and
    response_p95: s; errors: % of the requests; met: whether it keeps up within all targets."""

    offered: float
    goodput: Estimate
    response_mean: Estimate | Refused
    response_p95: Estimate | Refused
    errors: Estimate
    connections: Estimate
    met: bool


@dataclass(frozen=True)
class LargestLoad:
    """The largest load that meets the targets, of one server: `offered` (requests/s) and `server_mbps` (wire Mbps
    carried there), each with the interval over replications that were searched one by one on the same workload at every
    load; `unit_mbps` for a unit without its spares. binding: the limit that binds there. curve: the server at loads
    around it, each from two replications. simulations: how many replications the search took.
    """

    offered: Estimate
    server_mbps: Estimate
    unit_mbps: Estimate
    nodes: int
    spare_nodes: int
    binding: Limit
    simulations: int
    curve: tuple[LoadPoint, ...]
