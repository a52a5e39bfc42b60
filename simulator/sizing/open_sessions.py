"""How many sessions a server has open at a time, at most, as far as that can be said before anything is simulated.

A server with time to spare holds what Little's law says: rate times the length of a session. One that is offered more
than its bottleneck lets through holds more with every second, up to what its pools let in; those whom they turn away
come again after their back-off.
"""

from math import inf

from models.scenario import Scenario
from simulator.measure.settle import LONGEST
from simulator.network.network import Background, Network
from simulator.network.steps import Step, Take, Think
from simulator.rollup.carried import LARGEST
from simulator.sizing.alone import alone, saturation
from simulator.sizing.sized_by import sized_by
from simulator.translate.translate import translate


def open_sessions(scenario: Scenario) -> float:
    """The sessions and background jobs of a server at the largest load it may be tried at, or at the stated one."""
    network, warm = _tried(scenario), _tried(_warm(scenario))
    nodes, source = network.nodes, network.source
    others = sum(_in_background(network, jobs) for jobs in network.background)
    if source.returns:
        return source.open_at_start / nodes + others
    flow, seconds = source.rate / nodes, _seconds(scenario)
    full = saturation(network)
    excess = max(0.0, flow - full / source.requests.mean) if full is not None and sized_by(scenario) != LARGEST else 0.0
    if excess > 0.0 and scenario.run.warm_up is None and scenario.workload.ramp is None:
        seconds *= LONGEST  # So long is looked for a warm-up that never ends.
    steady = warm.source.open_at_start / nodes
    wanted = min(steady, flow * seconds) if source.open_at_start == 0 else steady
    wanted += excess * seconds
    held = min(wanted, _let_in(network, source.connect))
    again = min(flow * seconds, flow * source.attempts * source.back_off) if wanted > held else 0.0
    return held + again + others


def _tried(scenario: Scenario) -> Network:
    return alone(scenario).network if sized_by(scenario) == LARGEST else translate(scenario).network


def _warm(scenario: Scenario) -> Scenario:
    """The same with its sessions open from the start, at the load that a ramp rises to."""
    run, workload = (
        part.model_copy(update=new)
        for part, new in ((scenario.run, {"start": "warm"}), (scenario.workload, {"ramp": None}))
    )
    return scenario.model_copy(update={"run": run, "workload": workload})


def _seconds(scenario: Scenario) -> float:
    """The length of a replication."""
    return (scenario.run.warm_up or 0.0) + scenario.run.seconds


def _let_in(network: Network, steps: tuple[Step, ...]) -> float:
    """How many jobs with these steps the pools of a node let in at a time; inf where none turns anybody away."""
    taken: dict[str, float] = {}
    for step in steps:
        if isinstance(step, Take):
            taken[step.pool] = taken.get(step.pool, 0.0) + step.amount
    pools = [pool for pool in network.pools if pool.when_short == "refuse" and taken.get(pool.name)]
    return min((pool.size / taken[pool.name] for pool in pools), default=inf)


def _in_background(network: Network, jobs: Background) -> float:
    """How many background jobs of a kind a node has at a time."""
    seconds = sum(step.time.mean for step in jobs.steps if isinstance(step, Think))
    return min(jobs.rate / network.nodes * seconds, _let_in(network, jobs.steps))
