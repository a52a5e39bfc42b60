"""A sweep as blocks: the answer, the front as a picture and a table, every variant, what has no answer."""

from collections.abc import Iterator, Sequence

from models.quantities.writing import counted
from simulator.measure.estimate import Estimate, given
from simulator.questions.sweep.answer import Answer, Swept, ranked
from simulator.questions.sweep.figures import FarmFigures, VariantFigures
from simulator.questions.sweep.sentences import (
    ON_FRONT,
    headline,
    headroom_unit,
    how_to_read,
    lowest_to_highest,
    or_other_units,
    some,
    targets,
    ties,
    what_ran,
)
from simulator.report.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Linked,
    Preformatted,
    Report,
    Table,
    Text,
)
from simulator.report.language.like_for_like import WITH_BANDWIDTH
from simulator.report.language.numbers import plain
from simulator.report.language.wording import and_so_many
from simulator.report.pictures import Point, Points

GROUPS = ("front", "perhaps", "dominated", "misses its targets")
CAPACITY = "capacity of a unit, Mbps"
BETWEEN = "lowest to highest"


def _columns(swept: Swept) -> tuple[Column, ...]:
    between = () if all(farm.is_sure for farm in swept.farms) else (Column(BETWEEN, numeric=True, beneath=True),)
    return (
        Column("variant"),
        *((Column("demand"),) if swept.by_demand else ()),
        Column("units", numeric=True),
        Column("servers", numeric=True),
        Column("racks", numeric=True),
        Column(_cost(swept), _money(swept), numeric=True),
        *between,
        Column("unit", "Mbps", numeric=True),
        Column("server", "Mbps", numeric=True),
        Column("binding limit"),
        Column("headroom", headroom_unit(swept), numeric=True),
        Column("targets"),
        Column("front"),
    )


def _cost(swept: Swept) -> str:
    """What the costs are called that are compared."""
    return "cost" if swept.pays_alike else f"cost {WITH_BANDWIDTH}"


def _money(swept: Swept) -> str:
    """The unit of the bills, which are all in one currency."""
    return next((farm.cost.amount.unit for farm in swept.farms), "")


def sweep_document(swept: Swept, command: str) -> list[Block]:
    """The blocks of a sweep's report; `command` makes it again."""
    return [
        Heading(swept.portfolio, 1),
        *_answer(swept),
        *_front(swept),
        Heading("All variants", 2),
        variants("Variants, the best first", swept, ranked(swept.answers)),
        *shared_rows(ranked(swept.answers)),
        *_without_answer(swept),
        *_how(swept, command),
    ]


def sweep_report(swept: Swept, command: str, day: str) -> Report:
    """The report of a sweep on an ISO day."""
    origin = f"{swept.file}, model {swept.model}, seed {', '.join(map(str, swept.seeds))}"
    return Report(tuple(sweep_document(swept, command)), day, origin)


def _answer(swept: Swept) -> list[Block]:
    sentences: list[Block] = [Text(headline(swept), lead=True)]
    if swept.best is not None:
        sentences.append(KeyFigures(_cards(swept.best.answered)))
    return [*sentences, *([Text(ties(swept))] if swept.as_cheap else [])]


def _cards(figures: VariantFigures) -> tuple[KeyFigure, ...]:
    carried = (KeyFigure("One unit carries", figures.capacity_mbps), KeyFigure("Headroom", figures.headroom))
    return (*(_bought(figures.farm) if figures.farm else ()), *carried)


def _bought(farm: FarmFigures) -> Iterator[KeyFigure]:
    """What is bought; where other numbers of units may do it, what those are and cost, and not "1 ± 1 units"."""
    others, between = or_other_units(farm).removeprefix(", "), lowest_to_highest(farm)
    of_bought = "of the units bought" if others else ""
    tiers = and_so_many(farm.servers_of_other_tiers.value).strip()
    notes = ("" if farm.alike else WITH_BANDWIDTH, f"{of_bought}: {between}" if between else "")
    yield KeyFigure("Cost", _shown(farm), ", ".join(filter(None, notes)))
    yield KeyFigure("Units", _exactly(farm.whole_units), others)
    yield KeyFigure("Servers", _exactly(farm.servers), ", ".join(filter(None, (tiers, of_bought))))


