"""What viewers of a live start ask for: while they join each fills its buffer, then watches as long as a session lasts.

At the peak as many view as sessions come in the L seconds of one (Little's law). V of them join within T seconds, V / T
a second, and each sends the first `startup` requests without a pause; then one in every cycle of a response and a think
time. A buffer of B seconds of video is `startup` cycles, so that the last second of joining asks for 1 + B / T times
what they watch with.
"""

from dataclasses import dataclass

import numpy as np

from models.parts.daily.day import DAY
from models.parts.daily.live_start import LiveStart
from simulator.farm.traffic_demand import peak_user_requests, request_mbps
from simulator.network.distribution import Family
from simulator.network.network import Network

EDGE = 1.0  # Seconds in which joining begins and ends.
STEP = 300.0  # Seconds between the corners of a decay.


@dataclass(frozen=True)
class Viewing:
    """How one views, at a server with time to spare. requests: of a session, on average; startup: of them, those that
    are sent without a pause; seconds: of a session; cycle: seconds from one request to the next, once the buffer is
    full; fading: whether viewers leave at random, else all after so many seconds; mbps: of one request a second."""

    requests: float
    startup: int
    seconds: float
    cycle: float
    fading: bool
    mbps: float

    @property
    def buffer(self) -> float:
        """Seconds of video that a player has in its buffer before it pauses."""
        return self.startup * self.cycle


@dataclass(frozen=True)
class LiveLoad:
    """A live start on a server: viewers who join it, how many a second, and requests a second - those with which they
    watch, and those of buffers that fill until all have joined."""

    start: LiveStart
    viewing: Viewing
    viewers: float
    joining: float
    watching: float
    filling: float

    @property
    def times(self) -> float:
        """What is asked for as the last ones join, in times what all watch with."""
        return (self.watching + self.filling) / self.watching

    @property
    def watching_mbps(self) -> float:
        """Mbps on the wire with which they watch."""
        return self.watching * self.viewing.mbps

    @property
    def filling_mbps(self) -> float:
        """Mbps on the wire of buffers that fill."""
        return self.filling * self.viewing.mbps


def find_viewing(network: Network) -> Viewing:
    """How one views in a network. Raises ValueError where a session takes no time."""
    source = network.source
    requests = source.requests.mean
    seconds = requests / peak_user_requests(1.0, network)
    response = (seconds - source.think_times * source.think_time.mean) / requests
    fading = source.requests.kind is Family.GEOMETRIC
    cycle = response + source.think_time.mean
    return Viewing(requests, source.startup, seconds, cycle, fading, request_mbps(network))


def live_load(start: LiveStart, viewing: Viewing, peak: float) -> LiveLoad:
    """A live start on a server of so many requests a second at the peak of the ordinary day."""
    viewers = start.viewers * peak * viewing.seconds / viewing.requests
    joining = viewers / start.joins
    return LiveLoad(start, viewing, viewers, joining, viewers / viewing.cycle, joining * viewing.startup)


def live_corners(start: LiveStart, viewing: Viewing) -> np.ndarray:
    """Moments of the day between which the load of a live start is a straight line, seconds."""
    joined, left = start.at + start.joins, start.at + viewing.seconds
    corners = [start.at, start.at + EDGE, joined, joined + EDGE]
    if viewing.fading:
        corners += list(np.arange(joined + STEP, DAY, STEP))
    else:
        corners += [max(left, joined + EDGE), max(left, joined + EDGE) + start.joins]
    return np.asarray(np.clip(corners, 0.0, DAY))


def live_times(start: LiveStart, viewing: Viewing, time: np.ndarray) -> np.ndarray:
    """The requests of a live start at some times, in times those of the peak of the ordinary day."""
    load = live_load(start, viewing, 1.0)
    joined = start.at + start.joins
    if viewing.fading:
        there = np.interp(time, [start.at, joined], [0.0, 1.0]) * np.exp(
            -np.maximum(0.0, time - joined) / viewing.seconds
        )
    else:
        gone = max(start.at + viewing.seconds, joined + EDGE)
        there = np.interp(time, [start.at, joined, gone, gone + start.joins], [0.0, 1.0, 1.0, 0.0])
    return np.asarray(load.watching * there + load.filling * joining_now(start, time))


def joining_now(start: LiveStart, time: np.ndarray) -> np.ndarray:
    """Whether viewers join at some times: 1, 0, and straight lines of `EDGE` seconds between."""
    joined = start.at + start.joins
    return np.asarray(np.interp(time, [start.at, start.at + EDGE, joined, joined + EDGE], [0.0, 1.0, 1.0, 0.0]))
