"""The demand of the months ahead: as it is stated to grow, or a forecast from its history, with its intervals, and how
far off that would have been before.

The logarithms follow the model that Box and Jenkins (1976, Time Series Analysis, section 9.2) found for the passengers
of airlines: ARIMA (0,1,1) (0,1,1) of 12 months, whose level, growth and season each move a little every month. Its
Kalman filter does without months that are missing (statsmodels, SARIMAX). Of less than three years no season can be
told: the level then moves around a growth that stays. Where the level leaps in a month, a step is fitted beside it, so
that the leap is taken for no growth.
"""

import math
import warnings
from statistics import NormalDist

import numpy as np

from models.errors import Problem, Remedy, ScenarioError
from models.parts.demand import KINDS, Demand
from models.parts.growth.history import History
from models.quantities.formatting import count_text
from models.quantities.months import YEAR, month_text, parse_month
from models.quantities.units import parse_quantity
from models.scenario import Scenario
from simulator.growth.demand_paths import (
    DRAWS,
    Backtest,
    DemandPaths,
    FloatArray,
    Forecast,
    Mismatch,
    column_quantile,
    stated_growth,
)
from simulator.growth.history import DemandHistory, read_history
from simulator.messages.stages.growth import demand_history, orders

SEASONS = 3  # Years from which on a season is told.
# A change of level: robust standard deviations, the least one in logarithms (a fifth), and how many are looked for.
JUMP, LEAST_JUMP, MOST_JUMPS = 8.0, 0.18, 4
# Nobody's demand is so many times what it was a month ago: a unit is wrong.
UNLIKELY = 100.0
# A unit is the nearest remedy where it brings both so near to each other.
NEAR = 10.0
# A demand that somebody rounded, in times what it was.
ROUNDED = 1.05
# No month is known better than to so much of it: of a history that a rule has made, all errors would be 0.
EXACT = 1e-6
STREAM = 2  # Beside the draws of a stated growth and of what a unit carries.


def forecast_demand(scenario: Scenario) -> DemandPaths:
    """The demand of the months ahead. Raises ScenarioError where nothing says how it grows."""
    if scenario.growth is None:
        message, remedy = orders.NO_GROWTH
        ways = (Remedy({"growth": "{start: 2026-12, a_year: 40 %}"}),)
        raise ScenarioError((Problem(scenario.file, 0, "growth", "", message, remedy, ways),))
    return stated_growth(scenario) if scenario.growth.history is None else forecast_growth(scenario)


def forecast_growth(scenario: Scenario) -> DemandPaths:
    """The months ahead from the history of a scenario.

    Raises ScenarioError for one that is too short, for none, and for one of another size than the stated demand.
    """
    growth, demand = scenario.growth, scenario.demand
    if growth is None or demand is None or growth.history is None:
        raise ValueError(orders.no_history_stated(scenario.name))
    history = growth.history
    past = read_history(history, scenario.file, KINDS[demand.way]).until(parse_month(growth.start))
    held = round(history.hold_back)
    _require_long_enough(past, held, history.named, growth.start)
    _require_one_size(past, history, demand, scenario.file)
    return forecast_from(past, scenario, growth.start, growth.months, history.named, held)


def forecast_from(
    past: DemandHistory, scenario: Scenario, first: str, months: int, shown: str, held: int = YEAR
) -> DemandPaths:
    """So many months ahead from what the demand of a scenario has been; held: the months that the forecast is tried on.
    Raises ValueError without a demand."""
    demand, confidence, start = scenario.demand, scenario.run.confidence, parse_month(first)
    if demand is None:
        raise ValueError(orders.no_demand_stated(scenario.name))
    random = np.random.Generator(np.random.Philox(key=[scenario.run.seed, STREAM]))
    tried = backtest(past, held, confidence)
    skipped = start - past.last - 1
    drawn = sample_paths(past, skipped + months, DRAWS, random)[:, skipped:] / float(getattr(demand, demand.way))
    likely = np.median(drawn, axis=0)
    rests_on = Forecast(shown, past, _is_seasonal(past), tried, _apart(past, demand, drawn[:, 0], confidence))
    return DemandPaths(start, likely, drawn, confidence, rests_on)


