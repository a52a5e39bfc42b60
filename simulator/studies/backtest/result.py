"""An autoscaler on a record, as data: what `backtest --json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.parts.growth.scaling_policies import HOURS
from models.quantities.instants import minute_text
from simulator.experiment.estimate import exact
from simulator.farm.stamp import Stamp
from simulator.growth.hourly.missed_minutes import MINUTE
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Report
from simulator.output.figure import Data, figure_data
from simulator.output.sections import terminal_blocks
from simulator.studies.backtest.answer import AutoscalerTrial, FarmCourse
from simulator.studies.backtest.cold_cache import CacheFilling
from simulator.studies.backtest.document import SECTIONS, backtest_report, hour_data, notes, too_small
from simulator.studies.result import Result


@dataclass(frozen=True, repr=False, eq=False)
class BacktestResult(Result):
    """An autoscaler on a record: servers by the minute, money, minutes outside the targets; beside a fixed farm and the
    best schedule."""

    backtest: AutoscalerTrial
    stamp: Stamp

    @property
    def missed_minutes(self) -> float:
        """Minutes of the record in which a server likely misses a target."""
        return self.backtest.autoscaler.missed.minutes

    @property
    def met(self) -> bool:
        """Whether the autoscaler misses no minute."""
        return self.backtest.met

    @property
    def server_hours(self) -> float:
        """Server hours that the autoscaler takes in the record, or of pods pod hours."""
        return self.backtest.autoscaler.server_hours

    @property
    def cost_per_month(self) -> float:
        """Money a month of the farm under the autoscaler, without what leaves a cloud."""
        return self.backtest.autoscaler.cost

    @property
    def schedule(self) -> tuple[int, ...]:
        """The fewest servers by the hour of the day, midnight UTC first, that miss no minute of the record."""
        return self.backtest.schedule

    def to_dict(self) -> Data:
        return backtest_data(self.backtest)

    def blocks(self) -> list[Block]:
        return terminal_blocks(SECTIONS, self.backtest)

    def report(self) -> Report:
        return backtest_report(self.backtest, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {
            "scenario": self.backtest.scenario.name, "missed_minutes": self.missed_minutes,
            "server_hours": self.server_hours, "cost_per_month": self.cost_per_month,
        }  # fmt: skip


def backtest_data(found: AutoscalerTrial) -> Data:
    """Every figure of the answer."""
    course, node = found.autoscaler, node_word(found.scenario)
    money = f"{found.new.farm.cost.currency}/month"
    return {
        "scenario": found.scenario.name,
        "met": found.met,
        "limit_followed": found.limit,
        "carries_requests": _figure(found.carries, "/s"),
        "minutes": len(found.demand),
        "new_server": {
            "cold": found.scaling.cold,
            "warm_after_seconds": found.scaling.warm_after,
            "misses_targets_seconds": found.filling.unfit if isinstance(found.filling, CacheFilling) else 0.0,
            "worked_out": isinstance(found.filling, CacheFilling),
        },
        "currency": found.new.farm.cost.currency,
        "farms": {each.name: _course(each, money, node) for each in found.courses},
        "schedule": list(found.schedule),
        "too_small": [
            {
                "from": minute_text(found.begins + MINUTE * first),
                "to": minute_text(found.begins + MINUTE * (last + 1)),
                "needed": int(found.needed[first : last + 1].max()),
            }
            for first, last in too_small(found)
        ],
        "hours": [{"hour": f"{hour:02d}:00", **hour_data(found, hour)} for hour in range(HOURS)],
        "by_the_minute": {
            "begins": minute_text(found.begins),
            "demand": [float(value) for value in found.demand],
            "needed": [int(value) for value in found.needed],
            "serving": [float(value) for value in course.serving],
            "on": [float(value) for value in course.on],
        },
        "record": {
            "days": found.record.days,
            "step_seconds": found.record.step,
            "steps": len(found.record.at),
            "left_out": found.gaps,
            "cpu_measured": found.corrected,
        },
        "notes": notes(found),
    }


def _figure(value: float, unit: str) -> Data:
    return figure_data(exact(value, unit))


def _course(each: FarmCourse, money: str, node: str) -> Data:
    missed = each.missed
    return {
        f"{node}s_on_average": _figure(float(each.on.mean()), f"{node}s"),
        f"{node}s_at_most": _figure(float(each.on.max()), f"{node}s"),
        f"{node}_hours": _figure(each.server_hours, f"{node} hours"),
        "cost_per_month": _figure(each.cost, money),
        "minutes_missed": {"likely": missed.minutes, "low": missed.low, "high": missed.high},
        "minutes_simulated": missed.simulated,
        f"minutes_near_what_a_{node}_carries": missed.near,
    }
