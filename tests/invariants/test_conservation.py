"""Nobody gets lost: offered = completed + refused + failed + in progress, always, exactly."""

from functools import cache
from random import Random

import numpy as np
import pytest

from simulator.engines.draws import SESSION, SESSION_DRAWS, sample, session_key, uniforms
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from tests.networks import download, drained, named_networks, with_source
from tests.random_networks import random_network, random_unit_of_the_impatient, with_patience

PLAN = RunPlan(windows=40, window=0.1, warm_up=0.0, log=100_000)
EDGES = np.arange(PLAN.windows + 1) * PLAN.window
NETWORKS = named_networks() | {f"random {seed}": random_network(seed) for seed in range(100, 110)}
NETWORKS |= {f"impatient {s}": with_patience(random_network(s), Random(f"conserved {s}")) for s in range(110, 116)}
UNITS = {seed: random_unit_of_the_impatient(seed) for seed in (200, 202, 203, 204, 205)}


@cache
def counted(engine: str, name: str) -> Tally:
    """What an engine counts of a network."""
    return load_engine(engine).run(NETWORKS[name], PLAN, 5)


def at_edges(tally: Tally, *name: str) -> np.ndarray:
    """A column at every edge and node."""
    return tally.edges[:, :, tally.columns.index(name)]


def by_cause(tally: Tally, outcome: str) -> np.ndarray:
    """The sum over all causes of those with one outcome, at every edge and node."""
    return tally.edges[:, :, [c[0] == "cause" and c[-1] == outcome for c in tally.columns]].sum(axis=2)


@pytest.mark.parametrize("name", NETWORKS)
def test_sessions_are_conserved(engine, name):
    tally = counted(engine.name, name)
    ended = at_edges(tally, "sessions", "completed") + by_cause(tally, "gave up") + by_cause(tally, "failed")
    np.testing.assert_array_equal(at_edges(tally, "sessions", "offered"), ended + at_edges(tally, "sessions", "open"))


@pytest.mark.parametrize("name", NETWORKS)
def test_requests_are_conserved(engine, name):
    tally = counted(engine.name, name)
    ended = at_edges(tally, "requests", "completed") + by_cause(tally, "failed") + by_cause(tally, "tried again")
    in_progress = at_edges(tally, "requests", "issued") - ended
    assert (in_progress >= 0).all()
    assert (in_progress <= at_edges(tally, "sessions", "open")).all()
    classes = [column for column in tally.columns if column[0] == "class" and column[-1] == "completed"]
    np.testing.assert_array_equal(
        sum(at_edges(tally, *column) for column in classes), at_edges(tally, "requests", "completed")
    )


@pytest.mark.parametrize("seed", UNITS)
def test_nobody_gets_lost_between_nodes_that_die_and_clients_who_wait_no_longer(engine, seed):
    """Sessions change nodes, so all nodes together: at every edge, whoever came has ended in one way or is there."""
    tally = engine.run(UNITS[seed], PLAN, seed)
    ended = {what: by_cause(tally, what).sum(axis=1) for what in ("gave up", "failed", "tried again")}
    sessions = tally.column("sessions", "completed") + ended["gave up"] + ended["failed"]
    np.testing.assert_array_equal(tally.column("sessions", "offered"), sessions + tally.column("sessions", "open"))
    requests = tally.column("requests", "completed") + ended["failed"] + ended["tried again"]
    in_progress = tally.column("requests", "issued") - requests
    assert (in_progress >= 0).all() and (in_progress <= tally.column("sessions", "open")).all()
    assert ended["tried again"][-1] + ended["failed"][-1] > 0


