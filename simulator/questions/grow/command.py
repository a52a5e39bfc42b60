"""`grow`: in which month each limit is reached, what to order when, what that costs, and how sure that is."""

from simulator.exits import DONE
from simulator.questions.arguments import ScenarioFile
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, first_lines, read_scenario, read_solver
from simulator.questions.outputs import check_writable, progress, say, write_text
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
    from simulator.growth.grow import grow, units_found
    from simulator.measure.results import Refused
    from simulator.questions.grow.data import growth_data
    from simulator.questions.grow.document import growth_on_terminal, growth_report
    from simulator.questions.grow.foreseen import in_theory
    from simulator.questions.grow.sentences import answer
    from simulator.report.figure import to_json
    from simulator.report.language.wording import why_no_theory
    from simulator.report.renderers.terminal import show
    from simulator.rollup.stamp import stamped

    ahead = demand_ahead(scenario)
    if not solver.at_once:
        said = in_theory(scenario.without_baseline())
        told = f"not known. {why_no_theory(said.reason)}" if isinstance(said, Refused) else answer(said)
        say(f"In theory: {told}", asked.json)
    with progress(units_found(scenario), "searching") as step:
        found = grow(scenario, solver, ahead, step)
    command = command_line("grow", [path], asked)
    samples = found.new.farm.carried.mbps.samples
    stamp = stamped(scenario, solver.name, samples, command, today().isoformat())
    written = write_report(lambda: growth_report(found, stamp))
    if asked.json:
        write_text(asked.json, to_json(growth_data(found)))
    show(growth_on_terminal(found), asked.json, written)
    return DONE
