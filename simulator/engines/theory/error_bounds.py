"""How far the approximations are known to be off: found by comparing them with the kernel over the shipped scenarios
and the small networks of the tests, which hold every figure to it (tests/laws/test_theory_*.py), and over 2,000
networks drawn at random from all that theory does not refuse, of which 99 in 100 must be within it in every figure
(tests/theory, which says what is drawn). All are shares of the value unless something else is said.

The kernel takes for an open connection first and more as it begins to send. Theory has all who are turned away turned
away at one of the steps (see programs.py), which is so while those who are between the two fit into what is left.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from simulator.engines.theory.cache_errors import miss_error
from simulator.engines.theory.formulas.losses import MOST
from simulator.engines.theory.node.delays import mean_wait, shared_delay
from simulator.engines.theory.node.equilibrium import Equilibrium
from simulator.engines.theory.node.flows import Flow, all_exponential, is_exponential_place
from simulator.engines.theory.node.traffic import Traffic, planned_requests
from simulator.engines.theory.programs import (
    Stages,
    TheoryPrograms,
    largest_holdings_of_sessions,
    left_by_largest,
)
from simulator.engines.theory.solution import KnownValue
from simulator.errors import require
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity

# Seconds lost to others at a place: shared by clients with several caps; shared where jobs do not come at random; a
# pool that lets wait, for like and for unlike wishes; a queue with a limit.
CAPS, NOT_RANDOM, POOL, MIXED_POOL, LIMITED = 0.1, 0.03, 0.5, 1.0, 0.5
# At a moderate load, of the seconds that jobs wait.
QUEUE = 0.1
# What is added for several servers whose services vary more than exponential ones (see _rough).
ROUGH = 0.8
# From this load on a queue remembers that its arrivals come in sessions: in the end as if services were exponential.
MODERATE = 0.8
# Where jobs are turned away: what is carried, response times, numbers held. By a queue with a limit: what is carried.
CARRIED, RESPONSE, HELD, LIMITED_CARRIED = 0.02, 0.05, 0.02, 0.1
# The share that is turned away, of its value; where several limits compete for the same jobs, shares of all sessions
# and of all requests; by a queue with a limit, of its value.
LOST, COMPETING_REFUSED, COMPETING_FAILED, LIMITED_LOST = 0.1, 0.06, 0.005, 0.3
# The same, and what is carried, where those who are turned away differ in what they ask for, and where a pool that lets
# wait is behind the limit; bytes that requests hold in memory.
UNLIKE_LOST, UNLIKE_CARRIED, WAITING_LOST, BYTES = 0.5, 0.08, 1.0, 2.0
# Of the sessions that a limit turns away, which ask for far less of it than requests do: more of their share.
SMALL_WISHES = 2.0
# What is added where requests of one session after the other come to a limit, each as another one has left, and not at
# random: to the share turned away, to what is carried, to response times and numbers held. What is added to response
# times where a pool that lets wait is behind a limit.
IN_TURN_LOST, IN_TURN_CARRIED, IN_TURN, WAITING_RESPONSE = 0.35, 0.08, 0.1, 0.5
# What is added to response times for each job that a limit turns away, of all, which is left before something else
# serves those that it let in: these come more evenly than at random. A backlog is one.
EVENLY = 0.6
# The same of what is carried there; of seconds lost at a place, where some of those who come to it are in such a pool.
WAITING_CARRIED, BESIDE = 0.06, 0.5
# Where several limits turn jobs away: the least of the share turned away and of what is carried; added to responses.
SEVERAL_LOST, SEVERAL_CARRIED, SEVERAL_RESPONSE = 0.3, 0.06, 0.15
# Of the sessions that are refused at first and let in later, so many may be refused in the end, and so many more or
# fewer be carried, for who tries again comes when others do. Beyond this share of all sessions theory says nothing.
AGAIN_LOST, AGAIN_CARRIED, AGAIN = 0.5, 0.2, 0.3
# Of the seconds lost at a place to which jobs go on from cores that serve in turn: constant work leaves these so evenly
# that it may wait nowhere after them (constant services in tandem: Friedman 1965, Operations Research 13), and work
# that varies more than exponential work leaves in bunches.
AFTER_TURNS = 1.0
# A population that is no network of product form.
CLOSED = 0.1
# How long requests are inside a pool; how long sessions hold one while they are set up where jobs are turned away.
PASSED, SET_UP = 0.2, 1.0
# So many deviations above their mean number or work more jobs are never there.
DEVIATIONS = 4.0
# Refusals rarer than this are none, and rarer than this do not matter to other figures.
NEVER, UNLIKELY = 1e-7, 1e-4


def work_error(equilibrium: Equilibrium, station: str) -> float:
    """How far off the work of a station is, beside what is carried: behind a cache as far as what misses there."""
    of_programs = equilibrium.node.programs
    return loss_bounds(equilibrium).steps.get(station, 0.0) + (
        miss_error(of_programs) if station in of_programs.saved_by_hits else 0.0
    )


class LossBounds(NamedTuple):
    """What is turned away and how far off it is. by: the limits that do; carried, held, lost: errors of what is
    carried, of numbers held and of shares turned away; response: of response times, beside that of places; bytes: of
    what requests hold in memory; again: the share of the sessions that were let in at a further attempt, which theory
    takes to be independent of the first; steps: by station, of its work, where a pool is taken in two steps."""

    by: tuple[str, ...]
    carried: float
    held: float
    lost: float
    response: float
    bytes: float
    again: float
    steps: Mapping[str, float]


def loss_bounds(equilibrium: Equilibrium) -> LossBounds:
    """How well what is turned away is known."""
    by = tuple(cause for cause, refused in equilibrium.refused.items() if refused > NEVER)
    if not by:
        return LossBounds((), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, {})
    network, traffic = equilibrium.node.programs.network, equilibrium.traffic
    limited = any(queue.name in by for queue in network.queues)
    waiting = any(pool.when_short == "wait" and traffic.flow.visits[pool.name] > 0.0 for pool in network.pools)
    differ, in_turn, several = (
        bool(unequal_demand_limits(equilibrium)),
        _in_turn(equilibrium, by),
        len(by) > 1 and _crowded(equilibrium, by),
    )

    def largest(least: float, *more: tuple[bool, float]) -> float:
        return max([least, *(error for applies, error in more if applies)])

    carried = largest(
        CARRIED, (limited, LIMITED_CARRIED), (differ, UNLIKE_CARRIED), (waiting, WAITING_CARRIED),
        (several, SEVERAL_CARRIED),
    )  # fmt: skip
    lost = largest(
        LOST, (limited, LIMITED_LOST), (differ, UNLIKE_LOST), (waiting, WAITING_LOST), (several, SEVERAL_LOST)
    )
    carried, lost = carried + in_turn * IN_TURN_CARRIED, lost + in_turn * IN_TURN_LOST
    left = [cause for cause in by if _is_left(equilibrium.node.programs, cause)]
    evenly = EVENLY * max((equilibrium.refused[cause] for cause in left), default=0.0)
    response = RESPONSE + in_turn * IN_TURN + waiting * WAITING_RESPONSE + several * SEVERAL_RESPONSE + evenly
    again = traffic.again if network.source.back_off > 0.0 and network.source.attempts else 0.0
    further = AGAIN_CARRIED * again
    held = max(carried if limited or differ or waiting or several else HELD, in_turn * IN_TURN)
    in_memory = BYTES if _crowded(equilibrium, by) else 0.0
    steps = _step_errors(equilibrium)
    # What a place that is full does for those who are turned away later than theory has it, it does not do for others.
    further += steps.get(equilibrium.relieved, 0.0)
    return LossBounds(by, carried + further, held + further, lost, response + further, in_memory, again, steps)


def small_request_error(equilibrium: Equilibrium) -> float:
    """What is added to the share of the sessions that are turned away where they ask for far less than others."""
    return SMALL_WISHES if any(equilibrium.refused[name] > NEVER for name in equilibrium.node.unlike) else 0.0


def back_off_error(losses: LossBounds, traffic: Traffic, back_off: float) -> float:
    """How many more or fewer may wait `back_off` seconds to try again than theory finds: those that are refused are as
    doubtful as the share that is, and of those that are let in at a further attempt so many may have to wait again."""
    return losses.lost * traffic.paused + AGAIN_LOST * losses.again * traffic.came * back_off


def _is_left(programs: TheoryPrograms, cause: str) -> bool:
    """Whether a limit is left again before a session sends its requests, or before a request has been served."""
    amounts = [stage.amount for stage in programs.connect if stage.held == cause]
    if amounts:
        return sum(amounts) <= 0.0
    return any(_served_after(each.stages, cause) for each in programs.classes)


def _served_after(stages: Stages, cause: str) -> bool:
    """Whether something serves those who have left a limit."""
    left = [k for k, stage in enumerate(stages) if stage.held == cause and stage.amount < 0.0]
    return bool(left) and any(stage.at for stage in stages[left[-1] :])


def unequal_demand_limits(equilibrium: Equilibrium) -> dict[str, float]:
    """The limits that turn away who differ in what they ask for, and how many of them fit."""
    node, flow = equilibrium.node, equilibrium.traffic.flow
    losing = [cause for cause in node.held_causes if equilibrium.refused[cause] > NEVER]
    return {cause: node.places_of(cause, flow) for cause in losing if not node.alike(cause)}


def _in_turn(equilibrium: Equilibrium, by: tuple[str, ...]) -> bool:
    """Whether requests of one session after the other come to what turns jobs away."""
    programs = equilibrium.node.programs
    connecting = {stage.held for stage in programs.connect} | {stage.cause for stage in programs.connect}
    inner = tuple(cause for cause in by if cause not in connecting)
    return planned_requests(programs.network.source.requests) > 1.0 and _crowded(equilibrium, inner)


def _crowded(equilibrium: Equilibrium, causes: tuple[str, ...]) -> bool:
    """Whether some limits are so small that chance decides how full they are; it averages out in others."""
    node, flow = equilibrium.node, equilibrium.traffic.flow
    return any(cause not in node.held_causes or node.places_of(cause, flow) <= MOST for cause in causes)


class ResponseBounds:
    """How far off the mean response times of an equilibrium are."""

    def __init__(self, equilibrium: Equilibrium) -> None:
        self._found, programs = equilibrium, equilibrium.node.programs
        self._known, self._missed = loss_bounds(equilibrium).response, miss_error(programs)
        # How long a full place holds jobs up is decided by what is limited, but not which of them.
        shared = dict.fromkeys((s.name for s in programs.network.shared if len(s.caps) > 1), CAPS)
        self._places = shared if equilibrium.relieved else _place_errors(equilibrium)
        self._saved = frozenset[str]() if equilibrium.relieved else programs.saved_by_hits
        self._bursts = _waits_after_a_period(equilibrium)
        self._quotas = {s.name: _spent_sooner(equilibrium, s) for s in programs.network.shared if s.quota is not None}

    def error(self, flow: Flow, response: float) -> float:
        """The error of the mean response time of requests each of which does what is in `flow`."""
        if not response > 0.0:
            return 0.0
        lost = sum(flow.waited[place] * error for place, error in self._places.items())
        for place in self._saved:
            delay, idle = self._found.met.delays[place], 1.0 - min(self._found.busy.get(place, 0.0), 0.99)
            lost += self._missed * (flow.work[place] * delay.alone + flow.waited[place] / idle)
        lost += sum(flow.visits[place] * wait + flow.work[place] * slow for place, (wait, slow) in self._quotas.items())
        lost += sum(flow.visits[pool] * wait for pool, wait in self._bursts.items())
        return lost / response + self._known

    def at_place(self, name: str) -> float:
        """The error of the seconds lost at a place."""
        return self._places.get(name, 0.0)


def queue_number_error(use: KnownValue) -> float:
    """How far off the number at a place is of which so much is used, %, as a share of it: near its limit a small error
    of what is used is a large one of those who wait, e / (1 - u), beside that of response times."""
    return RESPONSE + use.standing.error / max(1.0 - 0.01 * use.value, 0.05)


def throttled_stations(network: Network, flow: Flow) -> dict[str, float]:
    """The stations whose quota jobs ever use up, each with its period, s: where what comes in a period, at random, many
    deviations of its work included, is more than that."""
    found = dict[str, float]()
    for station in (s for s in network.shared if s.quota is not None and flow.visits[s.name] > 0.0):
        quota = require(station.quota, "quota")
        coming, spread = flow.work[station.name] * quota.period, math.sqrt(flow.square[station.name] * quota.period)
        if coming + DEVIATIONS * spread > quota.work:
            found[station.name] = quota.period
    return found


def _waits_after_a_period(equilibrium: Equilibrium) -> dict[str, float]:
    """By pool that lets wait, how long a visit may wait there, s, where all who come to it in a period come at once, as
    those do who waited for the end of a period: as long as the pool takes to serve them."""
    network, flow = equilibrium.node.programs.network, equilibrium.traffic.flow
    longest = max(throttled_stations(network, flow).values(), default=0.0)
    waiting = [pool for pool in network.pools if pool.when_short == "wait"] if longest > 0.0 else []
    return {pool.name: longest * flow.held[pool.name] / pool.size for pool in waiting}


def _spent_sooner(equilibrium: Equilibrium, station: SharedCapacity) -> tuple[float, float]:
    """How much longer a station with a quota holds jobs up in theory than if it had none: seconds of a visit, and of a
    unit of work.

    Theory spreads the quota evenly over the period. Work that may be done sooner is never done later, and never sooner
    than without a quota: what is true lies between the two.
    """
    network, flow, found = equilibrium.node.programs.network, equilibrium.traffic.flow, equilibrium.met.delays
    busy = min(equilibrium.busy.get(station.name, 0.0), 1.0) * station.capacity / station.burst[-1]
    curve = station.burst if len(station.burst) > 1 else ()
    free = replace(station, capacity=station.burst[-1], curve=curve, quota=None)
    least = shared_delay(free, network.source.client_shares, busy, flow)
    evenly = found[station.name]
    return max(0.0, evenly.wait - least.wait), max(0.0, evenly.slowness - least.slowness)


def set_up_error(equilibrium: Equilibrium, pool: str) -> float:
    """The error of how long a pool is held while sessions are set up, some of which may wait meanwhile."""
    programs = equilibrium.node.programs
    lets_wait = {each.name for each in programs.network.pools if each.when_short == "wait" and each.name != pool}
    if loss_bounds(equilibrium).by:
        return SET_UP
    return POOL if any(stage.held in lets_wait for stage in programs.connect) else PASSED


def _place_errors(equilibrium: Equilibrium) -> dict[str, float]:
    """The error of the seconds lost at every place."""
    network, flow = equilibrium.node.programs.network, equilibrium.traffic.flow
    random = all_exponential(network, flow) and not any(pool.when_short == "wait" for pool in network.pools)
    errors = {s.name: CAPS if len(s.caps) > 1 else 0.0 if random else NOT_RANDOM for s in network.shared}
    for queue in network.queues:
        limited = queue.queue_limit is not None
        errors[queue.name] = LIMITED if limited else _queue_error(equilibrium, queue.name, queue.servers)
    for name, at_once in ((s.name, s.at_once) for s in network.shared if s.at_once is not None):
        errors[name] = max(errors[name], _queue_error(equilibrium, name, at_once))
    for place in served_after_turns(equilibrium) & errors.keys():
        errors[place] += AFTER_TURNS
    for station in {station for _, station in equilibrium.met.beside} & errors.keys():
        errors[station] += BESIDE
    for pool in network.pools:
        errors[pool.name] = POOL if equilibrium.node.alike(pool.name) else MIXED_POOL
    for name, _, of_waiting in equilibrium.node.too_late(flow):
        # Who gives up waits no longer, and nobody waits behind him: each takes such a share of the mean wait away.
        errors[name] += 2.0 * of_waiting
    return errors


def served_after_turns(equilibrium: Equilibrium) -> set[str]:
    """The places to which jobs go on from cores that serve in turn other than exponential work."""
    programs, flow = equilibrium.node.programs, equilibrium.traffic.flow
    turns = {
        s.name
        for s in programs.network.shared
        if s.in_turn and not is_exponential_place(programs.network, s.name, flow)
    }
    after = set[str]()
    for each in programs.classes if turns else ():
        served = [stage.at for stage in each.stages]
        first = next((k for k, place in enumerate(served) if place in turns), len(served))
        after.update(served[first:])
    return after - turns


def _queue_error(equilibrium: Equilibrium, name: str, servers: int) -> float:
    """The error of the seconds that jobs wait for one of `servers` servers, or cores that serve in turn."""
    flow, busy = equilibrium.traffic.flow, equilibrium.busy[name]
    if is_exponential_place(equilibrium.node.programs.network, name, flow):
        return 0.0
    visits = flow.visits[name]
    mean, square = flow.work[name] / visits, flow.square[name] / visits
    expected = mean_wait(float(servers), mean, square, min(busy, 0.999))
    remembering = mean_wait(float(servers), mean, 2.0 * mean**2, min(busy, 0.999))
    late = max(0.0, busy - MODERATE) / (1.0 - MODERATE)
    error = QUEUE + _rough(servers, square / mean**2 - 1.0, busy)
    return error + late * abs(remembering / expected - 1.0) if expected > 0.0 else error


def _rough(servers: int, variation: float, busy: float) -> float:
    """What is added where services vary more than exponential ones: two moments say the less of the wait for several
    servers the more these have to spare, in units of the spread of what they are asked for."""
    if servers == 1 or variation <= 1.0:
        return 0.0
    return min(1.0, ROUGH * (1.0 - 1.0 / variation) * math.sqrt(servers) * max(0.0, 1.0 - busy))


def _step_errors(equilibrium: Equilibrium) -> Mapping[str, float]:
    """By station, the share of its work that theory counts, and that is not done, or the other way round: that between
    the two steps, of those turned away who are so at the other one."""
    network, flow = equilibrium.node.programs.network, equilibrium.traffic.flow
    errors: dict[str, float] = defaultdict(float)
    for pool in (pool for pool in network.pools if equilibrium.refused.get(pool.name, 0.0) > 0.0):
        amounts, work, first = _steps(equilibrium.node.programs.connect, pool.name)
        if len(amounts) != 2 or not work:
            continue
        left = left_by_largest(pool.size, largest_holdings_of_sessions(network)[pool.name])
        elsewhere = _at_other_step(pool.name, left, amounts, first, flow)
        lost = equilibrium.refused[pool.name] * elsewhere * flow.tried[pool.name]
        for station, amount in work.items():
            errors[station] += lost * amount / flow.work[station]
    return errors


def _steps(stages: Stages, pool: str) -> tuple[tuple[float, ...], Mapping[str, float], bool]:
    """What a session takes of a pool, step by step; its work between the first and the last one, by station; whether
    it is turned away at the first."""
    taken = [k for k, stage in enumerate(stages) if stage.held == pool and stage.amount > 0.0]
    work: dict[str, float] = defaultdict(float)
    for stage in stages[taken[0] : taken[-1]] if taken else ():
        if stage.work > 0.0:
            work[stage.at] += stage.work
    return tuple(stages[k].amount for k in taken), work, bool(taken and stages[taken[0]].cause)


def _at_other_step(pool: str, left: float, amounts: tuple[float, ...], first: bool, flow: Flow) -> float:
    """The chance that those between the two steps do not fit into what is `left` of a pool where as many as fit are
    beyond both: a Poisson number of them, beside the one who comes."""
    (idle, _), most = amounts, sum(amounts)
    between = max(0.0, most * flow.held[pool] - flow.spread[pool]) / (idle * (most - idle))
    fit = max(0, math.floor((left - (most - idle if first else 0.0)) / idle))
    if fit == 0:
        return 1.0
    from scipy.special import gammainc  # Loads for longer than theory takes to answer.

    return float(gammainc(fit, between))
