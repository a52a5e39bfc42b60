"""Collapse: the load up to which a unit gets over what happens to it, and the lower one at which it does once it has
collapsed.

What happens by the timetable is the trigger. Each replication is searched by itself, with the same sessions at every
load, by halving: a unit has got over it if it keeps to its targets in the last part of the watch, all windows of that
together. Where clients try again, a unit may stay down after the trigger is gone, because the retries themselves are
more than it carries; it comes back only when the load has fallen further (Bronson et al. 2021, Metastable Failures in
Distributed Systems, HotOS).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.progress import Progress
from simulator.experiment.replications import run_in_parallel
from simulator.failover.failure_run import FailureRun, failure_run, replication_count
from simulator.failover.load import ServerLoad
from simulator.failover.target_violations import judge_window
from simulator.messages.stages import failover
from simulator.network.network import Network
from simulator.network.scaling import scale_load
from simulator.targets import TargetValues

PERCENT = 100.0
# Loads are looked for from LOWEST to HIGHEST times what the nodes carry, in so many halvings.
LOWEST, HIGHEST, HALVINGS = 0.1, 1.2, 6
# The last part of the watch after everything is back, in which a unit has got over it or has not.
LAST = 0.25
# A collapsed unit is watched at a load that it does not survive by so much, before the load falls.
BEYOND = 1.1


@dataclass(frozen=True)
class Collapse:
    """survives: the largest load, in % of what the nodes carry, that gets over the trigger; recovers: the largest load,
    to which a unit that collapsed has to fall to be itself again. Each replication was searched by itself; one that
    survives every load that was tried, or none, counts with the end of the range, and `at_an_end` counts those."""

    survives: Estimate
    recovers: Estimate
    at_an_end: int

    @property
    def stays_down(self) -> bool:
        """Whether there are loads at which the unit gets over nothing that it would carry otherwise: it stays down when
        the trigger is gone."""
        return self.recovers.high < self.survives.low


def find_collapse(
    scenario: Scenario, engine: Engine, load: ServerLoad, target_values: TargetValues, progress: Progress = lambda: None
) -> Collapse:
    """The loads between which it hangs on the past whether the unit works; `load` says what its nodes carry.

    Raises ValueError for a load of which that is not known.
    """
    if load.carries is None:
        raise ValueError(failover.CAPACITY_NOT_SOUGHT)
    whole = replace(load, requests=load.carries.value)
    watch = failure_run(scenario, whole, target_values)

    def one(replication: int) -> tuple[float, float]:
        def gets_over(network: Network) -> bool:
            plan = replace(watch.plan, replication=replication)
            return _gets_over(replace(watch, plan=plan), network, engine)

        survives = _largest(lambda share: gets_over(scale_load(watch.network, share)))
        progress()
        high = min(HIGHEST, BEYOND * survives)
        recovers = _largest(lambda share: gets_over(step_down_load(watch, high, share)), survives)
        progress()
        return survives, recovers

    found = run_in_parallel(engine, one, range(replication_count(scenario)), scenario.run.threads)
    confidence = scenario.run.confidence
    return Collapse(
        survives=from_replications([PERCENT * survives for survives, _ in found], confidence, "%"),
        recovers=from_replications([PERCENT * recovers for _, recovers in found], confidence, "%"),
        at_an_end=sum(survives in (LOWEST, HIGHEST) for survives, _ in found),
    )


def collapse_steps(scenario: Scenario) -> int:
    """How many times `collapse` reports progress."""
    return 2 * replication_count(scenario)


def step_down_load(watch: FailureRun, high: float, low: float) -> Network:
    """The network at a share of what its nodes carry until the last node is back, and at a lower one after that."""
    back = watch.plan.warm_up + watch.ends
    network = scale_load(watch.network, high)
    before = tuple(corner for corner in network.source.profile or ((0.0, 1.0),) if corner[0] < back)
    profile = (*before, (back, 1.0), (back + watch.plan.window, low / high))
    return replace(network, source=replace(network.source, profile=profile))


def _largest(gets_over: Callable[[float], bool], most: float = HIGHEST) -> float:
    """The largest share up to `most` that gets over it, to a 2**HALVINGS-th of the range; an end where all do, or
    none."""
    if gets_over(most):
        return most
    low, high = LOWEST, most
    if not gets_over(low):
        return low
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if gets_over(middle) else (low, middle)
    return (low + high) / 2.0


def _gets_over(watch: FailureRun, network: Network, engine: Engine) -> bool:
    tally = engine.run(network, watch.plan, watch.scenario.run.seed)
    back, end = watch.window_at(watch.ends), watch.plan.windows
    first = min(end - 1, end - round(LAST * (end - back)))
    judged_window = judge_window(watch, tally, first, end)
    return judged_window.judged and judged_window.missed is None
