"""What else a planner must know of a farm: what it fetches, what of other tiers is not looked at, bursts that do not
last, what disks hold, its rate of exchange, carbon."""

from collections.abc import Iterator, Mapping

from models.cached_keys import answer_bytes
from models.caller_pools import caller_pools
from models.content_share import content_bytes, splits_content
from models.disk_capacity import SMALL, stored_bytes, unproven_bytes
from models.parts.hardware import Server
from models.parts.pods import Pods
from models.parts.tier import Tier
from models.pod_room import pod_room
from models.pods import most_pods
from models.quantities.formatting import count_text, listed, number, significant, size_text
from models.quantities.units import CARBON, DATA_RATE, SIZE, USD, format_bits, format_quantity
from models.scenario import Scenario
from models.shield import is_shield
from models.tier_flows import calls_by_path, stated_answers, tiers_called_on_misses
from models.tier_room import calls_in_hand
from models.unit_pods import pods_on_fullest, servers_of_unit
from simulator.daily.day_course import day_course
from simulator.daily.live_load import find_viewing
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.subjects import PartQuantity
from simulator.farm.checkpoints import checkpoints
from simulator.farm.costs.origin_share import OriginTraffic, joint_traffic, origin_traffic
from simulator.farm.costs.rent_terms import taken_back
from simulator.farm.disk_wear import disk_wear
from simulator.farm.farm import Farm
from simulator.farm.job_queues import job_queues
from simulator.farm.outcome import Outcome
from simulator.farm.replica_lag import replica_lags
from simulator.farm.tier_work import repeated_work
from simulator.messages.daily.times import clock_text
from simulator.messages.numbers import figure_text, plain_number, range_texts, traffic_text
from simulator.messages.plan import notes
from simulator.messages.plan.checkpoints import checkpoint_sentences
from simulator.messages.plan.job_queues import queue_sentences
from simulator.messages.plan.object_stores import store_sentences
from simulator.messages.plan.replicas import replica_sentences
from simulator.messages.wording import node_word
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.resources import Cache
from simulator.network.roles import Role

_WHOLE = 100.0  # Per cent.
_LITTLE = 0.1  # Per cent of what is put on the wire.
_ABOVE = 1.005  # So many times the demand at the peak are more than it, in three digits.
# As the measures of a server have it; a system's page cache is one.
_CORE_SPEED, _MEASURED_SPEED = "server.core_speed", "workload.cpu_measured_on.server.core_speed"
_CALLED = {Role.CACHE: "file cache", Role.DISK_CACHE: "disk cache"}


def farm_notes(outcome: Outcome) -> str:
    """What else a planner must know of the farm, a paragraph a line; "" where there is nothing, or no farm."""
    if outcome.farm is None:
        return ""
    farm = outcome.farm
    there = _delivered(outcome), _burst(outcome), _taken_back(farm), disk_note(farm.scenario), _one_speed(farm.scenario)
    paid = " ".join(filter(None, (_rate(farm), _administered(farm.scenario), _carbon(farm))))
    return "\n".join(filter(None, (*there, _of_the_day(farm), paid)))


def _one_speed(scenario: Scenario) -> str:
    """That the speed of a core is stated, and that of the core which CPU times are of is drawn all the same; "" where
    both are known, or neither is."""
    own, there = (scenario.sources.get(path) for path in (_CORE_SPEED, _MEASURED_SPEED))
    if own is None or there is None or own.kind != "scenario" or own.low or not (there.low and there.high):
        return ""
    return notes.one_speed_stated(own=own.value_text, low=there.low, high=there.high, measured=there.value_text)


def _of_the_day(farm: Farm) -> str:
    """That the day stated brings more than the demand, for which the farm is not sized; "" where it does not."""
    day = farm.scenario.workload.day
    if day is None:
        return ""
    course = day_course(day, viewing=find_viewing(farm.carried.network) if day.live else None)
    place = int(course.times.argmax())
    more = float(course.times[place])
    return notes.day_above_demand(clock_text(float(course.time[place])), significant(more, 3)) if more > _ABOVE else ""


