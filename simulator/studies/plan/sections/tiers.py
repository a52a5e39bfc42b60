"""The servers of other tiers: how many are bought, how busy the demand keeps them, and how few would do."""

from collections.abc import Iterable
from dataclasses import replace

from models.quantities.formatting import listed
from simulator.experiment.verdicts import Verdict
from simulator.farm.outcome import Outcome
from simulator.farm.tiers import TierServers
from simulator.messages.farm_notes import tier_notes
from simulator.messages.numbers import plain_number
from simulator.messages.plan import tiers, titles
from simulator.messages.sentences import measured_against_target, verdict_text
from simulator.messages.tier_failure import NO_SPARES, rollouts, used_most
from simulator.output.blocks import Block, Cell, Column, Table, Text


def section(outcome: Outcome) -> list[Block]:
    """A table of the tiers; nothing without any, or without a demand."""
    sizing = outcome.sizing
    if sizing is None or not sizing.tiers:
        return []
    reserve = " and its reserve" if sizing.reserve else ""
    columns = (
        Column("tier"), Column("server"), Column("to a unit", numeric=True), Column("in the farm", numeric=True),
        Column("in use, %", numeric=True), Column(tiers.fewest(reserve), numeric=True),
    )  # fmt: skip
    target = outcome.scenario.targets.utilisation
    return [
        Table(titles.TIERS, columns, tuple(_row(each) for each in sizing.tiers)),
        Text(tiers.how_to_read(reserve, target)),
        *notes(outcome),
        *_caches(outcome),
        *_down(outcome),
    ]


def notes(outcome: Outcome) -> list[Block]:
    """What else one must know of the tiers."""
    return [*map(Text, tier_notes(outcome).splitlines())]


def caches(outcome: Outcome) -> list[Block]:
    """A sentence for each cache, as a terminal has it."""
    sizing = outcome.sizing
    return (
        [Text(tiers.cache_sentence(each.tier.name, each.cache)) for each in sizing.tiers if each.cache]
        if sizing
        else []
    )


def _caches(outcome: Outcome) -> list[Block]:
    """How the caches among the tiers work at the demand; nothing without any."""
    found = [each for each in outcome.sizing.tiers if each.cache] if outcome.sizing else []
    if not found:
        return []
    columns = (Column("cache"), *(Column(name, numeric=True) for name in tiers.CACHE_COLUMNS))
    rows = tuple((each.tier.name, *tiers.cache_cells(each.cache)) for each in found if each.cache)
    return [Table(titles.CACHES, columns, rows)]


def _down(outcome: Outcome) -> list[Block]:
    """Each tier with one of its servers down, or a zone, beside the spares of the unit; what is not looked at where
    units have no spares."""
    said: list[Block] = [Text(told) for told in rollouts(outcome.scenario, outcome.tiers_down)]
    downs = [each for each in outcome.tiers_down if not each.rollout]
    if not downs:
        return [*said, Text(NO_SPARES)]
    of = tiers.ZONE_DOWN if outcome.scenario.unit.spare_zones else tiers.DOWN
    columns = (
        Column(of), Column("left in a unit", numeric=True),
        Column("in use, %", numeric=True), Column("enough in a unit", numeric=True), Column("targets"),
    )  # fmt: skip
    rows = tuple(
        (
            each.tier,
            plain_number(each.left),
            tiers.NONE_LEFT if each.used is None else f"{each.used:.3g}" if each.at == each.tier else used_most(each),
            plain_number(each.enough),
            _judged(each.verdicts),
        )
        for each in downs
    )
    return [Table(titles.TIERS_DOWN, columns, rows), *said]


def _judged(verdicts: Iterable[Verdict]) -> str:
    """The targets that are not met, each with what was measured; those whose figures nobody knows by their names."""
    missed = [f"{_word(each)}: {measured_against_target(each)}" for each in verdicts if each.met is False]
    unknown = [each.name for each in verdicts if each.met is None]
    return "; ".join((*missed, *([tiers.not_known(listed(unknown))] if unknown else []))) or tiers.ALL_MET


def _word(verdict: Verdict) -> str:
    return verdict_text(replace(verdict, state=""))


def _row(each: TierServers) -> tuple[Cell, ...]:
    tier = each.tier
    in_farm = plain_number(each.servers.whole.value)
    return (
        tier.name,
        tier.server.name,
        plain_number(each.a_unit),
        in_farm,
        f"{each.in_use:.3g}",
        "none are enough" if each.fewest is None else plain_number(each.fewest),
    )
