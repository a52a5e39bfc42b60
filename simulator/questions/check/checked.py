"""Plans that are checked against their targets: each with its outcome, or with the reason why it has none."""

from dataclasses import dataclass
from typing import Literal

from models.scenario import Scenario
from simulator.rollup.outcome import Outcome

PlanStanding = Literal["met", "missed", "not known", "no answer"]


@dataclass(frozen=True)
class Checked:
    """One scenario checked. outcome: None where there is no answer, or no load or no number of units that meets the
    targets (`fails`), for `reason`."""

    scenario: Scenario
    outcome: Outcome | None
    reason: str = ""
    fails: bool = False

    @property
    def standing(self) -> PlanStanding:
        """Whether all targets are met; "not known" where none is missed and one cannot be judged."""
        if self.outcome is None:
            return "missed" if self.fails else "no answer"
        if self.outcome.met:
            return "met"
        return "missed" if any(verdict.met is False for verdict in self.outcome.verdicts) else "not known"
