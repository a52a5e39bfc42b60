"""A day of a farm as data: what `daily --json` writes, the same figures that its sentences and tables show."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from simulator.daily.figures import UNITS, MissedTarget
from simulator.daily.follow import DayFollowed
from simulator.daily.judged import JudgedBy, JudgedPart, OutsideSpell
from simulator.daily.windows import MINUTE, Window
from simulator.questions.daily.document import day_on_terminal, day_report
from simulator.questions.result import Result
from simulator.report.blocks import Block, Report
from simulator.report.figure import figure
from simulator.rollup.stamp import Stamp
from simulator.survival.over_time import Course
from simulator.targets import LABELS


@dataclass(frozen=True, repr=False, eq=False)
class DailyResult(Result):
    """A day of the farm by its hours, with what happens on it."""

    day: DayFollowed
    stamp: Stamp

    @property
    def met(self) -> bool:
        return bool(self.day.met)

    @property
    def outside_minutes(self) -> float:
        """Minutes of the day outside the targets."""
        return self.day.outside.value

    def to_dict(self) -> dict[str, object]:
        return day_data(self.day)

    def blocks(self) -> list[Block]:
        return day_on_terminal(self.day)

    def report(self) -> Report:
        return day_report(self.day, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.day.scenario.name, "outside_minutes": self.outside_minutes, "met": self.day.met}


def day_data(found: DayFollowed) -> dict[str, object]:
    """The load, when the day is outside its targets and by what each part of it is judged, the courses over the day,
    the windows that were simulated with how far off the loads are there, and the week."""
    return {
        "scenario": found.scenario.name,
        "load": {"requests_of_a_server": found.load.requests, "how": found.load.how},
        "nodes_in_one_world": found.served.nodes,
        "replications": found.served.replications,
        "targets_met": found.met,
        "outside_minutes": figure(found.outside),
        "unknown_minutes": found.judged.unknown_minutes,
        "outside": [_spell(each) for each in found.judged.spells()],
        "judged": [_part(each) for each in found.judged.parts()],
        "requests_of_a_server": found.requests,
        "windows": [_window(found, each) for each in found.windows],
        "week": [
            {
                "day": each.name,
                "largest_load": each.largest,
                "requests_of_a_server": each.requests,
                "outside_minutes": figure(each.outside),
                "outside": [_spell(spell) for spell in each.judged.spells()],
            }
            for each in found.week
        ],
        "over_the_day": {
            "time": [float(each) for each in found.time],
            "load": [float(each) for each in found.rates(found.time)],
            "courses": [_course(each) for each in found.courses],
        },
    }


def _part(part: JudgedPart) -> dict[str, object]:
    """A part of the day that is judged in one way, and when it is outside the targets."""
    return {
        "from": part.begins,
        "to": part.ends,
        "by": part.by,
        "outside": [_spell(each) for each in part.outside],
    }


def _spell(each: OutsideSpell) -> dict[str, object]:
    return {
        "from": each.begins,
        "to": each.ends,
        "by": each.by,
        "outside_minutes": figure(each.minutes),
        **_missed(each.missed),
    }


def _missed(missed: MissedTarget | None) -> dict[str, object]:
    """The target that is missed and the limit behind it, or what is limited, where no resource is: none is null."""
    if missed is None:
        return {"missed": None, "limit": None}
    return {"missed": missed.target, "limit": missed.limit or LABELS[missed.target]}


def _missed_in(found: DayFollowed, window: Window) -> MissedTarget | None:
    """What is missed longest in all of a window: as simulated, or else in what of it is judged by its load."""
    spells = found.judged.spells(window.asked.begins, window.until)
    by_day = max(spells, key=lambda each: each.minutes.value).missed if spells else None
    return window.missed or by_day


def _window(found: DayFollowed, each: Window) -> dict[str, object]:
    parts = found.judged.parts(each.asked.begins, each.until)
    return {
        "name": each.asked.name,
        "happens": each.asked.happens,
        "from": each.asked.begins,
        "to": each.ends,
        "asked_to": each.asked.ends,
        "outside_minutes": figure(each.outside),
        "unknown_minutes": sum(part.ends - part.begins for part in parts if part.by is JudgedBy.NOTHING) / MINUTE,
        "outside_minutes_by_method": each.by_curve_outside,
        "judged": [_part(part) for part in parts],
        **_missed(_missed_in(found, each)),
        "figures": {
            name: {"full": figure(each.full[name]), "by_method": _known(each.by_curve[name]), "off": _off(each, name)}
            for name in UNITS
        },
    }


def _off(each: Window, name: str) -> dict[str, object] | None:
    off = each.off(name)
    return None if off is None else figure(off)


def _known(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _course(course: Course) -> dict[str, object]:
    values, half_widths = ([_known(float(each)) for each in one] for one in (course.value, course.half_width))
    return {"name": course.name, "unit": course.unit, "value": values, "half_width": half_widths}
