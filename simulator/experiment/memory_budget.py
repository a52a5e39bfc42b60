"""Whether there is memory for what is asked, before anything is simulated: what takes too much is named with the
parameter to change and the nearest value that fits.

An estimate, from the network: catalogues and caches, sessions that are open at a time, and the time series of all
replications (see engines/footprint.py).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, log10

from models.errors import Problem, Remedy
from models.parts.run import Run
from models.quantities.units import DATA_RATE, DURATION, REQUEST_RATE, SIZE, format_quantity
from models.scenario import Scenario
from simulator.engines.footprint import MOST_OBJECTS, catalogue_objects, footprint, theory_bytes
from simulator.engines.memory import VARIABLE, available_bytes
from simulator.errors import TooLarge
from simulator.experiment.precision import FIRST_REPLICATIONS
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.single_server import open_sessions
from simulator.experiment.sizing_basis import sizing_basis
from simulator.machine.resources import parse_memory
from simulator.messages.stages import experiment
from simulator.network.network import Network
from simulator.network.scaling import single_node
from simulator.solver import Solver
from simulator.translate.translate import translate

CATALOGUE, BLOCKS = "workload.content.catalogue", "web_server.allocator.patterns"
WINDOW, REPLICATIONS = "run.window", "run.replications"
OFFERED = "workload.offered"
STATED = experiment.state_memory(VARIABLE)
# Tallies that a search keeps of each replication, and those of the loads that a replication under way has been tried
# at; what a pilot run, and the time series that are told, take, in tallies.
KEPT, TRIED, BESIDE = 2, 6, 4
# A duration has at least so many windows, and no window is longer than a day, seconds (models/parts/run.py).
FEWEST, DAY = 5, 86_400.0
# What takes less than this share of the room is not named beside what takes more.
_SMALL = 0.5
# What is named leaves some of the room for what has not been estimated yet, or changes with it.
SPARE = 0.8
# How near the largest load is sought that fits, and in how many steps at most.
NEAR, STEPS = 0.99, 50
# From this share on, what a part takes is told without the rest.
ALL = 0.95
_SOURCE = re.compile(r"(?P<file>.+), line (?P<line>\d+)")


@dataclass(frozen=True)
class MemoryShare:
    """What takes memory: how many bytes, of what (for people), and the parameter that it grows with."""

    bytes: float
    what: str
    path: str


def require_memory(scenarios: Sequence[Scenario], solver: Solver) -> None:
    """Raises TooLarge if scenarios that are simulated side by side take more memory than there is."""
    _require_all(scenarios, solver.takes(scenarios), None, STATED)


def require_memory_to_simulate(
    scenarios: Sequence[Scenario],
    engine: str,
    limit: float | None = None,
    instead: str = STATED,
    cautious: bool = False,
) -> None:
    """The same of scenarios that the engine of that name simulates, with the memory that there is or `limit` bytes.
    `instead` is what else the reader may do. See `memory_shares` for `cautious`."""
    _require_all(scenarios, simulation_memory(scenarios, engine, cautious), limit, instead)


def simulation_memory(
    scenarios: Sequence[Scenario], engine: str, cautious: bool = False
) -> Iterator[list[list[MemoryShare]]]:
    """What simulations of scenarios take: of each the catalogues, then everything."""
    yield [_catalogues(each, engine) for each in scenarios]
    # Theory, which is asked about sessions, has room for the catalogues only now.
    yield [memory_shares(each, engine, cautious) for each in scenarios]


def theory_memory(scenarios: Sequence[Scenario]) -> Iterator[list[list[MemoryShare]]]:
    """What theory takes of each scenario: little but for catalogues whose objects are drawn."""
    yield [[_drawn_from(each, theory_bytes(translate(each).network))] for each in scenarios]


def _require_all(
    scenarios: Sequence[Scenario], stages: Iterator[list[list[MemoryShare]]], limit: float | None, instead: str
) -> None:
    most = memory_budget() if limit is None else limit
    for found in stages:
        _require(scenarios, found, most, instead)


def memory_budget() -> float:
    """Bytes that simulations may take: what is stated, or what the machine has available. Raises ScenarioError."""
    stated = parse_memory()
    return available_bytes() if stated is None else stated


def scenario_bytes(scenario: Scenario, engine: str, cautious: bool = False) -> float:
    """What the simulation of a scenario, without its baseline, takes. See `parts`."""
    return sum(part.bytes for part in memory_shares(scenario, engine, cautious))


def memory_shares(scenario: Scenario, engine: str, cautious: bool = False) -> list[MemoryShare]:
    """What takes memory, the catalogues first. `cautious`: with as many replications as precision may ask for."""
    return [*_catalogues(scenario, engine), _sessions(scenario, engine), *_series(scenario, engine, cautious)]


def _catalogues(scenario: Scenario, engine: str) -> list[MemoryShare]:
    network = translate(scenario).network
    takes = footprint(network, engine)
    return [_drawn_from(scenario, takes.tables + _at_once(scenario) * takes.run)]


def _drawn_from(scenario: Scenario, bytes_: float) -> MemoryShare:
    """What requests draw from: the objects of the content, or the kinds of blocks that they allocate."""
    count = catalogue_objects(translate(scenario).network)
    if scenario.workload.content is None and scenario.web_server.allocator is not None:
        return MemoryShare(bytes_, f"{count:,} kinds of blocks", BLOCKS)
    return MemoryShare(bytes_, f"{count:,} objects", CATALOGUE)


def _sessions(scenario: Scenario, engine: str) -> MemoryShare:
    count = open_sessions(scenario)
    each = footprint(translate(scenario).network, engine).session * _at_once(scenario)
    path = "workload.population" if scenario.workload.population is not None else _longest(scenario)
    return MemoryShare(each * count, f"{count:,.0f} open sessions", path)


def _series(scenario: Scenario, engine: str, cautious: bool) -> list[MemoryShare]:
    """Time series, which grow with the windows, and what else is left of each replication."""
    network, run = _simulated(scenario), scenario.run
    takes, count = footprint(network, engine), _replications(scenario, cautious)
    windows = round(((run.warm_up or 0.0) + run.seconds) / run.window)
    tallies = _tallies(scenario, count)
    return [
        MemoryShare(tallies * takes.window * windows, f"{windows:,} windows of {count:,} replications", WINDOW),
        MemoryShare(tallies * takes.kept, f"{count:,} replications", REPLICATIONS),
    ]


def _simulated(scenario: Scenario) -> Network:
    network = translate(scenario).network
    return single_node(network) if sizing_basis(scenario) == LARGEST else network


def _replications(scenario: Scenario, cautious: bool) -> int:
    run = scenario.run
    return run.replications or (run.most_replications if cautious else FIRST_REPLICATIONS)


def _tallies(scenario: Scenario, count: int) -> int:
    searched = KEPT * count + TRIED * _at_once(scenario) if sizing_basis(scenario) == LARGEST else 0
    return max(count, searched) + BESIDE


def _at_once(scenario: Scenario) -> int:
    """How many replications are under way at a time."""
    return min(scenario.run.threads, scenario.run.replications or FIRST_REPLICATIONS)


def _longest(scenario: Scenario) -> str:
    """The parameter that sessions grow with most: what lasts longest of a session, or the load where it is stated."""
    if sizing_basis(scenario) != LARGEST:
        return OFFERED if scenario.workload.offered is not None else "workload.classes"
    slowest = min(range(len(scenario.workload.clients)), key=lambda each: scenario.workload.clients[each].rate)
    think = scenario.workload.session.think_time.mean * (scenario.workload.session.requests - 1.0)
    sizes = [each.size.mean for each in (scenario.workload.request, *scenario.workload.classes) if each is not None]
    read = scenario.workload.session.requests * max(sizes) / scenario.workload.clients[slowest].rate
    return f"workload.clients[{slowest}].rate" if read > think else "workload.session.think_time.mean"


def _require(
    scenarios: Sequence[Scenario], memory_shares: Sequence[Sequence[MemoryShare]], limit: float, instead: str
) -> None:
    """Raises TooLarge with the parts that must be smaller for all of them to fit."""
    total = sum(part.bytes for side in memory_shares for part in side)
    many = [(s, p) for s, side in zip(scenarios, memory_shares, strict=True) for p in side if _too_many(s, p)]
    if total <= limit and not many:
        return
    each_part = ((s, p) for s, side in zip(scenarios, memory_shares, strict=True) for p in side)
    order = sorted(each_part, key=lambda each: -each[1].bytes)
    named: list[tuple[Scenario, MemoryShare]] = [] if total > limit else many
    rest = total
    while total > limit and rest > _SMALL * limit and order:
        named.append(order.pop(0))
        rest -= named[-1][1].bytes
    share = SPARE * max(0.0, limit - rest) / max(1, len(named))
    raise TooLarge(tuple(dict.fromkeys(_problem(*each, share, total, limit, instead) for each in named)))


def _too_many(scenario: Scenario, part: MemoryShare) -> bool:
    return part.path == CATALOGUE and part.bytes > 0.0 and catalogue_objects(translate(scenario).network) > MOST_OBJECTS


def _problem(scenario: Scenario, part: MemoryShare, share: float, total: float, limit: float, instead: str) -> Problem:
    if total <= limit:
        message = experiment.too_many_objects(part.what, MOST_OBJECTS)
        share = part.bytes * MOST_OBJECTS / catalogue_objects(translate(scenario).network)
    else:
        of_all = _size(total) if part.bytes < ALL * total else ""
        message = experiment.too_much_memory(part.what, _size(part.bytes), of_all, _size(limit))
    file, line = _place(scenario, part.path)
    remedy, ways = experiment.RUN_LESS if part.path == WINDOW else experiment.OFFER_LESS, tuple[Remedy, ...]()
    if nearest := _nearest_value(scenario, part, share):
        bound, value = nearest
        shown = f"{int(value):,}" if value.isdigit() else f'"{value}"'
        remedy = f"write at {bound} {shown}"
        ways = (Remedy({part.path: value}),)
    return Problem(file, line, part.path, _text(scenario, part.path), message, f"{remedy}, {instead}", ways)


def _size(bytes_: float) -> str:
    return format_quantity(bytes_, SIZE, digits=2)


def _place(scenario: Scenario, path: str) -> tuple[str, int]:
    """The file and the line that state a parameter; the scenario's file where none does."""
    source = scenario.sources.get(path)
    found = _SOURCE.fullmatch(source.source) if source is not None and source.kind == "scenario" else None
    return (found["file"], int(found["line"])) if found else (scenario.file, 0)