def _rate(farm: Farm) -> str:
    """The rate by which what has its price in US dollars is converted, and what that rests on."""
    prices = farm.scenario.datacenter.prices
    if prices.currency == USD or prices.usd_rate is None:
        return ""
    known = farm.scenario.sources["datacenter.prices.usd_rate"]
    between = f"{known.low} to {known.high}: " if known.low and known.high else ""
    why = f" ({between}{known.source})" if known.source else ""
    return f"Prices in {USD} are converted at {prices.usd_rate:g} {USD} for 1 {prices.currency}{why}."


def _administered(scenario: Scenario) -> str:
    """Which of two prices administers servers that are bought, under a list of a cloud that has one for each."""
    prices = scenario.datacenter.prices
    people = prices.administering(scenario.server.is_rented)
    if people == prices.administration:
        return ""
    unit = f"{prices.currency} a month"
    return (
        f"The servers are bought: administering one costs {people:g} {unit} (`administration_of_bought`), not the"
        f" {prices.administration:g} of one that is rented."
    )


def _delivered(outcome: Outcome) -> str:
    """What the origin delivers to the whole farm, and how much of what is asked for each cache holds; "" without a farm
    or an origin."""
    farm = outcome.farm
    found = origin_traffic(outcome.scenario, farm.sizing) if farm else None
    if farm is None or found is None:
        return ""
    if found.mbps.high <= 0.0:
        return "Nothing is fetched from the origin: once the caches are warm they hold all that is asked for."
    held = "; ".join(_held(outcome))
    told = (
        f"The origin delivers {traffic_text(found.mbps)} to all servers together at the demand,"
        f" {figure_text(found.share)} of what"
        f" they put on the wire, by {found.by}."
    )
    missed = ", ".join(f"{figure_text(each)} of {name}" for name, each in found.by_class.items())
    by_class = notes.fetched_by_class(missed) if missed else ""
    again = notes.unchanged_copies(figure_text(found.revalidated)) if found.revalidated is not None else ""
    of_each = f"Of each {node_word(outcome.scenario)} {held}." if held else ""
    together = _fetched_together(farm, found)
    return " ".join(
        filter(
            None,
            (told, _slices_fetched(farm), together, again, of_each, by_class, _worn(outcome.scenario, outcome.farm)),
        )
    )


def _fetched_together(farm: Farm, found: OriginTraffic) -> str:
    """What `collapse` spares the origin, or would; "" where that is little, or not known."""
    joint = joint_traffic(farm.scenario, farm.sizing, farm.carried)
    if joint is None:
        return ""
    each, one = joint
    if found.share.value * (each.mbps - one.mbps) <= _LITTLE * found.mbps.value:
        return ""
    say = notes.fetched_by_each if farm.scenario.web_server.collapse is None else notes.fetched_by_one
    return say(
        each=plain_number(each.requests), each_mbps=_gbps(each.mbps),
        one=plain_number(one.requests), one_mbps=_gbps(one.mbps),
    )  # fmt: skip


def _slices_fetched(farm: Farm) -> str:
    """How many slices the origin is asked for; "" where objects are kept whole, or it is not known."""
    if not any(each.slices > 1 for each in farm.carried.network.catalogues):
        return ""
    joint = joint_traffic(farm.scenario, farm.sizing, farm.carried)
    if joint is None:
        return ""
    by_each = farm.scenario.web_server.collapse is None
    return notes.slices_fetched(plain_number((joint.each if by_each else joint.one).requests))


def _gbps(mbps: float) -> str:
    return format_quantity(mbps / MBPS_PER_BYTE, DATA_RATE, digits=3)


def _worn(scenario: Scenario, farm: Farm | None) -> str:
    """How much each disk is written, and how long it lasts, or that nobody states what it endures; "" where nothing is
    written."""
    wear, endurance = disk_wear(scenario, farm.sizing) if farm else None, scenario.server.disks.endurance
    if wear is None:
        return ""
    if wear.years is None or endurance is None:
        return notes.disks_wear_unknown(figure_text(wear.written), " at most" if wear.at_most else "")
    say = notes.disks_wear_at_most if wear.at_most else notes.disks_wear
    return say(figure_text(wear.written), format_quantity(endurance, SIZE), figure_text(wear.years))


