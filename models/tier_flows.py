"""Who calls which tier how often, and how many of its servers stand in the world of one server that calls them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import NamedTuple, TypeVar

from models.cached_keys import answer_bytes, call_cpu, key_miss_ratio
from models.capacity_curve import core_capacity
from models.message_queue import as_posted
from models.parts.hardware import Server
from models.parts.tier import ALWAYS, ON_MISS, Tier, TierCall
from models.pods import pod_quota
from models.replication import NO_REPLICAS, ReplicaReaders, call_routes, divides_writes, readers_by_primary
from models.scenario import FarmParts, Scenario
from models.shield import with_shield_hits

# What requests are called that ask for content and are all of one kind.
ONE_KIND = "range request"
NO_MISSES: Mapping[str, float] = {}
_ROUNDING = 1e-9
_Farm = TypeVar("_Farm", bound=FarmParts)
# Calls of one tier, each with how many follow from a call of the tier that makes them.
_Calls = tuple[tuple[float, TierCall], ...]


@dataclass(frozen=True)
class CallFlow:
    """Calls of a tier that are made for one reason, counted for each request of one server of the unit.

    missed: the class of requests whose misses make them, counted as if each of its requests missed; "" for those that
    are always made. kinds: the calls that are made of the tier by its share of all requests, each with how many;
    calls: all of them; met: those made in the world of this server; others: by kind, calls that each server of the tier
    gets from other servers of the unit, or on their behalf.
    """

    missed: str
    kinds: tuple[tuple[float, TierCall], ...]
    calls: float
    met: float
    others: tuple[float, ...]


@dataclass(frozen=True)
class TierFlow:
    """A tier as one server of the unit meets it: its calls by their reasons, and how many of its servers stand in the
    world of this server; pooled: how many equal servers each of these stands for. by_call: whether each call finds a
    server that is up, rather than each request one for all of its calls. readers: the tiers of replicas that read for
    it. applied: of a tier of replicas, what each of its servers applies, counted for each request of the unit. rate:
    requests/s of the unit at which a timer of checkpoints is looked at, 0 where nobody says."""

    tier: Tier
    flows: tuple[CallFlow, ...]
    servers: int
    pooled: int = 1
    by_call: bool = False
    readers: tuple[ReplicaReaders, ...] = NO_REPLICAS
    applied: tuple[tuple[float, TierCall], ...] = ()
    rate: float = 0.0

    @cached_property
    def kinds(self) -> tuple[tuple[float, TierCall], ...]:
        """The calls for whatever reason, each with how many a request of the unit makes at the most."""
        return tuple(kind for flow in self.flows for kind in flow.kinds)

    @cached_property
    def written(self) -> tuple[tuple[float, TierCall], ...]:
        """What one of its servers writes, of its own calls and of those that it applies."""
        parts = self.tier.servers if divides_writes(self.tier) else 1
        return (*((many / parts, call) for many, call in self.kinds if call.writes is not None), *self.applied)


Flows = Mapping[str, TierFlow]


def pool_equal_servers(flows: Flows) -> Flows:
    """The same with one server in place of the equal ones of each tier, with all that they have: as large a share of it
    is used, and much less is to be counted. It says nothing of waiting."""
    return {name: replace(flow, servers=1, pooled=flow.servers * flow.pooled) for name, flow in flows.items()}


def gather_callers(flows: Flows, by_call: bool = False) -> Flows:
    """The same where all servers of the unit stand in one world, with all servers of each tier: no call comes from
    elsewhere. by_call: see TierFlow."""
    return {
        name: replace(
            flow,
            servers=flow.tier.servers,
            flows=tuple(replace(each, others=(0.0,) * len(each.kinds), met=each.calls) for each in flow.flows),
            by_call=by_call,
        )
        for name, flow in flows.items()
    }


def tier_flows(farm: FarmParts) -> Flows:
    """Every tier by its name, callers before those that they call.

    Of A calls for each request of a unit with n servers, each of the m servers of the tier gets A n / m. With C calls
    in the world of one server, K = C / (A n / m) servers of the tier, rounded up, get C / K each from there, and the
    rest from others. Calls are of several kinds, of which as many are not made there; K is the most that any kind asks
    for, and any reason where some are made on misses only, so that nothing is less than nothing.
    """
    farm = with_shield_hits(farm)
    found, readers = dict[str, TierFlow](), readers_by_primary(farm.tiers)
    asked, further = tuple(calls_of_requests(farm)), {tier.name: tuple(_of_tier(farm, tier)) for tier in farm.tiers}
    for tier in _callers_first(farm.tiers):
        own, callers = tuple(each for each in asked if each[2].tier == tier.name), list[tuple[TierFlow, _Calls]]()
        reasons = dict.fromkeys(missed for missed, _, _ in own)
        for above in found.values():
            if calls := tuple(each for each in further[above.tier.name] if each[1].tier == tier.name):
                callers.append((above, calls))
                reasons |= dict.fromkeys(flow.missed for flow in above.flows)
        made = {missed: _made(own, callers, missed) for missed in reasons}
        each = farm.unit.nodes / tier.servers  # Of what is called for each request, what a server gets.
        servers = max((_servers_met(kind, each) for kinds in made.values() for kind in kinds), default=1)
        flows = (_flow(missed, kinds, servers, each) for missed, kinds in made.items())
        found[tier.name] = TierFlow(
            tier, tuple(flows), servers, readers=readers.get(tier.name, NO_REPLICAS), rate=_timed_rate(farm)
        )
    for flow in [each for each in found.values() if each.tier.replica_of is not None]:
        found[flow.tier.name] = replace(flow, applied=_applied(found, flow.tier))
    return found


def _timed_rate(farm: FarmParts) -> float:
    """The requests/s of the unit at which timers of its databases are looked at; 0 where nobody says."""
    if not isinstance(farm, Scenario):
        return 0.0
    stated = farm.workload.offered_rate if farm.demand is None else None
    return farm.unit.nodes * ((stated if farm.asked_rate is None else farm.asked_rate) or 0.0)


def _applied(flows: Flows, tier: Tier) -> tuple[tuple[float, TierCall], ...]:
    """What each server of a tier of replicas applies, with the work that this is for it."""
    following = tier.replica_of
    if following is None or following.tier not in flows:
        return ()
    return tuple((many, call.model_copy(update={"cpu": (call.cpu or 0.0) * following.work}))
                 for many, call in flows[following.tier].written)  # fmt: skip


class _CallKind(NamedTuple):
    """Calls of one kind, counted for each request: all, and those that are made in the world of one server."""

    calls: float
    met: float
    call: TierCall


def _servers_met(kind: _CallKind, each: float) -> int:
    """Servers of a tier that the calls of a kind are shared out to, of which each gets such a share of all; one where a
    cache in front misses nothing."""
    return max(1, ceil(kind.met / (kind.calls * each) - _ROUNDING)) if kind.met > 0.0 else 1


def _made(
    asked: Iterable[tuple[str, float, TierCall]], callers: Iterable[tuple[TierFlow, _Calls]], missed: str
) -> tuple[_CallKind, ...]:
    """The calls of a tier for one reason: of those that requests make, and of those that each of some tiers does."""
    own = [_CallKind(share * call.times, share * call.times, call) for of, share, call in asked if of == missed]
    further = [
        _CallKind(flow.calls * times, flow.met * times, call)
        for above, calls in callers
        for flow in above.flows
        if flow.missed == missed
        for share, call in calls
        for times in (call.times * share * key_miss_ratio(above.tier, missed),)
    ]
    return (*own, *further)


def _flow(missed: str, kinds: tuple[_CallKind, ...], servers: int, each: float) -> CallFlow:
    """each: of what is called for each request, what a server of the tier gets."""
    others = tuple(kind.calls * each - kind.met / servers for kind in kinds)
    others = tuple(
        more if more > _ROUNDING * kind.calls * each else 0.0 for more, kind in zip(others, kinds, strict=True)
    )
    calls, met = sum(kind.calls for kind in kinds), sum(kind.met for kind in kinds)
    return CallFlow(
        missed, tuple((kind.calls, kind.call) for kind in kinds), calls, met + servers * sum(others), others
    )


def as_tier_server(farm: _Farm, tier: Tier) -> _Farm:
    """The farm with a server of the tier in place of its own, all of whose cores work, of a cache as many as its
    software has threads."""
    threads = None if tier.cache is None else tier.cache.software.threads
    web_server = farm.web_server.model_copy(update={"workers": threads, "worker_processes": None})
    return farm.model_copy(update={"server": tier_server(tier), "web_server": web_server})


def tier_server(tier: Tier) -> Server:
    """What calls of a tier go to: one of its servers; of one that runs pods, a pod has the share of its CPU time that
    it may take."""
    return tier.server if tier.pods is None else tier.server.model_copy(update={"cpu_quota": pod_quota(tier)})


def tier_core_capacity(farm: FarmParts, tier: Tier) -> float:
    """What the cores of a server of a tier do together in the long run, in cores."""
    return core_capacity(as_tier_server(farm, tier))


def tier_work(farm: FarmParts, tier: Tier) -> float:
    """Seconds of a core of a tier's server that one request of the unit is on average, by all its calls. Raises what
    `asked_of_tier` raises."""
    asked = asked_of_tier(tier_flows(farm)[tier.name], lambda call: call_cpu(farm, tier, call))
    return farm.work_asked(asked, tier.server)


def asked_of_tier(tier: TierFlow, each: Callable[[TierCall], float], misses: Mapping[str, float] = NO_MISSES) -> float:
    """What one request of the unit asks of a tier on average, of which each call asks so much. misses: the share that
    misses of the requests of each class that calls a tier then. Raises KeyError for one that is not there."""
    return sum(
        (misses[flow.missed] if flow.missed else 1.0) * sum(many * each(call) for many, call in flow.kinds)
        for flow in tier.flows
    )


def calling_share(farm: FarmParts, tier: str, misses: Mapping[str, float] = NO_MISSES) -> float:
    """The share of all requests that call a tier, by way of others too. misses: of each class that calls one only then,
    the share of its requests that misses; all of them where it is not there."""
    farm = with_shield_hits(farm)
    found = 0.0
    for name, share, calls in _kinds(farm):
        always = _reaching(farm, tier, (call for call in calls if call.when == ALWAYS))
        on_a_miss = misses.get(name, 1.0) * _reaching(
            farm, tier, (call for call in calls if call.when == ON_MISS), name
        )
        found += share * (1.0 - (1.0 - always) * (1.0 - on_a_miss))
    return found


def _reaching(farm: FarmParts, tier: str, calls: Iterable[TierCall], missed: str = "") -> float:
    """The chance that one of some calls, or one that follows from it, is of a tier, or of a database that it
    reads for: those that follow from a cache are made where it misses, each time by itself. missed: the class that
    makes them where it misses."""
    without, readers = 1.0, readers_by_primary(farm.tiers)
    for call in calls:
        called = next(each for each in farm.tiers if each.name == call.tier)
        answering = {call.tier, *(each.tier for each in readers.get(call.tier, NO_REPLICAS) if each.share > 0.0)}
        further = key_miss_ratio(called, missed) * _reaching(farm, tier, called.awaited, missed)
        reaching = 1.0 if tier in answering else further
        without *= (1.0 - call.share * reaching) ** call.times
    return 1.0 - without


def tiers_called_on_misses(farm: FarmParts) -> frozenset[str]:
    """The tiers that some request calls only where it misses, by name."""
    return frozenset(call.tier for missed, _, call in calls_of_requests(farm) if missed)


@dataclass(frozen=True)
class Handover:
    """A rented tier that hands answers to a caller that is bought, for requests of one kind ("" for all that a scenario
    with one kind has); missed: only for those that miss; share: of these requests, those for which it does."""

    tier: str
    kind: str
    missed: bool
    share: float = 1.0


def handovers(farm: FarmParts) -> tuple[Handover, ...]:
    """Where answers leave a cloud on their way to clients, besides its servers that clients reach themselves.

    A caller hands on what it gets, so it gets that once, however many tiers it calls: of those that are rented the
    first that is called counts, one that is always called before one that is called on misses. Queues hand on nothing.
    """
    kinds = [(kind.name, kind.calls) for kind in farm.workload.classes]
    if farm.workload.request is not None:
        kinds = [("", farm.workload.request.calls)]
    return tuple(each for kind, calls in kinds for each in _handed_over(farm, kind, calls))


def stated_answers(farm: FarmParts, tier: str) -> Mapping[str, float] | None:
    """Bytes of the answers of a rented tier that callers get that are bought, for each request of the farm: by the
    class that must miss for it, as if each of its requests missed, "" for what is always asked. None where one of these
    calls does not state how large its answer is."""
    own = () if farm.server.is_rented else calls_of_requests(farm)
    asked = [(of, share * call.times, call) for of, share, call in own]
    for above in tier_flows(farm).values():
        if not above.tier.server.is_rented:
            asked += [
                (f.missed, f.calls * part * call.times * key_miss_ratio(above.tier, f.missed), call)
                for f in above.flows
                for part, call in _of_tier(farm, above.tier)
            ]
    found, tiers = dict[str, float](), {each.name: each for each in farm.tiers}
    answering = {tier, *(each.tier for each in readers_by_primary(farm.tiers).get(tier, NO_REPLICAS))}
    for missed, many, call in (each for each in asked if each[2].tier in answering):
        answer = 0.0 if call.stores is not None else answer_bytes(tiers[call.tier], call)
        if answer is None:
            return None
        found[missed] = found.get(missed, 0.0) + many * answer
    return found


def _handed_over(farm: FarmParts, kind: str, calls: tuple[TierCall, ...]) -> Iterator[Handover]:
    """Those of one kind of requests: of the server that clients reach, then of each tier that is called for them."""
    tiers = {tier.name: tier for tier in farm.tiers}
    left, seen = [(farm.server.is_rented, calls, False, 1.0)], set[str]()
    while left:
        rented, made, missed, share = left.pop(0)
        ordered = sorted(made, key=lambda call: call.when == ON_MISS)
        others = share  # Those who have called no rented tier so far.
        for call in (each for each in ordered if tiers[each.tier].server.is_rented and not rented):
            called = 1.0 - (1.0 - call.share) ** call.times
            if others * called > 0.0 and tiers[call.tier].queue is None:
                yield Handover(call.tier, kind, missed or call.when == ON_MISS, others * called)
                others *= 1.0 - called
        for call in ordered:
            if call.tier not in seen:
                seen.add(call.tier)
                tier, makes = tiers[call.tier], share * (1.0 - (1.0 - call.share) ** call.times)
                left.append((tier.server.is_rented, tier.awaited, missed or call.when == ON_MISS, makes))


def calls_of_requests(farm: FarmParts) -> Iterator[tuple[str, float, TierCall]]:
    """The calls that requests make: the class that must miss ("" where it need not), the share of all requests that
    makes it, and the call."""
    for name, share, calls in _kinds(farm):
        yield from ((_missing(name, call), share * part, call) for part, call in _routes(farm, calls))


def _kinds(farm: FarmParts) -> Iterator[tuple[str, float, tuple[TierCall, ...]]]:
    """Each kind of request: its name, its share of all requests, and the calls that it makes."""
    workload = farm.workload
    if workload.request is not None:
        yield ONE_KIND, 1.0, workload.request.calls
    total = sum(kind.rate for kind in workload.classes)
    yield from ((kind.name, kind.rate / total, kind.calls) for kind in workload.classes)


def _of_tier(farm: FarmParts, tier: Tier) -> Iterator[tuple[float, TierCall]]:
    """The calls that each call of a tier makes, each with how many of them."""
    return _routes(farm, tier.calls)


def _routes(farm: FarmParts, calls: tuple[TierCall, ...]) -> Iterator[tuple[float, TierCall]]:
    """Some calls as they reach the tiers that answer them, each with the share that goes there."""
    readers, tiers = readers_by_primary(farm.tiers), {tier.name: tier for tier in farm.tiers}
    posted = (as_posted(tiers[call.tier], call) if call.tier in tiers else call for call in calls)
    return (
        (call.share * part, way)
        for call in posted
        for part, way in call_routes(readers.get(call.tier, NO_REPLICAS), call)
    )


def calls_by_path(farm: FarmParts) -> Iterator[tuple[tuple[str | int, ...], TierCall]]:
    """Every call of a tier, by requests and by other tiers, with its path."""
    workload = farm.workload
    if workload.request is not None:
        yield from _numbered(("workload", "request"), workload.request.calls)
    for number, kind in enumerate(workload.classes):
        yield from _numbered(("workload", "classes", number), kind.calls)
    for number, tier in enumerate(farm.tiers):
        yield from _numbered(("tiers", number), tier.calls)


def _numbered(
    path: tuple[str | int, ...], calls: tuple[TierCall, ...]
) -> Iterator[tuple[tuple[str | int, ...], TierCall]]:
    for number, call in enumerate(calls):
        yield (*path, "calls", number), call


def _missing(name: str, call: TierCall) -> str:
    return name if call.when == ON_MISS else ""


def _callers_first(tiers: tuple[Tier, ...]) -> Iterator[Tier]:
    """The tiers in an order in which each comes after all that call it; the checks leave no circle."""
    left, readers = list(tiers), readers_by_primary(tiers)
    while left:
        called = {call.tier for tier in left for call in tier.calls}
        called |= {each.tier for name in called for each in readers.get(name, NO_REPLICAS)}
        first = next(tier for tier in left if tier.name not in called)
        left.remove(first)
        yield first
