"""What becomes of a unit when nodes fail, as a list of sections."""

from collections.abc import Callable
from functools import partial
from statistics import fmean

from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.results import Unavailable
from simulator.failover.phases import Phase
from simulator.failover.session_outcomes import SessionOutcomes
from simulator.failover.survive import FailoverResult
from simulator.failover.time_course import TimeCourse
from simulator.failover.year import FailureYear
from simulator.farm.stamp import Stamp
from simulator.messages.dead_servers import away_text, dead_word, limit_text, loss_text
from simulator.messages.numbers import unit_for
from simulator.messages.survive import headings
from simulator.messages.survive.backlogs import backlog_sentences
from simulator.messages.survive.by_group import group_sentences, years_of_groups
from simulator.messages.survive.failover import (
    NO_LIMIT,
    answer,
    clock,
    collapse,
    failed_calls,
    gave_up_sentences,
    name_service_sentence,
    notes,
    session_outcome_sentence,
    violation_sentences,
    year_sentences,
)
from simulator.messages.survive.reconnection import reconnection_sentence
from simulator.messages.survive.survivors import survivors
from simulator.messages.wording import node_or_pod
from simulator.network.cluster import NODE_DOWN
from simulator.output.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Report,
    Table,
    Text,
    verdict_tone,
)
from simulator.output.pictures import Line, Lines, Rule
from simulator.output.provenance import provenance
from simulator.output.sections import REPORT, Output, Section, blocks_for
from simulator.targets import LABELS

MINUTE = 60.0


def survival_report(failover_result: FailoverResult, stamp: Stamp) -> Report:
    """The report of a watch."""
    how = " ".join(notes(failover_result))
    blocks = (*survival_document(failover_result), *provenance(stamp, how, failover_result.scenario.run.confidence))
    return Report(blocks, stamp.day, stamp.origin)


def _answer(found: FailoverResult) -> list[Block]:
    return [Text(answer(found), lead=True, tone="bad" if found.met is False else "neutral")]


def _reasons(found: FailoverResult) -> list[Block]:
    """What the nodes left can serve, what breaks, what became of sessions, and who still comes to a dead unit."""
    parts = group_sentences(found) if found.groups else (survivors(found), *violation_sentences(found))
    told = (*parts, session_outcome_sentence(found), failed_calls(found), name_service_sentence(found))
    told = (*told, *gave_up_sentences(found), *backlog_sentences(found), reconnection_sentence(found.reconnects))
    return [*map(Text, filter(None, told))]


def _notes(found: FailoverResult) -> list[Block]:
    return [Text(line, aside=True) for line in notes(found)]


SECTIONS: tuple[Section[FailoverResult], ...] = (
    Section("The answer", _answer),
    Section("", lambda found: [_cards(found)], REPORT | Output.PAGE),
    Section("", _reasons),
    Section("", lambda found: [breaks(found)] if found.recovery.breaks else [], REPORT | Output.PAGE),
    Section("Phase by phase", lambda found: all_phases(found)),
    Section("Sessions", lambda found: [sessions(found)], REPORT),
    Section("Collapse", lambda found: [*map(Text, collapse(found))]),
    Section("In a year", lambda found: _year_of(found)),
    Section("Over time", lambda found: [charts(found)], REPORT | Output.PAGE),
    Section("", _notes),
)


def survival_document(failover_result: FailoverResult) -> list[Block]:
    """The report of a watch, without what makes it again."""
    title = Heading(headings.title(failover_result.scenario.name), 1)
    return [title, *blocks_for(SECTIONS, failover_result, Output.HTML)]


def failure_blocks(failover_result: FailoverResult) -> list[Block]:
    """What breaks, whom it hurts, the phases and the charts, below the summary in a plan."""
    breaking = [] if failover_result.groups else violation_sentences(failover_result)
    return [
        *map(Text, filter(None, (*breaking, session_outcome_sentence(failover_result)))),
        *all_phases(failover_result),
        charts(failover_result),
        *_year_of(failover_result),
        *(Text(line, aside=True) for line in notes(failover_result)),
    ]


def _year_of(failover_result: FailoverResult) -> list[Block]:
    if failover_result.groups:
        return [*map(Text, years_of_groups(failover_result))]
    return (
        [*map(Text, year_sentences(failover_result)), by_servers_down(failover_result, failover_result.year)]
        if failover_result.year
        else []
    )


def _cards(failover_result: FailoverResult) -> KeyFigures:
    recovery = failover_result.recovery
    since = recovery.recovered
    return KeyFigures(
        (
            KeyFigure("Outside its targets", recovery.outside, tone=verdict_tone(failover_result.met)),
            KeyFigure("Recovered after", since if isinstance(since, Unavailable) else since, headings.SINCE),
            KeyFigure("Sessions lost", _lost(failover_result), headings.LOST_BY),
        )
    )


def _lost(failover_result: FailoverResult) -> Estimate:
    lost = [float(sum(each.lost.values())) for each in failover_result.session_outcomes]
    return from_replications(lost, failover_result.scenario.run.confidence, "sessions")


