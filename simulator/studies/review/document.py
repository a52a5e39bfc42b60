"""A farm that runs beside its model, as blocks: the verdict, the hours of the day, what it rests on."""

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

from models.quantities.formatting import significant
from models.quantities.instants import minute_text
from models.unit_pods import nodes_a_server
from simulator.experiment.estimate import exact
from simulator.experiment.results import Unavailable
from simulator.farm.misfit import Misfit
from simulator.farm.running_farm import FarmVerdict
from simulator.farm.stamp import Stamp
from simulator.messages import review as said
from simulator.messages.grow.when_to_buy import month_range_text
from simulator.messages.numbers import short_text
from simulator.messages.settings_to_write import raised_first
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Cell, Chart, Column, Report, Table, Text, Tone
from simulator.output.pictures import Line, Lines
from simulator.output.provenance import report_of_search
from simulator.output.sections import REPORT, Output, Section, blocks_for
from simulator.studies.review.answer import Review
from simulator.studies.review.tier_blocks import pods_table, tier_texts, uses_table
from simulator.telemetry.model_fit import HourFit
from simulator.telemetry.record_noise import MeasuredRange

PERCENT = 100.0
_STRETCH = 3  # Hours of a row on a terminal.
_TONES: dict[FarmVerdict, Tone] = {FarmVerdict.SHORT: "bad", FarmVerdict.ENOUGH: "good"}


def _answer(found: Review) -> list[Block]:
    peak = found.peak
    amount = peak.roughly(getattr(peak, peak.way))
    tone = _TONES.get(found.running.verdict, "neutral") if found.stands else "bad"
    return [Text(said.verdict(found.running, amount, found.stands), lead=True, tone=tone)]


def _reasons(found: Review) -> list[Block]:
    if not found.stands:
        return []
    server = found.running.farm.carried.requests
    told = [
        said.change(found.running),
        "" if found.last is None else said.held(found.running, found.last.ended),
        said.not_given_back(found.running),
        _until(found),
        said.bottleneck(found.bottleneck, node_word(found.scenario), short_text(server)),
    ]
    if found.raise_first is not None:
        told.append(raised_first(found.raise_first))
    if found.tiers_first is not None:
        told.append(said.tiers_first(found.tiers_first.servers, found.tiers_first.running, found.running))
    if found.upgrade is not None:
        farm = found.upgrade.farm
        servers = None if farm is None else farm.sizing.servers.whole.value
        told.append(said.upgrade_first(found.upgrade.name, servers))
    if found.instead is not None:
        told.append(said.other_server(found.running, found.instead))
    return [*map(Text, filter(None, told))]


def _until(found: Review) -> str:
    ahead = found.ahead
    if isinstance(ahead, Unavailable):
        return said.no_date(ahead.reason)
    when = ahead.reserve_gone
    likely = None if when.likely is None else ahead.month(when.likely)
    horizon = ahead.month(ahead.ahead.months - 1)
    return said.until(likely, month_range_text(ahead, when), horizon, ahead.ahead.forecast is not None)


def _model(found: Review) -> list[Block]:
    fit = found.fit
    told = [said.model_sentence(found.misfit, fit.work, fit.error, fit.described, bool(found.tiers))]
    if found.misfit is Misfit.REQUEST_CPU and fit.is_in_shares:
        told.append(said.CPU_SHARES)
    if fit.always is not None:
        told.append(said.cpu_always(fit.always.work, *fit.always.between, found.stands))
    off = [each for each in fit.misfits if each.cpu is not None and each.model is not None]
    above = [each.hour for each in off if (each.cpu or 0.0) > (each.model or 0.0)]
    told += said.misfits(above, [each.hour for each in off if each.hour not in above])
    if fit.response is not None and (fit.has_other_bytes or not fit.has_its_bytes):
        told.append(said.response_off(fit.response, fit.has_other_bytes))
    stated = found.scenario.server.threads
    if found.record.cores and found.record.cores != stated:
        told.append(said.cores_off(found.record.cores, stated))
    return [*map(Text, told)]


def hours_table(hours: Sequence[HourFit], stretch: int = 1) -> Table:
    """The hours of the day that were measured beside the model, so many in a row."""
    columns = (
        Column("hours UTC"), Column("demand", "req/s", numeric=True, short=True),
        Column("CPU", "%", numeric=True, short=True), Column("model", "%", numeric=True, short=True),
        Column("residual", "points", numeric=True, signed=True, short=True),
    )  # fmt: skip
    rows = []
    for first in range(0, 24, stretch):
        here = [each for each in hours if first <= each.hour < first + stretch]
        if here:
            rows.append((f"{first:02d}-{first + stretch:02d}", *_row(here)))
    return Table(said.BY_HOUR, columns, tuple(rows))