def _exactly(count: Estimate) -> Estimate:
    """A count of what is bought: that other numbers of units may do it is told beside it."""
    return given(count.value, count.unit)


def _shown(farm: FarmFigures) -> Cell:
    """What is bought costs, with the digits that the range of what other numbers of units cost deserves."""
    cost = farm.compared
    if farm.is_sure:
        return cost.amount
    return Linked(given(cost.amount.value, cost.amount.unit), uncertainty=cost.half_range)


def _front(swept: Swept) -> list[Block]:
    """The front in two pictures, against capacity and against headroom, and as a table."""
    blocks: list[Block] = [Heading("Cost against capacity and headroom", 2), Text(how_to_read(swept))]
    charts = [
        _chart(swept, "Capacity", "capacity_mbps", CAPACITY),
        _chart(swept, "Headroom", "headroom", f"headroom, {headroom_unit(swept)}"),
    ]
    drawn = tuple(chart for chart in charts if chart is not None)
    blocks += [Charts(drawn)] if drawn else []
    return [*blocks, *([variants("The front, the best first", swept, swept.front)] if swept.front else [])]


def _chart(swept: Swept, title: str, name: str, axis: str) -> Chart | None:
    """Cost against a figure; None where no variant has both."""
    points = tuple(_points(swept.answers, name))
    if not points:
        return None
    groups = tuple(group for group in GROUPS if any(point.group == group for point in points))
    many = f"{len(points):,} variants, each with its cost and its {title.lower()} and both intervals;"
    on_front = f" {sum(point.group == GROUPS[0] for point in points):,} of them are on the front."
    picture = Points(points, groups, f"{_cost(swept)}, {_money(swept)}", axis)
    return Chart(f"{title} against cost", picture, many + on_front)


def _points(answers: Sequence[Answer], name: str) -> list[Point]:
    found = []
    for answer in answers:
        farm, other = answer.figures.farm if answer.figures else None, getattr(answer.figures, name, None)
        if farm is not None and isinstance(other, Estimate):
            cost = farm.compared
            x, y = (cost.amount.value, cost.amount.half_width), (other.value, other.half_width)
            found.append(Point(answer.name, answer.standing, *x, *y, (cost.lowest, cost.highest)))
    return found


def variants(title: str, swept: Swept, answers: Sequence[Answer]) -> Table:
    """A row for each variant; those matter less that are dominated, or miss their targets."""
    muted = tuple(place for place, answer in enumerate(answers) if answer.standing not in ON_FRONT)
    columns = _columns(swept)
    with_demand = bool(swept.by_demand)
    every = tuple(_row(each, len(columns), with_demand) for answer in answers for each in answer.each)
    rows = tuple(_row(answer, len(columns), with_demand) for answer in answers)
    return Table(title, columns, rows, muted=muted, every=every if len(every) > len(rows) else ())


def shared_rows(answers: Sequence[Answer]) -> list[Block]:
    """Which variants have their figures in the row of another one; nothing where each has a row of its own."""
    rows = tuple((answer.name, len(answer.also), some(answer.also)) for answer in answers if answer.also)
    columns = (Column("variant"), Column("others", numeric=True), Column("with the same figures"))
    return [Table("One row for several variants", columns, rows)] if rows else []


def _row(answer: Answer, columns: int, with_demand: bool) -> tuple[Cell, ...]:
    figures = answer.answered
    carried = (figures.capacity_mbps, figures.server_mbps, figures.binding_limit, figures.headroom)
    told = (*carried, targets(answer), ON_FRONT.get(answer.standing, ""))
    farm = _farm(figures.farm) if figures.farm else (None,) * 5
    head = (answer.name, *((answer.demand,) if with_demand else ()))
    return (*head, *farm[: columns - len(told) - len(head)], *told)


def _farm(farm: FarmFigures) -> tuple[Cell, ...]:
    others = and_so_many(farm.servers_of_other_tiers.value)
    servers: Cell = f"{plain(farm.servers.value)}{others}" if others else given(farm.servers.value, "")
    return farm.units.times(1.0, ""), servers, given(farm.racks.value, ""), _shown(farm), lowest_to_highest(farm)


