"""What theory says of a scenario's server, as results: the same measures as those of a simulation, without samples.

A figure that is only approximate has its known error as its half-width; one that theory cannot say is refused with the
reason. Bounds have no half-width, and `standing` says that they are bounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from models.parts.run import Run
from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.engine import TheoryEngine, offered_node, overload
from simulator.engines.theory.error_bounds import queue_number_error
from simulator.engines.theory.node.node import TheoryNode
from simulator.engines.theory.node.traffic import planned_requests
from simulator.engines.theory.solution import KnownValue, ResourceUse, Said, Solution, exact
from simulator.errors import Overloaded
from simulator.experiment.estimate import WHOLE, Estimate
from simulator.experiment.measures.ranges import without_rounding
from simulator.experiment.results import Results, Unavailable, Usage
from simulator.experiment.subjects import PartQuantity, measures_of_parts, measures_of_quantities
from simulator.experiment.warm_up import LONGEST
from simulator.messages.stages import experiment
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.network.steps import Serve, flatten, place_of
from simulator.network.waiting import waiting_room
from simulator.targets import NOTICEABLE
from simulator.translate.resources import Origin
from simulator.translate.translate import Translation

PERCENT = "%"


def theory_results(run: Run, translation: Translation, node: TheoryNode | None = None) -> Results:
    """What theory says of one server of a scenario; `node` as `steady_state` has it. Raises UnsupportedByEngine with
    the part that it cannot say."""
    engine, network = TheoryEngine(), translation.network
    found = engine.solve(network, node=node)
    said = dict(_known_measures(network, found))
    return Results(
        engine=engine.name,
        nodes=network.nodes,
        replications=0,
        confidence=run.confidence,
        seed=run.seed,
        simulated_requests=0,
        warm_up=0.0,
        duration=0.0,
        measures={name: _measure(each, run) for name, each in said.items()},
        refused=_shares(found.refused, run),
        failed=_shares(found.failed, run),
        usages=_usages(network, found, translation.origins, run),
        series=(),
        parts=measures_of_parts(network),
        standing={name: str(each.standing) for name, each in said.items() if isinstance(each, KnownValue)},
    )


def require_no_overload(run: Run, network: Network) -> TheoryNode | None:
    """The server as theory has it; None where it knows nothing of it. Raises Overloaded for one that is noticeably
    offered more than it carries, unless what lets requests wait is full, and turns the others away, within the longest
    time for which a simulation looks for a steady state."""
    if network.source.returns or TheoryEngine().supports(network) is not None:
        return None
    rate = offered_rate(network)
    node = offered_node(network, rate)
    found = overload(node, rate)
    if found is None or rate - found.carried <= NOTICEABLE / WHOLE * rate:
        return node
    room, more = waiting_room(network, found.limit), (rate - found.carried) / planned_requests(network.source.requests)
    if more > 0.0 and (room is None or room.places > more * LONGEST * run.seconds):
        raise Overloaded(found.limit, found.carried, rate)
    return node


def _known_measures(network: Network, solution: Solution) -> Iterator[tuple[str, Said]]:
    """Every measure that a simulation of the network has."""
    keys = _keys(network)
    for name, each in solution.figures.items():
        yield keys.get(name, name), each
    yield "requests_max", experiment.NO_SPELLS
    yield from _by_class(network, solution)
    if network.in_role(Role.CPU):
        yield from dict.fromkeys(("full_cpu", "full_cpu_run"), experiment.NO_SPELLS).items()
    if any(station.quota is not None for station in network.shared):
        yield "throttled", experiment.NO_PERIODS
    if any(region.recycle is not None for region in network.regions):
        none = exact(0.0, "/h", experiment.NEVER_RECYCLED)
        yield "recycles", none
        yield "recycle_interval", experiment.NEVER_RECYCLED
        yield "failed_starts", none
    for station in network.in_role(Role.PAGE_FAULTS):
        yield "page_faults", solution.work[station.name]
    if network.in_role(Role.FREE_LISTS):
        yield "warm_up_time", experiment.IN_THE_END
    for jobs in measures_of_quantities(network, PartQuantity.JOBS):
        yield jobs.key, solution.background[jobs.of[0]]
    yield from _of_posted(network, solution)


def _of_posted(network: Network, solution: Solution) -> Iterator[tuple[str, Said]]:
    """The jobs of each queue that are not done at a time and, by Little's law, how long they take."""
    errors = {use.name: queue_number_error(use.utilisation) for use in solution.uses}
    rates: dict[str, float] = {}
    visited: dict[str, set[str]] = {}
    for jobs in (jobs for jobs in network.background if jobs.posted):
        rates |= dict.fromkeys(jobs.names, jobs.rate / len(jobs.names) / network.nodes)
        # Equal places are known as well as each other, so that those of the first way stand for all.
        visited |= dict.fromkeys(jobs.names, {place for step in flatten(jobs.steps) if (place := place_of(step))})
    for measure in measures_of_quantities(network, PartQuantity.BACKLOG):
        off = max((errors.get(place, 0.0) for name in measure.of for place in visited[name]), default=0.0)
        yield measure.key, _together(solution, measure.of, 1.0, "", off)
    for measure in measures_of_quantities(network, PartQuantity.DONE_IN):
        posted = sum(rates[name] for name in measure.of)
        off = max((errors.get(place, 0.0) for name in measure.of for place in visited[name]), default=0.0)
        yield measure.key, _together(solution, measure.of, posted, "s", off) if posted > 0.0 else experiment.NO_JOB
    for measure in measures_of_quantities(network, PartQuantity.DONE_IN_P95):
        yield measure.key, experiment.NO_JOB_PERCENTILE