def _hours_chart(found: Review) -> list[Block]:
    """The CPU by the hour of the day, as measured and as the model has it; nothing where fewer than two are known."""
    known = [
        (each.hour, each.cpu, each.model) for each in found.fit.hours if each.cpu is not None and each.model is not None
    ]
    if len(known) < 2:
        return []
    hours, *shares = zip(*known, strict=True)
    exactly = (0.0,) * len(known)
    lines = tuple(
        Line(name, tuple(PERCENT * share for share in each), exactly)
        for name, each in zip((said.MEASURED_LINE, said.MODEL_LINE), shares, strict=True)
    )
    picture = Lines(tuple(map(float, hours)), said.HOURS_AXIS, lines, "CPU, %", dots=True)
    return [Chart(said.BY_HOUR, picture, said.HOURS_CHART)]


def _row(hours: Sequence[HourFit]) -> Iterator[Cell]:
    yield exact(float(f"{fmean(each.demand for each in hours):.3g}"), "req/s")
    known = [(each.cpu, each.model) for each in hours if each.cpu is not None and each.model is not None]
    if not known:
        yield from (None, None, None)
        return
    cpu, model = (PERCENT * fmean(values) for values in zip(*known, strict=True))
    yield from (exact(float(f"{value:.3g}"), unit) for value, unit in ((cpu, "%"), (model, "%")))
    yield exact(round(cpu - model, 1), "points")


def notes(found: Review) -> list[str]:
    """What the answer rests on."""
    record = found.record
    peak_at = minute_text(found.peak_at)
    told = [said.record_note(record.days, record.step, peak_at, record.left_out, len(record.at))]
    if found.scenario.unit.pods is not None:
        told.append(said.of_servers(nodes_a_server(found.scenario)))
    if found.measured and found.measured < found.running.servers and not record.whole:
        told.append(said.sampled_note(found.measured, found.running.servers))
    told += filter(None, [_precision(found)])
    told += [said.tolerance_note(found.running.tolerance)] if found.stands else []
    told += _memory(found)
    return [*told, *(f"{file}: {text}" for file, text in record.notes)]


def _memory(found: Review) -> list[str]:
    last = found.last
    return [] if last is None else [said.last_note(last.ended, last.verdict, last.servers, last.right)]


def _precision(found: Review) -> str:
    peak = _between(found.peak_between, found.peak.roughly)
    carries = _between(found.carries_between, _digits) if found.stands else ""
    work = _between(found.fit.work_between, _digits)
    return said.precision_note(peak, carries, work)


def _digits(value: float) -> str:
    return significant(value, 3)


def _between(ends: MeasuredRange | None, text: Callable[[float], str]) -> str:
    """The ends of an interval; "" where nobody knows them, and where they are told as one."""
    texts = dict.fromkeys(map(text, ends)) if ends is not None else {}
    return " to ".join(texts) if len(texts) > 1 else ""


SECTIONS: tuple[Section[Review], ...] = (
    Section("The answer", _answer),
    Section("", _reasons),
    Section(said.DOES_IT_DESCRIBE, _model),
    Section("", lambda found: [hours_table(found.fit.hours, _STRETCH)], Output.TERMINAL),
    Section("", _hours_chart, REPORT | Output.PAGE),
    Section("", lambda found: [hours_table(found.fit.hours)], ~Output.TERMINAL),
    Section("", lambda found: [*map(Text, tier_texts(found))]),
    Section("", lambda found: [pods_table(tier, _STRETCH) for tier in found.tiers], Output.TERMINAL),
    Section("", lambda found: [pods_table(tier) for tier in found.tiers], ~Output.TERMINAL),
    Section("", lambda found: [uses_table(tier) for tier in found.tiers if tier.uses]),
    Section("", lambda found: [Text(note, aside=True) for note in notes(found)]),
)


def review_report(review: Review, stamp: Stamp) -> Report:
    """The report, with title and stamp."""
    return report_of_search(said.title(review.scenario.name), blocks_for(SECTIONS, review, Output.HTML),
                            review.running.farm, stamp)  # fmt: skip
