"""Rows of known servers, with the scatter of a measurement."""

import numpy as np

from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import Gauge, OperatingPoint
from simulator.calibration.server import Machine, Parameter, answers, predicted

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
            measured[Gauge.SIZE] = sizes[line - 2]
            work += parameters[Parameter.WORK_PER_BYTE] * sizes[line - 2]
        measured[Gauge.RATE] = share * machine.threads / work
        row = (parameters, OperatingPoint("rows", line, measured), LoadKind.OPEN, machine)
        said = predicted(*row)
        cpu, mean = scatter * draws.standard_normal(2)
        measured[Gauge.CPU] = said.cpu * np.exp(cpu)
        measured[Gauge.MEAN] = said.mean * np.exp(mean * (1.0 + answers(*row)))
        rows.append(OperatingPoint("rows", line, measured))
    return rows


def closed_rows(parameters, machine, users, scatter=0.0, seed=0, cpu=True):
    """Rows of so many users. Think times scatter a tenth as much, and the rate follows by Little's law."""
    draws = np.random.default_rng(seed)
    rows = []
    for line, number in enumerate(users, start=2):
        row = (parameters, OperatingPoint("rows", line, {Gauge.USERS: number}), LoadKind.CLOSED, machine)
        said = predicted(*row)
        one, two, three = scatter * draws.standard_normal(3)
        mean, think = said.mean * np.exp(one * (1.0 + answers(*row))), parameters[Parameter.THINK] * np.exp(0.1 * two)
        rate = number / (mean + think)
        measured = {Gauge.USERS: number, Gauge.RATE: rate, Gauge.MEAN: mean}
        if cpu:
            measured[Gauge.CPU] = said.cpu * rate / said.rate * np.exp(three)
        rows.append(OperatingPoint("rows", line, measured))
    return rows


def machine(threads=8, workers=None):
    return Machine(threads, float, workers)
