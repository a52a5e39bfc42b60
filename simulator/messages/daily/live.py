"""Live starts in words: who joins, and what they ask for while their buffers fill."""

from models.messages.template import sentence
from simulator.daily.live_load import LiveLoad
from simulator.experiment.estimate import exact
from simulator.messages.daily.times import clock_text
from simulator.messages.numbers import TRAFFIC, traffic_text

_start = sentence(
    "Live start at {at}: {viewers:,.0f} viewers of a server join in {joins:,.0f} s, {joining:,.0f} a second. They watch"
    " with {watching}"
)
_filling = sentence(
    "; filling {buffer:,.3g} s of buffer takes {filling} more meanwhile, so that the last second of joining"
    " has {times:.3g} times that."
)
STAYS = "; no `session.startup` is stated, so that their buffers fill in real time."


def live_sentence(load: LiveLoad) -> str:
    """A live start on a server."""
    start, viewing = load.start, load.viewing
    told = _start(clock_text(start.at), load.viewers, start.joins, load.joining, _told(load.watching_mbps))
    if not viewing.startup:
        return told + STAYS
    return told + _filling(viewing.buffer, _told(load.filling_mbps), load.times)


def _told(mbps: float) -> str:
    return traffic_text(exact(mbps, TRAFFIC))
