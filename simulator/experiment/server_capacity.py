"""What one server carries, which way that is known, and what stops it there."""

from dataclasses import dataclass

from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import Limit, binding_limits, rank_limits
from simulator.experiment.node_failure import NodeFailure
from simulator.experiment.percent import to_percent
from simulator.experiment.results import Results, WarmUp
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.roles import find_role
from simulator.targets import Target

# Which way a server is sized; the words of the scenario's `sized_by`.
LARGEST, STATED = "largest load", "stated load"


@dataclass(frozen=True)
class ServerCapacity:
    """What one server carries: `mbps` on the wire and `requests` a second, with what every replication gave in `each`.

    way: LARGEST is the largest load within all targets, STATED what it carries of the load that the scenario offers.
    busy: the share of its cores (0 to 1) that this keeps busy. network: of one server, in which a request has its mean
    size. stop: at LARGEST the limit that stops more, at STATED the one that is nearest; None where nothing is known to.
    target: the one that is missed beyond; None where none is known. limits: of the server there, the most
    used first; empty where nothing was measured. unjudged: targets that theory does not judge. expected:
    requests/s at which theory expects the largest load; None where it cannot say or was not asked. simulations: how
    many it took; settled: their warm-up. standing: how theory knows it, "" where it is simulated. together: how many
    servers were simulated in one world, behind their balancer, to find it; 1 where they share nothing. through: what a
    unit does while its spares die, where that was asked. group: of nodes that serve classes of their own, the one that
    stops the unit first, whose limits these are, while requests and mbps are those of a server on average; "" where all
    are alike; of_groups: each with the requests/s of the unit at which it is full. missed_in: each target
    that some replication of a search missed beyond, with how many did, the most first; empty where none was searched.
    limit_name: the name of the limit that stops it, in a world, of which no more is known.
    """

    way: str
    mbps: Estimate
    requests: Estimate
    busy: Estimate
    network: Network
    stop: Limit | None = None
    target: Target | None = None
    limits: tuple[Limit, ...] = ()
    unjudged: tuple[Target, ...] = ()
    expected: float | None = None
    simulations: int = 0
    settled: WarmUp = WarmUp(0.0)
    standing: str = ""
    together: int = 1
    through: NodeFailure | None = None
    group: str = ""
    of_groups: tuple[tuple[str, Estimate], ...] = ()
    missed_in: tuple[tuple[Target, int], ...] = ()
    limit_name: str = ""


def capacity_at_stated_load(results: Results, network: Network) -> ServerCapacity:
    """What a server was measured to carry of the load that is offered to it."""
    limits = rank_limits(results)
    return ServerCapacity(
        way=STATED,
        mbps=results.estimate("wire_mbps"),
        requests=results.estimate("completed_requests"),
        busy=_busy(results),
        network=network,
        stop=binding_limits(limits).limit,
        limits=limits,
        settled=results.settled,
        standing=results.standing.get("wire_mbps", ""),
    )


def _busy(results: Results) -> Estimate:
    """Share of the cores in use, 0 to 1. Raises InternalError if the CPU is not among the limits that were measured."""
    used = find_role(results.usages, Role.CPU, "limits measured").utilisation
    return to_percent(used).times(0.01, "share")
