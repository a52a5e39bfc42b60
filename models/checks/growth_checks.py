"""Checks of the months ahead: what grows, and what is had meanwhile."""

from collections.abc import Callable, Iterator

from models.messages import catalogue_files, months_ahead
from models.parts.demand import KINDS, amount_of
from models.parts.growth.growth import Pace
from models.parts.growth.history import VOLUME
from models.parts.hardware import Server
from models.parts.operating_system import OperatingSystem
from models.quantities.months import month_text, parse_month
from models.quantities.units import QuantityError
from models.reading.catalogue import is_known, names
from models.reading.finding import Finding
from models.reading.source_tree import Path
from models.scenario import FarmParts
from models.suggest import did_you_mean, nearest_names


def _something_grows(farm: FarmParts) -> Iterator[Finding]:
    if farm.growth is not None and farm.demand is None:
        yield Finding(("growth",), *months_ahead.NOTHING_GROWS, ("none",))


def _a_table_is_stated_like_the_demand(farm: FarmParts) -> Iterator[Finding]:
    if farm.growth is None or farm.demand is None:
        return
    way = farm.demand.way
    for place, row in enumerate(farm.growth.table):
        amounts = []
        for key in ("low", "demand", "high"):
            try:
                amounts.append(amount_of(getattr(row, key) or row.demand, way))
            except QuantityError as error:
                if getattr(row, key) is not None:
                    yield Finding(("growth", "table", place, key), error.message, error.remedy)
        if amounts != sorted(amounts):
            yield Finding(("growth", "table", place), *months_ahead.DEMAND_OUTSIDE_ITS_RANGE)


def _a_history_has_a_unit_of_the_demand(farm: FarmParts) -> Iterator[Finding]:
    if farm.growth is None or farm.growth.history is None or farm.demand is None:
        return
    history, way = farm.growth.history, farm.demand.way
    kind = KINDS[way]
    if history.unit not in kind.units:
        shown = ", ".join(kind.usual or kind.units)
        yield Finding(
            ("growth", "history", "unit"), *months_ahead.no_unit_of_demand(way, shown), tuple(kind.usual or kind.units)
        )
    if history.file is not None and (history.takes == VOLUME) != (way == "volume_a_day"):
        yield Finding(("growth", "history", "takes"), *months_ahead.not_forecast_from(way, history.takes))


def _an_order_arrives(farm: FarmParts) -> Iterator[Finding]:
    if farm.growth is None or farm.supply is None:
        return
    if farm.supply.delivery >= farm.growth.months:
        yield Finding(("supply", "delivery"), *months_ahead.no_order_arrives(farm.growth.months))


def _what_stands_has_begun(farm: FarmParts) -> Iterator[Finding]:
    if farm.growth is None or farm.supply is None:
        return
    start = parse_month(farm.growth.start)
    for place, each in enumerate(farm.supply.today):
        if each.bought is not None and parse_month(each.bought) > start:
            yield Finding(
                ("supply", "today", place, "bought"),
                *months_ahead.bought_after_start(farm.growth.start, month_text(start)),
                (month_text(start),),
            )


def _what_stands_is_in_the_catalogue(farm: FarmParts) -> Iterator[Finding]:
    for place, each in enumerate(farm.supply.today if farm.supply is not None else ()):
        for key, part in (("server", Server), ("operating_system", OperatingSystem)):
            name = getattr(each, key)
            if name is not None and not is_known(name, part.catalogue_folder):
                known = names(part.catalogue_folder)
                message = catalogue_files.not_in_catalogue(part.catalogue_folder.replace("_", " "))
                remedy, near = did_you_mean(name, known), nearest_names(name, known)
                yield Finding(("supply", "today", place, key), message, remedy, near)


def _events_lie_ahead(farm: FarmParts) -> Iterator[Finding]:
    if farm.growth is None:
        return
    first = parse_month(farm.growth.start)
    last = first + farm.growth.months - 1
    groups: list[tuple[Path, Pace]] = [(("growth",), farm.growth)]
    groups += [(("growth", "streams", place), each) for place, each in enumerate(farm.growth.streams)]
    for path, pace in groups:
        for place, event in enumerate(pace.events):
            if not first <= parse_month(event.month) <= last:
                yield Finding(
                    (*path, "events", place, "month"),
                    *months_ahead.event_outside_months(month_text(first), month_text(last)),
                    (month_text(first), month_text(last)),
                )


def _units_ahead_are_used_alike(farm: FarmParts) -> Iterator[Finding]:
    if farm.growth is not None and farm.dns is not None:
        yield Finding(("growth",), *months_ahead.UNEVEN_USE_UNKNOWN, ("none", {"dns": "none"}))


GROWTH_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _something_grows,
    _a_table_is_stated_like_the_demand,
    _a_history_has_a_unit_of_the_demand,
    _an_order_arrives,
    _what_stands_has_begun,
    _what_stands_is_in_the_catalogue,
    _events_lie_ahead,
    _units_ahead_are_used_alike,
)
