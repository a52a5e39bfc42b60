"""How the requests of one session come to a limit in turn, each a while after the one before has left it."""

import math

from simulator.engines.analytic.formulas.losses import Crowd, LossLimit, crowd
from simulator.engines.analytic.formulas.returning import Returns, Stays, own_place, stays
from simulator.engines.analytic.node.flows import Flow
from simulator.engines.analytic.node.traffic import planned
from simulator.engines.analytic.programs import Programs

# Where fewer than this come back to the place that they left, it matters nobody.
_MATTERS = 1e-3
# How often the crowd is found again beside those who come back to their own place.
_ROUNDS = 4


def returns(programs: Programs, name: str, flow: Flow, inside: float) -> Returns | None:
    """How requests come back to a limit that `inside` of them hold, or None where sessions hold it, or send only one.

    A session that goes on with the chance r asks for it again in the next request that does, of which the share u do:
    with the chance r u / (1 - r (1 - u)), after 1 / u times what passes between two requests that do not wait for it.
    """
    source, tried = programs.network.source, flow.tried[name]
    goes_on = 1.0 - 1.0 / planned(source.requests)
    connecting = any(name in (stage.held, stage.cause) for stage in programs.connect)
    if connecting or goes_on <= 0.0 or not 0.0 < tried <= flow.requests * (1.0 + 1e-9):
        return None
    share = min(1.0, tried / flow.requests)
    outside = max(0.0, flow.responding - inside) / flow.requests
    pause = source.think_time.mean + outside
    return Returns(tried, goes_on * share / (1.0 - goes_on * (1.0 - share)), pause / share)


def crowd_in_turn(limit: LossLimit, coming: Returns) -> Crowd:
    """The jobs behind a limit to which they come back: those who find their own place have stayed, as it were."""
    found, share = crowd(limit), Stays(1.0, 1.0)
    for _ in range(_ROUNDS):
        likely = found.numbers[: math.floor(limit.places) + 1]
        own = own_place(likely, coming._replace(comes=coming.comes * share.at_random))
        if own < _MATTERS:
            return crowd(limit)
        share = stays(own, coming.again, found.full[limit.name])
        lines = tuple(line._replace(load=line.load * share.times) for line in limit.lines)
        found = crowd(limit._replace(lines=lines))
    return found._replace(full={limit.name: found.full[limit.name] * share.at_random})
