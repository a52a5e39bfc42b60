"""`review`: what runs, held beside the model."""

from typing import Annotated

import typer

from simulator.cli.arguments import ScenarioFile
from simulator.cli.inputs import command_line, question, read_scenario, read_solver, shell_quoted
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer

TOLERANCE = 5.0
CounterFiles = Annotated[
    list[str],
    typer.Option(
        "--counters",
        metavar="FILE",
        help="Counters of what runs, of Prometheus, CloudWatch, sar, ...; repeatable.",
    ),
]
Tolerance = Annotated[
    float, typer.Option("--tolerance", min=0.0, max=50.0, metavar="%", help="Per cent within which a verdict stays.")
]


@reporting_command
def review(path: ScenarioFile, asked: CommandOptions, counters: CounterFiles, tolerance: Tolerance = TOLERANCE) -> int:
    """Whether what runs is enough, short or too large, until when, and whether the model describes it."""
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    print_line(question(scenario), asked.json)

    from simulator.studies.review.study import review as review_counters

    command = f"{command_line('review', [path], asked)} {counter_options(counters, tolerance)}"
    found = review_counters(scenario, counters, tolerance / 100.0, solver, command, show_progress)
    return deliver(found, asked.json, write_report)


def counter_options(counters: list[str], tolerance: float) -> str:
    """The options of a review, as a shell takes them."""
    words = [word for file in counters for word in ("--counters", file)]
    return shell_quoted([*words, *(() if tolerance == TOLERANCE else ("--tolerance", f"{tolerance:g}"))])