def by_servers_down(failover_result: FailoverResult, year: FailureYear) -> Table:
    """A year by how many nodes are down, or servers with all pods on them."""
    what = "nodes" if failover_result.scenario.unit.pods is None else "servers"
    columns = (
        Column(f"{what} down", numeric=True),
        Column("of the year", "%", numeric=True),
        Column("of that outside", "%", numeric=True),
        Column("failures a year", numeric=True),
        Column("minutes outside each", numeric=True),
    )
    rows = tuple(
        (each.servers, float(f"{each.share:.3g}"), each.outside, float(f"{each.failures:.3g}") or None, each.each)
        for each in year.down
    )
    return Table(headings.by_servers_down(what), columns, rows)


def all_phases(failover_result: FailoverResult) -> list[Block]:
    """The phases of the unit, or where its nodes get classes of their own, of each group."""
    return [phases(each.found, f"{each.name} ") for each in failover_result.groups] or [phases(failover_result)]


def phases(failover_result: FailoverResult, group: str = "") -> Table:
    """Each phase of the watch, with what a node does that serves."""
    node = node_or_pod(failover_result.scenario)
    columns = (
        Column("from"),
        Column("to"),
        Column("away"),
        Column(f"a {node} serves", "req/s", numeric=True),
        Column("times before", numeric=True, detail=True),
        Column("lost", "%", numeric=True),
        Column("mean response", "ms", numeric=True),
        Column("95 % within", "ms", numeric=True, detail=True),
        Column(f"sessions of a {node}", numeric=True, detail=True),
        Column("most used", "%", numeric=True),
        Column("which is", beneath=True),
    )
    called = dead_word(failover_result.scenario)
    rows = tuple(_row(each, called) for each in failover_result.phases)
    return Table(headings.phases(group, node), columns, rows)


def _row(phase: Phase, called: str) -> tuple[Cell, ...]:
    away = away_text(phase.away, phase.unnoticed, phase.slow, phase.servers_down, called)
    return (
        clock(phase.begins), clock(phase.ends), away, phase.node_requests, phase.times, phase.errors,
        _ms(phase.response), _ms(phase.p95), phase.sessions, phase.used, phase.most_used,
    )  # fmt: skip


def _ms(found: Estimate | Unavailable) -> Estimate | Unavailable:
    return found if isinstance(found, Unavailable) else found.times(1e3, "ms")


def breaks(failover_result: FailoverResult) -> Table:
    """Which target is missed, which limit is behind it, and for how long."""
    grouped = bool(failover_result.groups)
    columns = (
        *((Column("group"),) if grouped else ()),
        Column("target"),
        Column("behind it"),
        Column("minutes", numeric=True),
        Column("from"),
        Column("to"),
    )
    rows = tuple(
        (
            *((each.group,) if grouped else ()),
            LABELS[each.target],
            limit_text(each.limit, failover_result.scenario, NO_LIMIT),
            each.minutes,
            clock(each.since),
            clock(each.until),
        )
        for each in failover_result.recovery.breaks
    )
    return Table(headings.BREAKS, columns, rows)


def sessions(failover_result: FailoverResult) -> Table:
    """What became of every session: exactly, replication by replication, and on average."""
    columns = (Column("sessions"), *(Column("replication"
f" {n + 1}", numeric=True) for n in range(len(failover_result.session_outcomes))),
               Column("mean", numeric=True))  # fmt: skip
    causes = list(failover_result.session_outcomes[0].lost)
    read: dict[str, Callable[[SessionOutcomes], int]] = {
        headings.OPEN_BEFORE: lambda each: each.open_before,
        "came since": lambda each: each.came,
        "completed": lambda each: each.completed,
        **{
            loss_text(cause, failover_result.scenario): partial(_lost_to, cause)
            for cause in causes
            if _ever(failover_result.session_outcomes, cause)
        },
        headings.OPEN_AFTER: lambda each: each.open_after,
        headings.RESET: lambda each: each.reset,
        headings.SENT_TO_DEAD: lambda each: each.sent_to_dead,
        "times connected anew": lambda each: each.came_again,
    }
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            name,
            *(reads(each) for each in failover_result.session_outcomes),
            round(fmean(reads(each) for each in failover_result.session_outcomes), 1),
        )
        for name, reads in read.items()
    )
    return Table(headings.SESSIONS, columns, rows)


def _lost_to(cause: str, hurt: SessionOutcomes) -> int:
    return hurt.lost[cause]


def _ever(hurt: tuple[SessionOutcomes, ...], cause: str) -> bool:
    return cause == NODE_DOWN or any(each.lost[cause] for each in hurt)


def charts(failover_result: FailoverResult) -> Charts:
    """The unit over time, and the sessions of each node."""
    series = failover_result.over_time
    each = (_chart(failover_result, course.name, (course,)) for course in series.courses)
    return Charts((*each, _chart(failover_result, headings.NODES, series.at_nodes)))


def _chart(failover_result: FailoverResult, name: str, courses: tuple[TimeCourse, ...]) -> Chart:
    size, unit = unit_for(max(float(course.value.max()) for course in courses), courses[0].unit)
    lines = tuple(
        Line(course.name, tuple(map(float, course.value / size)), tuple(map(float, course.half_width / size)))
        for course in courses
    )
    events = sorted({end for each in failover_result.watch.happens for end in (each.begins, each.ends)})
    rules = tuple(Rule(event / MINUTE) for event in events)
    spelt = {"": "number", "/s": "per second"}.get(unit, unit)
    title = f"{name[0].upper()}{name[1:]}, {spelt}"
    time = tuple(float(each) / MINUTE for each in failover_result.over_time.time)
    return Chart(title, Lines(time, "minutes", lines, spelt, rules), headings.chart(title))
