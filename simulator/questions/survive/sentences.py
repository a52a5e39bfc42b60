"""What becomes of a unit in sentences, the same on a terminal and in a report."""

from collections.abc import Iterator
from statistics import fmean

from models.parts.failing.failures import CROWD, DIES, DRAINED, PATCHED, SLOW, Failures, Outage
from models.quantities.writing import counted, duration
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.network.cluster import NODE_DOWN
from simulator.questions.survive.survivors import STEADY, by_when, those_left
from simulator.report.language.numbers import plain, text
from simulator.report.language.undecided import what_would_tell
from simulator.survival.recovered import Broken
from simulator.survival.survive import Survived
from simulator.survival.year import YEAR
from simulator.targets import LABELS, Target

MINUTE = 60.0
PERCENT = 100.0
VERBS = {
    DIES: ("dies", "die"),
    DRAINED: ("is drained", "are drained"),
    PATCHED: ("is patched", "are patched"),
    SLOW: ("is slow", "are slow"),
}
NO_LIMIT = "no limit of a node"
DEAD = "nodes that are dead"


def answer(found: Survived) -> str:
    """Whether the unit keeps to its targets, and for how long it does not."""
    what, recovery = happens(found), found.recovery
    if found.met:
        return f"{what}: the unit keeps to its targets all the time."
    again = recovered(found)
    if found.met is None:
        return (
            f"{what}: it is not known whether the unit keeps to its targets all the time:"
            f" {counted(recovery.outside.samples, 'replication')} put it outside for {minutes(recovery.outside)}."
            f" {what_would_tell(recovery.outside)}. {again}"
        )
    return f"{what}: the unit is outside its targets for {minutes(recovery.outside)}. {again}"


def in_short(found: Survived) -> Iterator[str]:
    """What a plan says of a unit when nodes fail: during the failure, and with the nodes gone once that is noticed."""
    worst, recovery = found.worst, found.recovery
    yield f"When nodes fail: {answer(found)}"
    if worst.away and not found.groups and worst.away < found.watch.nodes:
        most = f"{worst.most_used} at {text(worst.used)}"
        last = max((each.until for each in recovery.breaks), default=found.watch.begins)
        within = last <= found.watch.ends - STEADY * (found.watch.ends - found.watch.begins)
        steady = "is within its targets" if within else "is not always within its targets"
        yield (
            f"Simulated behind its balancer with {counted(worst.away, 'node')} gone, the unit {steady}"
            f" {by_when(found, found)}: {those_left(found)} completes {text(worst.node_requests)}, {most}."
        )


def happens(found: Survived) -> str:
    """What happens to it, and at which load: "One of 5 nodes dies for 5 min at 62 % of what they carry"."""
    failures = found.scenario.unit.failures or Failures()
    outages, nodes = failures.outages, found.watch.nodes
    told = f"{counted(len(outages), 'outage')} of a unit of {nodes} nodes"
    if len(outages) == 1:
        told = _outage(outages[0], nodes)
    return f"{told[0].upper()}{told[1:]}{_where(found)} {_under(found)}"


def _where(found: Survived) -> str:
    """The groups to whose nodes it happens, behind what happens; "" where nodes are alike."""
    names = [each.name for each in found.watch.groups if each.watch.away]
    return f" ({' and '.join(names)})" if names else ""


def recovered(found: Survived) -> str:
    """When it is as before: within its targets for good, with nothing that piled up; its nodes may still be away."""
    since, back = found.recovery.recovered, found.recovery.after_return
    if isinstance(since, Refused) or isinstance(back, Refused):
        reason = since.reason if isinstance(since, Refused) else back.reason if isinstance(back, Refused) else ""
        return f"It is {reason}: watch it for longer with `unit.failures.watch`."
    if since.value == 0.0:
        return "Nothing piles up."
    kept = "It keeps to its targets for good, with no more requests in progress than before"
    told = f"{kept}, {seconds(since)} after the first event"
    if back.value > 0.0:
        return f"{told}, {seconds(back)} after the last node was back."
    away = since.high < found.watch.ends - found.watch.begins
    return f"{told}, while not all nodes are back." if away else f"{told}."


