"""Percentiles say how the work of requests varies and in which order it is done. Theory knows means only, so that the
server is simulated at each row, with every way that is tried on the same random draws.

Tried are threads that share evenly and threads that serve in turn, waits that are constant and that vary as an
exponential, work of several coefficients of variation (lognormal; constant for 0), and, where cards are known and
sending takes a while, responses of one size and of sizes that vary as an exponential.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.capacity_curve import SHARED, TO_COMPLETION
from simulator.calibration.few_rows import are_few
from simulator.calibration.fit import Interval, ServerFit, refit
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import Parameter, request_work, service_rates, used_by_requests
from simulator.engines.engine import load_engine
from simulator.engines.histogram import quantile
from simulator.engines.run_plan import RunPlan
from simulator.experiment.estimate import student_quantile
from simulator.messages.stages.calibration import load_test
from simulator.network.distribution import Distribution, Family, constant, exponential, with_variation
from simulator.network.network import Network, RequestClass
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import Delay, Release, Seize, Serve, Step

VARIATIONS = (0.0, 1.0, 2.0, 4.0)
REQUESTS, WINDOWS, COLD = 20_000, 10, 2
# As many tell the 99th percentile of eight threads at 85 % to 3 %; the 20,000 of a search, which compares ways on the
# same draws, tell it to 30 %.
PREDICTED = 400_000
SEED = 1  # Of all draws: the same rows give the same answer.
_HIGHEST_ROWS = 6
_CONFIDENCE = 0.95
# Two ways fit alike unless the squares of one are so many times those of the other; the F distribution says 3 to 5 for
# the few percentiles of a load test.
_ALIKE = 4.0
# Percentiles that are further off, as a logarithm, in the best of all ways are told by none of them.
_NO_FIT = 0.5
# A wait, or the time on the cards, that is a smaller share of the work shapes no percentile.
_FELT = 0.05


@dataclass(frozen=True)
class ServiceOrder:
    """One way in which a server may do its work. discipline: of the CPU, as a scenario writes it; varies: whether waits
    elsewhere vary as an exponential, else they are constant; cv: of the work; sizes: whether those of responses vary
    as an exponential, None where cards do not tell."""

    discipline: str
    varies: bool
    cv: float
    sizes: bool | None = None


@dataclass(frozen=True)
class WorkSpread:
    """What percentiles tell. cv: of the work, with its interval; error: root of the mean squared error of the
    percentiles, as a share; rivals: other disciplines that fit as well."""

    way: ServiceOrder
    cv: Interval
    error: float
    rivals: tuple[str, ...]
    percentiles: int


def refine_fit(
    loaded: LoadTestRows, fit: ServerFit, progress: Callable[[], None] = lambda: None
) -> tuple[ServerFit, WorkSpread | str | None]:
    """The fit once the order and the spread of the work are known, which theory knew nothing of; and these.

    Of rows without percentiles the fit stays, and there is None; a text says why percentiles tell nothing.
    """
    rows = _with_percentiles(loaded, fit)
    if not rows:
        return fit, None
    if are_few(loaded):
        return fit, load_test.TOO_FEW_FOR_ORDER
    curve = np.concatenate(([0.0], service_rates(fit.parameters, fit.machine)))
    if np.any(np.diff(curve) < 0.0) or np.any(np.diff(curve, n=2) > 1e-9):
        return fit, load_test.THREADS_DO_LESS
    found = []
    for discipline in (SHARED, TO_COMPLETION):
        way = _first_look(_Tried(rows, fit), discipline, fit, progress)
        spread = _nearest(_Tried(rows, refit(adjust_to_theory(loaded, fit, way), fit)), way)
        # Costs and wait go with the variation that is told, which is not quite that of the first look.
        found.append((refit(adjust_to_theory(loaded, fit, spread.way), fit), spread))
        progress()
    found.sort(key=lambda each: each[1].error)
    (best, spread), (_, other) = found
    if spread.error > _NO_FIT:
        return fit, load_test.no_way_fits(spread.percentiles, spread.error)
    spare = max(1, spread.percentiles - 1)
    alike = other.error**2 < spread.error**2 * (1.0 + _ALIKE / spare)
    return best, replace(spread, rivals=(other.way.discipline,) if alike else ())


def _with_percentiles(loaded: LoadTestRows, fit: ServerFit) -> list[LoadTestRow]:
    rows = [p for p in loaded.points if any(s > 0.5 for s in p.percentiles) and not fit.predicted(p).beyond]
    return rows[-_HIGHEST_ROWS:]


def _first_look(tried: "_Tried", discipline: str, fit: ServerFit, progress: Callable[[], None]) -> ServiceOrder:
    """The best of a few ways of one discipline."""
    wait = fit.parameters.get(Parameter.WAIT, 0.0)
    waits = (False, True) if wait > _FELT * fit.parameters[Parameter.WORK] else (False,)
    sizes = (False, True) if tried.sends else (None,)
    looked = {}
    for way in (ServiceOrder(discipline, varies, cv, size) for size in sizes for varies in waits for cv in VARIATIONS):
        looked[way] = tried.squares(way)
        progress()
    return min(looked, key=looked.__getitem__)


def adjust_to_theory(loaded: LoadTestRows, fit: ServerFit, way: ServiceOrder) -> LoadTestRows:
    """The rows with the means that they would have if threads shared evenly, as theory takes it: what was measured, and
    what theory says more than a simulation. The rate of a closed test follows, by Little's law."""
    return shift_means(loaded, _more(loaded.points, fit, way))


