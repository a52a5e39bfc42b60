"""What becomes of a unit as a report: the answer, phase by phase, whom it hurts, and over time;
and what a terminal shows of it."""

from collections.abc import Callable
from functools import partial
from statistics import fmean

from simulator.measure.estimate import Estimate, from_replications
from simulator.measure.results import Refused
from simulator.network.cluster import NODE_DOWN
from simulator.questions.survive.by_group import told_by_group, years_of_groups
from simulator.questions.survive.sentences import (
    a_year,
    answer,
    behind,
    clock,
    collapse,
    found_by_name,
    in_short,
    notes,
    what_breaks,
    whom_it_hurts,
)
from simulator.questions.survive.survivors import survivors
from simulator.report.blocks import (
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
    tone_of,
)
from simulator.report.language.numbers import readable_unit, size_of
from simulator.report.pictures import Line, Lines, Rule
from simulator.report.provenance import provenance
from simulator.rollup.stamp import Stamp
from simulator.survival.hurt import Hurt
from simulator.survival.over_time import Course
from simulator.survival.phases import Phase
from simulator.survival.survive import Survived
from simulator.survival.year import Year
from simulator.targets import LABELS

MINUTE = 60.0
NODES = "Open sessions of each node"


def survival_report(found: Survived, stamp: Stamp) -> Report:
    """The report of a watch."""
    how = " ".join(notes(found))
    blocks = (*survival_document(found), *provenance(stamp, how, found.scenario.run.confidence))
    return Report(blocks, stamp.day, stamp.origin)


def survival_document(found: Survived) -> list[Block]:
    """The answer, what breaks, whom it hurts, the phases and the charts."""
    return [
        Heading(f"{found.scenario.name}: a unit when nodes fail", 1),
        Heading("The answer", 2),
        Text(answer(found), lead=True, tone="bad" if found.met is False else "neutral"),
        _cards(found),
        *(Text(line) for line in (*_at_length(found), found_by_name(found)) if line),
        *([breaks(found)] if found.recovery.breaks else []),
        Heading("Phase by phase", 2),
        *all_phases(found),
        Heading("Whom it hurts", 2),
        Text(whom_it_hurts(found)),
        sessions(found),
        *_collapse(found),
        *_a_year(found),
        Heading("Over time", 2),
        charts(found),
        *(Text(line, aside=True) for line in notes(found)),
    ]


def survival_section(found: Survived) -> list[Block]:
    """The section of a plan: the answer, what breaks, the phases and the charts."""
    return [
        Heading("When nodes fail", 2),
        *(Text(line) for line in (*in_short(found), *_at_length(found)[1:], whom_it_hurts(found))),
        *all_phases(found),
        charts(found),
        *_year_of(found),
        *(Text(line, aside=True) for line in notes(found)),
    ]


def _at_length(found: Survived) -> list[str]:
    """What those carry that are left, and what breaks; of groups of nodes, the same group by group behind an empty
    line."""
    return ["", *told_by_group(found)] if found.groups else [survivors(found), *what_breaks(found)]


def _year_of(found: Survived) -> list[Block]:
    if found.groups:
        return [*map(Text, years_of_groups(found))]
    return [*map(Text, a_year(found)), by_nodes_down(found.year)] if found.year else []


def _cards(found: Survived) -> KeyFigures:
    recovery = found.recovery
    since = recovery.recovered
    return KeyFigures(
        (
            KeyFigure("Outside the targets", recovery.outside, tone=tone_of(found.met)),
            KeyFigure("As before again after", since if isinstance(since, Refused) else since, "from the first event"),
            KeyFigure("Sessions lost", _lost(found), "by dead nodes and by limits"),
        )
    )


def _lost(found: Survived) -> Estimate:
    lost = [float(sum(each.lost.values())) for each in found.hurt]
    return from_replications(lost, found.scenario.run.confidence, "sessions")


def _collapse(found: Survived) -> list[Block]:
    told = [Text(line) for line in collapse(found)]
    return [Heading("Collapse", 2), *told] if told else []


def _a_year(found: Survived) -> list[Block]:
    told = list(a_year(found))
    if found.groups:
        lines = [Text(line) for line in years_of_groups(found)]
        return [Heading("In a year", 2), *lines] if lines else []
    if found.year is None:
        return []
    return [Heading("In a year", 2), Text(told[0]), by_nodes_down(found.year), *(Text(line) for line in told[1:])]


def by_nodes_down(year: Year) -> Table:
    """A year by how many nodes are down."""
    columns = (
        Column("nodes down", numeric=True),
        Column("of the year", "%", numeric=True),
        Column("of that outside", "%", numeric=True),
        Column("failures a year then", numeric=True),
        Column("minutes outside that each brings", numeric=True),
    )
    rows = tuple(
        (each.nodes, float(f"{each.share:.3g}"), each.outside, float(f"{each.failures:.3g}") or None, each.each)
        for each in year.down
    )
    return Table("A year by how many nodes are down", columns, rows)


def all_phases(found: Survived) -> list[Table]:
    """The phases of the unit, or where its nodes get classes of their own, of each group."""
    return [phases(each.found, f"{each.name} ") for each in found.groups] or [phases(found)]


