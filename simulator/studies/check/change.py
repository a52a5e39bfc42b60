"""A change of a scenario: the plan as it was, and as it would be, and the targets that it would miss for it."""

from dataclasses import dataclass, replace

from models.scenario import Scenario
from models.variations.changes import differences
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import CostBeside
from simulator.studies.check.answer import ScenarioCheck
from simulator.targets import LABELS
from simulator.uncertainty.predict import predict_beside

ABSENT = "none"


@dataclass(frozen=True)
class PlanChange:
    """A scenario before a change and after it, both checked. beside: what its farm costs beside the farm before, in the
    same worlds; None where that is not known."""

    before: ScenarioCheck
    after: ScenarioCheck
    beside: CostBeside | None = None

    @property
    def changed(self) -> tuple[tuple[str, str, str], ...]:
        """What is changed: path, value before and value after, as a file has them; "none" where it is not there."""
        old, new = self.before.scenario, self.after.scenario
        if not (isinstance(old, Scenario) and isinstance(new, Scenario)):
            return ()
        now, then = dict(differences(old, new)), dict(differences(new, old))
        paths = sorted(path for path in now.keys() | then.keys() if path != "name")
        return tuple((path, then.get(path, ABSENT), now.get(path, ABSENT)) for path in paths)

    @property
    def farms(self) -> tuple[Farm | None, Farm | None]:
        """The farm before, and after; None where none is recommended."""
        before, after = (_farm(each.outcome) for each in (self.before, self.after))
        return before, after

    @property
    def becomes_missed(self) -> tuple[str, ...]:
        """The targets, by name, that are missed since the change: those that had been missed before are not its."""
        if self.after.outcome is None:
            return ()
        before = self.before.outcome
        known = {} if before is None else {each.target: each.met for each in before.verdicts}
        return tuple(
            LABELS[each.target]
            for each in self.after.outcome.verdicts
            if each.met is False and known.get(each.target) is not False
        )

    @property
    def loses_its_farm(self) -> bool:
        """Whether no load, or no number of units, meets the targets since the change."""
        return self.after.fails and not self.before.fails

    @property
    def met(self) -> bool:
        """Whether the change misses nothing that was met."""
        return not self.becomes_missed and not self.loses_its_farm


def plan_change(before: ScenarioCheck, after: ScenarioCheck) -> PlanChange:
    """A change, with how sure both farms are, and which costs more, in the same worlds."""
    old, new = (_farm(each.outcome) for each in (before, after))
    if old is None or new is None:
        return PlanChange(before, after)
    first, ((other, beside),) = predict_beside(old, [new])
    return PlanChange(_with_farm(before, first), _with_farm(after, other), beside)


def _farm(outcome: Outcome | None) -> Farm | None:
    return None if outcome is None or not outcome.recommended else outcome.farm


def _with_farm(check: ScenarioCheck, farm: Farm) -> ScenarioCheck:
    return check if check.outcome is None else replace(check, outcome=replace(check.outcome, farm=farm))
