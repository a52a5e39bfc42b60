"""The cheapest farm: in sentences, the same in a report and on a terminal; and as blocks of them."""

from collections import Counter
from collections.abc import Iterator

from models.quantities.units import SIZE, format_quantity
from models.quantities.writing import counted
from simulator.errors import surely
from simulator.measure.estimate import Estimate
from simulator.questions.optimise.cheapest import IMPOSSIBLE, Cheapest, Offer
from simulator.report.blocks import Block, Column, Heading, KeyFigure, KeyFigures, Report, Table, Text
from simulator.report.language.besides import on_disks
from simulator.report.language.decision import bought
from simulator.report.language.like_for_like import WITH_BANDWIDTH, unpriced_origin
from simulator.report.language.numbers import plain, ranged, resolved, rounded, signed, text
from simulator.report.provenance import provenance
from simulator.rollup.money.like_for_like import compared_range, costs_more
from simulator.rollup.stamp import Stamp

SHOWN = 12  # Of what is not the cheapest; the data has all.

_PLACES = {"cheapest": "the cheapest", "next": "the next", "now": "the farm as it is"}
WHOLE = "cost, whole units"
OTHER_YEAR = 5  # Prices that many years apart are not compared without a word.


def answer(found: Cheapest) -> str:
    """The winner, with what it costs, what it carries and what binds."""
    return f"Cheapest: {_told(found, found.winner)}."


def compared(found: Cheapest) -> Iterator[str]:
    """What counts as nothing because nobody stated its price, what keeps most choices out, and which disks are taken to
    be as large as the present ones, a sentence each."""
    told = {_PLACES[place]: offer.farm for place, offer in places(found) if offer.farm is not None}
    yield from filter(None, (unpriced_origin(told), left_out(found), disks_taken(found)))


def left_out(found: Cheapest) -> str:
    """That most choices could not be compared, for who reads the first lines only; "" where most could."""
    count = found.counts.get(IMPOSSIBLE, 0)
    if 2 * count <= found.choices:
        return ""
    why = _mostly(found, IMPOSSIBLE)
    return f"Most of the catalogue is not in this: {count:,} of {found.choices:,} choices are impossible{why}."


def disks_taken(found: Cheapest) -> str:
    """Where the size of disks comes from that the catalogue does not state; "" where no choice needs it."""
    if found.disk_size is None or not found.disks_taken:
        return ""
    ranked = (("the cheapest", found.winner), ("the next", found.runner_up))
    told = [place for place, offer in ranked if offer is not None and offer.disk_size is not None]
    among = f", {' and '.join(told)} among them," if told else ""
    return (
        f"For {found.disks_taken:,} choices{among} the catalogue states no size of disks: each disk of theirs counts"
        f" as one of {format_quantity(found.disk_size, SIZE)}, as `server.disks.size` of the scenario has it, at the"
        " catalogue's price."
    )


def against(found: Cheapest) -> str:
    """The runner-up and the present farm against the winner."""
    own = found.present == found.winner
    sentences = [*(["The cheapest one is the farm of the scenario as it is."] if own else []), _runner_up(found)]
    if found.present is not None and not own:
        sentences.append(f"The farm as the scenario has it: {_told(found, found.present)}; {_saved(found)}.")
    if found.present is not None and found.present.farm is not None:
        sentences.append(f"As it is: {bought(found.present.farm)}")
    return " ".join(sentences)


def ruled_out(found: Cheapest) -> Iterator[str]:
    """What was pruned, by reason, and what is not known."""
    searched = f"{found.simulated} of them {'solved by theory' if found.at_once else 'simulated'}"
    yield (
        f"{found.candidates:,} candidates: {found.choices:,} servers with their upgrades, {found.servers:,} of them"
        f" different to clients, in units of several sizes; {searched}."
    )
    for kind, count in found.counts.items():
        yield f"Not the cheapest, {kind}: {count:,}{_mostly(found, kind)}."
    for one in found.unanswered:
        least = f"{plain(one.bound)} {found.winner.whole.unit}"
        yield f"Not known: {one.name}, which costs at least {least}: {one.reason}."
    by_reason: dict[str, list[str]] = {}
    for each in found.not_considered:
        by_reason.setdefault(each.reason, []).append(each.name)
    for reason, names in by_reason.items():
        yield f"Not considered: {', '.join(names)}: {reason}."


