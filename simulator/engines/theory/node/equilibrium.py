"""The steady state of a node: delays and refusals that are those of the traffic that they let through.

What is turned away decides how busy places are, that decides how long they hold jobs up, and that decides what is
turned away: refusals are a fixed point. Where a place is offered more than it can do, what is limited must turn jobs
away until it can. Then how busy it is is found by bisection: the longer it holds jobs up, the more of them are turned
away, and the less it is offered.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from simulator.engines.theory.formulas.roots import find_root
from simulator.engines.theory.node.flows import NodeConditions
from simulator.engines.theory.node.node import BUSIEST, TheoryNode
from simulator.engines.theory.node.traffic import Traffic

# Rounds of repetition, the change of a refusal and of an ease at which it has settled, how many earlier rounds the next
# one is extrapolated from, and after how many of no avail they are forgotten.
_ROUNDS, _SETTLED, _CALM, _MEMORY, _FORGET = 200, 1e-7, 1e-5, 4, 16
# The busiest that a relieved place is looked for, 1 - exp(-_FULL), and the steps to it, from nowhere and from near it.
_FULL, _STEP, _NEAR = 18.0, 1.0, 0.05
# So many repetitions in a row may settle nowhere while a relieved place is looked for.
_UNSETTLED = 2


@dataclass(frozen=True)
class Equilibrium:
    """busy: by place, the share of it that the traffic uses; refused: by cause, the chance for the largest wish.

    full: the place that cannot do what it is offered although what is limited turns away all that it can, or "";
    relieved: the place that can do what it is offered only because something is turned away, or "", and the share of it
    that is idle; settled: whether all of this agrees.
    """

    node: TheoryNode
    traffic: Traffic
    met: NodeConditions
    busy: Mapping[str, float]
    refused: Mapping[str, float]
    full: str
    settled: bool
    relieved: str = ""
    idle: float = 1.0


# How closely the logarithm of a relieved place's idle share is found, first and in the end.
COARSE, FINE = 2e-2, 1e-4


def solve_equilibrium(
    node: TheoryNode, sessions: float, near: Equilibrium | None = None, closely: float = FINE
) -> Equilibrium:
    """The steady state of a node to which `sessions` sessions come a second; `near` is one that it may be close to.

    `closely` says how closely the idle share of a relieved place is found; with inf no place is relieved: one that is
    offered more than it can do is full.
    """
    return _Search(node, sessions, near, closely).run()


class _NotSettled(Exception):  # noqa: N818 - no error: nobody outside sees it
    """Refusals settle nowhere."""


class _Search:
    """`refused` is what the last repetition came to, from which the next one goes on."""

    def __init__(self, node: TheoryNode, sessions: float, near: Equilibrium | None, closely: float) -> None:
        self._node, self._sessions, self._near, self._closely = node, sessions, near, closely
        self._met = near.met if near else node.free()
        # What met these conditions, where it is known.
        known = near is None and not node.lines and node.unhindered.came == sessions
        self._flow = node.unhindered.flow if known else None
        self._refused = np.array([near.refused[cause] if near else 0.0 for cause in node.causes])
        self._steps = _Steps()

    def run(self) -> Equilibrium:
        offered = self._node.busy(self._node.unhindered.flow)
        busiest = max(offered, key=offered.__getitem__, default="")
        if not busiest or offered[busiest] < 1.0:
            found = self._settle({}, BUSIEST)
            busiest = max(found.busy, key=found.busy.__getitem__, default="")
            # Clients that try again may offer more than can be done where those who come first do not.
            if not busiest or found.busy[busiest] <= 1.0 + _SETTLED:
                return found
        if not math.isfinite(self._closely):
            self._round(self._refused, {}, BUSIEST)
            return self._found_so_far(busiest, settled=False)
        found = self._relieved(self._near.relieved if self._near and self._near.relieved else busiest)
        for _ in offered:  # What is turned away may relieve one place, and leave another one busier.
            busiest = max(found.busy, key=found.busy.__getitem__)
            if found.full or found.busy[busiest] <= found.busy[found.relieved] + _SETTLED:
                break
            found = self._relieved(busiest)
        return found

    def _relieved(self, place: str) -> Equilibrium:
        """The steady state of a node whose busiest place is as busy as what is limited lets it be.

        Where refusals settle nowhere, now too few and now too many, no more is said than that the place is full.
        """
        try:
            return self._sought(place)
        except _NotSettled:
            return self._over(place)

    def _sought(self, place: str) -> Equilibrium:
        unsettled: list[float] = []

        @cache
        def excess(x: float) -> float:
            busy = -math.expm1(-x)
            self._found = self._settle({place: busy}, busy)
            unsettled.append(x)
            if self._found.settled:
                unsettled.clear()
            if len(unsettled) > _UNSETTLED:
                raise _NotSettled
            return self._found.busy[place] - busy

        low, high, step = 0.0, _STEP, _STEP
        if self._near and self._near.relieved == place:
            step = _NEAR
            middle = -math.log(self._near.idle)
            low, high = max(0.0, middle - step), middle + step
            while low > 0.0 and excess(low) < 0.0:
                low, high = max(0.0, low - 4.0 * step), low
        while excess(high) > 0.0:
            low, high = high, high + step
            if high > _FULL:  # As busy as can be, or more than that.
                done = self._found.busy[place] <= 1.0 + _SETTLED
                return replace(self._found, relieved=place, idle=math.exp(-low)) if done else self._over(place)
        found = find_root(excess, low, high, xtol=self._closely, rtol=1e-9)
        over = [other for other, busy in self._found.busy.items() if other != place and busy > 1.0 + _SETTLED]
        return replace(self._found, full=over[0] if over else "", relieved=place, idle=math.exp(-found))

    def _over(self, place: str) -> Equilibrium:
        return replace(self._found, full=place)

    def _settle(self, fixed: Mapping[str, float], busiest: float) -> Equilibrium:
        """Repeats until refusals agree with what they let through, with the places in `fixed` as busy as stated and no
        other one busier than `busiest`."""
        now = self._refused
        self._steps.restart()
        for round_ in range(_ROUNDS):
            if round_ % _FORGET == _FORGET - 1:  # Steps taken far from here lead nowhere.
                self._steps = _Steps()
            left = self._round(now, fixed, busiest) - now
            # The first round is the first to know of any delays, which eases answer to in the second.
            if round_ and np.abs(left).max(initial=0.0) <= _SETTLED and self._calm:
                break
            now = np.clip(now + self._steps.after(now, left), 0.0, 1.0)
        self._refused = now
        return self._found_so_far("", settled=bool(np.abs(left).max(initial=0.0) <= _SETTLED and self._calm))

    def _found_so_far(self, full: str, settled: bool) -> Equilibrium:
        return Equilibrium(self._node, self._traffic, self._met, self._busy, self._met.refusals, full, settled)

    def _eased(self) -> dict[str | tuple[str, str], float]:
        """How much less is met behind every limit, as it was found last."""
        eases: dict[str | tuple[str, str], float] = dict(self._met.eases.items())
        return eases | dict(self._met.thinned.items())

    def _round(self, refused: np.ndarray, fixed: Mapping[str, float], busiest: float) -> np.ndarray:
        """How likely causes refuse what they let through if they refuse as in `refused`."""
        node, eases = self._node, self._eased()
        chances = dict(zip(node.causes, refused.tolist(), strict=True))
        # How much is done does not depend on how long it takes.
        through = self._flow
        if through is None or chances != self._met.refusals:
            through = node.traffic(self._sessions, replace(self._met, refusals=chances)).flow
        self._busy = node.busy(through)
        busy = {place: min(used, busiest) for place, used in self._busy.items()}
        busy.update(fixed)
        self._met = node.met(busy, chances, through)
        self._traffic = node.traffic(self._sessions, self._met)
        self._flow = self._traffic.flow
        self._calm = all(
            math.isclose(ease, eases.get(name, 1.0), abs_tol=_CALM) for name, ease in self._eased().items()
        )
        found = node.refused(self._traffic.flow, chances)
        return np.minimum([found[cause] for cause in node.causes], 1.0)


class _Steps:
    """Where to go on to in a repetition: to where what is left would vanish, on a plane through the last rounds.

    Anderson 1965 (Iterative Procedures for Nonlinear Integral Equations). Arrays: float64 (values,).
    """

    def __init__(self) -> None:
        self._before: tuple[np.ndarray, np.ndarray] | None = None
        self._moves: list[np.ndarray] = []
        self._changes: list[np.ndarray] = []

    def restart(self) -> None:
        """Begins to repeat something else, which is expected to answer to steps much like what was repeated before."""
        self._before = None

    def after(self, now: np.ndarray, left: np.ndarray) -> np.ndarray:
        """The step to take from `now`, where the next round would go on by `left`."""
        if self._before is not None:
            self._moves = [*self._moves[1 - _MEMORY :], now - self._before[0]]
            self._changes = [*self._changes[1 - _MEMORY :], left - self._before[1]]
        self._before = now, left
        if not self._moves:
            return 0.5 * left
        if not left.any():  # There it is.
            return left
        changes = np.array(self._changes).T
        weights, *_ = np.linalg.lstsq(changes, left, rcond=1e-8)
        moved: np.ndarray = left - (np.array(self._moves).T + changes) @ weights
        return moved