def _together(solution: Solution, names: Sequence[str], each: float, unit: str, off: float) -> Said:
    """The number of some background jobs together, for so many of them, known no better than what they wait for is, off
    by such a share at the most; or why theory knows nothing of one."""
    known = [solution.background[name] for name in names]
    found = [said for said in known if isinstance(said, KnownValue)]
    if len(found) < len(known):
        return next(said for said in known if not isinstance(said, KnownValue))
    standing = found[0].standing
    standing = replace(standing, error=max(standing.error, off))
    return replace(found[0], value=sum(said.value for said in found) / each, unit=unit, standing=standing)


def _keys(network: Network) -> dict[str, str]:
    """By what theory calls them (see Solution), the keys of hit ratios and of what memory regions hold."""
    ratios = {
        f"{measure.of[0]} hit ratio": measure.key for measure in measures_of_quantities(network, PartQuantity.HIT_RATIO)
    }
    return ratios | {measure.of[0]: measure.key for measure in measures_of_quantities(network, PartQuantity.MEMORY)}


def _by_class(network: Network, solution: Solution) -> Iterator[tuple[str, Said]]:
    """Rate and response of each class; the processes of a pool are one class to its clients, and share its requests
    evenly."""
    classes = {each.name: each for each in solution.classes}
    for measure in measures_of_quantities(network, PartQuantity.REQUESTS):
        processes = [classes[name] for name in measure.of]
        yield measure.key, replace(processes[0].completed, value=sum(each.completed.value for each in processes))
    for measure in measures_of_quantities(network, PartQuantity.RESPONSE):
        yield measure.key, classes[measure.of[0]].response


def _measure(said: Said, run: Run) -> Estimate | Unavailable:
    return _estimate(said, run) if isinstance(said, KnownValue) else Unavailable(said)


def _estimate(figure: KnownValue, run: Run) -> Estimate:
    value = float(without_rounding(figure.value, figure.unit))
    # Where an error depends on what was solved it is a number of NumPy, which no data format knows.
    half_width = float(figure.standing.error * abs(value))
    # All that theory says in % is a part of something.
    return Estimate(value, half_width, run.confidence, 0, figure.unit, share=figure.unit == PERCENT)


def _shares(shares: Mapping[str, Said], run: Run) -> dict[str, Estimate]:
    """Shares by cause, those that theory can say."""
    return {cause: _estimate(said, run) for cause, said in shares.items() if isinstance(said, KnownValue)}


def _usages(network: Network, solution: Solution, origins: Mapping[str, Origin], run: Run) -> tuple[Usage, ...]:
    """The limits of one server, the most used first."""
    jobs_beside = [jobs for jobs in network.background if not jobs.of_load]
    used_by_others = {step.at for jobs in jobs_beside for step in flatten(jobs.steps) if isinstance(step, Serve)}
    roles = {resource.name: resource.role for resource in network.resources}
    usages = []
    for name, use in _of_limits(network, solution).items():
        origin, disproportion = origins[use.name], experiment.PART_GROWS if use.name in used_by_others else ""
        used, lost = _estimate(use.utilisation, run), _estimate(use.lost, run)
        about = (name, use.kind, origin.limit, origin.path)
        around = network.held_around.get(name, frozenset())
        usages.append(
            Usage(
                *about,
                used,
                lost,
                disproportion,
                origin.plural,
                roles[use.name],
                around,
                origin.category,
                use.name not in network.ceilings,
            )
        )
    return tuple(sorted(usages, key=lambda usage: -usage.utilisation.value))


def _of_limits(network: Network, solution: Solution) -> dict[str, ResourceUse]:
    """By limit, the use of its busiest resource, with what all that are equal turn away."""
    uses: dict[str, ResourceUse] = {}
    for use in solution.uses:
        name = network.limit_names[use.name]
        known = uses.setdefault(name, use)
        if known is not use:
            busiest = max(known, use, key=lambda each: each.utilisation.value)
            lost = replace(use.lost, value=known.lost.value + use.lost.value)
            uses[name] = replace(busiest, lost=lost)
    return uses
