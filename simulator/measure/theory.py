"""What theory says of a scenario's server, as results: the same measures as those of a simulation, without samples.

A figure that is only approximate has its known error as its half-width; one that theory cannot say is refused with the
reason. Bounds have no half-width, and `standing` says that they are bounds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from models.parts.request import OF_PROCESS
from models.parts.run import Run
from simulator.engines.analytic.engine import Analytic
from simulator.engines.analytic.solution import Figure, Said, Solution, exact
from simulator.measure.estimate import Estimate
from simulator.measure.kinds.ranges import without_rounding
from simulator.measure.results import Refused, Results, Usage
from simulator.network.network import Network
from simulator.network.steps import Serve, flat
from simulator.translate.page_faults import FAULTS, FREE_LISTS
from simulator.translate.processes import CACHE, MEMORY
from simulator.translate.resources import CPU, Origin
from simulator.translate.translate import Translation

# How theory names what simulators measure under a name of its own.
_NAMES = {f"{CACHE} hit ratio": "cache_hit_ratio", MEMORY: "process_memory"}
PERCENT = "%"
NO_SPELLS = "theory here says what a server does on average, not in its busiest spells; simulate for that"
STEADY = "theory here says what a server does in the end, not when that begins; simulate for that"
NEVER = "no process is ever recycled"
OTHERS = "part of what is held does not grow with the load"


def in_theory(run: Run, translation: Translation) -> Results:
    """What theory says of one server of a scenario. Raises UnsupportedByEngine with the part that it cannot say."""
    engine, network = Analytic(), translation.network
    found = engine.solve(network)
    said = dict(_said(network, found))
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
        standing={name: str(each.standing) for name, each in said.items() if isinstance(each, Figure)},
    )


def _said(network: Network, found: Solution) -> Iterator[tuple[str, Said]]:
    """Every measure that a simulation of the network has."""
    for name, each in found.figures.items():
        yield _NAMES.get(name, name), each
    yield "requests_max", NO_SPELLS
    yield from _by_class(found)
    if CPU in found.work:
        yield from dict.fromkeys(("full_cpu", "full_cpu_run"), NO_SPELLS).items()
    if any(region.recycle is not None for region in network.regions):
        none = exact(0.0, "/h", NEVER)
        yield from {"recycles": none, "recycle_interval": NEVER, "failed_starts": none}.items()
    if FAULTS in found.work:
        yield "page_faults", found.work[FAULTS]
    if any(cache.name.endswith(FREE_LISTS) for cache in network.caches):
        yield "warm_up_time", STEADY
    for name, each in found.background.items():
        yield name.removesuffix(" connections").replace(" ", "_").replace("-", "_"), each


def _by_class(found: Solution) -> Iterator[tuple[str, Said]]:
    """`requests CLASS` and `response CLASS`; the processes of a pool are one class to its clients, and share its
    requests evenly."""
    classes: dict[str, list] = {}
    for each in found.classes:
        classes.setdefault(OF_PROCESS.sub("", each.name), []).append(each)
    if len(classes) < 2:
        return
    for name, processes in classes.items():
        first = processes[0].completed
        yield f"requests {name}", replace(first, value=sum(each.completed.value for each in processes))
    for name, processes in classes.items():
        yield f"response {name}", processes[0].response


def _measure(said: Said, run: Run) -> Estimate | Refused:
    return _estimate(said, run) if isinstance(said, Figure) else Refused(said)


def _estimate(figure: Figure, run: Run) -> Estimate:
    value = float(without_rounding(figure.value, figure.unit))
    # Where an error depends on what was solved it is a number of NumPy, which no data format knows.
    half_width = float(figure.standing.error * abs(value))
    # All that theory says in % is a part of something.
    return Estimate(value, half_width, run.confidence, 0, figure.unit, share=figure.unit == PERCENT)


def _shares(shares: Mapping[str, Said], run: Run) -> dict[str, Estimate]:
    """Shares by cause, those that theory can say."""
    return {cause: _estimate(said, run) for cause, said in shares.items() if isinstance(said, Figure)}


def _usages(network: Network, found: Solution, origins: Mapping[str, Origin], run: Run) -> tuple[Usage, ...]:
    """The limits of one server, the most used first."""
    used_by_others = {step.at for jobs in network.background for step in flat(jobs.steps) if isinstance(step, Serve)}
    usages = []
    for use in found.uses:
        origin, disproportion = origins[use.name], OTHERS if use.name in used_by_others else ""
        used, lost = _estimate(use.utilisation, run), _estimate(use.lost, run)
        usages.append(Usage(use.name, use.kind, origin.limit, origin.path, used, lost, disproportion, origin.plural))
    return tuple(sorted(usages, key=lambda usage: -usage.utilisation.value))
