"""Checks of calls to other tiers: they are there, called by somebody, and never in a circle."""

from collections.abc import Callable, Iterator

from models.messages import pods, tier_calls
from models.parts.tier import ALWAYS, BY_NAME, DATABASE, MOST_TIERS, ON_MISS, STORE, Tier
from models.quantities.formatting import size_text
from models.quantities.units import format_memory
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.shield import is_shield
from models.suggest import did_you_mean, nearest_names
from models.tier_flows import calls_by_path
from models.tier_room import room_for_calls


def _tiers_differ(farm: FarmParts) -> Iterator[Finding]:
    if len(farm.tiers) > MOST_TIERS:
        yield Finding(("tiers",), f"{len(farm.tiers)} tiers", f"write at most {MOST_TIERS}")
    known: set[str] = set()
    for number, tier in enumerate(farm.tiers):
        if tier.name in known:
            yield Finding(("tiers", number, "name"), *tier_calls.NAME_TWICE)
        known.add(tier.name)


def _called_tiers_are_there(farm: FarmParts) -> Iterator[Finding]:
    names = [tier.name for tier in farm.tiers]
    for path, call in calls_by_path(farm):
        if call.tier in names:
            continue
        caller = farm.tiers[int(path[1])] if path[0] == "tiers" else None
        if caller is not None and is_shield(farm, caller) and not nearest_names(call.tier, names):
            yield Finding((*path, "tier"), *tier_calls.shield_calls_back(caller.name))
        else:
            remedy = did_you_mean(call.tier, names) if names else tier_calls.ADD_THE_TIER
            yield Finding((*path, "tier"), tier_calls.NO_SUCH_TIER, remedy, nearest_names(call.tier, names))


def _nobody_waits_for_itself(farm: FarmParts) -> Iterator[Finding]:
    tiers = {tier.name: tier for tier in farm.tiers}
    told: set[frozenset[str]] = set()
    for number, tier in enumerate(farm.tiers):
        circle = _circle(tier, tiers, ())
        if circle and frozenset(circle) not in told:
            told.add(frozenset(circle))
            way = " calls ".join([*circle, circle[0]])
            yield Finding(("tiers", number, "calls"), *tier_calls.circle(way))


def _every_tier_is_called(farm: FarmParts) -> Iterator[Finding]:
    called = {call.tier for _, call in calls_by_path(farm)}
    for number, tier in enumerate(farm.tiers):
        if tier.name not in called and tier.replica_of is None:
            yield Finding(("tiers", number, "name"), *tier_calls.NOBODY_CALLS)


def _the_load_is_known(farm: FarmParts) -> Iterator[Finding]:
    if farm.tiers and farm.workload.population is not None:
        yield Finding(("workload", "population"), *tier_calls.CALLS_OF_POPULATION_UNKNOWN, ("none",))


def _tiers_grow_as_units_do(farm: FarmParts) -> Iterator[Finding]:
    """With each unit that growth takes come its tiers, bought or rented as it is, which serve all day."""
    if farm.growth is None:
        return
    for number, tier in enumerate(farm.tiers):
        if tier.server.is_rented != farm.server.is_rented:
            here, there = ("rented", "bought") if tier.server.is_rented else ("bought", "rented")
            yield Finding(
                ("tiers", number, "server"), *tier_calls.unlike_servers_of_unit(here, there), ({"growth": "none"},)
            )
    if farm.tiers and farm.supply is not None and farm.supply.autoscaling is not None:
        yield Finding(("supply", "autoscaling"), *tier_calls.HOURS_OF_TIERS_UNKNOWN, ("none",))


