"""Published cases on the page: which there are, and the validation of one as a question to the desk."""

from collections.abc import Callable, Mapping

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.questions.day import today
from simulator.questions.validate.audit import audit_tables
from simulator.questions.validate.needed import scenarios_of, to_run
from simulator.questions.validate.published import PublishedFigure, published_figures, systems_of
from simulator.questions.validate.rows import AuditTable, ValidationRow, rows
from simulator.questions.validate.simulate import simulate, steps
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket

SLOT = "validation"


def case_names() -> tuple[str, ...]:
    """The published cases, in the order of their file."""
    return tuple(dict.fromkeys(figure.case for figure in published_figures()))


def validate(desk: Desk, owner: str, case: str) -> Ticket[tuple[ValidationRow, ...]]:
    """Asks for the rows of a case, simulated as long and as often as its scenarios say. Raises ScenarioError."""
    figures = figures_of(case)
    scenarios = scenarios_of(systems_of(figures))
    running = to_run(figures, scenarios)

    def work(engine: Engine, progress: Callable[[], None]) -> tuple[ValidationRow, ...]:
        outcomes = simulate(running, engine, today(), progress)
        return rows(figures, outcomes, scenarios)

    return desk.ask(owner, SLOT, f"validate {case}", _requests(running), work, steps(running))


def figures_of(case: str) -> tuple[PublishedFigure, ...]:
    """The published figures of a case."""
    return tuple(figure for figure in published_figures() if figure.case == case)


def tables_of(case: str) -> tuple[AuditTable, ...]:
    """What follows from the published tables of a case."""
    return tuple(table for table in audit_tables() if table.case == case)


def _requests(scenarios: Mapping[str, Scenario]) -> float:
    """About how many requests it takes to simulate some scenarios."""
    return sum(map(_of_one, scenarios.values()))


def _of_one(scenario: Scenario) -> float:
    run = scenario.run
    seconds = run.seconds + (run.seconds if run.warm_up is None else run.warm_up)
    own = (scenario.workload.offered_rate or 0.0) * scenario.unit.nodes * seconds * (run.replications or 1)
    return own + (_of_one(scenario.baseline) if scenario.baseline else 0.0)
