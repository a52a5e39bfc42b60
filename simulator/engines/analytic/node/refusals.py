"""How likely what is limited refuses: pools, memory regions and queues with a limit."""

import math

from simulator.engines.analytic.formulas.erlang import erlang_b
from simulator.engines.analytic.formulas.queues import limited
from simulator.engines.analytic.node.flows import Flow
from simulator.network.resources import MultiServer

# A refusal more likely than this is taken for this one: what is offered must follow from what is let in.
_CERTAIN = 1.0 - 1e-6


def places(room: float, most: float, each: float) -> float:
    """How many jobs fit that hold `each`, `most` at the most: a whole number if all are alike.

    room: what there is, less the largest wish with its reserve; a job is let in while no more than that is in use.
    """
    if room < 0.0:
        return 0.0
    number = room / each + 1.0
    return float(math.floor(number * (1.0 + 1e-12))) if math.isclose(most, each, rel_tol=1e-9) else number


def refusal(number: float, most: float, each: float, held: float, refused: float) -> float:
    """The chance that the largest wish, `most`, is refused where `number` jobs that hold `each` fit, and `held` is what
    they hold after the largest wish was refused with the chance `refused`.

    Erlang's loss formula, exact for jobs that come at random and hold alike. Else `each` is their mean weighted by
    what they hold, and who asks for more is refused in proportion (Fredericks 1980, Congestion in Blocking Systems - a
    Simple Approximation Technique, after Hayward).
    """
    return erlang_b(number, held / each / (1.0 - lost_of(refused, each, most))) * most / each


def lost_of(refused: float, each: float, most: float) -> float:
    """The share of all wishes that is refused, of which the largest, `most`, is with the chance `refused`."""
    return min(refused * each / most, _CERTAIN) if most > 0.0 else 0.0


def limited_queue(station: MultiServer, flow: Flow) -> tuple[float, float]:
    """The chance of being refused by a queue with a limit that a flow comes to, and the mean wait of those who are not,
    s: as if services were exponential (M/M/c/K)."""
    visits = flow.visits[station.name]
    if not visits:
        return 0.0, 0.0
    service = flow.work[station.name] / visits
    found = limited(flow.tried[station.name], service, station.servers, station.servers + (station.queue_limit or 0))
    return found.refused, found.wait
