"""How large parameters usually are beside the work of a request, and whether that is next to nothing."""

from collections.abc import Sequence

from simulator.calibration.point import LoadTestRow
from simulator.calibration.server import Parameter, Parameters, request_work

# Work of a request of which its own cost is less than this share has a cost of none, whose interval is no ratio.
_NOTHING = 0.01


def is_free(parameters: Parameters, points: Sequence[LoadTestRow]) -> bool:
    """Whether a request costs nothing by itself, but for its bytes and connections."""
    return parameters[Parameter.WORK] < _NOTHING * max(request_work(parameters, point) for point in points)


def initial_scale(each: Parameter, parameters: Parameters) -> float:
    """The size that a parameter is sought at while it is 0."""
    work = parameters[Parameter.WORK]
    sizes = {
        Parameter.WORK_PER_BYTE: 1e-5 * work, Parameter.WORK_PER_CONNECTION: 0.1 * work, Parameter.WAIT: 0.1 * work,
        Parameter.CONTENTION: 0.01, Parameter.COHERENCE: 1e-4, Parameter.IDLE_COST: 0.1, Parameter.BESIDE: 0.01,
    }  # fmt: skip
    return sizes.get(each, 1e-9)
