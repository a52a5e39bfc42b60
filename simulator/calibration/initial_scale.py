"""How large parameters usually are beside the work of a request, and whether that is next to nothing."""

from collections.abc import Sequence

from simulator.calibration.point import LoadTestRow
from simulator.calibration.server import Parameter, Parameters, request_work

# Work of a request of which its own cost is less than this share has a cost of none, whose interval is no ratio.
_NOTHING = 0.01
# So many sizes on either side of a bend tell the line there, and sizes that differ by less are one.
_A_SIDE, _DIFFER = 2, 1.2


def is_free(parameters: Parameters, points: Sequence[LoadTestRow]) -> bool:
    """Whether a request costs nothing by itself, but for its bytes and connections."""
    return parameters[Parameter.WORK] < _NOTHING * max(request_work(parameters, point) for point in points)


def bend_range(points: Sequence[LoadTestRow]) -> tuple[float, float] | None:
    """The sizes between which the cost of a byte may change, with two sizes of the rows or more on either side; None
    where too few differ."""
    apart: list[float] = []
    for size in sorted(point.size or 0.0 for point in points):
        if size > 0.0 and (not apart or size > _DIFFER * apart[-1]):
            apart.append(size)
    return (apart[_A_SIDE - 1], apart[-_A_SIDE]) if len(apart) >= 2 * _A_SIDE else None


def initial_scale(each: Parameter, parameters: Parameters) -> float:
    """The size that a parameter is sought at while it is 0."""
    work = parameters[Parameter.WORK]
    sizes = {
        Parameter.WORK_PER_BYTE: 1e-5 * work, Parameter.WORK_PER_BYTE_BEYOND: 1e-5 * work,
        Parameter.WORK_PER_CONNECTION: 0.1 * work, Parameter.WAIT: 0.1 * work,
        Parameter.CONTENTION: 0.01, Parameter.COHERENCE: 1e-4, Parameter.IDLE_COST: 0.1, Parameter.BESIDE: 0.01,
        Parameter.SECOND_THREAD: 0.1,
    }  # fmt: skip
    return sizes.get(each, 1e-9)
