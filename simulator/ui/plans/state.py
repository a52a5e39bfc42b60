"""What a plan on the page is made of: what it begins with, and what is changed in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from simulator.studies.init.first_scenario import Answers, scenario_text
from simulator.studies.init.five_questions import default_answers
from simulator.studies.init.places import PLACES
from simulator.studies.init.presets import PRESETS

NONE: Mapping[str, str] = MappingProxyType({})
GENERATED = "scenario.yaml"  # What the text of a few answers is called in its own comments.


@dataclass(frozen=True)
class PlanState:
    """A plan: it begins with a shipped scenario by its name, with a few answers, or with a text of the planner's own,
    one of the three; `changes` are laid over it, dotted path to value as after `--set`. opening: which opening of a
    plan in its browser session it goes back to, 0 for none; what is edited in it stays of the same."""

    name: str = ""
    answers: Answers | None = None
    text: str = ""
    changes: Mapping[str, str] = field(default_factory=lambda: NONE)
    opening: int = field(default=0, compare=False, repr=False)

    @property
    def written_out(self) -> str:
        """The YAML that it begins with; "" where that is a shipped scenario."""
        return scenario_text(self.answers, GENERATED, self.changes) if self.answers else self.text


def first_answers(what: str = "", place: str = "") -> Answers:
    """What is answered before anybody has: the cheapest farm of today, at a place of today."""
    usual = default_answers(what or next(iter(PRESETS)))
    return replace(usual, clients=usual.line, prices=PLACES[place or next(iter(PLACES))].prices)
