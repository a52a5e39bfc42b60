"""Speed and memory of the engines, measured side by side: rows in turn, each in a process of its own. `make bench`.

Machines drift, so no single figure means much: rows take turns, the median of each is given, and what compares two
engines is their ratio in the same call.
"""

import multiprocessing
import resource
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import cast

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.sizing_basis import require_offered
from simulator.network.network import Network
from simulator.solver import EngineWithLimits
from simulator.translate.translate import translate

ROUNDS = 3
SERVER = "scenarios/published/microsoft_update_x64.yaml"
UNITS = ("scenarios/microsoft_update.yaml", "scenarios/published/microsoft_com_x86.yaml")
# Simulated seconds of one server: long enough that starting does not count, short enough to wait for.
SECONDS = {"kernel": 1200.0, "reference": 10.0}
WINDOW = 5.0


@dataclass(frozen=True)
class BenchJob:
    """One row to be measured: `seconds` of `network` on `threads` threads of `engine`."""

    scenario: str
    engine: str
    network: Network
    seconds: float
    threads: int = 1


@dataclass(frozen=True)
class BenchRow:
    """Medians over the rounds; peak memory is the largest, in bytes, of the whole process."""

    scenario: str
    engine: str
    requests_per_second: float
    events_per_second: float
    threads: int
    peak_memory_bytes: int
    simulated_seconds: float
    simulated_requests: int
    elapsed_seconds: float


def jobs_of(path: str) -> list[BenchJob]:
    """The kernel and the reference on one server of a scenario, and the kernel on two threads."""
    scenario = load(path)
    require_offered(scenario)
    one = scenario.model_copy(update={"unit": scenario.unit.model_copy(update={"nodes": 1})})
    network = translate(one).network
    jobs = [BenchJob(path, engine, network, seconds) for engine, seconds in SECONDS.items()]
    return [*jobs, BenchJob(f"{path}, two nodes", "kernel", _doubled(network), SECONDS["kernel"], threads=2)]


def hour_jobs(path: str) -> list[BenchJob]:
    """One simulated minute and one simulated hour of a whole unit of a scenario, on two threads."""
    scenario = load(path)
    require_offered(scenario)
    network = translate(scenario).network
    return [
        BenchJob(f"{path}, one minute of a unit", "kernel", network, 60.0, threads=2),
        BenchJob(f"{path}, one hour of a unit", "kernel", network, 3600.0, threads=2),
    ]


def bench(jobs: Sequence[BenchJob], rounds: int) -> list[BenchRow]:
    """Measures the jobs in turn, `rounds` times each."""
    measured: list[list[BenchRow]] = [[] for _ in jobs]
    for _ in range(rounds):
        for job, rows in zip(jobs, measured, strict=True):
            rows.append(_in_process(job))
    return [_median(rows) for rows in measured]


def _in_process(job: BenchJob) -> BenchRow:
    """Measures one job in a fresh process, so that its memory is its own."""
    # An executor, not a pool: it says so when the process cannot start, where a pool would try again for ever.
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as alone:
        return alone.submit(_measure, job).result()


def _measure(job: BenchJob) -> BenchRow:
    engine = load_engine(job.engine)
    if job.threads > 1:
        cast(EngineWithLimits, engine).threads = job.threads  # Only its jobs have more than one.
    plan = RunPlan(round(job.seconds / WINDOW), WINDOW, 0.0)
    # Loads compiled code and brings memory in; not timed.
    engine.run(job.network, RunPlan(max(1, plan.windows // 10), WINDOW, 0.0), seed=1)
    started = time.perf_counter()
    tally = engine.run(job.network, plan, seed=1)
    elapsed = time.perf_counter() - started
    requests = int(tally.column("requests", "completed")[-1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    speed = (requests / elapsed, tally.events / elapsed)
    return BenchRow(job.scenario, job.engine, *speed, job.threads, peak, job.seconds, requests, elapsed)


def _median(rows: Sequence[BenchRow]) -> BenchRow:
    return replace(
        rows[0],
        requests_per_second=statistics.median(row.requests_per_second for row in rows),
        events_per_second=statistics.median(row.events_per_second for row in rows),
        elapsed_seconds=statistics.median(row.elapsed_seconds for row in rows),
        peak_memory_bytes=max(row.peak_memory_bytes for row in rows),
    )


def _doubled(network: Network) -> Network:
    """Two nodes under the load of one each."""
    source = network.source
    twice = replace(source, rate=2.0 * source.rate, open_at_start=2 * source.open_at_start)
    background = tuple(replace(jobs, rate=2.0 * jobs.rate) for jobs in network.background)
    return replace(network, nodes=2, source=twice, background=background)


def lines(rows: Sequence[BenchRow]) -> Iterator[str]:
    """A line for each row, and how many times faster the kernel is than the reference."""
    for row in rows:
        speed = f"{row.requests_per_second:,.0f} requests/s, {row.events_per_second:,.0f} events/s"
        took = f"{row.simulated_seconds:,.0f} s in {row.elapsed_seconds:.2f} s, {row.peak_memory_bytes / 1e6:,.0f} MB"
        yield f"{row.scenario}, {row.engine}, {row.threads} threads: {speed}; {took}"
    speeds = {(row.scenario, row.engine): row.requests_per_second for row in rows}
    for (scenario, engine), kernel in speeds.items():
        if engine == "kernel" and (reference := speeds.get((scenario, "reference"))):
            yield f"the kernel does {kernel / reference:,.0f} times the requests of the reference on {scenario}"


if __name__ == "__main__":
    jobs = jobs_of(SERVER) + [job for unit in UNITS for job in hour_jobs(unit)]
    print("\n".join(lines(bench(jobs, ROUNDS))))
