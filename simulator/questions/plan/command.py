"""`plan`: the answer first, then why; a report if one is asked for."""

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from simulator.engines.engine import THEORY
from simulator.errors import NoLoad, UnsupportedByEngine
from simulator.exits import DONE, MISSED
from simulator.questions.arguments import EveryLimit, LoadCurve, Matters, ScenarioFile, WhatWouldHelp
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, question, read_engine, read_scenario, read_solver
from simulator.questions.outputs import check_writable, progress, say, write_text
from simulator.questions.reports import report_writer

if TYPE_CHECKING:
    from models.scenario import Scenario
    from simulator.rollup.influence import Sensitivity
    from simulator.rollup.outcome import Outcome
    from simulator.solver import Solver
    from simulator.survival.survive import Survived


@dataclass(frozen=True)
class Further:
    """What else a plan may be asked: what a server carries at other loads, what would raise that, and which assumed
    values move the answer."""

    load_curve: bool = False
    what_would_help: bool = False
    sensitivity: bool = False

    @property
    def flags(self) -> str:
        """The same on a command line."""
        return "".join(f" --{field.name.replace('_', '-')}" for field in fields(self) if getattr(self, field.name))


@reporting_command
def plan(
    path: ScenarioFile,
    asked: Asked,
    load_curve: LoadCurve = False,
    what_would_help: WhatWouldHelp = False,
    sensitivity: Matters = False,
    every_limit: EveryLimit = False,
) -> int:
    """The answer: units, servers, racks, cost, what binds and how near the next limit is."""
    scenario = read_scenario(path, asked)
    solver, further = read_solver(asked.engine), Further(load_curve, what_would_help, sensitivity)
    _refuse_searches(asked.engine, further)
    from simulator.sizing.study import foresee, require_plan, study

    require_plan(scenario, solver)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    say(question(scenario), asked.json)

    from simulator.questions.plan.foreseen import foreseen, how_far_off
    from simulator.sizing.right_size import with_what_fits

    command = command_line("plan", [path], asked) + further.flags
    theory = foresee(scenario, command, today())
    if asked.engine != THEORY:
        say(foreseen(theory), asked.json)
    # What theory needs not: its line stands there before this is loaded.
    from simulator.questions.plan.document import report_of
    from simulator.questions.plan.terminal import plan_blocks
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.sizing.measuring import replications

    try:
        with progress(replications(scenario), "simulating") as step:
            outcome = with_what_fits(study(scenario, solver, command, today(), step))
    except NoLoad as error:
        return _no_farm(scenario, str(error), asked.json)
    outcome = _further(replace(outcome, theory=theory), solver, asked.engine, further)
    survived = _survived(outcome, asked.engine)
    if asked.files.folder is not None:
        from simulator.questions.plan.deciding import decided

        outcome = decided(outcome)
    written = write_report(lambda: report_of(outcome, survived))
    if asked.json:
        write_text(asked.json, to_json(_data(outcome) | _survival_data(survived)))
    off = "" if asked.engine == THEORY else how_far_off(theory, outcome)
    show(plan_blocks(outcome, off, survived, every_limit), asked.json, written)
    return DONE if outcome.met else MISSED


def _no_farm(scenario: "Scenario", reason: str, json: str) -> int:
    """Says that no farm is recommended, and why."""
    from simulator.report.figure import FORMAT, to_json

    if json:
        no_farm = {"format": FORMAT, "scenario": scenario.name, "recommended": False, "no_farm": reason}
        write_text(json, to_json(no_farm))
    say(f"No farm is recommended: {reason}.", json)
    return MISSED


def _refuse_searches(engine_name: str, further: Further) -> None:
    if engine_name == THEORY and replace(further, sensitivity=False) != Further():
        raise UnsupportedByEngine(
            f"--engine {THEORY}: theory searches nothing; leave out --load-curve and --what-would-help, or simulate"
        )


def _further(outcome: "Outcome", solver: "Solver", engine_name: str, further: Further) -> "Outcome":
    """The outcome with what was searched besides, for the plan without its baseline."""
    from simulator.questions.helps.answer import configurations, what_would_help
    from simulator.sizing.capacity import find_capacity, searches

    server = outcome.scenario.without_baseline()
    if further.load_curve:
        with progress(searches(server), "searching the capacity") as step:
            outcome = replace(outcome, largest_load=find_capacity(server, read_engine(engine_name), step))
    if further.what_would_help:
        with progress(configurations(server), "trying options") as step:
            outcome = replace(outcome, what_helps=what_would_help(server, read_engine(engine_name), step))
    if further.sensitivity:
        outcome = replace(outcome, sensitivity=_matters(outcome.scenario, solver))
    return outcome


def _survived(outcome: "Outcome", engine_name: str) -> "Survived | None":
    """A unit of the farm through what its scenario says of failures; None where it says nothing, and for theory."""
    scenario, nodes = outcome.scenario.without_baseline(), outcome.scenario.unit.nodes
    if scenario.unit.failures is None or outcome.farm is None or nodes == 1 or engine_name == THEORY:
        return None
    from simulator.survival.load import of_farm
    from simulator.survival.survive import survive_at
    from simulator.survival.watched import replications
    from simulator.survival.year import deepest

    with progress(replications(scenario) * (1 + deepest(scenario)), "nodes fail") as step:
        return survive_at(scenario, read_engine(engine_name), of_farm(scenario, outcome.carried), step)


def _survival_data(found: "Survived | None") -> dict[str, object]:
    from simulator.questions.survive.data import survival_data

    return {"survives": survival_data(found)} if found else {}


def _matters(scenario: "Scenario", solver: "Solver") -> "Sensitivity":
    from simulator.questions.sensitivity.answer import sensitivity, steps

    with progress(steps(scenario), "varying what is assumed") as step:
        return sensitivity(scenario.without_baseline(), solver, progress=step)


def _data(outcome: "Outcome") -> dict[str, object]:
    """The figures of a plan, what theory said, and what was searched besides."""
    from simulator.questions.capacity.data import capacity_data
    from simulator.questions.helps.data import options_data
    from simulator.questions.plan.deciding_sentences import deciding_data
    from simulator.questions.plan.foreseen import foreseen_data
    from simulator.questions.sensitivity.data import sensitivity_data
    from simulator.report.data import figures

    data = figures(outcome) | {"theory": foreseen_data(outcome.theory)}
    if outcome.deciding:
        data |= deciding_data(outcome.deciding)
    if outcome.largest_load:
        data |= {"capacity": capacity_data(outcome.largest_load)}
    if outcome.what_helps:
        data |= {"what_would_help": options_data(outcome.what_helps)}
    if outcome.sensitivity:
        data |= {"sensitivity": sensitivity_data(outcome.sensitivity)}
    return data
