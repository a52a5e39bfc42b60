"""What reads lines of one shape."""

from collections.abc import Callable
from dataclasses import dataclass

from simulator.extras import polars as pl
from simulator.traffic.reading.time_units import TimePlace


@dataclass(frozen=True)
class LineReader:
    """name: of the format; read: lines -> rows of SCHEMA with `fault`; places: where times taken stand, of which
    `place` is the number; carried: whether something unknown stands before the lines; ends: the pattern whose `rest`
    shows numbers of which any may be the time; keys: the names that the lines have for what they tell, where a size, or
    a time taken, is under none that is known: shown with `lacks`."""

    name: str
    read: Callable[[pl.Series], pl.DataFrame]
    places: tuple[TimePlace, ...] = ()
    carried: bool = False
    ends: str | None = None
    lacks: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