def _without_answer(swept: Swept) -> list[Block]:
    """Variants that meet their targets at no load, that failed, and that cannot be; nothing where there are none."""
    blocks: list[Block] = []
    if swept.hopeless:
        rows = tuple((answer.name, answer.reason) for answer in swept.hopeless)
        blocks.append(Table("No load meets the targets", (Column("variant"), Column("reason")), rows))
    if swept.failed:
        rows = tuple((answer.name, answer.reason) for answer in swept.failed)
        blocks.append(Table("No answer", (Column("variant"), Column("reason")), rows))
    if swept.left_out:
        parts = tuple((each.problem, each.variants, each.first) for each in swept.left_out)
        columns = (Column("problem"), Column("variants", numeric=True), Column("the first of them"))
        blocks.append(Table("Left out, for they cannot be", columns, parts))
    return [Heading("Without an answer", 2), *blocks] if blocks else []


def _how(swept: Swept, command: str) -> list[Block]:
    told = Text("The same command on the same versions gives the same figures, digit by digit:")
    return [Heading("How it was run", 2), Text(" ".join(what_ran(swept))), told, Preformatted(command)]


WIDTH = 200  # So that the names of variants, by which they are known, are not broken.
MOST_ROWS, FEW_ROWS = 100, 5


def sweep_blocks(swept: Swept) -> list[Block]:
    """The answer in sentences and a table, what was left out, and how it was run."""
    return [
        Text(headline(swept), lead=True),
        *([Text(told)] if (told := ties(swept)) else []),
        *_variants(swept),
        *(Text(line, tone="bad") for line in _left_out(swept)),
        *(Text(line, aside=True) for line in (*what_ran(swept), how_to_read(swept))),
    ]


def _variants(swept: Swept) -> Iterator[Block]:
    answered = ranked(swept.answers)
    if answered:
        table = variants("Variants, the best first", swept, answered[:MOST_ROWS])
        yield table.only(*_short(swept))
        yield from _shared_briefly(answered[:MOST_ROWS])
    if len(answered) > MOST_ROWS:
        yield Text(f"{len(answered) - MOST_ROWS:,} more are in --csv FILE and --json FILE.")


def _shared_briefly(answers: Sequence[Answer]) -> Iterator[Block]:
    """The first few rows that several variants share, and where the others stand."""
    shared = [answer for answer in answers if answer.also]
    yield from shared_rows(shared[:FEW_ROWS])
    if len(shared) > FEW_ROWS:
        more = counted(len(shared) - FEW_ROWS, "more row is", "more rows are")
        yield Text(f"{more} shared by several variants: --csv FILE has a row for each of them, --report all names.")


def _short(swept: Swept) -> Iterator[str]:
    """The columns of a terminal; that of the servers where not all of them are those of the units."""
    yield from ("variant", *(("demand",) if swept.by_demand else ()), "units")
    if any(farm.tiers for farm in swept.farms):
        yield "servers"
    yield _cost(swept)
    if not all(farm.is_sure for farm in swept.farms):
        yield BETWEEN
    yield from ("unit", "binding limit", "headroom", "targets", "front")


def _left_out(swept: Swept) -> Iterator[str]:
    """What meets its targets at no load, and what has no answer, by reason; what could not be, by problem."""
    for reason, answers in by_reason(swept.hopeless).items():
        yield f"Targets missed by {_who([each.name for each in answers])}: {reason}"
    for reason, answers in by_reason(swept.failed).items():
        yield f"No answer for {_who([each.name for each in answers])}: {reason}"
    for each in swept.left_out:
        yield f"Left out {each.variants:,}, first {each.first}: {each.problem}"


def by_reason(failed: Sequence[Answer]) -> dict[str, list[Answer]]:
    """Variants without an answer by their reason: many fail for one."""
    found: dict[str, list[Answer]] = {}
    for answer in failed:
        found.setdefault(answer.reason, []).append(answer)
    return found


def _who(names: Sequence[str]) -> str:
    others = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return f"{names[0]}{others}"
