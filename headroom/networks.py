"""A queueing network of your own, answered by the kernel, by the reference engine or by theory."""

from typing import TYPE_CHECKING

from pydantic import ValidationError

from headroom.question import Options, Question
from models.errors import Problem, ScenarioError
from models.parts.run import Run
from simulator.network.cluster import Balancer as Balancer
from simulator.network.distribution import Distribution as Distribution
from simulator.network.distribution import Family as Family
from simulator.network.distribution import constant as constant
from simulator.network.distribution import exponential as exponential
from simulator.network.network import Background as Background
from simulator.network.network import Network as Network
from simulator.network.network import RequestClass as RequestClass
from simulator.network.resources import Cache as Cache
from simulator.network.resources import Catalogue as Catalogue
from simulator.network.resources import MemoryRegion as MemoryRegion
from simulator.network.resources import MultiServer as MultiServer
from simulator.network.resources import SharedCapacity as SharedCapacity
from simulator.network.resources import TokenPool as TokenPool
from simulator.network.session_source import SessionSource as SessionSource
from simulator.network.steps import Admit as Admit
from simulator.network.steps import Allocate as Allocate
from simulator.network.steps import Delay as Delay
from simulator.network.steps import Free as Free
from simulator.network.steps import Lookup as Lookup
from simulator.network.steps import Release as Release
from simulator.network.steps import ResponseBytes as ResponseBytes
from simulator.network.steps import Seize as Seize
from simulator.network.steps import Serve as Serve
from simulator.studies.watch import Callback

if TYPE_CHECKING:
    from simulator.studies.simulate.result import NetworkResult


def simulate(
    network: Network,
    *,
    engine: str = "kernel",
    duration: float = 120.0,
    warm_up: float | None = None,
    window: float | None = None,
    replications: int | None = None,
    precision: float = 0.02,
    confidence: float = 0.95,
    seed: int = 1,
    threads: int | None = None,
    progress: Callback | None = None,
) -> "NetworkResult":
    """What one node of a network does in the steady state.

    engine: kernel, reference, or theory. duration, warm_up, window: simulated seconds, the warm-up found
    by a pilot run where none is stated, and 24 windows where no length is. replications: as many as the `precision`
    needs where none are stated, a share of each mean. Raises ScenarioError for an argument that cannot be,
    UnsupportedByEngine with the part that the engine does not know, Overloaded and NotConverged.
    """
    from simulator.studies.simulate.study import simulate as solve

    options = Options(engine, threads=threads, progress=progress)
    question = Question("simulate", (), {}, options)
    question.check()
    optional = {"warm_up": warm_up, "replications": replications, "threads": threads}
    known = {name: value for name, value in optional.items() if value is not None}
    length = {"duration": duration, "window": duration / 24 if window is None else window}
    try:
        run = Run.model_validate({**length, "precision": precision, "confidence": confidence, "seed": seed, **known})
    except ValidationError as error:
        problems = [_problem(each["loc"], each["input"], each["msg"]) for each in error.errors()]
        raise ScenarioError(tuple(problems)) from None
    return solve(network, question.solver, run, question.watch)


def _problem(place: tuple[int | str, ...], value: object, message: str) -> Problem:
    return Problem(f"argument {place[0] if place else ''}", 0, "", repr(value), message, "")
