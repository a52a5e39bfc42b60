"""A day of a farm as data: what `daily --json` writes, the same figures that its sentences and tables show."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from simulator.daily.day import DayResult
from simulator.daily.figures import UNITS, MissedTarget
from simulator.daily.live_load import LiveLoad
from simulator.daily.target_violations import VerdictBasis, VerdictPart, ViolationSpell
from simulator.daily.windows import MINUTE, SimulatedWindow
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable
from simulator.failover.time_course import TimeCourse
from simulator.farm.stamp import Stamp
from simulator.output.blocks import Block, Report
from simulator.output.figure import figure_data
from simulator.output.sections import terminal_blocks
from simulator.studies.daily.document import SECTIONS, day_report
from simulator.studies.result import Result
from simulator.targets import LABELS


@dataclass(frozen=True, repr=False, eq=False)
class DailyResult(Result):
    """A day of the farm by its hours, with what happens on it."""

    day: DayResult
    stamp: Stamp

    @property
    def met(self) -> bool:
        return bool(self.day.met)

    @property
    def outside_minutes(self) -> float | None:
        """Minutes of the day outside the targets; None where none is that was judged, and some were not."""
        return _value(self.day.judged.known_minutes)

    @property
    def outside_minutes_spares_down(self) -> float | None:
        """The same with the spares down; None where there are none, or as above."""
        return None if self.day.spares_down is None else _value(self.day.spares_down.known_minutes)

    def to_dict(self) -> dict[str, object]:
        return day_data(self.day)

    def blocks(self) -> list[Block]:
        return terminal_blocks(SECTIONS, self.day)

    def report(self) -> Report:
        return day_report(self.day, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.day.scenario.name, "outside_minutes": self.outside_minutes, "met": self.day.met}


def _value(minutes: Estimate | Unavailable) -> float | None:
    return None if isinstance(minutes, Unavailable) else minutes.value


def day_data(day_result: DayResult) -> dict[str, object]:
    """The load, when the day is outside its targets and by what each part of it is judged, the courses over the day,
    the windows that were simulated with how far off the loads are there, and the week."""
    return {
        "scenario": day_result.scenario.name,
        "load": {"requests_of_a_server": day_result.load.requests, "how": day_result.load.how},
        "nodes_in_one_world": day_result.served.nodes,
        "replications": day_result.served.replications,
        "targets_met": day_result.met,
        "outside_minutes": figure_data(day_result.judged.known_minutes),
        "unknown_minutes": day_result.judged.unknown_minutes,
        "spares_down": _spares_down(day_result),
        "outside": [_spell(each) for each in day_result.judged.spells()],
        "judged": [_part(each) for each in day_result.judged.parts()],
        "requests_of_a_server": day_result.requests,
        **({"live": [_live(each) for each in day_result.live]} if day_result.live else {}),
        "windows": [_window(day_result, each) for each in day_result.windows],
        "week": [
            {
                "day": each.name,
                "largest_load": each.largest,
                "requests_of_a_server": each.requests,
                "outside_minutes": figure_data(each.outside),
                "outside": [_spell(spell) for spell in each.judged.spells()],
            }
            for each in day_result.week
        ],
        "over_the_day": {
            "time": [float(each) for each in day_result.time],
            "load": [float(each) for each in day_result.rates(day_result.time)],
            "courses": [_course(each) for each in day_result.courses],
        },
    }


def _live(load: LiveLoad) -> dict[str, object]:
    """A live start on a server."""
    return {
        "at": load.start.at,
        "viewers": figure_data(exact(load.viewers, "viewers")),
        "joining": figure_data(exact(load.joining, "/s")),
        "buffer": figure_data(exact(load.viewing.buffer, "s")),
        "watching": figure_data(exact(load.watching_mbps, "Mbps")),
        "filling": figure_data(exact(load.filling_mbps, "Mbps")),
        "times": load.times,
    }


def _spares_down(day_result: DayResult) -> dict[str, object] | None:
    """The day with the spares down, by its load; None where there are none."""
    judged = day_result.spares_down
    if judged is None:
        return None
    return {
        "requests_of_a_server_at_the_peak": day_result.peak_spares_down,
        "targets_met": judged.met,
        "outside_minutes": figure_data(judged.known_minutes),
        "unknown_minutes": judged.unknown_minutes,
        "outside": [_spell(each) for each in judged.spells()],
    }


def _part(part: VerdictPart) -> dict[str, object]:
    """A part of the day that is judged in one way, and when it is outside the targets."""
    return {
        "from": part.begins,
        "to": part.ends,
        "by": part.by,
        "outside": [_spell(each) for each in part.outside],
    }


def _spell(each: ViolationSpell) -> dict[str, object]:
    return {
        "from": each.begins,
        "to": each.ends,
        "by": each.by,
        "outside_minutes": figure_data(each.minutes),
        **_missed(each.missed),
    }


def _missed(missed: MissedTarget | None) -> dict[str, object]:
    """The target that is missed and the limit behind it, or what is limited, where no resource is: none is null."""
    if missed is None:
        return {"missed": None, "limit": None}
    return {"missed": missed.target, "limit": missed.limit or LABELS[missed.target]}


def _missed_in(day_result: DayResult, window: SimulatedWindow) -> MissedTarget | None:
    """What is missed longest in all of a window: as simulated, or else in what of it is judged by its load."""
    spells = day_result.judged.spells(window.asked.begins, window.until)
    by_day = max(spells, key=lambda each: each.minutes.value).missed if spells else None
    return window.missed or by_day


def _window(day_result: DayResult, each: SimulatedWindow) -> dict[str, object]:
    parts = day_result.judged.parts(each.asked.begins, each.until)
    return {
        "name": each.asked.name,
        "happens": each.asked.happens,
        "from": each.asked.begins,
        "to": each.ends,
        "asked_to": each.asked.ends,
        "outside_minutes": figure_data(each.known_outside),
        "unknown_minutes": sum(part.ends - part.begins for part in parts if part.by is VerdictBasis.NOTHING) / MINUTE,
        "outside_minutes_by_method": each.by_curve_outside,
        "judged": [_part(part) for part in parts],
        **_missed(_missed_in(day_result, each)),
        "figures": {
            name: {
                "full": figure_data(each.full[name]),
                "by_method": _known(each.by_curve[name]),
                "off": _off(each, name),
            }
            for name in UNITS
        },
    }


def _off(each: SimulatedWindow, name: str) -> dict[str, object] | None:
    off = each.off(name)
    return None if off is None else figure_data(off)


def _known(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _course(course: TimeCourse) -> dict[str, object]:
    values, half_widths = ([_known(float(each)) for each in one] for one in (course.value, course.half_width))
    return {"name": course.name, "unit": course.unit, "value": values, "half_width": half_widths}
