"""The first sight of a plan: the answer of theory as plain HTML, which a browser shows before the page has arrived.

It is what the page itself says, from the same code; only what the server has already worked out is shown so.
"""

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from simulator.report.language.decision import at_work, headline, sized, what_stops
from simulator.rollup.outcome import Outcome
from simulator.service import answers
from simulator.ui.answer import IN_THEORY, key_figures
from simulator.ui.asking.front_door import told_begin
from simulator.ui.plans.keeping import ON_SHELF
from simulator.ui.session import BrowserSession, begun
from simulator.ui.shown.farm_picture import drawn

NOBODY = "first sight"  # Who asks, for the desk, which is asked for nothing.
_PAGE = "sight.html"
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True
)


def warm() -> None:
    """Answers the plan that every browser begins with by theory, so that the first one need not wait for it."""
    session = begun(NOBODY, {})
    if session.kept is not None:
        answers.theory(session.kept, session.kept_changes)


def first_sight(params: Mapping[str, str]) -> str:
    """What stands first on the page Plan at an address, as HTML; "" where nothing is known of it yet."""
    rest = {key: text for key, text in params.items() if key != ON_SHELF}
    if params and not rest:
        return ""  # Which plan of whose shelf this is, the page finds out.
    session = begun(NOBODY, rest)
    if session.refused or session.kept is None:
        return ""
    known = answers.theory_known(session.kept, session.kept_changes)
    return _written(session, known) if known is not None else ""


def _written(session: BrowserSession, outcome: Outcome) -> str:
    picture = drawn(outcome, outcome.farm, "currentColor") if outcome.farm and outcome.recommended else ""
    return _TEMPLATES.get_template(_PAGE).render(
        name=outcome.scenario.name,
        begins=told_begin(session.plan),
        standing=IN_THEORY,
        headline=headline(outcome),
        figures=key_figures(outcome, outcome.scenario.demand is not None),
        picture=picture,
        why=" ".join(said for said in (what_stops(outcome), at_work(outcome), sized(outcome)) if said),
    )
