"""Which mechanisms rows tell of: what is always fitted, what is added where it explains clearly more.

Contention, coherence and a limit of worker threads are taken in only where Akaike's criterion falls by 4 or more
(Burnham and Anderson 2002, section 2.6): every further parameter fits better, and most of them fit noise.
"""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

import numpy as np

from models.errors import Problem, ScenarioError
from simulator.calibration.cost_by_size import with_bend
from simulator.calibration.few_rows import are_few, fit_few_rows
from simulator.calibration.fit import ServerFit, fit
from simulator.calibration.initial_scale import is_free
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.observations import collect_observations
from simulator.calibration.point import Metric
from simulator.calibration.second_thread import second_thread_prior
from simulator.calibration.server import Parameter, Parameters, ThreadScaling, largest_rate
from simulator.messages.stages.calibration import load_test

CLEARLY = 4.0
# Sizes, or connections a request, that differ less tell nothing of their cost.
_DIFFER = 1.2
# A cost of each byte that leaves nothing for the request itself is believed of sizes this far apart only: of others it
# is the chance of a few rows.
_FAR_APART = 2.0
# Threads that are tried where nobody says how many there are, and the limits of workers around a first guess.
_THREADS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
_WORKERS = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15, 1.2, 1.3, 1.5, 1.8)
# A limit of workers is looked for where a mean, a rate or a CPU is this far off without one, as a logarithm.
_OFF = 0.1
# Where the CPU alone would end the rate soon it explains what is seen: a limit of workers is for a rate that ends
# before.
_FAR = 0.8
# A cost that changes with the load shows in so many rows at the least.
_FEWEST_COSTS = 4
# As busy as this a server shows how it behaves near its limit; a rate this far below a straight line shows it too.
BUSY, BENT = 0.7, 0.9


class SelectedFit(NamedTuple):
    """A fit with the mechanisms that the rows tell of. threads: the numbers of hardware threads that fit about as well,
    where nobody said how many there are; dropped: parameters that the rows do not tell, taken as 0; saturates: whether
    any row shows the server near its limit; together: costs that the rows do not tell from that of a request, and that
    are in it."""

    fit: ServerFit
    threads: tuple[int, ...]
    dropped: tuple[Parameter, ...]
    saturates: bool
    together: tuple[Parameter, ...] = ()


def select_mechanisms(loaded: LoadTestRows, machine: ThreadScaling | None) -> SelectedFit:
    """The fit of rows; `machine` is None where nobody says how many threads serve. Raises ScenarioError for rows that
    do not tell what a request costs."""
    saturates = is_near_saturation(loaded)
    if len(loaded.points) > 1:
        _require_work(loaded, saturates)
    free, fixed, dropped = _always(loaded)
    if are_few(loaded):
        likeliest, alike = fit_few_rows(loaded, machine, _THREADS)
        costs = tuple(each for each in (*free, *dropped) if each not in likeliest.free and each is not Parameter.WAIT)
        return SelectedFit(likeliest, alike, (), saturates, costs)
    threads: tuple[int, ...] = ()
    if machine is None:
        machine, threads = _likeliest(loaded, free, fixed)
    if second_thread_prior(machine) is not None:
        free.append(Parameter.SECOND_THREAD)
    free, together = _is_identifiable(loaded, machine, free, fixed)
    return SelectedFit(_improved(loaded, machine, free, fixed), threads, dropped, saturates, together)


def _likeliest(loaded: LoadTestRows, free: list[Parameter], fixed: Parameters) -> tuple[ThreadScaling, tuple[int, ...]]:
    """The machine of so many threads that fits best, and the numbers of threads that fit about as well."""
    tried = [_simple(loaded, ThreadScaling(threads), free, fixed) for threads in _THREADS]
    # Weights differ between fits; the squares of relative residuals do not.
    squares = [float((each.left**2).sum()) for each in tried]
    best = int(np.argmin(squares))
    spare = max(1, tried[best].spare)
    most = squares[best] * (1.0 + 4.0 / spare) + 1e-12
    return ThreadScaling(_THREADS[best]), tuple(n for n, left in zip(_THREADS, squares, strict=True) if left <= most)