def phases(found: Survived, group: str = "") -> Table:
    """Each phase of the watch, with what a node does that serves."""
    columns = (
        Column("from"),
        Column("to"),
        Column("away"),
        Column("a node completes", "requests/s", numeric=True),
        Column("times before", numeric=True),
        Column("lost", "%", numeric=True),
        Column("mean response", "ms", numeric=True),
        Column("95 % within", "ms", numeric=True),
        Column("sessions of a node", numeric=True),
        Column("most used", "%", numeric=True, use=True),
        Column("which is"),
    )
    title = "phase by phase; figures are those of a node that serves"
    return Table(f"The {'nodes of' if group else 'unit'} {group}{title}", columns, tuple(map(_row, found.phases)))


def _row(phase: Phase) -> tuple[Cell, ...]:
    away = f"{phase.away}{', not noticed' if phase.unnoticed else ''}{f', {phase.slow} slow' if phase.slow else ''}"
    return (
        clock(phase.begins), clock(phase.ends), away, phase.node_requests, phase.times, phase.errors,
        _ms(phase.response), _ms(phase.p95), phase.sessions, phase.used, phase.most_used,
    )  # fmt: skip


def _ms(found: Estimate | Refused) -> Estimate | Refused:
    return found if isinstance(found, Refused) else found.times(1e3, "ms")


def breaks(found: Survived) -> Table:
    """Which target is missed, which limit is behind it, and for how long."""
    grouped = bool(found.groups)
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
            behind(each),
            each.minutes,
            clock(each.since),
            clock(each.until),
        )
        for each in found.recovery.breaks
    )
    return Table("What is missed, and for how long", columns, rows)


def sessions(found: Survived) -> Table:
    """What became of every session: exactly, replication by replication, and on average."""
    columns = (Column("sessions"), *(Column(f"replication {n + 1}", numeric=True) for n in range(len(found.hurt))),
               Column("mean", numeric=True))  # fmt: skip
    causes = list(found.hurt[0].lost)
    read: dict[str, Callable[[Hurt], int]] = {
        "open before the first event": lambda each: each.open_before,
        "came since": lambda each: each.came,
        "completed": lambda each: each.completed,
        **{_cause(cause): partial(_lost_to, cause) for cause in causes if _ever(found.hurt, cause)},
        "open at the end": lambda each: each.open_after,
        "times a request was reset with its node": lambda each: each.reset,
        "times sent to a dead node": lambda each: each.sent_to_dead,
        "times connected anew": lambda each: each.came_again,
    }
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(reads(each) for each in found.hurt), round(fmean(reads(each) for each in found.hurt), 1))
        for name, reads in read.items()
    )
    title = "Sessions: open + came = completed + lost + open; reset + sent to a dead node = connected anew + lost"
    return Table(title, columns, rows)


def _lost_to(cause: str, hurt: Hurt) -> int:
    return hurt.lost[cause]


def _cause(cause: str) -> str:
    return "lost with a dead node" if cause == NODE_DOWN else f"lost at the limit {cause}"


def _ever(hurt: tuple[Hurt, ...], cause: str) -> bool:
    return cause == NODE_DOWN or any(each.lost[cause] for each in hurt)


def charts(found: Survived) -> Charts:
    """The unit over time, and the sessions of each node."""
    series = found.over_time
    each = (_chart(found, course.name, (course,)) for course in series.courses)
    return Charts((*each, _chart(found, NODES, series.at_nodes)))


def _chart(found: Survived, name: str, courses: tuple[Course, ...]) -> Chart:
    unit = readable_unit(max(float(course.value.max()) for course in courses), courses[0].unit)
    size = size_of(unit)
    lines = tuple(
        Line(course.name, tuple(map(float, course.value / size)), tuple(map(float, course.half_width / size)))
        for course in courses
    )
    events = sorted({end for each in found.watch.happens for end in (each.begins, each.ends)})
    rules = tuple(Rule(event / MINUTE) for event in events)
    spelt = {"": "number", "/s": "per second"}.get(unit, unit)
    title = f"{name[0].upper()}{name[1:]}, {spelt}"
    time = tuple(float(each) / MINUTE for each in found.over_time.time)
    alt = f"{title} of the unit over time, with intervals; dashed lines mark where nodes go and come back."
    return Chart(title, Lines(time, "minutes", lines, spelt, rules), alt)


def survival_on_terminal(found: Survived) -> list[Block]:
    """The answer, what breaks, whom it hurts, and the phases."""
    parts = told_by_group(found) if found.groups else (survivors(found), *what_breaks(found))
    told = (*parts, whom_it_hurts(found), found_by_name(found))
    shown = ("from", "to", "away", "a node completes", "times before", "lost", "mean response", "most used", "which is")
    return [
        Text(answer(found), lead=True, tone="bad" if found.met is False else "neutral"),
        *(Text(line) for line in told if line),
        *(table.only(*shown) for table in all_phases(found)),
        *(Text(line) for line in collapse(found)),
        *([by_nodes_down(found.year)] if found.year else []),
        *(Text(line) for line in (*a_year(found), *years_of_groups(found))),
        *(Text(line, aside=True) for line in notes(found)),
    ]