def tier_notes(outcome: Outcome) -> str:
    """How pods stand on their servers; databases, stores and queues; what leaves a cloud or a zone, and that the cards
    of an origin are too slow for what it delivers; what of other tiers is not looked at: a paragraph a line. "" without
    other tiers and pods, or a farm."""
    farm = outcome.farm
    if farm is None or not (farm.sizing.tiers or farm.sizing.capacity.in_pods):
        return ""
    wanted = farm.scenario.targets
    paragraphs = (
        (*_pods_of_unit(farm.scenario), *_pods(farm), *_pools(farm, outcome.by_work)),
        (*_repeated(farm), *replica_sentences(replica_lags(farm), wanted.replica_lag)),
        checkpoint_sentences(checkpoints(farm)),
        store_sentences(farm.scenario.tiers),
        queue_sentences(job_queues(farm), wanted.done_in),
        (*_slow_cards(farm), *_leaving(farm), *_unstated(farm)),
        _not_looked_at(farm),
    )
    return "\n".join(filter(None, (" ".join(said) for said in paragraphs)))


def _unstated(farm: Farm) -> Iterator[str]:
    """That what crosses between zones is more than is billed, for some calls say nothing of their answers."""
    tiers = [name for name, each in farm.sizing.crossing.items() if each.answers_unstated]
    if tiers:
        yield (
            f"Some calls of {listed(tiers)} state no `answer`: between zones more is billed than the"
            " bill has, which counts these answers as nothing."
        )


def _pods(farm: Farm) -> Iterator[str]:
    """How many pods of a tier stand on a server, and what limits that."""
    for tier in (each.tier for each in farm.sizing.tiers):
        if tier.pods is not None:
            stand = most_pods(tier)
            more = f" ({stand:,} while a new version is rolled out)" if stand > tier.servers else ""
            yield f"{tier.name} has {count_text(tier.servers, 'pod')} to a unit{more}, {_room(tier.server, tier.pods)}"


def _pods_of_unit(scenario: Scenario) -> Iterator[str]:
    """The same of those that are the nodes of a unit, and how many of them one server takes with it."""
    unit = scenario.unit
    if unit.pods is None:
        return
    yield f"A unit has {count_text(unit.nodes, 'pod')}, {_room(scenario.server, unit.pods)}"
    if unit.pods.replicas is not None:
        on, servers = pods_on_fullest(scenario), count_text(servers_of_unit(scenario), "server")
        yield f"They stand on {servers} of its own, of which one takes {count_text(on, 'pod')} with it when it dies."


def _room(server: Server, pods: Pods) -> str:
    """How many pods stand on a server at the most, what limits that, and what the system keeps."""
    room = pod_room(server, pods)
    count, limit = room.number(pods)
    by = {
        "CPU": f"by the CPU that they request, {number(pods.cpu.request)} of {number(room.threads)} threads",
        "memory": f"by the memory that they request, {size_text(pods.memory.request)} of {size_text(room.memory)}",
        "most": "which is the most that a server may have",
    }[limit]
    kept, memory = server.threads - room.threads, size_text(server.ram - room.memory)
    return f"up to {count} on a server, {by}. The system keeps {number(kept)} threads and {memory} of each server."


def _pools(farm: Farm, by_work: Mapping[str, int]) -> Iterator[str]:
    """How many connections the callers of a tier keep in their pools, of those that it has; which tiers have servers
    for these alone."""
    tiers = {each.tier.name: each.tier for each in farm.sizing.tiers}
    for pool in caller_pools(farm.scenario):
        caller, has = tiers.get(pool.caller), calls_in_hand(tiers[pool.callee])
        pods = farm.scenario.unit.pods if caller is None else caller.pods
        who = count_text(pool.callers, "server" if pods is None else "pod")
        where = f"of {caller.name}" if caller else "in front"
        keep, each = ("keeps", "") if pool.callers == 1 else ("keep", " each")
        told = f"{who} {where} {keep} {count_text(pool.size, 'connection')}{each} to {pool.callee}"
        if has is None:
            yield f"{told}, whose own `connections` nobody states."
        else:
            yield f"{told}: {pool.connections:,} of the {has * tiers[pool.callee].servers:,} that it has in a unit."
        # Who misses in a cache makes its calls, and holds nothing there.
        most = calls_in_hand(caller) if caller is not None and caller.cache is None else None
        if most is not None and most < pool.size:
            yield f"Each has {most:,} calls in hand at the most: a pool of {most:,} is enough."
    for name, needed in by_work.items():
        has, at = tiers[name].servers, [tier.name for tier in farm.scenario.tiers].index(name)
        told = f"{name} has {has:,} servers for the pools of its callers, and its work takes {needed:,}"
        yield f"{told}: smaller pools, or more `tiers[{at}].connections`, cost nothing."


