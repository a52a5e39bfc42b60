"""How far the approximations are known to be off: found by comparing them with the kernel over the shipped scenarios
and the small networks of the tests, which hold every figure to it (tests/laws/test_analytic_*.py), and over 2,000
networks drawn at random from all that theory does not refuse, of which 99 in 100 must be within it in every figure
(tests/theory, which says what is drawn). All are shares of the value unless something else is said."""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from simulator.engines.analytic.formulas.losses import MOST
from simulator.engines.analytic.node.equilibrium import Equilibrium
from simulator.engines.analytic.node.flows import Flow
from simulator.engines.analytic.node.traffic import Traffic, planned
from simulator.engines.analytic.place_errors import is_exponential, queue_error, step_errors
from simulator.engines.analytic.programs import Programs, Stages
from simulator.engines.analytic.visits import CacheHits
from simulator.network.network import Network
from simulator.network.resources import Cache
from simulator.network.steps import Lookup, flat

# Hit ratios: by Che's approximation; of a cache behind another, whose lookups are no Poisson stream; and what is added
# where reads take as long as objects are held.
CHE, BEHIND, LONG_READS = 0.005, 0.07, 0.01
# Seconds lost to others at a place: shared by clients with several caps; shared where jobs do not come at random; a
# pool that lets wait, for like and for unlike wishes; a queue with a limit. Other queues: see place_errors.py.
CAPS, NOT_RANDOM, POOL, MIXED_POOL, LIMITED = 0.1, 0.03, 0.5, 1.0, 0.5
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
# So few who hold different amounts of what is limited are no crowd: theory says nothing of them.
FEW = 20.0
# From this load on it matters how a station is divided between those behind a limit and those before it, both within
# another one, each of whom has more than this share of it.
CROWDED, MINOR = 0.8, 0.02
# No more of a pool is ever held than there is: beyond this share more theory contradicts itself.
OVER = 0.1
# Bytes in a cache from which objects leave of themselves, or into which they come when they are asked for twice.
KEPT = 0.5
# Of the sessions that are refused at first and let in later, so many may be refused in the end, and so many more or
# fewer be carried, for who tries again comes when others do. Beyond this share of all sessions theory says nothing.
AGAIN_LOST, AGAIN_CARRIED, AGAIN = 0.5, 0.2, 0.3
# A population that is no network of product form.
CLOSED = 0.1
# How long requests are inside a pool; how long sessions hold one while they are set up where jobs are turned away.
PASSED, SET_UP = 0.2, 1.0
# Refusals rarer than this are none, and rarer than this do not matter to other figures.
NEVER, UNLIKELY = 1e-7, 1e-4


def hit_error(network: Network, found: CacheHits) -> float:
    """The error of a hit ratio; 0 where all that is asked for fits and nothing ever leaves."""
    cache = next(cache for cache in network.caches if cache.name == found.name)
    if found.time == math.inf and cache.time_to_live is None and cache.admission_window == 0.0:
        return 0.0
    late = LONG_READS * min(1.0, found.read / found.time) if found.time > 0.0 else 0.0
    return late + (BEHIND if _is_behind(network, cache) else CHE)


def rests_on_rate(network: Network, hit_ratio: str) -> bool:
    """Whether a hit ratio depends on how often objects are asked for, not only on which are asked for more often."""
    return any(
        f"{cache.name} hit ratio" == hit_ratio and (cache.time_to_live is not None or cache.admission_window > 0.0)
        for cache in network.caches
    )


def asked_by_several(network: Network, hit_ratio: str) -> bool:
    """Whether requests of several classes look up the same cache, more of one of which may be turned away."""
    looks = [{step.cache for step in flat(each.steps) if isinstance(step, Lookup)} for each in network.classes]
    return any(sum(cache.name in found for found in looks) > 1 for cache in network.caches
               if f"{cache.name} hit ratio" == hit_ratio)  # fmt: skip


def held_error(network: Network, found: CacheHits) -> float:
    """The error of the bytes in a cache."""
    cache = next(cache for cache in network.caches if cache.name == found.name)
    return KEPT if cache.time_to_live is not None or cache.admission_window > 0.0 else CHE


def misses(programs: Programs) -> float:
    """The largest error of a miss ratio."""
    found = [(hit_error(programs.network, cache), cache.hit_ratio) for cache in programs.caches]
    return max((error * hits / (1.0 - hits) for error, hits in found if hits < 1.0), default=0.0)


