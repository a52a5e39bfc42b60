"""The servers of other tiers: how many are bought, how busy the demand keeps them, and how few would do."""

from dataclasses import replace

from simulator.experiment.verdicts import Verdict
from simulator.farm.outcome import Outcome
from simulator.farm.tiers import TierServers
from simulator.messages.numbers import plain_number
from simulator.messages.sentences import measured_against_target, verdict_text
from simulator.messages.tier_failure import NO_SPARES
from simulator.output.blocks import Block, Cell, Column, Table, Text


def section(outcome: Outcome) -> list[Block]:
    """A table of the tiers; nothing without any, or without a demand."""
    sizing = outcome.sizing
    if sizing is None or not sizing.tiers:
        return []
    reserve = " and its reserve" if sizing.reserve else ""
    columns = (
        Column("tier"), Column("server"), Column("to a unit", numeric=True), Column("in the farm", numeric=True),
        Column("in use, %", numeric=True), Column(f"fewest for the demand{reserve}", numeric=True),
    )  # fmt: skip
    target = outcome.scenario.targets.utilisation
    allowed = f"up to the target, {plain_number(100.0 * target)} %" if target is not None else "all of them in use"
    rest = (
        "By the utilisation law, at the demand with all servers up. What is in use is that of the processors, the disks"
        f" and the network cards which is used most. The fewest are those that do the work of the demand{reserve},"
        f" {allowed}, in units as they come or not; whether connections and response times"
        " hold with them, a plan with that many tells."
    )
    return [
        Table("Servers of other tiers", columns, tuple(_row(each) for each in sizing.tiers)),
        Text(rest),
        *_down(outcome),
    ]


def _down(outcome: Outcome) -> list[Block]:
    """Each tier with one of its servers down, beside the spares of the unit; what is not looked at where units have no
    spares."""
    if not outcome.tiers_down:
        return [Text(NO_SPARES)]
    columns = (
        Column("one server down of"), Column("left in a unit", numeric=True),
        Column("in use, %", numeric=True), Column("enough in a unit", numeric=True), Column("targets"),
    )  # fmt: skip
    rows = tuple(
        (
            each.tier,
            plain_number(each.left),
            "none is left" if each.used is None else f"{each.used:.3g}",
            plain_number(each.enough),
            "; ".join(f"{_word(verdict)}: {measured_against_target(verdict)}" for verdict in each.verdicts),
        )
        for each in outcome.tiers_down
    )
    return [Table("Tiers with one of their servers down beside the spares", columns, rows)]


def _word(verdict: Verdict) -> str:
    return verdict_text(replace(verdict, state=""))


def _row(each: TierServers) -> tuple[Cell, ...]:
    tier = each.tier
    in_farm = plain_number(each.servers.whole.value)
    return (
        tier.name,
        tier.server.name,
        plain_number(tier.servers),
        in_farm,
        f"{each.in_use:.3g}",
        "none are enough" if each.fewest is None else plain_number(each.fewest),
    )