def what_breaks(found: Survived) -> Iterator[str]:
    """Which limit breaks, and for how long."""
    for each in found.recovery.breaks:
        yield (
            f"{_missed(each)} for {minutes(each.minutes)}, between {clock(each.since)} and {clock(each.until)} of the"
            f" timetable{_how_much(each)}; behind it: {behind(each)}.{_nothing_lost(each)}"
        )


def _how_much(each: Broken) -> str:
    """How much was lost where too much was."""
    lost = each.target is Target.ERRORS and each.lost > 0.0
    return f", with {plain(float(f'{each.lost:.3g}'))} % lost in its worst window" if lost else ""


def _nothing_lost(each: Broken) -> str:
    """What is counted where nothing was lost and the target is missed nevertheless."""
    counted_instead = each.target is Target.ERRORS and each.lost == 0.0
    return " Nothing is lost there: more sessions come than end, and count as lost." if counted_instead else ""


def whom_it_hurts(found: Survived) -> str:
    """Sessions that were hurt by dead nodes, in whole numbers of one replication and on average."""
    count = len(found.hurt)
    if not any(each.reset + each.sent_to_dead for each in found.hurt):
        return "Nobody meets a dead node."

    def mean(name: str) -> str:
        return plain(round(fmean(getattr(each, name) for each in found.hurt), 1))

    return (
        f"Of about {mean('there')} sessions at a node when it died, {mean('reset')} waited for an answer and were"
        f" reset; {mean('sent_to_dead')} times somebody was sent to a dead node. {mean('came_again')} times they"
        f" connected anew, and {mean('lost_with_node')} sessions were lost (means of {count} replications)."
    )


def found_by_name(found: Survived) -> str:
    """For how long clients come to a unit of which all nodes have died; "" where they do not find it by name."""
    still = found.comes_still
    if still is None:
        return ""
    if still.last == still.noticed:
        return f"If a whole unit dies, sessions come to it for {duration(still.noticed)}, until names leave it out."
    return (
        f"If a whole unit dies, clients still come to it for up to {duration(still.last)}: all of them for"
        f" {duration(still.noticed)}, until names leave it out, then fewer and fewer as resolvers ask again, no more"
        f" than half of them after {duration(still.half)}. At this load that is up to"
        f" {plain(float(f'{still.sessions:.3g}'))} sessions, less those that go to another unit by themselves."
    )


def collapse(found: Survived) -> Iterator[str]:
    """Up to which load the unit gets over what happens, and to which it must fall; nothing where that was not asked."""
    loads = found.collapse
    if loads is None:
        return
    survives, recovers = text(loads.survives), text(loads.recovers)
    yield (
        f"It gets over this up to {survives} of what its nodes carry. A unit that has collapsed is itself again once"
        f" the load has fallen to {recovers}."
    )
    if loads.stays_down:
        yield (
            "Between the two it hangs on the past whether it works: it stays down when what brought it down is over. A"
            " budget of retries (`workload.patience.retries.budget`) keeps retries from taking all that it carries."
        )
    elif loads.at_an_end < len(found.hurt):
        yield "The two are not told apart: when the load is one that it gets over, it comes back by itself."
    if loads.at_an_end:
        yield (
            f"In {loads.at_an_end} of {len(found.hurt)} replications every load that was tried (10 to 120 % of what the"
            " nodes carry), or none, gets over it: the figures count the end of that range there."
        )


def a_year(found: Survived) -> Iterator[str]:
    """What a year brings; nothing where the scenario does not say how often nodes fail."""
    year, failures = found.year, found.scenario.unit.failures
    if year is None or failures is None or failures.mtbf is None or failures.mttr is None:
        return
    each = found.watch.nodes * YEAR / (failures.mtbf + failures.mttr)
    budget = ""
    if year.of_budget is not None:
        asked = plain(PERCENT * found.scenario.targets.errors)
        budget = f": {text(year.of_budget)} of the budget that a target of {asked} % leaves"
    yield (
        f"In a year about {plain(round(each, 1))} failures of a node are to be expected in the unit. At this load all"
        f" year it is outside its targets for {minutes(year.minutes)}, and loses {text(year.lost)} of its"
        f" requests{budget}."
    )
    yield (
        f"Nodes fail and are repaired independently of each other, each down for {plain(year.unavailable)} % of the"
        " time (MTTR over MTBF + MTTR), so that the number of them down is binomial. What a failure and a return bring,"
        f" and how the unit is meanwhile, is simulated for up to {len(year.down) - 1} down at once; with more every"
        f" minute counts as outside and every request as lost, {plain(round(year.beyond, 3))} minutes a year."
    )


