"""`backtest`: the autoscaler of a scenario, tried on a record."""

import typer

from simulator.cli.arguments import CounterFiles, ScenarioFile
from simulator.cli.inputs import command_line, question, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer
from simulator.messages import arguments
from simulator.studies.review.command import (
    Days,
    Match,
    PrometheusUrl,
    RequestCounter,
    StepSeconds,
    Until,
    source_options,
)

DAYS, STEP = 7.0, 60


@reporting_command
def backtest(
    path: ScenarioFile, asked: CommandOptions, counters: CounterFiles = None, prometheus: PrometheusUrl = "",
    match: Match = "", requests: RequestCounter = "", days: Days = DAYS, until: Until = "", step: StepSeconds = STEP,
) -> int:  # fmt: skip
    """Servers, money and missed minutes of an autoscaler on recorded counters, beside a fixed farm and a schedule."""
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name)

    from simulator.studies.backtest.study import backtest as try_autoscaler
    from simulator.studies.review.study import counter_sources

    if not counters and not prometheus:
        raise typer.BadParameter(arguments.COUNTERS_OR_PROMETHEUS)
    sources = counter_sources(counters or (), prometheus, match, requests, days, until, step)
    print_line(question(scenario), asked.json)
    command = f"{command_line('backtest', [path], asked)} {source_options(sources)}"
    return deliver(try_autoscaler(scenario, sources, solver, command, show_progress), asked.json, write_report)