def _is_identifiable(
    loaded: LoadTestRows, machine: ThreadScaling, free: list[Parameter], fixed: Parameters
) -> tuple[list[Parameter], tuple[Parameter, ...]]:
    """What is fitted without the costs that rows do not clearly tell from that of a request; and these."""
    costs = [cost for cost in (Parameter.WORK_PER_BYTE, Parameter.WORK_PER_CONNECTION) if cost in free]
    if not costs:
        return free, ()
    together, tried = [], _simple(loaded, machine, free, fixed)
    for cost in costs:
        rest = [each for each in free if each is not cost]
        simpler = _simple(loaded, machine, rest, fixed)
        if _better(simpler, tried) is not tried or _by_chance(loaded, tried, cost):
            together.append(cost)
            free, tried = rest, simpler
    return free, tuple(together)


def _by_chance(loaded: LoadTestRows, tried: ServerFit, cost: Parameter) -> bool:
    """Whether a cost of bytes leaves nothing for the request itself, of responses of about one size."""
    if cost is not Parameter.WORK_PER_BYTE or not is_free(tried.parameters, loaded.points):
        return False
    sizes = [point.size for point in loaded.points if point.size]
    return max(sizes) < _FAR_APART * min(sizes)


def is_near_saturation(loaded: LoadTestRows) -> bool:
    """Whether any row shows the server near its limit: by its CPU, or because the rate falls behind the users or the
    response grows with the load."""
    points = loaded.points
    if any(point.measured.get(Metric.CPU, 0.0) >= BUSY for point in points):
        return True
    means = [point[Metric.MEAN] for point in points if point.has(Metric.MEAN)]
    if loaded.kind is LoadKind.CLOSED:
        each = [p[Metric.RATE] / p[Metric.USERS] for p in points if p.has(Metric.RATE)]
        return bool(each) and each[-1] < BENT * max(each)
    return len(means) > 1 and means[-1] > min(means) / (1.0 - BUSY)


def _require_work(loaded: LoadTestRows, saturates: bool) -> None:
    """Without CPU, only rows near the limit tell what a request costs."""
    if saturates or any(point.has(Metric.CPU) for point in loaded.points):
        return
    first = loaded.points[0]
    raise ScenarioError((Problem(first.file, 0, "", "", *load_test.TELLS_NO_WORK),))


def _always(loaded: LoadTestRows) -> tuple[list[Parameter], dict[Parameter, float], tuple[Parameter, ...]]:
    """What is fitted of all rows of this kind, what is known, and what there are too few values for."""
    free, fixed = [Parameter.WORK], {}
    if loaded.kind is LoadKind.CLOSED:
        has_mean = any(each.what is Metric.THINK for each in collect_observations(loaded))
        if has_mean or loaded.think is None:
            free.append(Parameter.THINK)
        else:
            fixed[Parameter.THINK] = loaded.think
    served = any(each.what in (Metric.MEAN, Metric.RATE) for each in collect_observations(loaded))
    if served and (loaded.think is not None or loaded.kind is LoadKind.OPEN):
        free.append(Parameter.WAIT)
    free += _costs(loaded)
    values, dropped = len(collect_observations(loaded)), []
    while len(free) > 1 and len(free) >= values:
        dropped.append(free.pop())
    return free, fixed, tuple(dropped)


def _costs(loaded: LoadTestRows) -> Iterator[Parameter]:
    """Costs beside that of a request, where rows differ in what they are of."""
    sizes = [point.size for point in loaded.points]
    if all(sizes) and max(filter(None, sizes)) > _DIFFER * min(filter(None, sizes)):
        yield Parameter.WORK_PER_BYTE
    opened = [
        point[Metric.CONNECTING] / point[Metric.RATE]
        for point in loaded.points
        if point.has(Metric.CONNECTING, Metric.RATE)
    ]
    if len(opened) == len(loaded.points) and max(opened) > _DIFFER * min(opened) + 1e-6:
        yield Parameter.WORK_PER_CONNECTION