def behind(programs: Programs) -> set[str]:
    """The places at which requests do something that a hit would have saved."""

    def places(stages: Stages, missed: bool) -> Iterator[str]:
        for stage in stages:
            if missed and stage.at:
                yield stage.at
            yield from places(stage.on_miss, True)

    return {place for each in programs.classes for place in places(each.stages, False)}


def work_error(found: Equilibrium, station: str) -> float:
    """How far off the work of a station is, beside what is carried: behind a cache as far as what misses there."""
    of_programs = found.node.programs
    return losses(found).steps.get(station, 0.0) + (misses(of_programs) if station in behind(of_programs) else 0.0)


class Losses(NamedTuple):
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


def losses(found: Equilibrium) -> Losses:
    """How well what is turned away is known."""
    by = tuple(cause for cause, refused in found.refused.items() if refused > NEVER)
    if not by:
        return Losses((), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, {})
    network, traffic = found.node.programs.network, found.traffic
    limited = any(queue.name in by for queue in network.queues)
    waiting = any(pool.when_short == "wait" and traffic.flow.visits[pool.name] > 0.0 for pool in network.pools)
    differ, in_turn, several = bool(unlike(found)), _in_turn(found, by), len(by) > 1 and _crowded(found, by)

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
    left = [cause for cause in by if _is_left(found.node.programs, cause)]
    evenly = EVENLY * max((found.refused[cause] for cause in left), default=0.0)
    response = RESPONSE + in_turn * IN_TURN + waiting * WAITING_RESPONSE + several * SEVERAL_RESPONSE + evenly
    again = traffic.again if network.source.back_off > 0.0 and network.source.attempts else 0.0
    further = AGAIN_CARRIED * again
    held = max(carried if limited or differ or waiting or several else HELD, in_turn * IN_TURN)
    in_memory = BYTES if _crowded(found, by) else 0.0
    steps = step_errors(found)
    # What a place that is full does for those who are turned away later than theory has it, it does not do for others.
    further += steps.get(found.relieved, 0.0)
    return Losses(by, carried + further, held + further, lost, response + further, in_memory, again, steps)


def small_wishes_error(found: Equilibrium) -> float:
    """What is added to the share of the sessions that are turned away where they ask for far less than others."""
    return SMALL_WISHES if any(found.refused[name] > NEVER for name in found.node.unlike) else 0.0


def paused_error(losses: Losses, traffic: Traffic, back_off: float) -> float:
    """How many more or fewer may wait `back_off` seconds to try again than theory finds: those that are refused are as
    doubtful as the share that is, and of those that are let in at a further attempt so many may have to wait again."""
    return losses.lost * traffic.paused + AGAIN_LOST * losses.again * traffic.came * back_off


def _is_left(programs: Programs, cause: str) -> bool:
    """Whether a limit is left again before a session sends its requests, or before a request has been served."""
    amounts = [stage.amount for stage in programs.connect if stage.held == cause]
    if amounts:
        return sum(amounts) <= 0.0
    return any(_served_after(each.stages, cause) for each in programs.classes)


def _served_after(stages: Stages, cause: str) -> bool:
    """Whether something serves those who have left a limit."""
    left = [k for k, stage in enumerate(stages) if stage.held == cause and stage.amount < 0.0]
    return bool(left) and any(stage.at for stage in stages[left[-1] :])


def unlike(found: Equilibrium) -> dict[str, float]:
    """The limits that turn away who differ in what they ask for, and how many of them fit."""
    node, flow = found.node, found.traffic.flow
    losing = [cause for cause in node.held_causes if found.refused[cause] > NEVER]
    return {cause: node.places_of(cause, flow) for cause in losing if not node.alike(cause)}


def doubtful(found: Equilibrium) -> str:
    """Why what is turned away, or kept waiting, is not known well enough to say anything, or ""."""
    if line := _held_up_in_line(found):
        return line
    if losses(found).again > AGAIN:
        return "so many try again after they were refused that it matters when, which theory does not know"
    few = [cause for cause, places in unlike(found).items() if places < FEW and found.refused[cause] > UNLIKELY]
    if few:
        return f"{few[0]} turns away who differ in what they ask for, and holds too few of them for theory"
    for outer, inner, station, share in found.node.divided(found.traffic.flow):
        both = found.refused[outer] > NEVER and found.refused[inner] > UNLIKELY
        if both and found.busy.get(station, 0.0) > CROWDED and MINOR < share < 1.0 - MINOR:
            return f"{station} is shared by those behind {inner} and others behind {outer}, and theory cannot divide it"
    held = {pool.name: found.node.share_held(pool, found.traffic.flow) for pool in found.node.programs.network.pools}
    over = [name for name, share in held.items() if share > 1.0 + OVER]
    return f"more of {over[0]} would be held than there is: theory finds no steady state" if over else ""


