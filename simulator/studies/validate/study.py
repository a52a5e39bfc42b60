"""What was measured of systems and published, held beside what is simulated of them."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TypeVar

from models.errors import Problem, ScenarioError
from models.visible import shortened
from simulator.cli.today import today
from simulator.engines.engine import Engine
from simulator.messages import validation
from simulator.studies.validate.audit import audit_tables
from simulator.studies.validate.own_cases import is_own_file, own_figures
from simulator.studies.validate.published import PublishedFigure, figure_systems, published_figures
from simulator.studies.validate.result import ValidateResult
from simulator.studies.validate.rows import AuditTable, validation_rows
from simulator.studies.validate.scenarios import scenarios_to_run, system_scenarios
from simulator.studies.validate.simulations import simulate_systems, simulation_steps
from simulator.studies.watch import Watch

_Entry = TypeVar("_Entry", PublishedFigure, AuditTable)


def validate(cases: Sequence[str], engine: Engine, watch: Watch) -> ValidateResult:
    """Each figure of the cases beside the simulated one; all published cases, if none is named. A case is the name of a
    published one, or a file of one's own measurements. Raises ScenarioError."""
    own = [case for case in cases if is_own_file(case)]
    named = [case for case in cases if case not in own]
    figures = tuple(figure for file in own for figure in own_figures(file))
    figures += _chosen(published_figures(), named) if named or not own else ()
    scenarios = system_scenarios(figure_systems(figures))
    running = scenarios_to_run(figures, scenarios)
    with watch(simulation_steps(running), "simulating") as step:
        outcomes = simulate_systems(running, engine, today(), step)
    tables = tables_of(named) if named or not own else ()
    return ValidateResult(validation_rows(figures, outcomes, scenarios), tables, outcomes)


def tables_of(cases: Sequence[str]) -> tuple[AuditTable, ...]:
    """The published tables of the cases, with what follows from them; all, if none is named. Raises ScenarioError."""
    return _chosen(audit_tables(), cases)


def _chosen(entries: Sequence[_Entry], cases: Sequence[str]) -> tuple[_Entry, ...]:
    """The figures or tables of the cases; all of them, if none is named."""
    known = list(dict.fromkeys(entry.case for entry in entries))
    unknown = [case for case in cases if case not in known]
    if unknown:
        near = get_close_matches(unknown[0], known, 1)
        message = validation.no_such_case(near[0] if near else "", known)
        raise ScenarioError((Problem("validate", 0, "", shortened(unknown[0]), message, ""),))
    return tuple(entry for entry in entries if not cases or entry.case in cases)
