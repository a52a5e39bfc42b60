"""What a request costs of the CPU at each load: falling, as wake-ups, batches and clocks make it, or rising, as caches
and collections do; and what the machine does beside.

Both are told by the CPU over the throughput of rows (utilisation law; Denning and Buzen 1978). One parameter each: a
cost that changes in a straight line with the share of the threads that requests use, or a share of the CPU that is used
whatever comes. What of them rows clearly tell is taken in (mechanisms.py).
"""

from typing import NamedTuple

from simulator.calibration.fit import ServerFit
from simulator.calibration.point import LoadTestRow
from simulator.calibration.server import Parameter, cost_times, request_work

# Shares of the CPU at which a cost is told.
_TOLD = (0.1, 0.25, 0.5, 0.75, 1.0)
# So much of the CPU at the least is used by requests where their cost is told.
_REQUESTS = 0.02


class CostAtLoad(NamedTuple):
    """seconds: of CPU for each request, what is done beside it shared out; cpu: the share of the CPU that is used."""

    cpu: float
    seconds: float


def cost_by_load(fit: ServerFit, row: LoadTestRow) -> tuple[CostAtLoad, ...]:
    """The cost of requests like those of a row at several loads; () where it does not change with the load."""
    if not {Parameter.IDLE_COST, Parameter.BESIDE} & set(fit.parameters):
        return ()
    beside = fit.parameters.get(Parameter.BESIDE, 0.0)
    alone = request_work(fit.parameters, row) * (1.0 - beside)
    told = [cpu for cpu in _TOLD if cpu > beside + _REQUESTS]
    return tuple(CostAtLoad(cpu, alone * cost_times(fit.parameters, cpu)) for cpu in told)