def theory_excess(points: Sequence[LoadTestRow], fit: ServerFit, spread: WorkSpread | str | None) -> tuple[float, ...]:
    """Seconds of mean response that theory says more of each row than the order and the spread of the work that were
    found make of it; 0 where nothing was found of them, and where a row asks for more than the server can do."""
    return _more(points, fit, spread.way) if isinstance(spread, WorkSpread) else (0.0,) * len(points)


def simulated_percentiles(
    point: LoadTestRow, fit: ServerFit, way: ServiceOrder, shares: Sequence[float]
) -> dict[float, float]:
    """Seconds by share, 0 to 1, that a row takes where the work is done in a way that was found."""
    asked = replace(point, percentiles=dict.fromkeys(shares, 0.0))
    return _Tried((asked,), fit, PREDICTED).percentiles(asked, way)


def _more(points: Sequence[LoadTestRow], fit: ServerFit, way: ServiceOrder) -> tuple[float, ...]:
    tried = _Tried(points, fit)
    return tuple(0.0 if fit.predicted(point).beyond else tried.theory_more(point, way) for point in points)


def shift_means(loaded: LoadTestRows, more: Sequence[float]) -> LoadTestRows:
    """The rows with longer means, by so many seconds each, as theory has them."""
    points = [
        _moved(point, max(0.1 * point[Metric.MEAN], point[Metric.MEAN] + seconds)) if point.has(Metric.MEAN) else point
        for point, seconds in zip(loaded.points, more, strict=True)
    ]
    return loaded._replace(points=tuple(points))


def _moved(point: LoadTestRow, mean: float) -> LoadTestRow:
    """A row with another mean response, and in a closed test with the rate and the CPU that go with it."""
    if not point.has(Metric.USERS, Metric.RATE):
        return point.given(Metric.MEAN, mean)
    rate = point[Metric.RATE]
    slower = point[Metric.USERS] / (point[Metric.USERS] / rate - point[Metric.MEAN] + mean)
    moved = point.given(Metric.MEAN, mean).given(Metric.RATE, slower)
    return moved.given(Metric.CPU, point[Metric.CPU] * slower / rate) if point.has(Metric.CPU) else moved