def _not_looked_at(farm: Farm) -> Iterator[str]:
    """What of other tiers nobody looks at, for no call says what it needs of it, and what to write."""
    calls, of = [call for _, call in calls_by_path(farm.scenario)], {tier.name: tier for tier in farm.scenario.tiers}
    # What replicas are asked is said of their primary.
    tiers = [tier for tier in farm.scenario.tiers if tier.replica_of is None and tier.queue is None]
    answering = {call.tier for call in calls if answer_bytes(of[call.tier], call) is not None}
    reading = {call.tier for call in calls if call.reads or call.pages or call.writes}
    reading |= {tier.name for tier in tiers if tier.objects is not None}
    unsaid = {
        "network cards (`answer` of a call)": [tier.name for tier in tiers if tier.name not in answering],
        "disks (`reads` of a call)": [tier.name for tier in tiers if tier.name not in reading and _keeps_data(tier)],
        "memory (`memory` of the tier)": [tier.name for tier in tiers if tier.memory is None],
    }
    left = [f"the {what} of {listed(of)}" for what, of in unsaid.items() if of]
    if left:
        yield f"Not looked at, for the scenario says nothing of what calls need: {', '.join(left)}."
    shields = [tier.name for tier in farm.scenario.tiers if is_shield(farm.scenario, tier)]
    if shields and farm.sizing.fetched.value > 0.0:
        yield notes.shield_links_not_looked_at(listed(shields), traffic_text(farm.sizing.fetched))
    for place, tier in enumerate(farm.scenario.tiers):
        if unproven_bytes(tier):
            path, what = f"tiers[{place}].server.disks.size", f"Each server of {tier.name} keeps"
            yield _room_unknown(what, stored_bytes(tier), tier.server.disks.count, path)


def _keeps_data(tier: Tier) -> bool:
    """Whether what a tier is asked for may lie on its disks: who asks further tiers finds it there."""
    return tier.cache is None and not tier.calls


def _repeated(farm: Farm) -> Iterator[str]:
    """That more servers of a database share reads alone, and what of each the writes take; that each unit has a
    database of its own."""
    units = farm.sizing.working_units
    for each in farm.sizing.tiers:
        what, again = repeated_work(each.work)
        used = _WHOLE * again / units
        if not used or each.tier.replica_of is not None:
            continue
        told = f"Each server of {each.tier.name} does all writes, which take {used:.3g} % of its {what} at the demand"
        yield f"{told}: more servers share the reads alone{'' if each.fewest else ', and no number is enough'}."
        if units > 1:
            yield f"Each of the {units:,.0f} units has a {each.tier.name} of its own: the data is divided among them."


def _leaving(farm: Farm) -> Iterator[str]:
    """That answers of a rented tier leave the cloud, and how large they are taken to be."""
    for tier, mbps in farm.sizing.leaving.items():
        leaves = f"What {tier} answers to servers that are bought leaves the cloud: {traffic_text(mbps)}"
        if stated_answers(farm.scenario, tier) is not None:
            yield f"{leaves}."
        else:
            yield f"{leaves}, if its answers are as large as the responses to clients; no `answer` of a call says so."


def _slow_cards(farm: Farm) -> Iterator[str]:
    found, called = origin_traffic(farm.scenario, farm.sizing), tiers_called_on_misses(farm.scenario)
    unsaid = {call.tier for _, call in calls_by_path(farm.scenario) if call.answer is None}
    for each in (each for each in farm.sizing.tiers if each.tier.name in unsaid):
        rate = each.servers.whole.value * each.tier.server.cards_rate
        if found is not None and each.tier.name in called and rate * MBPS_PER_BYTE < found.mbps.value:
            yield (
                f"But the cards of {each.tier.name} let through {format_bits(rate)} in all, less than"
                " the origin has to deliver: give the tier more servers, or the caches more room."
            )


