"""What a scenario may take of the memory that all users of a server share, whatever it takes of time."""

from collections.abc import Sequence

from models.errors import Problem, ScenarioError
from models.quantities.units import DURATION, SIZE, format_quantity
from models.scenario import Scenario
from simulator.rollup.carried import LARGEST
from simulator.service.affordable import busiest
from simulator.service.crowded import for_jobs
from simulator.sizing.room import bytes_of, require_room_to_simulate
from simulator.sizing.sized_by import sized_by

# Objects of a catalogue, sessions that a server has open at the start, and windows of a replication.
OBJECTS, SESSIONS, WINDOWS = 4_000_000, 1_000_000, 10_000
# What simulates for all users.
ENGINE = "kernel"
ELSEWHERE = "or use the command line, where nothing is limited"


def check_room(scenario: Scenario) -> None:
    """Whether there is room for a scenario and its baseline. Raises ScenarioError with all that takes too much."""
    problems = dict.fromkeys(problem for side in sides(scenario) for problem in _problems(side))
    if problems:
        raise ScenarioError(tuple(problems))


def check_memory(ran: Sequence[Scenario]) -> float:
    """Bytes that scenarios take which are simulated side by side. Raises ScenarioError where no job may take so much.

    Replications are counted as many as their precision may ask for.
    """
    require_room_to_simulate(ran, ENGINE, for_jobs(), ELSEWHERE, cautious=True)
    return sum(bytes_of(each, ENGINE, cautious=True) for each in ran)


def sides(scenario: Scenario) -> list[Scenario]:
    """A scenario and its baseline, if it has one."""
    return [scenario, *([scenario.baseline] if scenario.baseline else [])]


def _problems(scenario: Scenario) -> list[Problem]:
    """What takes too much. Theory, which says how many sessions are open, is not asked about a catalogue that does."""
    catalogue = _catalogue(scenario)
    sessions = None if catalogue and sized_by(scenario) == LARGEST else _sessions(scenario)
    return [problem for problem in (catalogue, sessions, _windows(scenario)) if problem is not None]


def _catalogue(scenario: Scenario) -> Problem | None:
    content = scenario.workload.content
    if content is None or content.objects <= OBJECTS:
        return None
    value = format_quantity(content.catalogue, SIZE)
    message = f"{content.objects:,} objects, and {OBJECTS:,} are allowed here"
    remedy = f"write a smaller catalogue or larger objects, {ELSEWHERE}"
    return Problem(scenario.file, 0, "workload.content.catalogue", value, message, remedy)


def _sessions(scenario: Scenario) -> Problem | None:
    network = busiest(scenario)
    count = network.source.open_at_start // network.nodes
    if count <= SESSIONS:
        return None
    closed = scenario.workload.population is not None
    path = "workload.population" if closed else "workload.session"
    message = f"{count:,} sessions of a server are open at the start, and {SESSIONS:,} are allowed here"
    less = "" if sized_by(scenario) == LARGEST else " or less offered"
    remedy = "write a smaller population" if closed else f"write a shorter think_time, faster clients{less}"
    return Problem(scenario.file, 0, path, "", message, f"{remedy}, {ELSEWHERE}")


def _windows(scenario: Scenario) -> Problem | None:
    run = scenario.run
    count = round(((run.warm_up or 0.0) + run.seconds) / run.window)
    if count <= WINDOWS:
        return None
    message = f"{count:,} windows of a replication, and {WINDOWS:,} are allowed here"
    value = format_quantity(run.window, DURATION)
    return Problem(scenario.file, 0, "run.window", value, message, f"write a longer window, {ELSEWHERE}")