def notes(found: Survived) -> Iterator[str]:
    """How to read the figures."""
    plan, count = found.watch.plan, len(found.hurt)
    yield (
        f"{counted(count, 'replication')} of {counted(found.watch.nodes, 'node')} in one world, behind the policy"
        f" {found.watch.network.balancer.called}; {duration(plan.warm_up)} of warm-up, then windows of"
        f" {duration(plan.window)}, each judged by the targets as `plan` judges them."
    )
    short = found.watch.shortened
    if short is not None:
        yield (
            f"To watch all of it would take too many requests: {plain(round(PERCENT * short.share))} % of the time is"
            f" simulated, {duration(short.kept)} of each stretch in which nothing happens, whose last half stands for"
            " the rest of it; what takes longer to settle is not seen, and few replications make wide intervals."
        )
    if found.recovery.before.value > 0.0:
        yield f"Before the first event {text(found.recovery.before)} of the windows were outside the targets too."
    if found.recovery.unjudged > 0.0:
        share = plain(round(found.recovery.unjudged, 1))
        yield f"{share} % of the windows had too few responses to judge every target, and count as within."
    if any(each.errors.value > 0.0 for one in (found, *(group.found for group in found.groups)) for each in one.phases):
        yield (
            "What is lost counts by sessions that ended: one that is lost counts with all requests that it would still"
            " have made, also those of long after."
        )
    if found.scenario.unit.failures is None:
        yield "The scenario states no `unit.failures`: one node dies after a minute, for five."


def behind(each: Broken) -> str:
    """What stands behind a target that is missed."""
    return DEAD if each.limit == NODE_DOWN else each.limit or NO_LIMIT


def minutes(found: Estimate) -> str:
    """Minutes, or seconds where there are few."""
    return text(found) if found.value >= 1.0 else text(found.times(MINUTE, "s"))


def seconds(found: Estimate) -> str:
    """Seconds, or minutes where there are many."""
    return text(found.times(1.0 / MINUTE, "min")) if found.value >= 2.0 * MINUTE else text(found)


def clock(at: float) -> str:
    """A time of the timetable, as a clock shows it: "1:05" is a minute and five seconds."""
    whole, rest = divmod(abs(at), MINUTE)
    shown = f"{rest:04.1f}" if rest != round(rest) else f"{rest:02.0f}"
    return f"{'-' if at < 0 else ''}{whole:.0f}:{shown}"


def _missed(each: Broken) -> str:
    label = LABELS[each.target]
    named = "requests pile up" if each.target is Target.PILING_UP else f"the target {each.target.value} ({label})"
    return f"{named[0].upper()}{named[1:]}" if each.target is Target.PILING_UP else f"It misses {named}"


def _outage(outage: Outage, nodes: int) -> str:
    if outage.what == CROWD:
        return f"{plain(outage.times)} times as many sessions come for {_long(outage.lasts)}"
    verb = VERBS[outage.what]
    which = counted(outage.together, "node")
    if outage.rolling:
        return f"all {nodes} nodes {verb[1]}, {which} at a time, for {duration(outage.lasts)} each"
    one = outage.together == 1
    told = "one" if one else str(outage.together)
    return f"{told} of {nodes} nodes {verb[0] if one else verb[1]} for {_long(outage.lasts)}"


def _long(length: float) -> str:
    return duration(length) if length < 2.0 * MINUTE else f"{plain(round(length / MINUTE, 2))} min"


def _under(found: Survived) -> str:
    share = found.load.share
    rate = f"{plain(found.load.requests)} requests/s a server"
    return f"at {rate}" if share is None else f"at {text(share)} of what its nodes carry ({rate}; {found.load.how})"