def refinement_steps() -> int:
    """How many steps of progress `refine_fit` makes at the most."""
    return 8 * len(VARIATIONS) + 2


class _Tried:
    """Rows simulated in one way or another, all on the same draws."""

    def __init__(self, rows: Sequence[LoadTestRow], fit: ServerFit, requests: int | None = None) -> None:
        self._rows, self._fit, self._requests = rows, fit, requests or REQUESTS
        self._wait = fit.parameters.get(Parameter.WAIT, 0.0)
        self._engine = load_engine("kernel")
        self.values = sum(len(row.percentiles) for row in rows)
        self.sends = all(fit.machine.sends(row) * _FELT * fit.parameters[Parameter.WORK] < 1.0 for row in rows)

    def squares(self, way: ServiceOrder) -> float:
        """The squares of log measured - log simulated over all percentiles."""
        found = [self._row(row, way) for row in self._rows]
        # In turn, work of another variation waits longer or shorter on average than the costs were fitted with: a
        # constant wait elsewhere makes up for it, as far as there is any.
        late = [
            mean - row[Metric.MEAN] for row, (mean, _) in zip(self._rows, found, strict=True) if row.has(Metric.MEAN)
        ]
        weights = [1.0 / row[Metric.MEAN] ** 2 for row in self._rows if row.has(Metric.MEAN)]
        moved = -min(self._wait, float(np.average(late, weights=weights))) if late and not way.varies else 0.0
        left = 0.0
        for row, (_, simulated) in zip(self._rows, found, strict=True):
            for share, measured in row.percentiles.items():
                left += math.log(measured / max(1e-9, simulated[share] + moved)) ** 2
        return left

    def percentiles(self, row: LoadTestRow, way: ServiceOrder) -> dict[float, float]:
        """Those of a row, simulated."""
        return self._row(row, way)[1]

    def theory_more(self, row: LoadTestRow, way: ServiceOrder) -> float:
        """Seconds of mean response that theory says more of a row than a simulation of a way would.

        Theory is exact of threads and cards that share evenly, whatever work, sizes and waits vary by (Baskett, Chandy,
        Muntz and Palacios 1975, Open, Closed, and Mixed Networks of Queues with Different Classes of Customers). Of
        what is served in turn the difference of two simulations on the same draws says it, less noisily than the mean
        of one, which is short near saturation (common random numbers; Law 2015, Simulation Modeling and Analysis,
        section 11.2). With a limit of workers theory approximates, and a simulation stands against it.
        """
        if self._fit.machine.workers is not None:
            return self._fit.predicted(row).mean - self._row(row, way)[0]
        if way.discipline == SHARED:
            return 0.0
        return self._row(row, replace(way, discipline=SHARED))[0] - self._row(row, way)[0]

    def _row(self, row: LoadTestRow, way: ServiceOrder) -> tuple[float, dict[float, float]]:
        """Mean and percentiles of a row, simulated."""
        network = self._network(row, way)
        rate = self._fit.predicted(row).rate
        window = self._requests / rate / WINDOWS
        tally = self._engine.run(network, RunPlan(WINDOWS + COLD, window, COLD * window), SEED)
        took, completed = tally.column("requests", "response time"), tally.column("requests", "completed")
        mean = float((took[-1] - took[COLD]) / (completed[-1] - completed[COLD]))
        counts = tally.histogram.sum(axis=0)
        return mean, {share: quantile(counts, share) for share in row.percentiles}

    def _network(self, row: LoadTestRow, way: ServiceOrder) -> Network:
        fit, machine, wait = self._fit, self._fit.machine, self._wait
        curve = tuple(float(each) for each in service_rates(fit.parameters, machine))
        bent = () if curve == tuple(range(1, len(curve) + 1)) else curve
        in_turn = machine.threads if way.discipline == TO_COMPLETION else None
        cpu = SharedCapacity("CPU", curve[-1], (1.0,), "cores", role=Role.CPU, curve=bent, at_once=in_turn)
        work = request_work(fit.parameters, row, used_by_requests(fit.parameters, fit.predicted(row).cpu))
        steps: tuple[Step, ...] = (Serve("CPU", _varying(work, way.cv)),)
        if wait > 0.0:
            steps = (*steps, Delay(exponential(wait) if way.varies else constant(wait), 1))
        resources: tuple[SharedCapacity | TokenPool, ...] = (cpu,)
        sends = machine.sends(row)
        if math.isfinite(sends):
            resources = (cpu, SharedCapacity("cards", 1.0, (1.0,), "seconds", role=Role.CARD))
            sending = exponential(1.0 / sends) if way.sizes else constant(1.0 / sends)
            steps = (*steps, Serve("cards", sending))
        if machine.workers is not None:
            resources = (*resources, TokenPool("workers", float(machine.workers), "wait", "threads"))
            steps = (Seize("workers", 1.0), *steps, Release("workers", 1.0))
        request = RequestClass("request", 1.0, constant(1.0), 0.0, steps)
        return Network(1, resources, (request,), self._source(row, work + wait))

    def _source(self, row: LoadTestRow, cycle: float) -> SessionSource:
        one = constant(1.0)
        if self._fit.kind is LoadKind.OPEN:
            return SessionSource(row[Metric.RATE], one, constant(0.0), (1.0,))
        think = row.measured.get(Metric.THINK, self._fit.parameters.get(Parameter.THINK, 0.0))
        users = max(1, round(row[Metric.USERS]))
        if think == 0.0:
            return SessionSource(0.0, one, constant(0.0), (1.0,), open_at_start=users, returns=True, spread=cycle)
        return SessionSource(0.0, one, exponential(think), (1.0,), open_at_start=users, returns=True)


