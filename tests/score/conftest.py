"""A store with kept plans of the first farm, and counters written by hand."""

import os
from functools import cache

import pytest

import headroom
from simulator.store.kept_plans import keep_plan, kept_plans
from simulator.studies.score.keep import kept_plan
from simulator.studies.score.kept_plan import from_store, to_store
from simulator.uncertainty import draws
from tests.telemetry.written import START, answer, server

FARM = "scenarios/first_farm.yaml"
SERVERS = 10
LOADS = (150.0, 400.0, 900.0, 600.0)  # Requests/s of each server; the peak is the third.


@pytest.fixture(autouse=True)
def day(monkeypatch):
    """Plans are made on the day on which the counters begin; and the user's own store is out of reach."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(START))
    monkeypatch.setenv("XDG_DATA_HOME", "/nowhere")


@pytest.fixture
def store(tmp_path):
    return tmp_path / "kept.sqlite"


@cache
def made(day, worlds):
    """What is kept of the first farm, planned on a day, in so many worlds: once for all tests."""
    return to_store(kept_plan(headroom.plan(FARM, engine="theory").outcome))


@pytest.fixture
def keep(store):
    """Plans by theory, keeps, and gives what was kept, as it is read again."""

    def keep(overrides=None, scenario=FARM):
        if overrides is None and scenario == FARM:
            keep_plan(store, made(os.environ["SOURCE_DATE_EPOCH"], draws.WORLDS))
        else:
            headroom.plan(scenario, overrides, engine="theory", keep=True, store=store)
        return from_store(kept_plans(store)[-1], str(store))

    return keep


@pytest.fixture
def write(tmp_path):
    """Writes counters of a farm in which a request takes so many times the CPU (all the time, or in each step), and has
    so many times the bytes, that a plan predicts in its median."""

    def write(plan, cpu=1.0, size=1.0, loads=LOADS, start=START, name="counters.json", band="middle"):
        times = [cpu] * len(loads) if isinstance(cpu, float) else cpu
        busy = [factor * getattr(plan.at(plan.cpu, load), band) for factor, load in zip(times, loads, strict=True)]
        sent = [size * getattr(plan.at(plan.sent, load), band) for load in loads]
        farm = [each for n in range(SERVERS) for each in server(f"web{n}", loads, busy, sent, start=start)]
        (tmp_path / name).write_text(answer(farm))
        return str(tmp_path / name)

    return write
