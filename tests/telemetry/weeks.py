"""Weeks of a farm as its counters tell them: the same days and nights each week, and noise that no two weeks share.

The noise is that of such records: sessions of twenty requests that come at random; the level of each day and what
swells and ebbs within hours, of some per cent (Gmach et al. 2007, Workload Analysis and Demand Prediction of Enterprise
Data Center Applications, IISWC, find such residuals beside the pattern of a week); the work of requests, which differs
from one to the next; and CPU that no request uses.
"""

import math
from dataclasses import dataclass

import numpy as np

from models.quantities.instants import minute_text
from tests.telemetry.written import STEP

DAYS, DAY_STEPS, WEEK = 7, 288, 7 * 86_400
BEGIN = 1_790_035_200  # A Tuesday, midnight in UTC.
BUSY = (1.0, 0.99, 1.0, 0.97, 0.8, 0.75, 0.97)  # The peak of each day in times that of the week, a Tuesday first.
SESSION = 20  # Requests.
OF_A_DAY, OF_AN_HOUR, HOLDS = 0.01, 0.015, 0.92  # Shares of the load; how much of the last is left after a step.
OF_WORK, AGENTS = 0.02, 0.004  # A share of the CPU time of a step, and of the CPUs.
CORES = 4  # Of a server.
BYTES = 35_700  # Of a response on the wire.


@dataclass(frozen=True)
class FarmOfWeeks:
    """A farm: so many servers, whose peak is so many requests/s, each of `work` seconds of a core."""

    servers: int
    peak: float
    work: float

    def week(self, number: int, random: np.random.Generator | None) -> str:
        """The table of one of its weeks; without noise where nothing is drawn."""
        rates = self.peak / self.servers * shape()
        load = np.repeat(rates[np.newaxis], self.servers, axis=0)
        agents = np.zeros_like(load)
        work = np.full_like(load, self.work)
        if random is not None:
            load = load * _swell(random)
            load = SESSION * random.poisson(load * STEP / SESSION) / STEP
            work = work * (1.0 + OF_WORK * random.standard_normal(load.shape))
            agents = random.exponential(AGENTS, load.shape)
        return _table(BEGIN + number * WEEK, load, load * work / CORES + agents)


def shape() -> np.ndarray:
    """The load of each step of a week in times the peak."""
    day = 0.65 - 0.35 * np.cos(2.0 * math.pi * (np.arange(DAY_STEPS) - 60) / DAY_STEPS)
    return np.concatenate([each * day for each in BUSY])


def _swell(random: np.random.Generator) -> np.ndarray:
    """What days and hours have in times their usual load."""
    day = np.repeat(OF_A_DAY * random.standard_normal(DAYS), DAY_STEPS)
    shocks = random.standard_normal(DAYS * DAY_STEPS)
    hours = np.empty_like(shocks)
    level = random.standard_normal()
    for place, shock in enumerate(shocks):
        level = HOLDS * level + math.sqrt(1.0 - HOLDS**2) * shock
        hours[place] = level
    return np.exp(day + OF_AN_HOUR * hours)


def _table(begin: float, load: np.ndarray, busy: np.ndarray) -> str:
    rows = ["time,server,requests/s,CPU %,Mbps"]
    for step in range(load.shape[1]):
        at = minute_text(begin + step * STEP)
        rows += [
            f"{at},web{host},{rate:.3f},{100.0 * cpu:.3f},{8e-6 * BYTES * rate:.4f}"
            for host, (rate, cpu) in enumerate(zip(load[:, step], busy[:, step], strict=True))
        ]
    return "\n".join(rows)