def is_long_enough(past: DemandHistory, held: int = YEAR) -> bool:
    """Whether a year is left of a history before the months that a forecast is tried on."""
    return len(past.values) - held >= YEAR


def sample_paths(past: DemandHistory, months: int, draws: int, random: np.random.Generator) -> FloatArray:
    """So many ways in which the months after a history may go, by draws and months."""
    mean, covariance = _ahead(past, months)
    unsure = max(EXACT**2, -2.0 * float(np.linalg.eigvalsh(covariance)[0]))  # Rounding leaves less than nothing.
    covariance += unsure * np.eye(months)
    return np.asarray(np.exp(random.multivariate_normal(mean, covariance, draws, method="cholesky")))


def backtest(past: DemandHistory, held: int, confidence: float) -> Backtest:
    """How far off a forecast of the last months would have been, beside the same months of the year before."""
    before, after = past.until(past.last + 1 - held), np.array(past.values[-held:])
    mean, covariance = _ahead(before, held)
    reach = NormalDist().inv_cdf(0.5 + confidence / 2.0) * np.sqrt(np.diag(covariance))
    middle, low, high = np.exp(mean), np.exp(mean - reach), np.exp(mean + reach)
    year = np.array(before.values[-YEAR:])
    naive = np.resize(year, held)
    there = ~np.isnan(after)
    known = there & ~np.isnan(naive)
    return Backtest(
        error=float(np.mean(np.abs(middle / after - 1.0)[there])),
        naive=float(np.mean(np.abs(naive / after - 1.0)[known])),
        inside=float(np.mean(((low <= after) & (after <= high))[there])),
        months=int(there.sum()),
    )


def _ahead(past: DemandHistory, months: int) -> tuple[FloatArray, FloatArray]:
    """The means of the logarithms of the months after a history, and their covariances.

    With the state a of the filter after the last month, its error P, and what each month adds, Q: month h is
    Z T^(h-1) a, and months h and g err together by Z (T^(h-1) P T'^(g-1) + sum of T^(h-1-j) Q T'^(g-1-j)) Z' (Durbin
    and Koopman 2012, Time Series Analysis by State Space Methods, section 4.11). Growth and changes of level are in the
    state, so that what is not known of them widens the intervals too.
    """
    from simulator.extras import sarimax  # It takes a second to load.

    logs = np.log(np.array(past.values))
    known, ahead = _regressors(logs, months)
    seasonal = {"seasonal_order": (0, 1, 1, YEAR)} if _is_seasonal(past) else {}
    exog = {"exog": known, "mle_regression": False} if known.shape[1] else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Starting values that it replaces by itself.
        fitted = sarimax.SARIMAX(logs, order=(0, 1, 1), **seasonal, **exog).fit(disp=False, maxiter=200)
    named = ("transition", "selection", "state_cov", "design")
    transition, chosen, adds, seen = (_last(fitted.model.ssm[name]) for name in named)
    design = np.repeat(seen, months, axis=0)
    if known.shape[1]:
        design[:, -known.shape[1] :] = ahead
    state, error = fitted.predicted_state[:, -1], fitted.predicted_state_cov[..., -1]
    return _moments(design, transition, chosen @ adds @ chosen.T, state, error)


def _is_seasonal(past: DemandHistory) -> bool:
    """Whether a history is long enough to tell a season."""
    return len(past.values) >= SEASONS * YEAR


def _last(matrix: FloatArray) -> FloatArray:
    """A matrix of the filter, in the last month where it has one for each."""
    return np.asarray(matrix if matrix.ndim == 2 else matrix[..., -1])


