"""`optimise`: the cheapest farm of the catalogue that carries the demand within its targets."""

from simulator.questions.arguments import ScenarioFile
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.inputs import command_line, first_lines, read_scenario, read_solver
from simulator.questions.outputs import check_writable, deliver, progress, say
from simulator.questions.reports import report_writer


@reporting_command
def optimise(path: ScenarioFile, asked: Asked) -> int:
    """The cheapest farm of the catalogue that carries the demand within its targets, and the next cheapest."""
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)

    from simulator.questions.optimise.answer import require_demand
    from simulator.questions.optimise.study import optimise as cheapest_farm

    require_demand(scenario)
    for line in first_lines(scenario):
        say(line, asked.json)
    found = cheapest_farm(scenario, solver, command_line("optimise", [path], asked), progress)
    return deliver(found, asked.json, write_report)