def initial_parameters(
    loaded: LoadTestRows, machine: ThreadScaling, free: Sequence[Parameter], fixed: Parameters
) -> dict[Parameter, float]:
    """Where to begin: the utilisation law, the fastest row, the median cycle."""
    points, whole = loaded.points, machine.unhindered(float(machine.threads))
    worked = [p[Metric.CPU] * whole / p[Metric.RATE] for p in points if p.has(Metric.CPU, Metric.RATE)]
    rate = max((p[Metric.RATE] for p in points if p.has(Metric.RATE)), default=1.0)
    least = min((p[Metric.MEAN] for p in points if p.has(Metric.MEAN)), default=None)
    work = median(worked) if worked else 0.9 * whole / rate
    if least is not None and not worked:
        work = min(work, 0.9 * least)
    start = {Parameter.WORK: work, **fixed}
    cycles = [p[Metric.USERS] / p[Metric.RATE] for p in points if p.has(Metric.USERS, Metric.RATE)]
    away = max(1e-9, min(cycles, default=0.0) - work)
    start[Parameter.THINK] = fixed.get(Parameter.THINK, loaded.think or away)
    start[Parameter.WAIT] = max(0.0, (least if least is not None else away) - work)
    if machine.cores is not None:
        start[Parameter.SECOND_THREAD] = machine.cores.second
    start |= {each: 0.0 for each in free if each not in start}
    return start


def _simple(loaded: LoadTestRows, machine: ThreadScaling, free: Sequence[Parameter], fixed: Parameters) -> ServerFit:
    return fit(loaded, machine, free, fixed, initial_parameters(loaded, machine, free, fixed))


def _improved(loaded: LoadTestRows, machine: ThreadScaling, free: Sequence[Parameter], fixed: Parameters) -> ServerFit:
    """With a bend of the cost of bytes, contention, coherence and a limit of workers as far as rows clearly tell of
    them."""
    best = with_bend(loaded, _simple(loaded, machine, free, fixed), fixed, CLEARLY)
    free = best.free
    for more in (*_slowed(machine), *_costs_by_load(loaded)):
        if best.spare <= len(more):
            continue
        start = {**best.parameters, **dict.fromkeys(more, 0.0)}
        start[more[0]] = 0.01
        tried = fit(loaded, machine, (*free, *more), fixed, start)
        best = _better(best, tried)
    return _with_workers(loaded, best, fixed)


def _slowed(machine: ThreadScaling) -> Iterator[tuple[Parameter, ...]]:
    """How threads may slow each other down."""
    if machine.threads > 1:
        yield (Parameter.CONTENTION,)
        yield (Parameter.CONTENTION, Parameter.COHERENCE)


def _costs_by_load(loaded: LoadTestRows) -> Iterator[tuple[Parameter, ...]]:
    """How the CPU of a request may change with the load, where rows say what it was at several loads."""
    known = [point[Metric.CPU] for point in loaded.points if point.has(Metric.CPU, Metric.RATE)]
    if len(known) >= _FEWEST_COSTS and max(known) > _FAR_APART * min(known):
        yield (Parameter.BESIDE,)
        yield (Parameter.IDLE_COST,)


def _better(before: ServerFit, tried: ServerFit) -> ServerFit:
    """The one that describes the rows clearly better, by the weights of the simpler; else the simpler."""
    again = tried._replace(squares=float(((tried.left / before.weights) ** 2).sum()))
    return tried if again.score < before.score - CLEARLY else before


def _with_workers(loaded: LoadTestRows, before: ServerFit, fixed: Parameters) -> ServerFit:
    """With as many workers as explain a rate that ends before the CPU does, where that is clear."""
    points = [point for point in loaded.points if point.has(Metric.RATE)]
    waits = [p[Metric.MEAN] for p in loaded.points if p.has(Metric.MEAN)]
    if not points or (not waits and loaded.think is None) or before.spare < 2:
        return before
    served = [e.what is not Metric.THINK for e in before.observations]
    if not np.any(np.abs(before.left[served]) > _OFF):
        return before
    top = max(points, key=lambda point: point[Metric.RATE])
    least = min(waits, default=before.parameters.get(Parameter.WAIT, 0.0) + before.parameters[Parameter.WORK])
    guess = top[Metric.RATE] * least
    busy = top.measured.get(Metric.CPU, top[Metric.RATE] / largest_rate(before.parameters, top, before.machine))
    if guess < 1.0 or guess > 512.0 or busy > _FAR:
        return before
    best = before
    for workers in sorted({max(1, round(guess * share)) for share in _WORKERS}):
        machine = before.machine._replace(workers=workers)
        tried = fit(loaded, machine, before.free, fixed, before.parameters)
        # A whole number that was searched for counts as a parameter.
        again = tried._replace(squares=float(((tried.left / before.weights) ** 2).sum()))
        if again.score < min(before.score - CLEARLY - 2.0, best.score if best is not before else np.inf):
            best = again
    return best
