"""How long a server is simulated whose scenario leaves that open, and how long it warms up: a fast one tells in seconds
what a slow one tells in minutes."""

import math

from models.parts.run import Run
from simulator.engines.engine import Engine
from simulator.engines.theory.bottleneck import station_loads
from simulator.errors import NotConverged
from simulator.experiment.loaded_server import FINELY
from simulator.experiment.precision import REQUESTS, readable
from simulator.experiment.progress import Progress
from simulator.experiment.results import WarmUp
from simulator.experiment.warm_up import find_warm_up, longest_responses
from simulator.network.network import Network

SHORTEST = 10.0  # Seconds, so that what happens once in a while is seen.
# A replication brings so many at least, however small the load is: of fewer, hundreds of them would be needed.
FEWEST = 1000
CYCLES = 4.0  # A session is seen to answer and to think so many times: what it does next hangs on that.
LINGERS = 3.0  # What lingers in a pool fills it within once that time, before anybody is refused for it.
WINDOWS = 24  # Points of a time series that is made shorter.


def with_enough_requests(run: Run, rate: float) -> Run:
    """The run, for as long as FEWEST requests take at `rate` a second, where it states no duration and is shorter."""
    if run.duration is not None or rate <= 0.0 or rate * run.seconds >= FEWEST:
        return run
    window = max(run.window, readable(FEWEST / rate / WINDOWS))
    return run.model_copy(update={"duration": math.ceil(FEWEST / rate / window) * window, "window": window})


def with_duration(run: Run, network: Network, rate: float) -> Run:
    """The run as it is if its duration is stated; else as long as REQUESTS take at `rate` requests a second of each
    node of the network.

    Whole windows of it, no shorter than SHORTEST, CYCLES of a session and LINGERS times what lingers longest in a pool,
    and no longer than `run.seconds`; or longer, so that CYCLES responses, and the longest ones, are measured whole. Of
    a server that is offered too much, small responses end all the same, and only large ones pile up: in less time than
    these take, it seems to keep up.
    """
    if run.duration is not None:
        return run
    lingering = max((pool.lingers for pool in network.pools), default=0.0)
    alone = _alone(network, rate)
    cycle = _cycle(network, alone) if alone else 0.0
    few = with_enough_requests(run, rate * network.nodes)
    if few is not run and few.seconds >= max(CYCLES * alone, longest_responses(network)):
        return few
    seconds = max(SHORTEST, REQUESTS / (rate * network.nodes), CYCLES * cycle, LINGERS * lingering)
    responses = max(CYCLES * alone, longest_responses(network))
    seconds = max(min(seconds, run.seconds), responses)
    window = min(run.window, readable(seconds / WINDOWS))
    whole = math.ceil(seconds / window) * window
    if run.seconds >= responses and whole >= run.seconds:
        return run
    return run.model_copy(update={"duration": whole, "window": window})


def find_warm_up_near_capacity(engine: Engine, network: Network, run: Run, progress: Progress) -> tuple[Run, WarmUp]:
    """The run with the warm-up that a load just below the capacity needs.

    A stated one is for the load of the scenario; it is kept where none is found. However coarse the figures may be,
    what piles up is told to half a per cent: a server that starts empty would fill up at any load.
    """
    finely = run.model_copy(update={"warm_up": None, "precision": min(run.precision, FINELY)})
    try:
        warmed, settled = find_warm_up(engine, network, finely, progress)
        return warmed.model_copy(update={"precision": run.precision}), settled
    except NotConverged:
        if run.warm_up is None:
            raise
        return run, WarmUp(run.warm_up)


def _cycle(network: Network, alone: float) -> float:
    """Mean seconds from a request of a session to its next one, or of a whole session where that is shorter: where few
    sessions pause, hardly anything hangs on how long these do."""
    source = network.source
    requests = max(1.0, source.requests.mean)
    return min(alone + source.think_time.mean, requests * alone + (requests - 1.0) * source.think_time.mean)


def _alone(network: Network, rate: float) -> float:
    """Mean seconds of a request that meets nobody; 0 where theory cannot say."""
    try:
        return station_loads(network, rate).alone
    except ValueError:
        return 0.0