def _moments(
    design: FloatArray, transition: FloatArray, adds: FloatArray, state: FloatArray, error: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Means and covariances of what is seen in the months ahead."""
    months = len(design)
    mean, covariance = np.empty(months), np.empty((months, months))
    for month in range(months):
        mean[month] = design[month] @ state
        seen = error @ design[month]
        for later in range(month, months):
            covariance[month, later] = covariance[later, month] = design[later] @ seen
            seen = transition @ seen
        state, error = transition @ state, transition @ error @ transition.T + adds
    return mean, covariance


def _regressors(logs: FloatArray, months: int) -> tuple[FloatArray, FloatArray]:
    """What the model knows besides, in the history and after it: a growth where there is no season to tell it by, and a
    step from each month on in which the level has changed."""
    count = len(logs)
    at = np.arange(float(count + months))
    steps = [(at >= month).astype(float) for month in level_shifts(logs)]
    columns = ([] if count >= SEASONS * YEAR else [at / YEAR]) + steps
    every = np.column_stack(columns) if columns else np.empty((count + months, 0))
    return every[:count], every[count:]


def level_shifts(logs: FloatArray) -> tuple[int, ...]:
    """The months in which the logarithm of a demand leaps: by more than JUMP robust standard deviations beyond what the
    same month of other years brings (the median, and its median deviation: Rousseeuw and Croux 1993)."""
    leaps = np.diff(logs)
    beyond = leaps - np.nanmedian(leaps)
    if len(logs) >= SEASONS * YEAR:
        usual = np.array([np.nanmedian(leaps[month::YEAR]) for month in range(YEAR)])
        beyond = leaps - np.resize(usual, len(leaps))
    spread = 1.4826 * float(np.nanmedian(np.abs(beyond)))
    found = np.flatnonzero(np.nan_to_num(np.abs(beyond)) > max(JUMP * spread, LEAST_JUMP))
    largest = sorted(found, key=lambda month: -abs(beyond[month]))[:MOST_JUMPS]
    return tuple(sorted(int(month) + 1 for month in largest))


def _require_long_enough(past: DemandHistory, held: int, file: str, start: str) -> None:
    """Raises ScenarioError unless a year is left before the months that are held back."""
    if is_long_enough(past, held):
        return
    months = count_text(max(0, len(past.values)), "month")
    message, remedy = demand_history.too_short(months, start, held, YEAR + held)
    raise ScenarioError((Problem(file, 0, "growth.history", "", message, remedy),))


def _require_one_size(past: DemandHistory, history: History, demand: Demand, scenario_file: str) -> None:
    """Raises ScenarioError where the last month is out of all proportion to the stated demand, with its unit."""
    (month, last), stated = _last_month(past), float(getattr(demand, demand.way))
    if 1.0 / UNLIKELY < last / stated < UNLIKELY:
        return
    kind = KINDS[demand.way]
    counted = last / parse_quantity(f"1 {history.unit}", kind)
    known = {unit: abs(math.log(counted * float(factor) / stated)) for unit, factor in kind.units.items()}
    nearest = min(known, key=lambda unit: known[unit])
    is_near = known[nearest] < math.log(NEAR)
    remedy = demand_history.did_you_mean_unit(nearest) if is_near else "check both"
    ways = (Remedy({"growth.history.unit": nearest}),) if is_near else ()
    last_month, amount = month_text(month), demand.roughly(last)
    message = demand_history.of_another_size(last_month, history.named, amount, demand.stated)
    raise ScenarioError((Problem(scenario_file, 0, "growth.history.unit", f'"{history.unit}"', message, remedy, ways),))


def _apart(past: DemandHistory, demand: Demand, first: FloatArray, confidence: float) -> Mismatch | None:
    """Whether the stated demand is neither the last month of its history nor within the forecast of the first month
    ahead, of which `first` holds draws in times the stated one; None where it is."""
    stated = float(getattr(demand, demand.way))
    low, likely, high = (
        float(column_quantile(first, share)) for share in ((1.0 - confidence) / 2.0, 0.5, (1.0 + confidence) / 2.0)
    )
    month, last = _last_month(past)
    if min(low, last / stated) / ROUNDED <= 1.0 <= max(high, last / stated) * ROUNDED:
        return None
    return Mismatch(demand, month, last, low * stated, likely * stated, high * stated)


def _last_month(past: DemandHistory) -> tuple[int, float]:
    """The last month that is there, and its demand."""
    place = max(at for at, value in enumerate(past.values) if not math.isnan(value))
    return past.first + place, past.values[place]