@pytest.mark.parametrize("name", NETWORKS)
def test_every_request_that_ended_is_counted_once_under_its_cause_and_class(engine, name):
    """By node, class and cause, at every edge: the log has a line for each of them."""
    tally, network = counted(engine.name, name), NETWORKS[name]
    outcomes = {index: ("cause", cause, "failed") for index, cause in enumerate(network.causes)}
    for index, column in outcomes.items():
        ended = at_edges(tally, *column) + at_edges(tally, *column[:2], "tried again")
        np.testing.assert_array_equal(ended, lines(tally, cause=index), err_msg=column)
    for kind, request_class in enumerate(network.classes):
        completed = at_edges(tally, "class", request_class.name, "completed")
        np.testing.assert_array_equal(completed, lines(tally, cause=-1, kind=kind), err_msg=request_class.name)
    ended = by_cause(tally, "failed")[-1].sum() + by_cause(tally, "tried again")[-1].sum()
    assert len(tally.log) == tally.column("requests", "completed")[-1] + ended


def lines(tally: Tally, **fields: int) -> np.ndarray:
    """How many lines of the log with some fields were written before each edge, by node: (edges, nodes)."""
    log = tally.log[np.all([tally.log[name] == value for name, value in fields.items()], axis=0)]
    nodes = range(tally.edges.shape[1])
    return np.array([[((log["node"] == node) & (log["end"] < edge)).sum() for node in nodes] for edge in EDGES])


RECYCLED = [name for name in NETWORKS if "process" in name]


@pytest.mark.parametrize("name", RECYCLED)
def test_a_recycle_loses_no_request(engine, name):
    """Every request is completed or fails by a named cause, however often processes are replaced under it."""
    network = with_source(NETWORKS[name], profile=((0.0, 1.0), (12.0, 0.0)))
    tally = engine.run(network, RunPlan(windows=1, window=1000.0, warm_up=0.0), 5)
    recycles = sum(tally.column(*column)[-1] for column in tally.columns if column[-1] == "recycles")
    assert recycles >= 2
    ended = tally.column("requests", "completed")[-1] + by_cause(tally, "failed")[-1].sum()
    assert tally.column("requests", "issued")[-1] == ended > 100
    assert tally.column("sessions", "open")[-1] == 0


@pytest.mark.parametrize("name", NETWORKS)
def test_background_jobs_are_conserved(engine, name):
    tally = counted(engine.name, name)
    for jobs in NETWORKS[name].background:
        offered, *others = (
            at_edges(tally, "background", jobs.name, what) for what in ("offered", "completed", "refused", "open")
        )
        np.testing.assert_array_equal(offered, sum(others))
        assert offered[-1].sum() > 0


@pytest.mark.parametrize("name", ["download, short of everything", "queue limits", "retries", "worker threads"])
def test_what_sessions_planned_is_completed_or_lost(engine, name):
    network = drained(NETWORKS[name], sessions=200)
    tally = engine.run(network, RunPlan(windows=1, window=1000.0, warm_up=0.0), 5)
    assert tally.column("sessions", "open")[-1] == 0
    key, law = session_key(5, 0), network.source.requests
    lengths = [uniforms(key, session, SESSION, SESSION_DRAWS)[1] for session in range(200)]
    planned = sum(sample(int(law.kind), law.mean, law.shape, u) for u in lengths)
    assert planned == tally.column("requests", "completed")[-1] + tally.column("requests", "lost")[-1]


def test_every_refusal_is_followed_by_another_try_or_by_giving_up(engine):
    network = drained(NETWORKS["retries"])
    tally = engine.run(network, RunPlan(windows=1, window=1000.0, warm_up=0.0), 5)
    refusals, gave_up = by_cause(tally, "refusals")[-1].sum(), by_cause(tally, "gave up")[-1].sum()
    assert gave_up * (1 + network.source.attempts) <= refusals
    assert refusals > gave_up > 0


def test_a_server_with_room_for_everybody_refuses_nobody(engine):
    tally = engine.run(download(warm=True), PLAN, 5)
    assert by_cause(tally, "refusals").sum() == by_cause(tally, "failed").sum() == 0
