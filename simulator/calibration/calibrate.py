"""Rows of a load test -> a server fitted to them, with what is known of its error. Read this first.

read_points   files -> operating points                        reading/read.py
checked       points that can be true; open or closed load     load_kind.py
content_of    the working set behind the cache              content/content.py
chosen        a fit through theory, with its mechanisms        mechanisms.py, fit.py, server.py
said          the rows as the model has them                   said.py
judged        rows left out, held back; pairs; patterns        held_back.py, judged.py
distances     how far it is off all of these                   distance.py
reach_of      how far it may be trusted                        reach.py
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simulator.brief import short_repr
from simulator.calibration.content.content import FittedContent, content_of
from simulator.calibration.distance import Distances, distances
from simulator.calibration.fit import ServerFit
from simulator.calibration.held_back import Unseen, held_back, left_out_in_turn, worst_error
from simulator.calibration.judged import (
    Driven,
    Pair,
    Pattern,
    content_alike,
    driven,
    pairs_alike,
    patterns,
    patterns_of_misses,
)
from simulator.calibration.load_kind import Loaded, checked, require_possible
from simulator.calibration.mechanisms import Chosen, chosen
from simulator.calibration.point import OperatingPoint
from simulator.calibration.reach import Reach, reach_of
from simulator.calibration.said import said
from simulator.calibration.server import Machine, Predicted
from simulator.calibration.simulated import WorkSpread, refined


@dataclass(frozen=True)
class Calibrated:
    """A server fitted to rows, and what is known of how far off that is.

    left_out: each row predicted from the others; held_back: the upper rows predicted from the lower ones; spread: what
    percentiles tell, or why they tell nothing; None where there are none. content: the same of the misses of a cache.
    told: each row as the model has it that is written out; off: how far that is off what was measured. notes: what was
    left out of the files and what was guessed of them, with their names.
    """

    loaded: Loaded
    chosen: Chosen
    left_out: tuple[Unseen, ...]
    held_back: tuple[Unseen, ...]
    alike: tuple[Pair, ...]
    patterns: tuple[Pattern, ...]
    driven: tuple[Driven, ...]
    reach: Reach
    spread: WorkSpread | str | None
    content: FittedContent | str | None
    told: tuple[Predicted, ...]
    off: Distances
    notes: tuple[str, ...] = ()

    __repr__ = short_repr

    @property
    def fit(self) -> ServerFit:
        """The fit to all rows."""
        return self.chosen.fit


def calibrate(
    points: Sequence[OperatingPoint],
    machine: Machine | None = None,
    think: float | None = None,
    hold_back: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Calibrated:
    """The server that rows tell of. Raises ScenarioError with everything that is wrong with them.

    machine: its hardware threads; where nobody says how many, those that a file names, else those that fit best.
    think: seconds of think time of a closed test, where somebody states them. hold_back: how many of the rows of most
    load are held back; None is three of ten.
    """
    loaded = checked(points, think)
    named = next((point.cores for point in points if point.cores is not None), None)
    if machine is None and named is not None:
        machine = Machine(named)
    require_possible(loaded, 1 if machine is None else machine.threads)
    found = chosen(loaded, machine)
    better, spread = refined(loaded, found.fit, progress)
    found = found._replace(fit=better)
    content = content_of(loaded, None if machine is None else machine.cache)
    told = said(found.fit, spread, loaded.points)
    unseen = held_back(loaded, machine, hold_back, progress)
    turns = left_out_in_turn(loaded, found.fit, spread)
    return Calibrated(
        loaded=loaded,
        chosen=found,
        left_out=turns,
        held_back=unseen,
        alike=(*pairs_alike(found.fit), *content_alike(content)),
        patterns=(*patterns(loaded, found.fit), *patterns_of_misses(loaded, content)),
        driven=driven(loaded.points),
        reach=reach_of(loaded, found.fit, worst_error(unseen), found.saturates),
        spread=spread,
        content=content,
        told=told,
        off=distances(loaded.points, told, unseen, len(found.fit.free)),
    )