def _held(outcome: Outcome) -> Iterator[str]:
    """Of each cache the share of what it is asked for that it holds, or of its like in several processes the least and
    the most; nothing of one that was not asked."""
    caches = {cache.name: cache for cache in outcome.network.caches}
    found: dict[Role | None, list[tuple[Cache, Estimate]]] = {}
    for part in outcome.results.parts:
        known = outcome.results.measures.get(part.key)
        if part.quantity is PartQuantity.HIT_RATIO and isinstance(known, Estimate):
            cache = caches[part.of[0]]
            found.setdefault(cache.role, []).append((cache, known))
    for alike in found.values():
        cache, least = min(alike, key=lambda each: each[1].value)
        name = _CALLED.get(cache.role, cache.name) if cache.role else cache.name
        of = "what is not there" if cache.behind else "what is asked for"
        if len(alike) == 1:
            yield f"the {name} holds {figure_text(least)} of {of}"
        else:
            most = max((known for _, known in alike), key=lambda known: known.value)
            yield f"each {name} of {len(alike)} processes holds {figure_text(least)} to {figure_text(most)} of {of}"


def _burst(outcome: Outcome) -> str:
    """That an instance is sold with more bandwidth than it keeps up."""
    instance = outcome.scenario.server.instance
    if instance is None or instance.burst is None:
        return ""
    baseline, burst = (
        format_quantity(rate, DATA_RATE, digits=4) for rate in (outcome.scenario.server.cards_rate, instance.burst)
    )
    return f"An instance bursts to {burst} for minutes; it is sized by its baseline, {baseline}."


def _taken_back(farm: Farm) -> str:
    """How many instances at spot prices go within a month; "" without any."""
    lost = taken_back(farm.scenario, farm.sizing)
    if not lost:
        return ""
    return (
        f"Of the instances at spot prices {significant(lost, 3)} are taken back in a month on average; the farm is"
        " sized as if none were, so that its spares stand in for them. How likely it is enough counts with the chance"
        " that all of them are gone."
    )


def disk_note(farm: Scenario) -> str:
    """What the disks of a server have to hold where nobody has looked at it, for its disks have no size; "" where they
    hold little, nothing, or as much as they are told to keep."""
    disks, holds = farm.server.disks.count, content_bytes(farm, farm.unit.spare_nodes)
    if holds == 0.0 or farm.web_server.disk_cache is not None or _comes_from_origin(farm):
        return ""
    share = "its share of the content" if splits_content(farm) else "all of the content"
    if farm.server.disks.size is not None or holds <= SMALL * disks:
        return ""
    return _room_unknown(f"Each server holds {share},", holds, disks, "server.disks.size")


def _comes_from_origin(farm: Scenario) -> bool:
    """Whether what no cache holds is fetched, so that it need not lie on any disk."""
    content = farm.workload.content
    return content is not None and content.origin is not None


def _room_unknown(held: str, size: float, disks: int, path: str) -> str:
    """That nobody has looked at whether disks of a server have room for what it keeps. held: who keeps it."""
    each = f", {figure_text(exact(size / disks, 'B'))} on each" if disks > 1 else ""
    return (
        f"{held} {figure_text(exact(size, 'B'))}, on its {count_text(disks, 'disk')}{each}; whether they have the room"
        f" is not looked at, for `{path}` is not known."
    )


def _carbon(farm: Farm) -> str:
    found, prices = farm.carbon, farm.scenario.datacenter.prices
    if found is None or prices.carbon is None:
        return ""
    amount = format_quantity(prices.carbon, CARBON)
    over, exact = farm.carbon_range, found.whole.value
    low, value, high = range_texts(over.low, exact, over.high)
    between = f" ({low} to {high} over the ranges of power, PUE and grid)" if over.resting_on else ""
    made = f"{value if over.resting_on else plain_number(exact)} t of CO2 a year"
    return f"Its electricity makes {made}{between}, at {amount} and a PUE of {prices.pue:g}."