def _held_up_in_line(found: Equilibrium) -> str:
    """Why nothing is known of jobs behind a limit or in a pool that come to cores which serve in turn, or "": a product
    form has those only for exponential work of one mean."""
    network, flow = found.node.programs.network, found.traffic.flow
    stations = [s.name for s in network.shared if s.in_turn and not is_exponential(network, s.name, flow)]
    pools = [pool.name for pool in network.pools if pool.when_short == "wait" and flow.visits[pool.name] > 0.0]
    pools += [cause for cause, refused in found.refused.items() if refused > UNLIKELY]
    if not stations or not pools:
        return ""
    return f"{stations[0]} serves in turn: theory does not know how that fills {pools[0]}, but for exponential work"


def _in_turn(found: Equilibrium, by: tuple[str, ...]) -> bool:
    """Whether requests of one session after the other come to what turns jobs away."""
    programs = found.node.programs
    connecting = {stage.held for stage in programs.connect} | {stage.cause for stage in programs.connect}
    inner = tuple(cause for cause in by if cause not in connecting)
    return planned(programs.network.source.requests) > 1.0 and _crowded(found, inner)


def _crowded(found: Equilibrium, causes: tuple[str, ...]) -> bool:
    """Whether some limits are so small that chance decides how full they are; it averages out in others."""
    node, flow = found.node, found.traffic.flow
    return any(cause not in node.held_causes or node.places_of(cause, flow) <= MOST for cause in causes)


def response_error(found: Equilibrium, flow: Flow, response: float) -> float:
    """The error of the mean response time of requests each of which does what is in `flow`."""
    if not response > 0.0:
        return 0.0
    known = losses(found).response
    if found.relieved:  # How long a full place holds jobs up is decided by what is limited, but not which of them.
        shared = {s.name for s in found.node.programs.network.shared if len(s.caps) > 1}
        return known + CAPS * sum(flow.waited[place] for place in shared) / response
    lost = sum(flow.waited[place] * error for place, error in _place_errors(found).items())
    for place in behind(found.node.programs):
        delay = found.met.delays[place]
        idle = 1.0 - min(found.busy.get(place, 0.0), 0.99)
        lost += misses(found.node.programs) * (flow.work[place] * delay.alone + flow.waited[place] / idle)
    return lost / response + known


def set_up_error(found: Equilibrium, pool: str) -> float:
    """The error of how long a pool is held while sessions are set up, some of which may wait meanwhile."""
    programs = found.node.programs
    lets_wait = {each.name for each in programs.network.pools if each.when_short == "wait" and each.name != pool}
    if losses(found).by:
        return SET_UP
    return POOL if any(stage.held in lets_wait for stage in programs.connect) else PASSED


def exponential(network: Network, flow: Flow) -> bool:
    """Whether all that serves in turn serves exponential times, of one mean at each, which keeps streams random."""
    in_line = (station.name for station in network.shared if station.in_turn)
    return all(is_exponential(network, name, flow) for name in (*(q.name for q in network.queues), *in_line))


def _place_errors(found: Equilibrium) -> dict[str, float]:
    """The error of the seconds lost at every place."""
    network, flow = found.node.programs.network, found.traffic.flow
    random = exponential(network, flow) and not any(pool.when_short == "wait" for pool in network.pools)
    errors = {s.name: CAPS if len(s.caps) > 1 else 0.0 if random else NOT_RANDOM for s in network.shared}
    for queue in network.queues:
        limited = queue.queue_limit is not None
        errors[queue.name] = LIMITED if limited else queue_error(found, queue.name, queue.servers)
    for name, at_once in ((s.name, s.at_once) for s in network.shared if s.at_once is not None):
        errors[name] = max(errors[name], queue_error(found, name, at_once))
    for station in {station for _, station in found.met.beside} & errors.keys():
        errors[station] += BESIDE
    for pool in network.pools:
        errors[pool.name] = POOL if found.node.alike(pool.name) else MIXED_POOL
    return errors


def _is_behind(network: Network, cache: Cache) -> bool:
    """Whether some lookups of a cache are of what another one misses."""
    steps = [step for program in network.programs() for step in flat(program) if isinstance(step, Lookup)]
    inner = {step.cache for outer in steps for step in flat(outer.on_miss) if isinstance(step, Lookup)}
    return cache.name in inner
