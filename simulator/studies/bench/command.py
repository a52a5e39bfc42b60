"""`bench`: speed and memory of the engines."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from simulator.cli.arguments import Json
from simulator.cli.outputs import check_writable, deliver, show_progress

# Shipped with the program.
DEFAULT = "scenarios/published/microsoft_update_x64.yaml"
UNIT = "scenarios/microsoft_update.yaml"
WEB_FARM = "scenarios/published/microsoft_com_x86.yaml"


def bench(
    scenarios: Annotated[list[Path] | None, typer.Argument(metavar="[SCENARIO]...")] = None,
    json: Json = "",
    rounds: Annotated[int, typer.Option(min=1, max=1000, help="Measurements of each row, taken in turn.")] = 3,
    hour: Annotated[bool, typer.Option(help="Also one simulated hour of a whole unit.")] = False,
) -> None:
    """Speed and memory of the engines, side by side."""
    raise typer.Exit(run_bench(scenarios or [], json, rounds, hour))


def run_bench(scenarios: Sequence[Path], json: str, rounds: int, hour: bool) -> int:
    """Measures the scenarios, or the published x64 server; `hour` adds an hour of the shipped farms' units."""
    from models.reading.document import shipped
    from simulator.studies.bench.answer import bench, hour_jobs, jobs_of
    from simulator.studies.bench.result import BenchResult

    check_writable(json)
    jobs = [job for path in scenarios for job in jobs_of(path, str(path))] or jobs_of(shipped(DEFAULT), DEFAULT)
    if hour:
        jobs += [job for each in (UNIT, WEB_FARM) for job in hour_jobs(shipped(each), each)]
    with show_progress(rounds * len(jobs), "measuring") as step:
        found = BenchResult(tuple(bench(jobs, rounds, step)))
    return deliver(found, json)