def _mostly(found: Cheapest, kind: str) -> str:
    """The reason that most choices have which cannot be; "" for those that only cost more."""
    if kind != IMPOSSIBLE:
        return ""
    (why, count), *_ = Counter(each.why for each in found.pruned if each.kind == kind).most_common(1)
    return f", {count:,} of them because {why}"


def notes(found: Cheapest) -> Iterator[str]:
    """How to read the figures."""
    apart = "bandwidth apart" if found.pay_alike else f"{WITH_BANDWIDTH}, for some candidates pay egress instead"
    yield (
        f"Costs are those of whole units, all month, {apart}; prices are assumptions, and `sensitivity` says"
        " how much they move the answer. Pruned by theory is what would be dearer even if it carried all that the"
        " bottleneck law lets it carry, and 2 % more."
    )
    years = sorted({year for offer in _offers(found) for year in offer.years if abs(year - found.year) > OTHER_YEAR})
    if years:
        yield f"The upgrades have prices of {' and '.join(map(str, years))}, the bill those of {found.year}."
    held = on_disks(found.winner.farm.scenario) if found.winner.farm is not None else ""
    if held:
        yield f"{held} `web_server.disk_cache` and an origin are for servers that hold a part of it."
    if found.at_once:
        yield "By theory, which knows no percentiles: a target of response times is not judged."


def _saved(found: Cheapest) -> str:
    """What the present farm costs more than the winner, with the digits that their prices leave."""
    present, winner = surely(found.present, "present farm"), found.winner
    more, unit = present.whole.value - winner.whole.value, winner.whole.unit
    if present.farm is None or winner.farm is None:
        return f"{plain(more)} {unit} more"
    return f"{rounded(more, costs_more(present.farm, winner.farm).uncertainty)} {unit} more"


def _told(found: Cheapest, offer: Offer) -> str:
    """A farm in a clause."""
    carries = text(offer.server_mbps)
    limit = f"{offer.binding} ({offer.limit})" if offer.limit else offer.binding
    units = counted(offer.whole_units.value, "unit")
    farm = f"{offer.name}, in {units} of {counted(offer.nodes, 'server')}, at {_cost(found, offer)}"
    return f"{farm}; a server carries {carries}, limited by the {limit}, and the farm {text(offer.supports)}"


def _cost(found: Cheapest, offer: Offer) -> str:
    """USD a month, to the digits that the ranges of its prices leave."""
    over = compared_range(offer.farm, found.pay_alike) if offer.farm else None
    with_it = "" if found.pay_alike else f" {WITH_BANDWIDTH}"
    if over is None or not over.resting_on:
        return f"{text(offer.whole)}{with_it}"
    return f"{ranged(over.low, offer.whole.value, over.high, offer.whole.half_width)[1]} {offer.whole.unit}{with_it}"


def _runner_up(found: Cheapest) -> str:
    if found.runner_up is None:
        return "No other server of the catalogue is an alternative that meets the targets."
    exact = _more(surely(found.exact_difference, "difference"), "counted in exact units")
    whole = _more(surely(found.difference, "difference"), "in whole units")
    told = f"Next: {_told(found, found.runner_up)}; {whole}, {exact}."
    if not found.told_apart:
        told += " The two cannot be told apart by their cost: their intervals overlap, or they cost the same."
    return told


def _more(difference: Estimate, counted_how: str) -> str:
    """What the runner-up costs more."""
    if resolved(difference):
        return f"{signed(difference)} {difference.unit} {counted_how}"
    return f"the difference {counted_how} is not resolved"


