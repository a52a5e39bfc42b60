"""Rows of known servers, with the scatter of a measurement."""

import math

import numpy as np

from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import Parameter, ThreadScaling, load_elasticity, predict_row, request_work
from simulator.calibration.work_spread import _Tried
from simulator.engines.histogram import quantile
from simulator.engines.run_plan import RunPlan

OPEN_SERVER = {Parameter.WORK: 0.004, Parameter.WAIT: 0.02}
CLOSED_SERVER = {Parameter.WORK: 0.1, Parameter.WAIT: 0.3, Parameter.THINK: 2.0}


def open_rows(parameters, machine, used, scatter=0.0, seed=0, sizes=None):
    """Rows at shares `used` of what the threads do; CPU and mean scatter by a share, a mean the more the fuller."""
    draws = np.random.default_rng(seed)
    rows = []
    for line, share in enumerate(used, start=2):
        measured = {}
        work = parameters[Parameter.WORK]
        if sizes is not None:
            measured[Metric.SIZE] = sizes[line - 2]
            by_load = (Parameter.IDLE_COST, Parameter.BESIDE)
            costs = {each: value for each, value in parameters.items() if each not in by_load}
            work = request_work(costs, LoadTestRow("rows", line, measured))
        measured[Metric.RATE] = share * machine.threads / work
        row = (parameters, LoadTestRow("rows", line, measured), LoadKind.OPEN, machine)
        said = predict_row(*row)
        cpu, mean = scatter * draws.standard_normal(2)
        measured[Metric.CPU] = said.cpu * np.exp(cpu)
        measured[Metric.MEAN] = said.mean * np.exp(mean * (1.0 + load_elasticity(*row)))
        rows.append(LoadTestRow("rows", line, measured))
    return rows


def closed_rows(parameters, machine, users, scatter=0.0, seed=0, cpu=True):
    """Rows of so many users. Think times scatter a tenth as much, and the rate follows by Little's law."""
    draws = np.random.default_rng(seed)
    rows = []
    for line, number in enumerate(users, start=2):
        row = (parameters, LoadTestRow("rows", line, {Metric.USERS: number}), LoadKind.CLOSED, machine)
        said = predict_row(*row)
        one, two, three = scatter * draws.standard_normal(3)
        mean, think = (
            said.mean * np.exp(one * (1.0 + load_elasticity(*row))),
            parameters[Parameter.THINK] * np.exp(0.1 * two),
        )
        rate = number / (mean + think)
        measured = {Metric.USERS: number, Metric.RATE: rate, Metric.MEAN: mean}
        if cpu:
            measured[Metric.CPU] = said.cpu * rate / said.rate * np.exp(three)
        rows.append(LoadTestRow("rows", line, measured))
    return rows


def machine(threads=8, workers=None):
    return ThreadScaling(threads, float, workers)


def waiting_rows(threads, work, wait, used, draws=400_000):
    """A table of a server that serves in turn, by Erlang's C: work and wait elsewhere vary as exponentials. Means are
    exact, percentiles those of so many draws."""
    lines = ["requests/s,CPU %,mean ms,p95 ms,p99 ms,kB"]
    one, two, three, four = np.random.default_rng(1).random((4, draws))
    for share in used:
        offered = share * threads
        states = [offered**k / math.factorial(k) for k in range(threads)]
        last = offered**threads / math.factorial(threads) / (1.0 - share)
        waits, queued = last / (sum(states) + last), work / (threads * (1.0 - share))
        mean = work + wait + waits * queued
        took = np.where(one < waits, -queued * np.log(two), 0.0) - work * np.log(three) - wait * np.log(four)
        high = np.quantile(took, (0.95, 0.99))
        cells = (offered / work, 100.0 * share, 1e3 * mean, *(1e3 * high), 6.0)
        lines.append(",".join(f"{each:.6g}" for each in cells))
    return "\n".join(lines) + "\n"


def in_one_way(rows, known, way, seed, requests=200_000, scatter=0.01):
    """Rows whose work is done in one way, each of so many requests, with draws that no calibration has; `known` is the
    server that they are of. Of a closed test the rate follows by Little's law."""
    tried, draws = _Tried(rows, known), np.random.default_rng(seed)
    found = []
    for place, row in enumerate(rows):
        window = requests / known.predicted(row).rate / 10
        tally = tried._engine.run(tried._network(row, way), RunPlan(12, window, 2 * window), 1000 + 50 * seed + place)
        took, completed = (tally.column("requests", each) for each in ("response time", "completed"))
        cpu, mean, *high = np.exp(scatter * draws.standard_normal(5))
        mean *= (took[-1] - took[2]) / (completed[-1] - completed[2])
        measured = {**row.measured, Metric.MEAN: float(mean)}
        if known.kind is LoadKind.CLOSED:
            measured[Metric.RATE] = row[Metric.USERS] / (known.parameters[Parameter.THINK] + mean)
        measured[Metric.CPU] = min(1.0, cpu * row[Metric.CPU] * measured[Metric.RATE] / row[Metric.RATE])
        counts, shares = tally.histogram.sum(axis=0), (0.5, 0.95, 0.99)
        times = sorted(quantile(counts, share) * each for share, each in zip(shares, high, strict=True))
        found.append(LoadTestRow("rows", row.line, measured, dict(zip(shares, times, strict=True))))
    return found
