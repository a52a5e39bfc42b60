"""`grow`: in which month each limit is reached, what to order when, what that costs, and how sure that is."""

from simulator.questions.arguments import ScenarioFile
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.inputs import command_line, first_lines, read_scenario, read_solver
from simulator.questions.outputs import check_writable, deliver, progress, say
from simulator.questions.reports import report_writer


@reporting_command
def grow(path: ScenarioFile, asked: Asked) -> int:
    """When the farm is too small as its demand grows, what to order when, and what that costs."""
    scenario = read_scenario(path, asked)
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.growth.forecast import demand_ahead
    from simulator.measure.results import Refused
    from simulator.questions.grow.foreseen import in_theory
    from simulator.questions.grow.sentences import answer
    from simulator.questions.grow.study import grow as grow_farm
    from simulator.report.language.wording import why_no_theory

    ahead = demand_ahead(scenario)
    if not solver.at_once:
        said = in_theory(scenario.without_baseline())
        told = f"not known. {why_no_theory(said.reason)}" if isinstance(said, Refused) else answer(said)
        say(f"In theory: {told}", asked.json)
    found = grow_farm(scenario, solver, ahead, command_line("grow", [path], asked), progress)
    return deliver(found, asked.json, write_report)
