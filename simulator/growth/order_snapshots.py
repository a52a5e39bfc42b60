"""The months in which orders begin to serve, looked at singly: a server of the farm without the order, and with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.errors import NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.limits import Limit, growing_limits, rank_limits
from simulator.experiment.single_server import without_spares
from simulator.experiment.verdicts import Verdict, verdicts
from simulator.farm.farm_at_work import measure_at_rate
from simulator.growth.demand_paths import FloatArray, Months, column_quantile
from simulator.growth.generations import Generation
from simulator.growth.schedule import Order, units_in_service
from simulator.solver import Solver

FAR = 1e3  # A strain that only nothing has.
MOST = 3  # Orders that are looked at: the first ones after what is there at the start.


@dataclass(frozen=True)
class OrderSnapshot:
    """A server of the farm in the month in which an order begins to serve.

    month: from 0, the first. served: whether the order does. times: the demand with its reserve that the ways which
    were drawn pass no more often than the stated risk, in times that of today; strain: likewise what falls to a
    server, in times what it carries within its targets. most_used, verdicts: what is found there; None and () with
    why_not, where it is not known.
    """

    month: int
    served: bool
    times: float
    strain: float
    most_used: Limit | None
    verdicts: tuple[Verdict, ...]
    why_not: str = ""

    @property
    def missed(self) -> tuple[Verdict, ...]:
        """The targets that are missed."""
        return tuple(each for each in self.verdicts if each.met is False)


def order_snapshots(
    new: Generation,
    orders: Sequence[Order],
    asked: FloatArray,
    strain_with: Callable[[Months], FloatArray],
    risk: float,
    solver: Solver,
) -> tuple[OrderSnapshot, ...]:
    """Two looks at each of the first orders. asked: the demand with its reserve, in times that of today; strain_with:
    what falls to a server with so many new units, in times what it carries; both by the ways that were drawn and
    months."""
    scenario, units = new.scenario, units_in_service(orders, asked.shape[1])
    found = []
    for order in [each for each in orders if each.arrives > 0][:MOST]:
        month, times = order.arrives, float(column_quantile(asked, 1.0 - risk)[order.arrives])
        for served in (False, True):
            there = strain_with(units if served else units - order.units)[:, month]
            strain = float(column_quantile(there, 1.0 - risk))
            found.append(_looked_at(scenario, new, month, served, times, strain, solver))
    return tuple(found)


def _looked_at(
    scenario: Scenario, new: Generation, month: int, served: bool, times: float, strain: float, solver: Solver
) -> OrderSnapshot:
    carried = new.farm.carried
    if strain > FAR:
        return OrderSnapshot(month, served, times, strain, None, (), "nothing serves")
    try:
        # What a server carries is counted with the spares gone; so are those that call its tiers.
        results = measure_at_rate(without_spares(scenario), strain * carried.requests.value, solver, carried.settled)
    except (NotConverged, Unstable, UnsupportedByEngine) as error:
        return OrderSnapshot(month, served, times, strain, None, (), str(error))
    known = rank_limits(results)
    used = next(iter(growing_limits(known)), None)
    return OrderSnapshot(month, served, times, strain, used, verdicts(scenario, results, known))
