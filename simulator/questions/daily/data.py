"""A day as data: what `daily --json` writes."""

import numpy as np

from simulator.daily.figures import UNITS
from simulator.daily.follow import DayFollowed
from simulator.daily.windows import Window
from simulator.report.figure import figure
from simulator.survival.over_time import Course


def day_data(found: DayFollowed) -> dict[str, object]:
    """The load, the courses over the day, the windows in full with how far off the method is, and the week."""
    return {
        "scenario": found.scenario.name,
        "load": {"requests_of_a_server": found.load.requests, "how": found.load.how},
        "nodes_in_one_world": found.served.nodes,
        "replications": found.served.replications,
        "targets_met": found.met,
        "outside_minutes": figure(found.outside),
        "requests_of_a_server": found.requests,
        "windows": [_window(each) for each in found.windows],
        "week": [
            {
                "day": each.name,
                "largest_load": each.largest,
                "requests_of_a_server": each.requests,
                "outside_minutes": figure(each.outside),
            }
            for each in found.week
        ],
        "over_the_day": {
            "time": [float(each) for each in found.time],
            "load": [float(each) for each in found.rates(found.time)],
            "courses": [_course(each) for each in found.courses],
        },
    }


def _window(each: Window) -> dict[str, object]:
    target, limit = each.missed
    return {
        "name": each.asked.name,
        "happens": each.asked.happens,
        "from": each.asked.begins,
        "to": each.ends,
        "asked_to": each.asked.ends,
        "outside_minutes": figure(each.outside),
        "outside_minutes_by_method": each.by_curve_outside,
        "missed": target or None,
        "limit": limit or None,
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