def _text(scenario: Scenario, path: str) -> str:
    source = scenario.sources.get(path)
    return source.value_text if source is not None else ""


def _nearest_value(scenario: Scenario, part: MemoryShare, share: float) -> tuple[str, str] | None:
    """The nearest value with which a part takes no more than its share, behind "least" or "most"; None where none is
    known."""
    factor, run, workload = min(1.0, share / part.bytes), scenario.run, scenario.workload
    most = {
        OFFERED: (workload.offered, REQUEST_RATE),
        "workload.population": (workload.population, None),
        "workload.session.think_time.mean": (workload.session.think_time.mean, DURATION),
        CATALOGUE: (workload.content.catalogue if workload.content else None, SIZE),
        BLOCKS: (scenario.web_server.allocator.patterns if scenario.web_server.allocator else None, None),
        REPLICATIONS: (max(_replications(scenario, True), 2.0 / factor) if factor else None, None),
    }
    value, kind = most.get(part.path, (None, None))
    if part.path == OFFERED and workload.offered is not None:
        factor = _less_offered(scenario, workload.offered, factor * open_sessions(scenario))
    if value is not None and factor > 0.0:
        at_most = _rounded(value * factor, floor)
        return "most", format_quantity(at_most, kind) if kind else f"{at_most:.0f}"
    if part.path == WINDOW:
        return _longer_windows(run, factor)
    if part.path.endswith(".rate") and factor > 0.0:
        slowest = min(client.rate for client in workload.clients)
        return "least", format_quantity(_rounded(slowest / factor, ceil), DATA_RATE)
    return None


def _less_offered(scenario: Scenario, stated: float, sessions: float) -> float:
    """The share of the `stated` load at which no more `sessions` are open, to a per cent: what piles up is no share."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2.0 if low else high / 10.0
        offered = scenario.workload.model_copy(update={"offered": stated * middle})
        fits = open_sessions(scenario.model_copy(update={"workload": offered})) <= sessions
        low, high = (middle, high) if fits else (low, middle)
        if low > NEAR * high:
            break
    return low


def _longer_windows(run: Run, factor: float) -> tuple[str, str] | None:
    """The shortest windows that fit, likewise; a duration has at least 5 of them, and none is longer than a day."""
    window = _rounded(run.window / factor, ceil) if factor > 0.0 else inf
    if window <= min(run.seconds / FEWEST, DAY):
        return "least", format_quantity(window, DURATION)
    return None


def _rounded(value: float, whole: Callable[[float], int]) -> float:
    """Two digits of a value, rounded up or down."""
    if value <= 0.0:
        return 0.0
    step = 10.0 ** (floor(log10(value)) - 1)
    return whole(round(value / step, 9)) * step
