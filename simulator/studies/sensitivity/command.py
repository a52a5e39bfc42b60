"""`sensitivity`: how much the ranges of assumed values move the answer, and what to measure next."""

from typing import Annotated

import typer

from models.errors import Problem, ScenarioError
from simulator.cli.arguments import ScenarioFile
from simulator.cli.inputs import command_line, question, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer
from simulator.messages.sensitivity import indices


@reporting_command
def sensitivity(
    path: ScenarioFile,
    asked: CommandOptions,
    samples: Annotated[int, typer.Option(min=8, max=65_536, help="Points of the Sobol sequence, a power of two.")] = 64,
) -> int:
    """How much assumed ranges move capacity and cost, and what to measure next."""
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    require_power_of_two(samples)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name)
    print_line(question(scenario), asked.json)

    from simulator.studies.sensitivity.study import sensitivity as vary_assumed

    command = command_line("sensitivity", [path], asked) + f" --samples {samples}"
    return deliver(vary_assumed(scenario, solver, samples, command, show_progress), asked.json, write_report)


def require_power_of_two(samples: int) -> None:
    """The balance of a Sobol sequence holds for powers of two only. Raises ScenarioError."""
    if samples & (samples - 1):
        below = 1 << (samples.bit_length() - 1)
        remedy = f"write {below} or {2 * below}"
        raise ScenarioError((Problem("--samples", 0, "", str(samples), indices.NO_POWER_OF_TWO, remedy),))
