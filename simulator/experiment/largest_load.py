"""The largest load of a server within its targets, and how it behaves around there."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.brief import short_repr
from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import Limit
from simulator.experiment.node_failure import NodeFailure
from simulator.experiment.results import Unavailable
from simulator.targets import Target


@dataclass(frozen=True)
class LoadPoint:
    """One server at one load. offered: requests/s that clients mean to send; wire_mbps: Mbps with headers;
    response_mean and response_p95: s; errors: % of the requests; met: whether it keeps up within all targets."""

    offered: float
    wire_mbps: Estimate
    response_mean: Estimate | Unavailable
    response_p95: Estimate | Unavailable
    errors: Estimate
    connections: Estimate
    met: bool


@dataclass(frozen=True)
class SoleBindingLoad:
    """The requests a second at which a limit would bind if no other did, by theory: inf where it never does, 0 where
    it is full at any load. standing: how exact that is."""

    rate: float
    standing: str


@dataclass(frozen=True)
class LargestLoad:
    """The largest load that meets the targets, of one server: `offered` (requests/s that clients ask for) and
    `server_mbps` (wire Mbps carried there), each with the interval over replications that were searched one by one on
    the same workload at every load; `unit_mbps` for a unit without its spares.

    target: what is missed beyond it. expected: requests/s at which theory expects it; None where theory cannot say.
    alone: by limit, where it would bind alone; empty where theory cannot say.
    limits: those of the server at its capacity, the most used first; stop: the one that stops more. curve: the server
    around there, by `curve_replications` shorter replications at each load. simulations: how many the search took.
    warm_up, duration: seconds of each; settled: the series that settled last, "" where the warm-up was stated.
    together: how many servers were searched in one world, behind their balancer; 1 where they share nothing. through:
    what the unit does while its spares die; None where it has none, or nothing is said of failures. missed_in:
    each target that some replication missed beyond, with how many did, the most first. unjudged: the targets that
    theory does not judge, where it is theory's; standing: how theory knows it, "" where it is simulated. in_pods:
    whether the servers that are told of are pods.
    """

    offered: Estimate
    server_mbps: Estimate
    unit_mbps: Estimate
    nodes: int
    spare_nodes: int
    target: Target
    expected: float | None
    alone: Mapping[str, SoleBindingLoad]
    limits: tuple[Limit, ...]
    stop: Limit
    simulations: int
    curve: tuple[LoadPoint, ...]
    curve_replications: int
    warm_up: float
    duration: float
    settled: str = ""
    together: int = 1
    through: NodeFailure | None = None
    missed_in: tuple[tuple[Target, int], ...] = ()
    unjudged: tuple[Target, ...] = ()
    standing: str = ""
    in_pods: bool = False

    __repr__ = short_repr
