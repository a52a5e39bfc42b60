"""`plan`: the answer first, then why; a report if one is asked for."""

from typing import TYPE_CHECKING

from simulator.cli.arguments import EveryLimit, LoadCurve, Matters, ScenarioFile, WhatWouldHelp, WorldCount
from simulator.cli.inputs import command_line, question, read_engine, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress, write_text
from simulator.cli.reports import report_writer
from simulator.engines.engine import THEORY
from simulator.errors import NoLoad
from simulator.exits import MISSED
from simulator.studies.plan.further import Further, refuse_searches

if TYPE_CHECKING:
    from models.scenario import Scenario


@reporting_command
def plan(
    path: ScenarioFile,
    asked: CommandOptions,
    load_curve: LoadCurve = False,
    what_would_help: WhatWouldHelp = False,
    sensitivity: Matters = False,
    every_limit: EveryLimit = False,
    worlds: WorldCount = 256,
) -> int:
    """The answer: units, servers, racks, cost, what binds and how near the next limit is."""
    scenario = read_scenario(path, asked)
    solver, further = read_solver(asked.engine), Further(load_curve, what_would_help, sensitivity)
    refuse_searches(asked.engine, further)
    engine = None if asked.engine == THEORY else read_engine(asked.engine)
    from simulator.farm.study import require_plan

    require_plan(scenario, solver)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    print_line(question(scenario), asked.json)

    from simulator.studies.plan.study import plan as plan_farm
    from simulator.studies.plan.theory_check import theory_sentence
    from simulator.uncertainty.draws import WORLDS

    drawn = "" if worlds == WORLDS else f" --worlds {worlds}"
    command = command_line("plan", [path], asked) + further.flags + drawn
    try:
        found = plan_farm(
            scenario,
            solver,
            engine,
            further,
            command,
            show_progress,
            lambda theory: print_line(theory_sentence(theory), asked.json),
            deciding=asked.files.folder is not None,
            worlds=worlds,
        )
    except NoLoad as error:
        return _no_farm(scenario, str(error), asked.json)
    return deliver(found, asked.json, write_report, blocks=found.blocks(every_limit))


def _no_farm(scenario: "Scenario", reason: str, json: str) -> int:
    """Says that no farm is recommended, and why."""
    from simulator.output.figure import FORMAT, to_json

    if json:
        no_farm = {"format": FORMAT, "scenario": scenario.name, "recommended": False, "no_farm": reason}
        write_text(json, to_json(no_farm))
    print_line(f"No farm is recommended: {reason}.", json)
    return MISSED
