"""`sensitivity`: how much the ranges of assumed values move the answer, and what to measure next."""

from typing import Annotated

import typer

from models.errors import Problem, ScenarioError
from simulator.exits import DONE
from simulator.questions.arguments import ScenarioFile
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, first_lines, read_scenario, read_solver
from simulator.questions.outputs import check_writable, progress, say, write_text
from simulator.questions.reports import report_writer


@reporting_command
def sensitivity(
    path: ScenarioFile,
    asked: Asked,
    samples: Annotated[int, typer.Option(min=8, max=65_536, help="Points of the Sobol sequence, a power of two.")] = 64,
) -> int:
    """How much the ranges of assumed values move capacity and cost, and what to measure next."""
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    _require_power_of_two(samples)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.sensitivity.answer import sensitivity, steps
    from simulator.questions.sensitivity.data import sensitivity_data
    from simulator.questions.sensitivity.document import sensitivity_on_terminal, sensitivity_report
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.rollup.stamp import stamped

    with progress(steps(scenario), "varying") as step:
        found = sensitivity(scenario, solver, samples, step)
    command = command_line("sensitivity", [path], asked) + f" --samples {samples}"
    stamp = stamped(scenario, solver.name, found.present.capacity.samples, command, today().isoformat())
    written = write_report(lambda: sensitivity_report(scenario.name, found, stamp))
    if asked.json:
        write_text(asked.json, to_json(sensitivity_data(found)))
    show(sensitivity_on_terminal(found), asked.json, written)
    return DONE


def _require_power_of_two(samples: int) -> None:
    """The balance of a Sobol sequence holds for powers of two only. Raises ScenarioError."""
    if samples & (samples - 1):
        below = 1 << (samples.bit_length() - 1)
        remedy = f"write {below} or {2 * below}"
        raise ScenarioError((Problem("--samples", 0, "", str(samples), "not a power of two", remedy),))
