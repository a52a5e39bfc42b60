"""What becomes of a unit in sentences, the same on a terminal and in a report."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from models.messages.template import sentence
from models.parts.failing.failures import CROWD, DIES, DRAINED, PATCHED, SLOW, Outage
from models.parts.zones import ZONES, zone_members
from models.quantities.formatting import count_text, duration, listed
from models.scenario import Scenario
from models.unit_pods import nodes_by_server, unit_failures
from models.zone_placement import callers_by_zone
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable
from simulator.failover.recovery_time import TargetViolation
from simulator.failover.survive import FailoverResult
from simulator.failover.year import YEAR
from simulator.messages.dead_servers import (
    failed_calls_sentence,
    limit_text,
    not_all_back,
    return_text,
    tiers_with_deaths,
)
from simulator.messages.numbers import plain_number, short_text
from simulator.messages.survive.survivors import STEADY, remaining_nodes, takeover_time
from simulator.messages.undecided import replications_needed
from simulator.messages.wording import called_word, node_or_pod, node_word
from simulator.targets import LABELS, Target

MINUTE = 60.0
PERCENT = 100.0
VERBS = {
    DIES: ("dies", "die"),
    DRAINED: ("is drained", "are drained"),
    PATCHED: ("is patched", "are patched"),
    SLOW: ("is slow", "are slow"),
}
NO_LIMIT = "no node ran out of anything"
_gave_up = sentence(
    "Requests waited too long for the {limit} {times} times, and {lost} sessions were lost by that (means of {count}"
    " replications)."
)


def answer(failover_result: FailoverResult) -> str:
    """Whether the unit keeps to its targets, and for how long it does not."""
    what, recovery = event_sentence(failover_result), failover_result.recovery
    if failover_result.met:
        return f"{what}: the unit meets its targets all the time."
    again = recovery_sentence(failover_result)
    if failover_result.met is None:
        return (
            f"{what}: it is not known whether the unit meets its targets all the time."
            f" {count_text(recovery.outside.samples, 'replication')} put it outside for {minutes(recovery.outside)}."
            f" {replications_needed(recovery.outside)}. {again}"
        )
    return f"{what}: the unit misses its targets for {minutes(recovery.outside)}. {again}"


def summary_sentences(failover_result: FailoverResult) -> Iterator[str]:
    """What a plan says of a unit when nodes fail: during the failure, and with the nodes gone once that is noticed."""
    worst, recovery = failover_result.worst, failover_result.recovery
    yield f"When nodes fail: {answer(failover_result)}"
    if worst.away and not failover_result.groups and worst.away < failover_result.watch.nodes:
        most = f"{worst.most_used} {short_text(worst.used)} used"
        last = max((each.until for each in recovery.breaks), default=failover_result.watch.begins)
        within = last <= failover_result.watch.ends - STEADY * (
            failover_result.watch.ends - failover_result.watch.begins
        )
        steady = "is within its targets" if within else "is not always within its targets"
        yield (
            f"Simulated behind its balancer with"
            f" {count_text(worst.away, node_or_pod(failover_result.scenario))} down, the unit {steady}"
            f" {takeover_time(failover_result, failover_result)}: {remaining_nodes(failover_result)} serves"
            f" {short_text(worst.node_requests)}, {most}."
        )


def event_sentence(failover_result: FailoverResult) -> str:
    """What happens to it, and at which load: "One of 5 nodes dies for 5 min at 62 % of what they carry"."""
    outages = _together(unit_failures(failover_result.scenario).outages)
    nodes = failover_result.watch.nodes
    told = f"{count_text(len(outages), 'outage')} of a unit of {nodes} {node_or_pod(failover_result.scenario)}s"
    if len(outages) == 1:
        told = _outage(outages[0], failover_result.scenario)
    speed = f" at {plain_number(PERCENT * outages[0].speed)} % of full speed," if _is_slow(outages) else ""
    return f"{told[0].upper()}{told[1:]}{_where(failover_result)}{speed} {_under(failover_result)}"


def _together(outages: Sequence[Outage]) -> Sequence[Outage]:
    """Outages of which all begin and end at once, as those of the groups on a server that dies, as one."""
    first = outages[0]
    alike = {"node": first.node, "together": first.together}
    if any(each.model_copy(update=alike) != first or each.tier is not None for each in outages):
        return outages
    return [first.model_copy(update={"together": sum(each.together for each in outages)})]


def _is_slow(outages: Sequence[Outage]) -> bool:
    return len(outages) == 1 and outages[0].what == SLOW


def _where(failover_result: FailoverResult) -> str:
    """The groups to whose nodes it happens, behind what happens; "" where nodes are alike."""
    names = [each.name for each in failover_result.watch.groups if each.watch.away]
    return f" ({' and '.join(names)})" if names else ""


def recovery_sentence(failover_result: FailoverResult) -> str:
    """When it is as before: within its targets for good, with nothing that piled up; its nodes may still be away."""
    since, back = failover_result.recovery.recovered, failover_result.recovery.after_return
    if isinstance(since, Unavailable) or isinstance(back, Unavailable):
        reason = (
            since.reason if isinstance(since, Unavailable) else back.reason if isinstance(back, Unavailable) else ""
        )
        return f"It is {reason}: watch it for longer with `unit.failures.watch`."
    if since.value == 0.0:
        return "Nothing piles up."
    kept = "It meets them again for good, with no more requests in progress than before,"
    told = f"{kept} {seconds(since)} after the first event"
    if back.value > 0.0:
        last = "the last node was back" if failover_result.watch.away else return_text(failover_result.scenario)
        return f"{told}, {seconds(back)} after {last}."
    away = since.high < failover_result.watch.ends - failover_result.watch.begins
    if not away:
        return f"{told}."
    nodes_away, node = failover_result.watch.away, node_or_pod(failover_result.scenario)
    return f"{told}, {f'while not all {node}s are back' if nodes_away else not_all_back(failover_result.scenario)}."


def violation_sentences(failover_result: FailoverResult) -> Iterator[str]:
    """Which limit breaks, and for how long."""
    for each in failover_result.recovery.breaks:
        cause = f"Cause: {limit_text(each.limit, failover_result.scenario, NO_LIMIT)}."
        if _is_chance(failover_result, each):
            cause = "Before the first event windows missed targets as often, within the error: no cause is told."
        yield (
            f"{_missed(each)} for {minutes(each.minutes)}, between {clock(each.since)} and {clock(each.until)}"
            f"{_how_much(each)}. {cause}{_nothing_lost(each)}"
        )


def _is_chance(failover_result: FailoverResult, each: TargetViolation) -> bool:
    """Whether windows miss targets about as often before anything happens, as short ones do by chance."""
    watch, before = failover_result.watch, failover_result.recovery.before
    since = watch.time(watch.plan.windows) - watch.begins
    return before.value > 0.0 and PERCENT * MINUTE * each.minutes.low <= before.high * since


def _how_much(each: TargetViolation) -> str:
    """How much was lost where too much was."""
    lost = each.target is Target.ERRORS and each.lost > 0.0
    return f", with {plain_number(float(f'{each.lost:.3g}'))} % lost in its worst window" if lost else ""


def _nothing_lost(each: TargetViolation) -> str:
    """What is counted where nothing was lost and the target is missed nevertheless."""
    counted_instead = each.target is Target.ERRORS and each.lost == 0.0
    return " Nothing is lost there, but more sessions come than end, which count as lost." if counted_instead else ""


def failed_calls(failover_result: FailoverResult) -> str:
    """How many requests met a dead server of another tier; "" where none of these dies."""
    outcomes = failover_result.session_outcomes
    met, again = (fmean(getattr(each, name) for each in outcomes) for name in ("met_server", "tried_again"))
    return failed_calls_sentence(failover_result.scenario, met, again, len(outcomes))


def gave_up_sentences(failover_result: FailoverResult) -> Iterator[str]:
    """How often requests waited too long for what they needed, and what came of that, by limit."""
    outcomes = failover_result.session_outcomes
    for limit in outcomes[0].gave_up:
        times, lost = (fmean(getattr(each, what)[limit] for each in outcomes) for what in ("gave_up", "lost"))
        yield _gave_up(limit, short_text(exact(times, "")), short_text(exact(lost, "")), len(outcomes))


def session_outcome_sentence(failover_result: FailoverResult) -> str:
    """Sessions that were hurt by dead nodes, in whole numbers of one replication and on average; "" where only servers
    of other tiers die."""
    count, node = len(failover_result.session_outcomes), node_or_pod(failover_result.scenario)
    if tiers_with_deaths(failover_result.scenario) and not failover_result.watch.away:
        return ""
    if not any(each.reset + each.sent_to_dead for each in failover_result.session_outcomes):
        return f"Nobody meets a dead {node}."

    def mean(name: str) -> str:
        return short_text(exact(fmean(getattr(each, name) for each in failover_result.session_outcomes), ""))

    return (
        f"Of about {mean('there')} sessions at a {node} when it died, {mean('reset')} waited for an answer and were"
        f" reset. Clients were sent to a dead {node} {mean('sent_to_dead')} times and connected anew"
        f" {mean('came_again')} times; {mean('lost_with_node')} sessions were lost (means of {count} replications)."
    )


def name_service_sentence(failover_result: FailoverResult) -> str:
    """For how long clients come to a unit of which all nodes have died; "" where they do not find it by name."""
    still = failover_result.comes_still
    if still is None:
        return ""
    if still.last == still.noticed:
        return f"If a whole unit dies, sessions come to it for {duration(still.noticed)}, until names leave it out."
    return (
        f"If a whole unit dies, clients still come to it for up to {duration(still.last)}: all of them for"
        f" {duration(still.noticed)}, until names leave it out, then fewer and fewer as resolvers ask again, no more"
        f" than half of them after {duration(still.half)}. At this load that is up to"
        f" {plain_number(float(f'{still.sessions:.3g}'))} sessions, less those that go to another unit by themselves."
    )


def collapse(failover_result: FailoverResult) -> Iterator[str]:
    """Up to which load the unit gets over what happens, and to which it must fall; nothing where that was not asked."""
    loads = failover_result.collapse
    if loads is None:
        return
    survives, recovers = short_text(loads.survives), short_text(loads.recovers)
    yield (
        f"It recovers from this at up to {survives} of its nodes' capacity. Once it has collapsed, it recovers when the"
        f" load has fallen to {recovers}."
    )
    if loads.stays_down:
        yield (
            "Between the two it stays down when the failure is over. A budget of retries"
            " (`workload.patience.retries.budget`) keeps retries from taking all of its capacity."
        )
    elif loads.at_an_end < len(failover_result.session_outcomes):
        yield "The two do not differ: it comes back by itself at any load at which it recovers."
    if loads.at_an_end:
        yield (
            f"In {loads.at_an_end} of {len(failover_result.session_outcomes)} replications it recovers at every load"
            " tried (10 to 120 % of its nodes' capacity), or at none: the end of that range counts there."
        )


def year_sentences(failover_result: FailoverResult) -> Iterator[str]:
    """What a year brings; nothing where the scenario does not say how often nodes fail."""
    year, failures = failover_result.year, failover_result.scenario.unit.failures
    if year is None or failures is None or failures.mtbf is None or failures.mttr is None:
        return
    on = nodes_by_server(failover_result.scenario)
    each = len(on) * YEAR / (failures.mtbf + failures.mttr)
    who = "node failures" if max(on) == 1 else f"server failures, each of up to {max(on)} pods,"
    budget = ""
    if year.of_budget is not None:
        asked = plain_number(PERCENT * failover_result.scenario.targets.errors)
        budget = f": {short_text(year.of_budget)} of the error budget of {asked} %"
    yield (
        f"Expect about {plain_number(round(each, 1))} {who} in the unit in a year. At this load all year it"
        f" misses its targets for {minutes(year.minutes)} and loses {short_text(year.lost)} of its requests{budget}."
    )
    yield (
        f"{'Nodes' if max(on) == 1 else 'Servers'} fail and are repaired independently, each down for"
        f" {plain_number(year.unavailable)} % of the time (MTTR over MTBF + MTTR). Up to {len(year.down) - 1} down at"
        " once are simulated; with more, every minute counts as outside and every request as lost:"
        f" {plain_number(round(year.beyond, 3))} minutes a year."
    )


def notes(failover_result: FailoverResult) -> Iterator[str]:
    """How to read the figures."""
    plan, count = failover_result.watch.plan, len(failover_result.session_outcomes)
    yield (
        f"{count_text(count, 'replication')} of"
        f" {count_text(failover_result.watch.nodes, node_or_pod(failover_result.scenario))} in one world,"
        f" behind the policy {failover_result.watch.network.balancer.called}; {duration(plan.warm_up)} of warm-up,"
        f" then windows of {duration(plan.window)}, each judged by the targets."
    )
    short = failover_result.watch.shortened
    if short is not None:
        yield (
            f"{plain_number(round(PERCENT * short.share))} % of the time is simulated: {duration(short.kept)} of each"
            " stretch in which nothing happens, whose last half stands for the rest. What takes longer to settle is not"
            " seen."
        )
    if failover_result.recovery.before.value > 0.0:
        yield (
            f"Before the first event {short_text(failover_result.recovery.before)} of the windows missed the targets"
            " too."
        )
    if failover_result.recovery.unjudged > 0.0:
        share = plain_number(round(failover_result.recovery.unjudged, 1))
        yield f"{share} % of the windows had too few responses to judge every target, and count as within."
    if any(
        each.errors.value > 0.0
        for one in (failover_result, *(group.found for group in failover_result.groups))
        for each in one.phases
    ):
        yield (
            "Losses are counted by sessions that ended: a lost session counts with all requests still to come of it."
        )
    if failover_result.scenario.unit.failures is None:
        (once,) = unit_failures(failover_result.scenario).outages
        dies = "one node dies" if once.together == 1 else f"a server dies with {once.together} pods"
        yield f"The scenario states no `unit.failures`: {dies} after a minute, for five."


def minutes(estimate: Estimate) -> str:
    """Minutes, or seconds where there are few."""
    return short_text(estimate) if estimate.value >= 1.0 else short_text(estimate.times(MINUTE, "s"))


def seconds(estimate: Estimate) -> str:
    """Seconds, or minutes where there are many."""
    return short_text(estimate.times(1.0 / MINUTE, "min")) if estimate.value >= 2.0 * MINUTE else short_text(estimate)


def clock(at: float) -> str:
    """A time of the timetable, as a clock shows it: "1:05" is a minute and five seconds."""
    whole, rest = divmod(abs(at), MINUTE)
    shown = f"{rest:04.1f}" if rest != round(rest) else f"{rest:02.0f}"
    return f"{'-' if at < 0 else ''}{whole:.0f}:{shown}"


def _missed(each: TargetViolation) -> str:
    label = LABELS[each.target]
    named = "requests pile up" if each.target is Target.PILING_UP else f"the target {each.target.value} ({label})"
    return f"{named[0].upper()}{named[1:]}" if each.target is Target.PILING_UP else f"It misses {named}"


def _outage(outage: Outage, scenario: Scenario) -> str:
    if outage.what == CROWD:
        return f"{plain_number(outage.times)} times as many sessions come for {_long(outage.lasts)}"
    if outage.zone is not None:
        return f"{_zone(outage.zone, scenario)} dies for {_long(outage.lasts)}"
    count, each = scenario.unit.nodes, node_or_pod(scenario)
    all_of_them = count_text(count, each)
    if outage.tier is not None:
        tier = next(tier for tier in scenario.tiers if tier.name == outage.tier)
        count, each = tier.servers, called_word(tier)
        all_of_them = f"{count_text(count, each)} of {outage.tier}"
    verb = VERBS[outage.what]
    if outage.rolling:
        which = count_text(outage.together, each)
        return f"all {all_of_them} {verb[1]}, {which} at a time, for {duration(outage.lasts)} each"
    if count == 1:
        only = f"the only {each}" if outage.tier is None else f"the only {each} of {outage.tier}"
        return f"{only} {verb[0]} for {_long(outage.lasts)}"
    one = outage.together == 1
    told = "one" if one else str(outage.together)
    return f"{told} of {all_of_them} {verb[0] if one else verb[1]} for {_long(outage.lasts)}"


def _zone(zone: str, scenario: Scenario) -> str:
    """A zone with what stands in it: "zone a (3 of 6 nodes and 1 of 2 servers of database)"."""
    place, unit = ZONES.index(zone), scenario.unit
    stands = [f"{len(zone_members(place, unit.nodes, unit.zones))} of {count_text(unit.nodes, node_or_pod(scenario))}"]
    for tier in scenario.tiers:
        there = callers_by_zone(scenario, tier)
        if place < len(there):
            stands.append(f"{there[place]} of {count_text(tier.servers, called_word(tier))} of {tier.name}")
    return f"zone {zone} ({listed(stands)})"


def _long(length: float) -> str:
    return duration(length) if length < 2.0 * MINUTE else f"{plain_number(round(length / MINUTE, 2))} min"


def _under(failover_result: FailoverResult) -> str:
    share = failover_result.load.share
    rate = f"{short_text(exact(failover_result.load.requests, '/s'))} a {node_word(failover_result.scenario)}"
    return (
        f"at {rate}"
        if share is None
        else f"at {short_text(share)} of its {node_or_pod(failover_result.scenario)}s' capacity ({rate};"
        f" {failover_result.load.how})"
    )
