"""Which times and speeds a server would meet whose targets no load meets: what is written instead.

The load at which a search gives up brings few responses, and one replication of it says little of what others meet. So
the server is looked at again, at a load that brings more of them. What its slowest replication measures there, all of
them meet. Where times grow from there on, that need not tell a largest load: a hair above the shortest time, chance
decides whether a server carries a tenth of the load or a third. Then a little more is asked for, until a search says
what is carried.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from statistics import fmean, median, stdev
from typing import NamedTuple

from simulator.errors import NoLoad, NotConverged, surely
from simulator.measure.estimate import from_replications
from simulator.measure.precision import FIRST_REPLICATIONS
from simulator.measure.progress import Progress, grow
from simulator.measure.search import TENTH, Crossing, Trial
from simulator.measure.strain import measured
from simulator.sizing.loaded_server import FINELY, LoadedServer
from simulator.sizing.replications_searched import NotTold, search
from simulator.targets import (
    AT_LEAST,
    PERCENTILES,
    Nearest,
    Target,
    Wanted,
    can_be_asked,
    loosely,
    remedy,
    strain_of,
    written_to,
)

# A way to search the replications of a server from a load on: what each finds, or that no load meets the targets.
Search = Callable[[LoadedServer, float, Executor, Progress], list[Crossing] | NoLoad]
OF_TIME = frozenset({*PERCENTILES, Target.SPEED})
# Loads that are looked at, in times the expected one, up to the first that brings enough responses. The search tries
# the first of them too, before it says that no load meets the targets.
LOADS = (TENTH, 0.25)
# What is met at this load too, in times the expected one, by the share CLEAR, is met by a largest load that is told
# well: most responses come there. So many replications say so. Of a speed, a mean of everything that a percentile of
# the slowest varies ten times as much as, less is enough: see `_clearly`.
HALF, ENOUGH, CLEAR = 0.5, 2, 0.015
# Where it is not, what was found is loosened by so much, in turn, until a search tells a largest load, and then
# tightened up to a share CLOSE beyond what tells none.
LOOSER, CLOSE = (0.0, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64), 0.03


class _Looked(NamedTuple):
    """A replication at a load: its trial, and of every target what it measured and what is asked."""

    trial: Trial
    targets: Mapping[Target, tuple[float, float]]


def search_and_advise(
    server: LoadedServer, start: float, pool: Executor, progress: Progress
) -> list[Crossing] | NoLoad:
    """What each replication finds; or that no load meets the targets, and which time or speed is met instead, which may
    take longer to find. Raises what `search` raises, but for NoLoad."""
    try:
        return search(server, start, pool, progress)
    except NoLoad as error:
        return with_what_is_met(error, server, start, pool, progress)
    except NotTold as error:
        raise with_what_is_told(error, server, start, pool, progress) from None


def search_only(server: LoadedServer, start: float, pool: Executor, progress: Progress) -> list[Crossing] | NoLoad:
    """The same without what is met instead of a time or a speed, and without a guess at it."""
    try:
        return search(server, start, pool, progress)
    except NoLoad as error:
        return NoLoad(error.nearest, error.rate, instead={}) if error.target in OF_TIME else error


def with_what_is_met(
    error: NoLoad, server: LoadedServer, start: float, pool: Executor, progress: Progress = lambda: None
) -> NoLoad:
    """The same with what is met instead, where what is missed most is a time or a speed; else as it is.

    `start` is the load that was expected, in times that of the server.
    """
    looked = _enough(server, start, pool, progress) if error.target in OF_TIME else []
    if not looked:
        return error
    found = _instead(looked, error.nearest, server, start, pool, progress)
    of_time = [each.trial for each in looked if each.trial.nearest.target in OF_TIME]
    worst = max(of_time, key=lambda trial: trial.strain, default=None)
    if worst is None or worst.strain <= 1.0:  # Another replication missed it.
        return NoLoad(error.nearest, error.rate, instead=found)
    return NoLoad(worst.nearest, fmean(each.trial.asked_for for each in looked), instead=found)


def with_what_is_told(
    error: NotTold, server: LoadedServer, start: float, pool: Executor, progress: Progress = lambda: None
) -> NotConverged:
    """The same with a time or a speed at which a largest load is told, where one decides that is just met or not, as
    chance has it; as it is where more is asked than replications mostly tell. `start` as above.

    It takes no longer than the replications that were left out.
    """
    if error.nearest.target not in OF_TIME or server.run.precision < FINELY:
        return error
    looked = _enough(server, start, pool, progress)
    found = _instead(looked, error.nearest, server, start, pool, progress, surely=True) if looked else {}
    return NotConverged(f"{error}; or {remedy(error.nearest, found)}") if found else error


def _instead(
    looked: Sequence[_Looked],
    nearest: Nearest,
    server: LoadedServer,
    start: float,
    pool: Executor,
    progress: Progress,
    surely: bool = False,
) -> dict[Target, float]:
    """What is met in place of what is missed, or nearest to it. surely: whether what replications at half the load meet
    clearly is searched as well."""
    found = _met_by_all(looked, nearest, server.run.confidence)
    if not found:
        return {}
    clear = _clear_at(server, HALF * start, looked, found, pool, progress)
    if clear and (not surely or _tells(server, start, clear, pool, progress)):
        return clear
    return _told(server, start, found, _spread(looked, found), pool, progress)


def _enough(server: LoadedServer, start: float, pool: Executor, progress: Progress) -> list[_Looked]:
    """The first replications at the lowest load that brings enough responses to judge; none where none of LOADS
    does."""
    count = min(server.run.replications or FIRST_REPLICATIONS, FIRST_REPLICATIONS)
    for share in LOADS:
        try:
            return _look(server, share * start, count, pool, progress)
        except NotConverged:
            continue
    return []


def _look(server: LoadedServer, load: float, count: int, pool: Executor, progress: Progress) -> list[_Looked]:
    """The first replications at a load. Raises NotConverged where it brings too few responses."""
    grow(progress, count)

    def one(replication: int) -> _Looked:
        trial = server.trial(load, replication)
        progress()
        tally = surely(trial.tally, "tally")
        return _Looked(trial, measured(server.steady(load, tally), tally, server.asked))

    return list(pool.map(one, range(count)))


def _met_by_all(looked: Sequence[_Looked], nearest: Nearest, confidence: float) -> dict[Target, float]:
    """By target that is missed, what the worst replication measured, of times and speeds loosened by their standard
    deviation, for there are other replications; nothing where one of them is none that can be written.

    The one that is known to be missed, `nearest`, is loosened even where these replications meet it.
    """
    found = {}
    for target, (_, asked) in looked[0].targets.items():
        each = [one.targets[target][0] for one in looked]
        worst = min(each) if target in AT_LEAST else max(each)
        # That a few requests seem to pile up in one of them, or are lost there, may be chance.
        judging = worst if target in OF_TIME else median(each)
        met = _by(target, worst, stdev(each) / worst if target in OF_TIME else 0.0)
        if strain_of(target, judging, asked) > 1.0:
            found[target] = met
        elif target is nearest.target:
            clearly = _clearly(target, looked, confidence) if target is Target.SPEED else CLOSE
            found[target] = met if strain_of(target, met, asked) > 1.0 else _by(target, asked, clearly)
    return found if all(can_be_asked(*each) for each in found.items()) else {}


def _spread(looked: Sequence[_Looked], found: Mapping[Target, float]) -> float:
    """How much looser what was found is than what the replications measured on average, a share; CLOSE at least."""
    means = {target: fmean(each.targets[target][0] for each in looked) for target in found if target in OF_TIME}
    return max(CLOSE, *(1.0 - strain_of(target, mean, found[target]) for target, mean in means.items()))


def _by(target: Target, value: float, share: float) -> float:
    """A value loosened by a share of it, as it is written."""
    loose = value / (1.0 + share) if target in AT_LEAST else value * (1.0 + share)
    return loosely(target, loose, written_to(target)) if 0.0 < loose < math.inf else loose


def _clear_at(
    server: LoadedServer,
    load: float,
    before: Sequence[_Looked],
    found: Mapping[Target, float],
    pool: Executor,
    progress: Progress,
) -> dict[Target, float]:
    """What was found, loosened to what replications at a load clearly meet; nothing where that is farther off than
    CLOSE. before: those that were looked at, of which it was found."""
    looked = _look(server, load, ENOUGH, pool, progress)
    clear = {}
    for target, value in found.items():
        each = [one.targets[target][0] for one in looked]
        worst = min(each) if target in AT_LEAST else max(each)
        apart = strain_of(target, worst, value) * (1.0 + _clearly(target, before, server.run.confidence)) - 1.0
        if apart > CLOSE:
            return {}
        clear[target] = _by(target, value, max(0.0, apart))
    return clear


def _clearly(target: Target, looked: Sequence[_Looked], confidence: float) -> float:
    """By which share what a few replications measure meets a target clearly: a speed by the half-width of its mean, for
    its largest load is told well where it has fallen by as much as chance moves it."""
    if target is not Target.SPEED:
        return CLEAR if target in OF_TIME else 0.0
    seen = from_replications([one.targets[target][0] for one in looked], confidence, "B/s")
    return min(CLEAR, seen.half_width / seen.value)


def _told(
    server: LoadedServer,
    start: float,
    found: Mapping[Target, float],
    spread: float,
    pool: Executor,
    progress: Progress,
) -> dict[Target, float]:
    """What was found, its times and speeds loosened or, by no more than their `spread`, tightened to about the least at
    which a search tells a largest load; nothing where none does."""

    def tells(share: float) -> bool:
        return _tells(server, start, _looser(found, share), pool, progress)

    missed = -spread
    for share in LOOSER:
        if tells(share):
            break
        missed = share
    else:
        return {}
    while 1.0 + share > (1.0 + CLOSE) * (1.0 + missed):
        middle = (share + missed) / 2.0
        share, missed = (middle, missed) if tells(middle) else (share, middle)
    return _looser(found, share)


def _tells(
    server: LoadedServer, start: float, found: Mapping[Target, float], pool: Executor, progress: Progress
) -> bool:
    """Whether a search tells a largest load where that is asked."""
    grow(progress, server.run.replications or FIRST_REPLICATIONS)
    try:
        search(replace(server, asked=_asking(server.asked, found)), start, pool, progress, True)
    except (NoLoad, NotConverged):
        return False
    return True


def _looser(found: Mapping[Target, float], share: float) -> dict[Target, float]:
    return {target: _by(target, value, share if target in OF_TIME else 0.0) for target, value in found.items()}


def _asking(asked: Wanted, found: Mapping[Target, float]) -> Wanted:
    """The targets with what was found in place of what was asked: their keys are the names of the fields."""
    return replace(asked, **{target.value: value for target, value in found.items()})
