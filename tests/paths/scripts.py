"""Networks whose every moment can be computed by hand.

All sessions are there at the start and their first request comes at second 1, in the order of their numbers. Times and
demands are sums of powers of two, so arithmetic is exact and logs are compared with ==.
"""

from itertools import count

import numpy as np

from simulator.engines.balancing import pick_group
from simulator.engines.draws import REQUEST_DRAWS, SESSION, SESSION_DRAWS, session_key, uniforms
from simulator.engines.engine import Engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.distribution import constant
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Catalogue, Resource
from simulator.network.session_source import SessionSource
from simulator.network.steps import Step
from tests.networks import RARELY

HORIZON = 64.0


def asks(*steps: Step, name: str = "request", catalogue: Catalogue | None = None) -> RequestClass:
    """A class of requests that take these steps; `scripted` sets its share."""
    return RequestClass(name, 1.0, constant(1000.0), 0.0, steps, catalogue)


def scripted(
    resources: tuple[Resource, ...], *classes: RequestClass, sessions: int, requests: int = 1, **source
) -> Network:
    """`sessions` sessions of `requests` requests each, one second of thought before each."""
    equal = tuple(RequestClass(c.name, 1 / len(classes), c.payload, c.header, c.steps, c.catalogue) for c in classes)
    load = dict(client_shares=(1.0,), think_time=constant(1.0)) | source
    length = constant(float(requests))
    return Network(1, resources, equal, SessionSource(RARELY, length, open_at_start=sessions, **load))


def play(engine: Engine, network: Network, seed: int = 1) -> Tally:
    """The tally of a run that is long enough for a script."""
    return engine.run(network, RunPlan(windows=64, window=HORIZON / 64, warm_up=0.0, log=1000), seed)


def told(tally: Tally) -> list[tuple[int, int, float, float]]:
    """The log as (session, request, start, end)."""
    return [(int(e["session"]), int(e["request"]), float(e["start"]), float(e["end"])) for e in tally.log]


def seed_for_classes(wanted: dict[tuple[int, int], int], classes: int) -> int:
    """A seed that makes each (session, request) of the class that a script wants."""
    return _seed(
        lambda key: all(int(uniforms(key, s, r, REQUEST_DRAWS)[3] * classes) == k for (s, r), k in wanted.items())
    )


def seed_for_clients(wanted: list[int], clients: int) -> int:
    """A seed that gives each session the rate class that a script wants."""
    return _seed(
        lambda key: all(int(uniforms(key, s, SESSION, SESSION_DRAWS)[2] * clients) == k for s, k in enumerate(wanted))
    )


def seed_for_groups(wanted: list[int], until: tuple[float, ...]) -> int:
    """A seed that makes each session one of the group of nodes that a script wants, by their cumulated shares."""
    ends = np.array(until)
    return _seed(lambda key: all(pick_group(key, s, ends) == group for s, group in enumerate(wanted)))


def _seed(suits) -> int:
    return next(seed for seed in count() if suits(session_key(seed, 0)))
