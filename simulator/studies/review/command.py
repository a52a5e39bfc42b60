"""`review`: what runs, held beside the model."""

from typing import TYPE_CHECKING, Annotated

import typer

from simulator.cli.arguments import CounterFiles, PlanStore, ScenarioFile
from simulator.cli.inputs import command_line, question, read_scenario, read_solver, shell_quoted
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer
from simulator.errors import ReportError
from simulator.messages import arguments

if TYPE_CHECKING:
    from simulator.telemetry.read import CounterSources

TOLERANCE, DAYS, STEP = 5.0, 28.0, 300
PrometheusUrl = Annotated[
    str, typer.Option("--prometheus", metavar="URL", help="A Prometheus that is asked for them, by plain GETs.")
]
Match = Annotated[
    str, typer.Option("--match", metavar="LABELS", help="Of its servers those with such labels, e.g. 'job=\"web\"'.")
]
RequestCounter = Annotated[
    str, typer.Option("--requests", metavar="METRIC", help="Its counter of requests; else the first that is known.")
]
Days = Annotated[float, typer.Option("--days", metavar="N", help="So many days of it.")]
Until = Annotated[str, typer.Option("--until", metavar="TIME", help="The end of these days, UTC; else now.")]
StepSeconds = Annotated[int, typer.Option("--step", metavar="S", help="Seconds of a step.")]
Tolerance = Annotated[
    float, typer.Option("--tolerance", min=0.0, max=50.0, metavar="%", help="Per cent within which a verdict stays.")
]
KeepVerdict = Annotated[
    bool, typer.Option("--keep", help="Hold on to the verdict that was kept last, within the tolerance, and keep this.")
]


@reporting_command
def review(
    path: ScenarioFile, asked: CommandOptions, counters: CounterFiles = None, prometheus: PrometheusUrl = "",
    match: Match = "", requests: RequestCounter = "", days: Days = DAYS, until: Until = "", step: StepSeconds = STEP,
    tolerance: Tolerance = TOLERANCE, keep: KeepVerdict = False, store: PlanStore = "",
) -> int:  # fmt: skip
    """Whether what runs is enough, short or too large, until when, and whether the model describes it."""
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name, store)

    from simulator.messages import review as said
    from simulator.studies.review.study import counter_sources
    from simulator.studies.review.study import review as review_counters

    if not counters and not prometheus:
        raise typer.BadParameter(arguments.COUNTERS_OR_PROMETHEUS)
    if store and not keep:
        raise ReportError("--store", arguments.STORE_WITHOUT_KEEP, "add --keep")
    sources = counter_sources(counters or (), prometheus, match, requests, days, until, step)
    print_line(question(scenario), asked.json)
    command = f"{command_line('review', [path], asked)} {source_options(sources)}{tolerance_option(tolerance)}"
    command += memory_option(keep, store)
    found = review_counters(scenario, sources, tolerance / 100.0, solver, command, show_progress, keep, store)
    code = deliver(found, asked.json, write_report)
    if keep:
        print_line(said.NOT_KEPT if found.kept_in is None else said.review_kept(found.kept_in), asked.json)
    return code


def source_options(sources: "CounterSources") -> str:
    """The options that name counters, as a shell takes them; the days of a Prometheus end when they did."""
    words = [word for file in sources.files for word in ("--counters", file)]
    query = sources.prometheus
    if query is not None:
        words += ["--prometheus", query.url, "--until", query.until, "--days", f"{query.days:.10g}"]
        words += ["--step", f"{query.step:.0f}"]
        words += ["--match", query.match] if query.match else []
        words += ["--requests", query.requests] if query.requests else []
    return shell_quoted(words)


def tolerance_option(tolerance: float) -> str:
    """The option of a tolerance in per cent, behind others; "" for the usual one."""
    return "" if tolerance == TOLERANCE else f" --tolerance {tolerance:g}"


def memory_option(keep: bool, store: str) -> str:
    """The options of a memory, behind others; "" without one."""
    return "" if not keep else " --keep" if not store else f" --keep {shell_quoted(['--store', store])}"