def _varying(work: float, cv: float) -> Distribution:
    return constant(work) if cv == 0.0 else with_variation(Family.LOGNORMAL, work, cv)


def _nearest(tried: _Tried, way: ServiceOrder) -> WorkSpread:
    """The coefficient of variation between those that were tried, with its interval: where the squares stay within
    Student's bound of the least (Seber and Wild 1989, section 5.2)."""
    squares: dict[float, float] = {}

    def at(cv: float) -> float:
        if cv not in squares:
            squares[cv] = tried.squares(replace(way, cv=cv))
        return squares[cv]

    low = max((cv for cv in VARIATIONS if cv < way.cv), default=0.0)
    high = min((cv for cv in VARIATIONS if cv > way.cv), default=VARIATIONS[-1])
    for _ in range(4):
        middle = min((low, (low + way.cv) / 2.0, way.cv, (way.cv + high) / 2.0, high), key=at)
        width = (high - low) / 4.0
        way = replace(way, cv=middle)
        low, high = max(0.0, middle - width), middle + width
    for cv in VARIATIONS:
        at(cv)
    least, spare = at(way.cv), max(1, tried.values - 1)
    bound = least * (1.0 + student_quantile(_CONFIDENCE, spare) ** 2 / spare)
    cvs = sorted(squares)
    ends = [_crossing(cvs, squares, bound, way.cv, side) for side in (-1, 1)]
    error = math.sqrt(least / tried.values)
    return WorkSpread(way, Interval(way.cv, *ends), error, (), tried.values)


def _crossing(cvs: list[float], squares: dict[float, float], bound: float, start: float, side: int) -> float:
    """Where the squares pass the bound on one side of the best; the last that was tried, or 0, where they do not."""
    ahead = [cv for cv in cvs if (cv - start) * side > 0.0]
    before = start
    for cv in ahead if side > 0 else reversed(ahead):
        if squares[cv] > bound:
            share = (bound - squares[before]) / (squares[cv] - squares[before])
            return before + (cv - before) * share
        before = cv
    return math.inf if side > 0 else 0.0
