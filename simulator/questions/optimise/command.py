"""`optimise`: the cheapest farm of the catalogue that carries the demand within its targets."""

from simulator.exits import DONE
from simulator.questions.arguments import ScenarioFile
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, first_lines, read_scenario, read_solver
from simulator.questions.outputs import check_writable, progress, say, write_text
from simulator.questions.reports import report_writer


@reporting_command
def optimise(path: ScenarioFile, asked: Asked) -> int:
    """The cheapest farm of the catalogue that carries the demand within its targets, and the next cheapest."""
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)

    from simulator.questions.optimise.answer import optimise, require_demand
    from simulator.questions.optimise.data import cheapest_data
    from simulator.questions.optimise.document import cheapest_blocks, cheapest_report
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.rollup.stamp import stamped

    require_demand(scenario)
    for line in first_lines(scenario):
        say(line, asked.json)
    with progress(1, "simulating servers") as step:
        found = optimise(scenario, solver, step)
    command = command_line("optimise", [path], asked)
    samples = found.winner.server_mbps.samples
    stamp = stamped(scenario, solver.name, samples, command, today().isoformat())
    written = write_report(lambda: cheapest_report(scenario.name, found, stamp, samples))
    if asked.json:
        write_text(asked.json, to_json(cheapest_data(found)))
    show(cheapest_blocks(found), asked.json, written)
    return DONE
