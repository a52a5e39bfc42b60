"""How long a server takes to settle: the warm-up that pilot runs show, or whether a stated one is long enough."""

from collections.abc import Sequence

import numpy as np

from models.parts.run import Run
from models.quantities.units import DURATION, format_quantity
from simulator.engines.engine import Engine
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.errors import NotConverged
from simulator.measure.cuts import Settling, settles_last
from simulator.measure.estimate import Estimate, from_replications
from simulator.measure.kinds.measures import measure
from simulator.measure.progress import Progress, grow
from simulator.measure.results import Settled
from simulator.measure.series import traces
from simulator.measure.steady import Steady
from simulator.measure.subjects import PartQuantity, of_quantity
from simulator.network.network import Network

# The longest pilot run, in times the duration that is measured.
LONGEST = 16
# From here on, %, a station counts as busy all the time.
FULL = 99.0
# What a warm-up that is too short must have changed, beside the hit ratios of caches.
JUDGED = ("wire_mbps", "response_mean", "connections")


def settle(
    engine: Engine, network: Network, run: Run, progress: Progress = lambda: None, ramped: bool = False
) -> tuple[Run, Settled]:
    """The run with its warm-up, and where that comes from.

    A stated warm-up stays. `auto` makes a pilot run of replication 0 from time 0, as long as the duration, and longer
    ones, each twice as long, while some series settles no sooner than at the latest cut that MSER allows. The warm-up
    is that of the series that settles last. A load test, `ramped`, never settles: it has none. A pilot is a step of
    `progress`.
    Raises NotConverged, with series and setting, if a series has not settled in a pilot of LONGEST times the duration.
    """
    if run.warm_up is not None:
        return run, Settled(run.warm_up)
    if ramped:
        return _warmed(run, Settled(0.0))
    measured = max(1, round(run.seconds / run.window))
    windows = measured
    while True:
        grow(progress, 1)
        steady = Steady(network, [engine.run(network, RunPlan(windows, run.window, 0.0), run.seed)], run.confidence)
        progress()
        last = settles_last(steady, run) or Settling("", 0, False)
        if not last.at_end:
            return _warmed(run, Settled(last.windows * run.window, last.series, windows * run.window))
        if windows >= LONGEST * measured:
            raise NotConverged(_never(steady, last, run))
        windows *= 2


def _warmed(run: Run, settled: Settled) -> tuple[Run, Settled]:
    return run.model_copy(update={"warm_up": settled.seconds}), settled


def _never(steady: Steady, last: Settling, run: Run) -> str:
    tried = steady.tallies[0].plan.duration
    busy = _busy(steady)
    overload = (
        f". Always busy: {', '.join(busy)}; a server that is offered more than it carries never settles, and `capacity`"
        " finds the load that it carries"
    )
    return (
        f"run.warm_up = auto: not settled after {_text(tried / 2.0)}: {last.series}; the pilot run took {_text(tried)},"
        f" {LONGEST} times run.duration, and must take {_text(2.0 * tried)} at least:"
        f" --set 'run.duration={_text(2.0 * run.seconds)}', or state run.warm_up{overload if busy else ''}"
    )


def _busy(steady: Steady) -> list[str]:
    """The stations that are busy all the time in the second half."""
    stations = {shared.name for shared in steady.network.shared} | {queue.name for queue in steady.network.queues}
    use = {trace.name: trace.read(steady.tallies[0]) for trace in traces(steady) if trace.name in stations}
    return [name for name, values in use.items() if float(values[len(values) // 2 :].mean()) >= FULL]


def check_settled(network: Network, tallies: Sequence[Tally], run: Run) -> None:
    """Whether the stated warm-up of replications was long enough.

    It was not if some series settles later and, measured from then on, traffic, response time, connections or a hit
    ratio differ by more than `run.precision`, the interval of the difference included: what differs by chance does not
    count. Raises NotConverged, with the series, when it settles, and what to write.
    """
    steady = Steady(network, tallies, run.confidence)
    last = settles_last(steady, run)
    if last is None or last.windows <= steady.first:
        return
    stated, later = measure(steady)[0], measure(steady.after(last.windows))[0]
    judged = {*JUDGED, *(ratio.key for ratio in of_quantity(network, PartQuantity.HIT_RATIO))}
    for name in (name for name in stated if name in judged):
        before, after = stated[name], later[name]
        if isinstance(before, Estimate) and isinstance(after, Estimate) and _differ(before, after, run.precision):
            raise NotConverged(_too_short(last, name, before, after, run))


def _differ(before: Estimate, after: Estimate, precision: float) -> bool:
    """Whether two figures of the same replications differ, for sure, by more than a share."""
    each = [b - a for a, b in zip(before.each, after.each, strict=True)]
    apart = from_replications(each, before.confidence, before.unit)
    return abs(apart.value) - apart.half_width > precision * abs(after.value)


def _too_short(last: Settling, name: str, before: Estimate, after: Estimate, run: Run) -> str:
    settled = _text(last.windows * run.window)
    off = 100.0 * (before.value / after.value - 1.0) if after.value else np.inf
    return (
        f"run.warm_up = {_text(run.warm_up or 0.0)} is too short: last to settle is {last.series}, after {settled}"
        f"{' or more' if last.at_end else ''}, and {name} is {off:+.2g} % off; write run.warm_up: auto or {settled}"
        f"{', and a longer run.duration' if last.at_end else ''}"
    )


def _text(seconds: float) -> str:
    return format_quantity(seconds, DURATION)
