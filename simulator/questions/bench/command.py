"""`bench`: speed and memory of the engines."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from simulator.exits import DONE
from simulator.questions.arguments import Json
from simulator.questions.outputs import check_writable, progress, say, write_text

DEFAULT = Path("scenarios/published/microsoft_update_x64.yaml")
UNIT = Path("scenarios/microsoft_update.yaml")
WEB_FARM = Path("scenarios/published/microsoft_com_x86.yaml")


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
    from simulator.questions.bench.bench import bench, hour_jobs, jobs_of
    from simulator.report.data import to_json

    check_writable(json)
    jobs = [job for path in scenarios or [DEFAULT] for job in jobs_of(path)]
    if hour:
        jobs += hour_jobs(UNIT) + hour_jobs(WEB_FARM)
    with progress(rounds * len(jobs), "measuring") as step:
        rows = bench(jobs, rounds, step)
    _print_rows(rows, json)
    if json:
        write_text(json, to_json([asdict(row) for row in rows]))
    return DONE


def _print_rows(rows: Sequence, json: str) -> None:
    say(f"{'requests/s':>12} {'events/s':>12} {'threads':>8} {'memory':>8}  engine, scenario", json)
    for row in rows:
        memory = f"{row.peak_memory_bytes / 1e6:.0f} MB"
        speeds = f"{row.requests_per_second:12,.0f} {row.events_per_second:12,.0f} {row.threads:8d} {memory:>8}"
        say(f"{speeds}  {row.engine}, {row.scenario}: {row.simulated_seconds:g} s in {row.elapsed_seconds:.2f} s", json)
    _print_ratios(rows, json)


def _print_ratios(rows: Sequence, json: str) -> None:
    speed = {(row.scenario, row.engine): row.requests_per_second for row in rows}
    for (scenario, engine), kernel in speed.items():
        reference = speed.get((scenario, "reference"))
        if engine == "kernel" and reference:
            say(f"The kernel does {kernel / reference:,.0f} times the requests of the reference on {scenario}.", json)
