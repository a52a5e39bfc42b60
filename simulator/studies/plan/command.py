"""`plan`: the answer first, then why; a report if one is asked for."""

from pathlib import Path
from typing import TYPE_CHECKING

from simulator.cli.arguments import (
    DecisionFolder,
    EveryDetail,
    KeepPlan,
    LoadCurve,
    Matters,
    PlanStore,
    ScenarioFile,
    WhatWouldHelp,
    WorldCount,
)
from simulator.cli.inputs import command_line, question, read_engine, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress, write_text
from simulator.cli.reports import Write, report_writer
from simulator.engines.engine import THEORY
from simulator.errors import NoLoad, ReportError
from simulator.exits import MISSED
from simulator.messages import arguments
from simulator.messages.plan import files
from simulator.studies.plan.further import Further

if TYPE_CHECKING:
    from models.scenario import Scenario
    from simulator.studies.plan.result import PlanResult


@reporting_command
def plan(
    path: ScenarioFile,
    asked: CommandOptions,
    load_curve: LoadCurve = False,
    what_would_help: WhatWouldHelp = False,
    sensitivity: Matters = False,
    every: EveryDetail = False,
    worlds: WorldCount = None,
    out: DecisionFolder = None,
    keep: KeepPlan = False,
    store: PlanStore = "",
) -> int:
    """What to buy for a demand: servers, racks, cost, the bottleneck, and how near the limits are."""
    scenario = read_scenario(path, asked)
    solver, further = read_solver(asked.engine), Further(load_curve, what_would_help, sensitivity, worlds)
    engine = None if asked.engine == THEORY else read_engine(asked.engine)
    from simulator.farm.study import require_plan
    from simulator.studies.plan.decision_files.folder import require_farm, require_room

    require_plan(scenario, solver)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name, store)
    if store and not keep:
        raise ReportError("--store", arguments.STORE_WITHOUT_KEEP, "add --keep")
    if out is not None:
        require_farm(scenario)
        require_room(out)
    if keep:
        from simulator.studies.score.keep import require_keepable

        require_keepable(scenario, store)
    print_line(question(scenario), asked.json)

    from simulator.messages.plan.theory import theory_sentence
    from simulator.studies.plan.study import plan as plan_farm

    command = command_line("plan", [path], asked) + further.flags + (" --all" if every else "")
    try:
        found = plan_farm(
            scenario,
            solver,
            engine,
            further,
            command,
            show_progress,
            lambda theory: print_line(theory_sentence(theory), asked.json),
        )
    except NoLoad as error:
        return _no_farm(scenario, str(error), asked.json)
    if out is not None:
        _write_decision(found, out, asked.json)
    if keep:
        _keep(found, store, asked.json)
    return _deliver(found, asked, every, write_report)


def _deliver(found: "PlanResult", asked: CommandOptions, every: bool, write: Write) -> int:
    """Shows the answer, and writes the report and the figures; the answer first, for what a report has besides takes
    longer than a plan."""
    from simulator.output.renderers.terminal import show
    from simulator.studies.plan.study import decide

    blocks = found.blocks(every)
    if asked.files.folder is not None:
        show(blocks, asked.json)
        found, blocks = decide(found, show_progress), []
    return deliver(found, asked.json, lambda _: write(lambda: found.report(every)), blocks=blocks)


def _write_decision(found: "PlanResult", folder: Path, json: str) -> None:
    """Writes the files of a decision, and says where; nothing of a farm that may not be bought."""
    if not found.recommended:
        print_line(files.nothing_written(folder), json)
        return
    from simulator.output.whole_file import write_together

    written = write_together(folder, found.decision_files())
    print_line(files.written(len(written), folder), json)


def _keep(found: "PlanResult", store: str, json: str) -> None:
    """Keeps a plan that may be bought, and says where, and how earlier ones of its scenario have done."""
    from simulator.messages import plan_scores
    from simulator.studies.score.keep import keep
    from simulator.studies.score.study import track_record

    stamp, name = found.outcome.stamp, found.outcome.scenario.name
    record = track_record(name, store)
    told = (
        plan_scores.kept(name, stamp.day, str(keep(found.outcome, store)))
        if found.recommended
        else plan_scores.NOT_RECOMMENDED[1]
    )
    for line in filter(None, (told, record)):
        print_line(line, json)


def _no_farm(scenario: "Scenario", reason: str, json: str) -> int:
    """Says that no farm is recommended, and why."""
    from simulator.output.figure import FORMAT, to_json

    if json:
        no_farm = {"format": FORMAT, "scenario": scenario.name, "recommended": False, "no_farm": reason}
        write_text(json, to_json(no_farm))
    print_line(files.no_farm(reason), json)
    return MISSED