def _offers(found: Cheapest) -> tuple[Offer, ...]:
    return tuple(offer for offer in (found.winner, found.runner_up, found.present) if offer is not None)


def places(found: Cheapest) -> Iterator[tuple[str, Offer]]:
    """The farms that are told, each with its place."""
    yield "cheapest", found.winner
    if found.runner_up is not None:
        yield "next", found.runner_up
    if found.present is not None and found.present not in (found.winner, found.runner_up):
        yield "now", found.present


def cheapest_report(name: str, found: Cheapest, stamp: Stamp, samples: int) -> Report:
    """The report of a search; `name` is the scenario's."""
    blocks: list[Block] = [
        Heading(f"{name}: the cheapest farm", 1),
        Heading("The answer", 2),
        Text(answer(found), lead=True),
        _cards(found),
        *(Text(said) for said in (*compared(found), against(found))),
        offers(found),
        Heading("What is not the cheapest, and why", 2),
        *(Text(line) for line in ruled_out(found)),
        _pruned_table(found),
        *(Text(note) for note in notes(found)),
    ]
    how = f"{found.simulated} servers searched, {samples} replications each" if samples else "by theory"
    return Report((*blocks, *provenance(stamp, how, found.winner.server_mbps.confidence)), stamp.day, stamp.origin)


def _cards(found: Cheapest) -> KeyFigures:
    winner = found.winner
    return KeyFigures(
        (
            KeyFigure("Cost a month", winner.whole, f"whole units{'' if found.pay_alike else f', {WITH_BANDWIDTH}'}"),
            KeyFigure("Units", winner.whole_units, f"of {winner.nodes} servers"),
            KeyFigure("One server carries", winner.server_mbps),
            KeyFigure("Headroom", winner.supports, "with the spares gone"),
            KeyFigure("Binds there", winner.binding, winner.limit),
        )
    )


def offers(found: Cheapest) -> Table:
    """The farms that are told, each with its place."""
    unit, with_it = found.winner.whole.unit, "" if found.pay_alike else f", {WITH_BANDWIDTH}"
    columns = (
        Column(""),
        Column("server"),
        Column("units", numeric=True),
        Column("of", numeric=True),
        Column("servers", numeric=True),
        Column("a server carries", "Mbps", numeric=True),
        Column("the farm carries", "x the demand", numeric=True),
        Column(f"{WHOLE}{with_it}", unit, numeric=True),
        Column(f"cost, exact units{with_it}", unit, numeric=True),
        Column("binds"),
    )
    rows = tuple(
        (
            place, each.name, each.whole_units.times(1.0, ""), each.nodes, each.servers.times(1.0, ""),
            each.server_mbps, each.supports, each.whole, each.exact, each.binding,
        )
        for place, each in places(found)
    )  # fmt: skip
    return Table("Farms that carry the demand", columns, rows)


def _pruned_table(found: Cheapest) -> Table:
    """Those that might have been cheapest longest, first."""
    columns = (Column("server"), Column("reason"), Column("why"))
    ordered = sorted(found.pruned, key=lambda each: (each.bound is None, each.bound or 0.0, each.name))
    rows = tuple((each.name, each.kind, each.why) for each in ordered[:SHOWN])
    more = f", the {SHOWN} that came nearest of {len(ordered):,}" if len(ordered) > SHOWN else ""
    return Table(f"Not the cheapest{more}", columns, rows)


def cheapest_blocks(found: Cheapest) -> list[Block]:
    """The winner, the runner-up, the present farm, what was pruned and why."""
    table = offers(found)
    whole = WHOLE if found.pay_alike else f"{WHOLE}, {WITH_BANDWIDTH}"
    short = ("", "server", "units", "of", "a server carries", "the farm carries", whole, "binds")
    return [
        Text(answer(found), lead=True),
        *(Text(said) for said in (*compared(found), against(found))),
        table.only(*short),
        *(Text(line, aside=True) for line in (*ruled_out(found), *notes(found))),
    ]