def _calls_in_hand_fit(farm: FarmParts) -> Iterator[Finding]:
    """What the calls in hand of a server take fits into its RAM."""
    for number, tier in enumerate(farm.tiers):
        if tier.memory is None:
            continue
        room = room_for_calls(tier)
        most, wanted = int(room // tier.memory), tier.connections or 1
        if most < 1:
            yield Finding(("tiers", number, "memory"), *tier_calls.call_too_large(format_memory(room), tier.name))
        elif wanted > most:
            told, remedy = tier_calls.too_many_calls(wanted, size_text(tier.memory), format_memory(room), most)
            yield Finding(("tiers", number, "connections"), told, remedy, (str(most),))


def _pods_are_counted_once(farm: FarmParts) -> Iterator[Finding]:
    """What calls go to is stated once: the pods, of which the servers follow; and pods keep no data."""
    for number, tier in enumerate(farm.tiers):
        if tier.pods is None:
            continue
        if tier.kind in (DATABASE, STORE):
            yield Finding(("tiers", number, "pods"), *pods.KEEPS_DATA, ("none",))
        if tier.server.cpu_quota is not None:
            yield Finding(("tiers", number, "server", "cpu_quota"), *pods.LIMIT_OF_PODS, ("none",))
        if tier.hosts != BY_NAME:
            yield Finding(("tiers", number, "hosts"), *pods.NO_HOSTS, (BY_NAME,))
    in_pods = {tier.name for tier in farm.tiers if tier.pods is not None}
    for path, call in calls_by_path(farm):
        if call.tier in in_pods and call.reads:
            yield Finding((*path, "reads"), *pods.NO_READS, ("0",))


def _a_miss_is_fetched(farm: FarmParts) -> Iterator[Finding]:
    """A call on a miss is made where something is fetched from the origin, by who has looked it up."""
    workload, content = farm.workload, farm.workload.content
    outside = (number for number, kind in enumerate(workload.classes) if not farm.enters_a_process(kind))
    without = {f"workload.classes[{number}]" for number in outside}
    for path, call in calls_by_path(farm):
        if call.when != ON_MISS:
            continue
        if path[0] == "tiers":
            is_cache = farm.tiers[int(path[1])].cache is not None
            told, remedy = tier_calls.CALLS_OF_CACHE if is_cache else tier_calls.NO_CACHE_IN_TIER
        elif content is None or content.origin is None:
            told, remedy = tier_calls.NOTHING_IS_FETCHED
        elif "{}.{}[{}]".format(*path[:3]) in without:
            told, remedy = tier_calls.KERNEL_LOOKS_NOTHING_UP
        elif workload.trace is not None:
            told, remedy = tier_calls.MISSES_OF_LOG_UNKNOWN
        else:
            continue
        yield Finding((*path, "when"), told, remedy, (ALWAYS,))


def _a_shield_is_asked_on_misses(farm: FarmParts) -> Iterator[Finding]:
    """Only those ask a shield who have missed what it may have: each call of it is followed by the origin."""
    shields = {tier.name for tier in farm.tiers if is_shield(farm, tier)}
    for path, call in calls_by_path(farm):
        by_tier = path[0] == "tiers"
        if call.tier not in shields or call.when == ON_MISS or (by_tier and farm.tiers[int(path[1])].name == call.tier):
            continue
        yield Finding((*path, "when"), *tier_calls.shield_is_asked(call.tier), () if by_tier else (ON_MISS,))


def _circle(tier: Tier, tiers: dict[str, Tier], way: tuple[str, ...]) -> tuple[str, ...]:
    """The tiers of a circle that begins with the first of `way`; () where its calls come back to none."""
    if way and tier.name == way[0]:
        return way
    if tier.name in way:
        return ()
    further = (tiers[call.tier] for call in tier.calls if call.tier in tiers)
    return next((found for each in further if (found := _circle(each, tiers, (*way, tier.name)))), ())


TIER_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _pods_are_counted_once,
    _tiers_differ,
    _called_tiers_are_there,
    _nobody_waits_for_itself,
    _every_tier_is_called,
    _the_load_is_known,
    _calls_in_hand_fit,
    _a_miss_is_fetched,
    _a_shield_is_asked_on_misses,
    _tiers_grow_as_units_do,
)
