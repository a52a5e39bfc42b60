"""Checks of calls to other tiers: they are there, called by somebody, and never in a circle."""

from collections.abc import Callable, Iterator

from models.parts.tier import ALWAYS, MOST_TIERS, ON_MISS, Tier
from models.quantities.formatting import size
from models.quantities.units import format_memory
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.suggest import did_you_mean, nearest_names
from models.tier_flows import calls_by_path
from models.tier_room import room_for_calls


def _tiers_differ(farm: FarmParts) -> Iterator[Finding]:
    if len(farm.tiers) > MOST_TIERS:
        yield Finding(("tiers",), f"{len(farm.tiers)} tiers", f"write at most {MOST_TIERS}")
    known: set[str] = set()
    for number, tier in enumerate(farm.tiers):
        if tier.name in known:
            yield Finding(("tiers", number, "name"), "another tier is called so too", "give each a name of its own")
        known.add(tier.name)


def _called_tiers_are_there(farm: FarmParts) -> Iterator[Finding]:
    names = [tier.name for tier in farm.tiers]
    for path, call in calls_by_path(farm):
        if call.tier not in names:
            remedy = did_you_mean(call.tier, names) if names else "write it among `tiers`, with its server"
            yield Finding((*path, "tier"), "there is no such tier", remedy, nearest_names(call.tier, names))


def _nobody_waits_for_itself(farm: FarmParts) -> Iterator[Finding]:
    tiers = {tier.name: tier for tier in farm.tiers}
    told: set[frozenset[str]] = set()
    for number, tier in enumerate(farm.tiers):
        circle = _circle(tier, tiers, ())
        if circle and frozenset(circle) not in told:
            told.add(frozenset(circle))
            way = " calls ".join([*circle, circle[0]])
            yield Finding(
                ("tiers", number, "calls"),
                f"calls in a circle: {way}, so that each could wait for itself for ever",
                "take one of these calls out",
            )


def _every_tier_is_called(farm: FarmParts) -> Iterator[Finding]:
    called = {call.tier for _, call in calls_by_path(farm)}
    for number, tier in enumerate(farm.tiers):
        if tier.name not in called:
            yield Finding(("tiers", number, "name"), "no request and no other tier calls it", "write who `calls` it")


def _the_load_is_known(farm: FarmParts) -> Iterator[Finding]:
    if farm.tiers and farm.workload.population is not None:
        yield Finding(
            ("workload", "population"),
            "how often other servers call a tier is not known of clients that come as they are answered",
            "write `population: none` and what is `offered`, or no `tiers`",
            ("none",),
        )


def _tiers_grow_as_units_do(farm: FarmParts) -> Iterator[Finding]:
    """With each unit that growth takes come its tiers, bought or rented as it is, which serve all day."""
    if farm.growth is None:
        return
    for number, tier in enumerate(farm.tiers):
        if tier.server.is_rented != farm.server.is_rented:
            here, there = ("rented", "bought") if tier.server.is_rented else ("bought", "rented")
            yield Finding(
                ("tiers", number, "server"),
                f"this server is {here} and those of the unit are {there}: what further units cost is then not known",
                f"choose a server that is {there}, or write `growth: none`",
                ({"growth": "none"},),
            )
    if farm.tiers and farm.supply is not None and farm.supply.autoscaling is not None:
        yield Finding(
            ("supply", "autoscaling"),
            "how servers of other tiers follow the hour is not known",
            "write `autoscaling: none`, or `tiers: []` with how long calls take as the `wait` of each request",
            ("none",),
        )


def _calls_in_hand_fit(farm: FarmParts) -> Iterator[Finding]:
    """What the calls in hand of a server take fits into its RAM."""
    for number, tier in enumerate(farm.tiers):
        if tier.memory is None:
            continue
        room = room_for_calls(tier)
        most, wanted = int(room // tier.memory), tier.connections or 1
        if most < 1:
            told = (
                f"one call does not fit into the {format_memory(room)} of RAM that a server of {tier.name} has for them"
            )
            yield Finding(("tiers", number, "memory"), told, "choose a server with more RAM, or write less")
        elif wanted > most:
            told = f"{wanted:,} calls of {size(tier.memory)} do not fit into {format_memory(room)} of RAM"
            remedy = f"write at most {most:,}, or a server with more RAM"
            yield Finding(("tiers", number, "connections"), told, remedy, (str(most),))


def _a_miss_is_fetched(farm: FarmParts) -> Iterator[Finding]:
    """A call on a miss is made where something is fetched from the origin, by who has looked it up."""
    workload, content = farm.workload, farm.workload.content
    outside = (number for number, kind in enumerate(workload.classes) if not farm.enters_a_process(kind))
    without = {f"workload.classes[{number}]" for number in outside}
    for path, call in calls_by_path(farm):
        if call.when != ON_MISS:
            continue
        if path[0] == "tiers":
            told, remedy = "a tier has no cache that could miss", "write always, and `when: miss` where requests call"
        elif content is None or content.origin is None:
            told = "nothing is ever fetched that the caches miss: the content has no origin"
            remedy = "write e.g. `workload.content.origin: {latency: 1 ms, rate: 10 Gbps}`, or always"
        elif "{}.{}[{}]".format(*path[:3]) in without:
            told, remedy = "the kernel answers this class and looks nothing up", "write its `pool`, or always"
        elif workload.trace is not None:
            told = "what other servers miss is not known of a log"
            remedy = "write `workload.trace: none`, or always"
        else:
            continue
        yield Finding((*path, "when"), told, remedy, (ALWAYS,))


def _circle(tier: Tier, tiers: dict[str, Tier], way: tuple[str, ...]) -> tuple[str, ...]:
    """The tiers of a circle that begins with the first of `way`; () where its calls come back to none."""
    if way and tier.name == way[0]:
        return way
    if tier.name in way:
        return ()
    further = (tiers[call.tier] for call in tier.calls if call.tier in tiers)
    return next((found for each in further if (found := _circle(each, tiers, (*way, tier.name)))), ())


TIER_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _tiers_differ,
    _called_tiers_are_there,
    _nobody_waits_for_itself,
    _every_tier_is_called,
    _the_load_is_known,
    _calls_in_hand_fit,
    _a_miss_is_fetched,
    _tiers_grow_as_units_do,
)
