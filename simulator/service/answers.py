"""What pages ask: theory at once, and tickets for what is simulated. Equal questions have one answer for all users."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any, TypeVar

from models.parts.failing.failures import Failures, Outage
from models.scenario import Scenario
from models.unit_pods import server_outages
from simulator.cli.today import today
from simulator.daily.day import DayResult, require_day, simulate_day
from simulator.daily.day import day_steps as steps_of_a_day
from simulator.engines.engine import Engine
from simulator.engines.sized_cache import SizedCache
from simulator.errors import NoCapacity
from simulator.exits import exit_code
from simulator.experiment.capacity_search import find_capacity, search_steps
from simulator.experiment.largest_load import LargestLoad
from simulator.experiment.measurement import replication_count
from simulator.experiment.paired_differences import check_pairs
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Simulation
from simulator.failover.survive import FailoverResult, failover_steps, require_several, study_failover
from simulator.farm.outcome import Outcome
from simulator.farm.scenario_comparison import ScenarioComparison
from simulator.farm.stamp import fingerprint
from simulator.farm.study import study_farm, study_in_theory
from simulator.farm.upgrade_value import UpgradeRanking
from simulator.machine.resources import with_threads
from simulator.service.budget import (
    BUDGET,
    check_memory,
    requests_per_second,
    require_memory,
    with_baseline,
    within_budget,
)
from simulator.service.command import command
from simulator.service.desk import Desk
from simulator.service.object_size import object_size
from simulator.service.ticket import Ticket, Work
from simulator.studies.compare.answer import compare_scenarios, single_server
from simulator.studies.upgrades.answer import study_upgrades, upgrade_steps
from simulator.uncertainty.predict import with_prediction
from simulator.version import VERSION

T = TypeVar("T")
Changes = Mapping[str, str]
NONE: Changes = MappingProxyType({})
# What a load curve costs, in times the search that a plan is, and what trying all options does. It decides who waits
# for whom; what really is simulated is counted.
CURVE, OPTIONS, FAILING, FOLLOWED = 1.7, 12.0, 3.0, 6.0
# What happens on a page to a unit whose scenario states no failures: one node dies, briefly.
BRIEF_OUTAGE, WATCH = Outage(at=20.0, lasts=60.0), 40.0
# The budget of a comparison, for a planner who asks for one waits a little longer.
COMPARISON = 2.0 * BUDGET


@dataclass(frozen=True)
class NoFarm:
    """The answer that no farm is recommended, and why: no load of a server meets the targets."""

    reason: str


@dataclass(frozen=True)
class _Question:
    """What to put to the desk (see `Desk.ask`), and the scenarios that are simulated side by side."""

    key: str
    cost: float
    work: Work[Any]
    ran: Sequence[Scenario]
    steps: int = 0


# Bytes of what theory has said, that are kept for whoever asks again.
_THEORY: SizedCache[str, Outcome | Unavailable] = SizedCache(32e6, object_size)


def ask_theory(scenario: Scenario, changes: Changes = NONE) -> Outcome | Unavailable:
    """What theory says of a plan, at once, or why it says nothing; remembered for all users.

    `changes` are those that were laid over the file, path to value: the outcome's command names them.
    """
    try:
        require_memory(scenario)
        key, told = _of_theory(scenario, changes)
        return _THEORY.get(key, lambda: study_in_theory(scenario, told, today()))
    except Exception as error:  # Whatever it is, the page says it, and shows what is simulated.
        return Unavailable(exit_code(error)[1])


def known_theory(scenario: Scenario, changes: Changes = NONE) -> Outcome | None:
    """What `theory` has said of a plan before, if that is still remembered and it was no refusal; else None."""
    found = _THEORY.find(_of_theory(scenario, changes)[0])
    return found if isinstance(found, Outcome) else None


def ask_predictions(desk: Desk, owner: str, scenarios: Sequence[Scenario]) -> Ticket[tuple[Outcome | Unavailable, ...]]:
    """What theory says of several plans, each with how sure it is: the interval that its plan has on its own page."""

    def work(engine: Engine, progress: Progress) -> tuple[Outcome | Unavailable, ...]:
        found = []
        for scenario in scenarios:
            found.append(_predicted(scenario))
            progress()
        return tuple(found)

    return desk.ask(owner, "predictions", _key("predictions", scenarios), 0.0, work, len(scenarios))


def _predicted(scenario: Scenario) -> Outcome | Unavailable:
    def work() -> Outcome | Unavailable:
        known = ask_theory(scenario)
        return known if isinstance(known, Unavailable) else with_prediction(known)

    return _THEORY.get(_key("prediction", [scenario]), work)


def _of_theory(scenario: Scenario, changes: Changes) -> tuple[str, str]:
    """What the answer of theory is remembered as, and the command that its outcome names."""
    told = command(scenario, changes, "--engine", "theory")
    return _key("theory", [scenario], told), told


def ask_simulation(
    desk: Desk, owner: str, scenario: Scenario, changes: Changes = NONE, in_full: bool = False
) -> Ticket[Outcome | NoFarm]:
    """The plan, simulated as far as it is `affordable`, or in full, as the scenario states it."""

    def question() -> _Question:
        cut = within_budget(scenario, inf if in_full else BUDGET)
        told, ran = command(scenario, changes, ran=cut.scenario), with_threads(cut.scenario, desk.threads)

        def work(engine: Engine, progress: Progress) -> Outcome | NoFarm:
            try:
                solver = Simulation(engine)
                return with_prediction(study_farm(ran, solver, told, today(), progress))
            except NoCapacity as error:
                return NoFarm(str(error))

        return _Question(
            _key("simulated", [cut.scenario], told), cut.cost, work, with_baseline(ran), replication_count(ran)
        )

    return _asked(desk, owner, "plan in full" if in_full else "plan", [scenario], question)


def full_length_factor(scenario: Scenario) -> int:
    """How many times as many requests the plan takes in full as it takes shortened, about; 1 where it is not."""
    short = within_budget(scenario, BUDGET)
    return max(2, round(within_budget(scenario, inf).cost / short.cost)) if short.sentence else 1


def ask_capacity(desk: Desk, owner: str, scenario: Scenario) -> Ticket[LargestLoad]:
    """The largest load of one server within its targets, as the plan has found it, and how it behaves around there."""

    def question() -> _Question:
        ran, cost = _as_planned(scenario.model_copy(update={"demand": None}), scenario)

        def work(engine: Engine, progress: Progress) -> LargestLoad:
            return find_capacity(with_threads(ran, desk.threads), engine, progress)

        return _Question(_key("capacity", [ran]), CURVE * cost, work, [ran], search_steps(ran))

    return _asked(desk, owner, "capacity", [scenario], question)


def ask_upgrades(desk: Desk, owner: str, scenario: Scenario) -> Ticket[UpgradeRanking]:
    """The capacity that each option of the catalogue gains, what it costs, and the farm that is bought with it."""

    def question() -> _Question:
        ran, cost = _as_planned(scenario, scenario)

        def work(engine: Engine, progress: Progress) -> UpgradeRanking:
            announce_steps(progress, upgrade_steps(ran))
            return study_upgrades(with_threads(ran, desk.threads), Simulation(engine), progress)

        return _Question(_key("helps", [ran]), OPTIONS * cost, work, [ran])

    return _asked(desk, owner, "helps", [scenario], question)


def _brief_failure(scenario: Scenario) -> Failures:
    """A server of a unit dies for a minute, with all nodes that stand on it."""
    return Failures(timetable=server_outages(scenario, BRIEF_OUTAGE), watch=WATCH)


def ask_node_failure(desk: Desk, owner: str, scenario: Scenario) -> Ticket[FailoverResult]:
    """A unit of the farm as planned when its nodes fail: by its own timetable, else one server for a minute."""

    def question() -> _Question:
        ran, cost = _as_planned(scenario, scenario)
        failing = ran.unit.model_copy(update={"failures": ran.unit.failures or _brief_failure(ran)})
        watched = ran.model_copy(update={"unit": failing})
        require_several(watched)

        def work(engine: Engine, progress: Progress) -> FailoverResult:
            return study_failover(with_threads(watched, desk.threads), engine, progress=progress)

        return _Question(_key("fail a node", [watched]), FAILING * cost, work, [watched], failover_steps(watched, ""))

    return _asked(desk, owner, "fail a node", [scenario], question)


def ask_day(desk: Desk, owner: str, scenario: Scenario) -> Ticket[DayResult]:
    """The day that a scenario states, of its farm as bought: hour by hour, and what happens in full."""

    def question() -> _Question:
        ran, cost = _as_planned(scenario, scenario)
        require_day(ran)

        def work(engine: Engine, progress: Progress) -> DayResult:
            return simulate_day(with_threads(ran, desk.threads), engine, progress=progress)

        return _Question(_key("a day", [ran]), FOLLOWED * cost, work, [ran], steps_of_a_day(ran, ""))

    return _asked(desk, owner, "a day", [scenario], question)


def ask_comparison(desk: Desk, owner: str, scenarios: Sequence[Scenario]) -> Ticket[ScenarioComparison]:
    """One server of the first scenario against one of each other, on the same sessions; at least two of them.

    Pairs are named by the files of their scenarios. Raises ScenarioError where runs are not alike.
    """
    check_pairs(scenarios[0], scenarios[1:])

    def question() -> _Question:
        sides = [scenario.without_baseline() for scenario in scenarios]
        dearest = within_budget(max(sides, key=requests_per_second), COMPARISON / len(sides))
        ran = [with_threads(side.model_copy(update={"run": dearest.scenario.run}), desk.threads) for side in sides]

        def work(engine: Engine, progress: Progress) -> ScenarioComparison:
            return compare_scenarios(ran, engine, progress, measured_as=single_server)

        return _Question(_key("compared", ran), dearest.cost * len(ran), work, ran, sum(map(replication_count, ran)))

    return _asked(desk, owner, "compare", scenarios, question)


def _as_planned(scenario: Scenario, planned: Scenario) -> tuple[Scenario, float]:
    """A scenario without its baseline, run as its plan is, so that what that has simulated is not simulated again; and
    the cost of such a plan in simulated requests."""
    cut = within_budget(planned, BUDGET)
    return scenario.model_copy(update={"baseline": None, "run": cut.scenario.run}), cut.cost


def _asked(
    desk: Desk, owner: str, slot: str, scenarios: Sequence[Scenario], question: Callable[[], _Question]
) -> Ticket[Any]:
    """Puts a question to the desk; a ticket that has failed where it cannot be put."""
    try:
        for scenario in scenarios:
            require_memory(scenario)
        found = question()
        if (same := desk.same(owner, slot, found.key)) is not None:
            return same  # As at each drawing of a page: what it takes of the memory was looked at when it was asked.
        room = check_memory([with_threads(each, desk.threads) for each in found.ran])
    except Exception as error:  # Whatever it is, who asks is told, and the page goes on.
        return desk.refuse(owner, slot, exit_code(error)[1])
    return desk.ask(owner, slot, found.key, found.cost, found.work, found.steps, room)


def _key(question: str, scenarios: Sequence[Scenario], told: str = "") -> str:
    """What an answer depends on: the version, all values, and where they come from, for that is shown with them.

    So nobody is shown the name or the remarks of somebody else's file, whatever its values.
    """
    parts = [VERSION, question, told]
    for scenario in scenarios:
        parts += [fingerprint(scenario), *map(_origins, filter(None, (scenario, scenario.baseline)))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _origins(scenario: Scenario) -> str:
    return scenario.model_dump_json(include={"file", "sources", "chosen_from"})
