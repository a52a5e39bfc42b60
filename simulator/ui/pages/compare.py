"""The current scenario against others: what differs, with intervals, on the same sessions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.errors import require
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.farm.scenario_comparison import ScenarioComparison
from simulator.messages.grow.when_to_buy import month_interval_text
from simulator.messages.numbers import bare, range_texts
from simulator.messages.page import compare_page, refusals
from simulator.messages.wording import and_others
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.service import answers
from simulator.service.ticket import Ticket
from simulator.studies.compare.differences import REFERENCE
from simulator.studies.compare.document import comparison_page
from simulator.studies.grow.forecast_by_theory import forecast_growth_by_theory
from simulator.ui import address
from simulator.ui.library import shipped
from simulator.ui.plans.browser_shelf import plan_on_shelf, use_shelf
from simulator.ui.plans.shelf import ShelvedPlan
from simulator.ui.session import BrowserSession, current_session, shared_desk
from simulator.ui.uploads import load_text, scenario_text
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.problems import require_scenario, show_problems
from simulator.ui.widgets.tickets import is_answered

MOST = 4
PLACE = "variations"


@dataclass(frozen=True)
class Candidate:
    """A scenario under the name that it has on the page."""

    label: str
    scenario: Scenario


TITLE = "Compare"
ICON = ":material/compare_arrows:"

_ASKED = "comparison"  # Names in the state of a browser session.
_BASELINE, _NAMES, _VARIATIONS = "compare baseline", "compare scenarios", "compare variations"
_PLANS = "compare plans"
_LONGEST = 2_000  # Characters of the variations.
NO_GROWTH = "states no growth"


@dataclass(frozen=True)
class _Asked:
    """What was compared last: under which names, of which scenario, what theory says of all, and the ticket;
    or what was wrong."""

    labels: tuple[str, ...] = ()
    reference: str = ""
    plans: tuple[Block, ...] = ()
    ticket: Ticket[ScenarioComparison] | None = None
    problems: tuple[Problem, ...] = ()


def show() -> None:
    """The page."""
    st.title(TITLE, anchor=False)
    session = current_session()
    reference = require_scenario(session)
    st.text(compare_page.about(reference.name))
    _form(session, reference)
    asked = st.session_state.get(_ASKED, _Asked())
    if asked.problems:
        show_problems(asked.problems)
    elif asked.ticket is not None:
        _answer(asked, reference)


def _form(session: BrowserSession, reference: Scenario) -> None:
    with st.form("alternatives", border=True):
        if reference.baseline is not None:
            st.checkbox("Its baseline", value=True, key=_BASELINE)
        kept = _kept(session)
        if kept:
            named = partial(_named, kept)
            st.multiselect("Your plans", list(kept), key=_PLANS, max_selections=MOST, format_func=named)
        else:
            st.text(compare_page.NO_PLANS)
        st.multiselect("Shipped scenarios", list(shipped()), key=_NAMES, max_selections=MOST)
        st.text_area(
            compare_page.VARIATIONS,
            key=_VARIATIONS,
            placeholder=compare_page.EXAMPLE,
            max_chars=_LONGEST,
        )
        st.form_submit_button("Compare", type="primary", on_click=_ask, args=(session, reference))


def _named(kept: Mapping[str, str], id: str) -> str:
    return kept.get(id, id)


def _ask(session: BrowserSession, reference: Scenario) -> None:
    state = st.session_state
    chosen = [plan for id in state.get(_PLANS, ()) if (plan := plan_on_shelf(id)) is not None]
    wanted = (state.get(_BASELINE, False), state[_NAMES], state[_VARIATIONS], chosen)
    try:
        candidates = alternatives(session, reference, *wanted)
        ticket = answers.ask_comparison(
            shared_desk(), session.owner, [reference, *(each.scenario for each in candidates)]
        )
    except ScenarioError as error:
        state[_ASKED] = _Asked(problems=error.problems)
        return
    sides = ((REFERENCE, reference.without_baseline()), *((each.label, each.scenario) for each in candidates))
    # Once, not at each run of the page: the months ahead of a plan take theory seconds.
    plans = tuple(plan_blocks(sides))
    state[_ASKED] = _Asked(tuple(each.label for each in candidates), reference.name, plans, ticket)


def _kept(session: BrowserSession) -> dict[str, str]:
    """The plans of this browser but the open one: id to title, with a number where another one is called so too."""
    titles: dict[str, str] = {}
    nothing: tuple[ShelvedPlan, ...] = ()
    for each in use_shelf(lambda there: there.plans(), nothing)[0]:
        if each.id != session.shelf_id:
            same = sum(title.split(" (")[0] == each.label for title in titles.values())
            titles[each.id] = f"{each.label} ({same + 1})" if same else each.label
    return titles


def _answer(asked: _Asked, reference: Scenario) -> None:
    if asked.reference != reference.name:
        st.text(compare_page.asked_for(asked.reference))
    show_blocks(asked.plans)
    ticket = require(asked.ticket, "ticket")
    if is_answered(ticket, "Comparing", key="comparing"):
        show_blocks(comparison_page((REFERENCE, *asked.labels), ticket.answer))


def plan_blocks(plans: Sequence[tuple[str, Scenario]]) -> list[Block]:
    """The answer of theory to each plan, as a row; a plan that theory knows nothing of says why."""
    found = [(label, scenario, answers.ask_theory(scenario)) for label, scenario in plans]
    known = [(label, scenario, one) for label, scenario, one in found if not isinstance(one, Unavailable)]
    rows = tuple(_row(label, scenario, one) for label, scenario, one in known)
    refused = [Text(f"{label}: {one.reason}") for label, _, one in found if isinstance(one, Unavailable)]
    return [*([Table(compare_page.PLANS, _COLUMNS, rows)] if rows else []), *refused]


_COLUMNS = (
    Column("plan"),
    Column("servers", numeric=True),
    Column("a month in all", numeric=True),
    Column(compare_page.TIMES_DEMAND, numeric=True),
    Column("stopped first by"),
    Column("mean response", numeric=True),
    Column("too small"),
)


def _row(label: str, scenario: Scenario, outcome: Outcome) -> tuple[Cell, ...]:
    farm, stop = outcome.farm, outcome.bottleneck.name
    response = outcome.results.measures.get("response_mean")
    if farm is None:
        return label, "no demand", "", "", stop, response, ""
    farm = farm.decided
    over, whole = farm.in_all.over, farm.in_all.amount
    cost = f"{range_texts(over.low, whole.value, over.high, whole.half_width)[1]} {farm.cost.currency}"
    bought = f"{bare(farm.sizing.servers.whole)}{and_others(farm.sizing)}"
    servers = bought if outcome.recommended else "none is recommended"
    return label, servers, cost, bare(farm.sizing.supports), stop, response, _full(scenario)


def _full(scenario: Scenario) -> str:
    """When what stands today is too small for the demand, where the scenario states how that grows."""
    if scenario.growth is None:
        return NO_GROWTH
    found = forecast_growth_by_theory(scenario)
    return found.reason if isinstance(found, Unavailable) else month_interval_text(found, found.full)


def alternatives(
    session: BrowserSession,
    reference: Scenario,
    baseline: bool,
    names: Sequence[str],
    variations: str,
    plans: Sequence[ShelvedPlan] = (),
) -> tuple[Candidate, ...]:
    """One to MOST alternatives to the reference, each to be run as the reference is: only so do their runs make pairs.

    `plans` are those of the shelf. `variations` has one on each line: PATH=VALUE, several of them with semicolons, laid
    over the current scenario.
    Raises ScenarioError with all problems at once.
    """
    found = [Candidate("baseline", reference.baseline)] if baseline and reference.baseline else []
    found += [Candidate(name, load_text(scenario_text(name))) for name in names if name in shipped()]
    found += [Candidate(kept.label, session.read(kept.plan)) for kept in plans]
    problems: list[Problem] = []
    for number, line in enumerate(variations.splitlines(), start=1):
        if line.strip():
            try:
                found.append(_variation(session, line))
            except ScenarioError as error:
                problems += (_at_line(problem, number, line) for problem in error.problems)
    if problems:
        raise ScenarioError(tuple(problems))
    _check_number(len(found))
    return tuple(_run_like(reference, one) for one in found)


def _check_number(number: int) -> None:
    if number == 0:
        raise _refused("", *refusals.NOTHING_TO_COMPARE)
    if number > MOST:
        raise _refused(str(number), f"more than {MOST} alternatives", f"take {number - MOST} away")


def _refused(value: str, message: str, remedy: str) -> ScenarioError:
    return ScenarioError((Problem(PLACE, 0, "", value, message, remedy),))


def _variation(session: BrowserSession, line: str) -> Candidate:
    changes = dict(map(_assignment, filter(str.strip, line.split(";"))))
    name, over = address.from_parameters(changes)
    if any(path == "run" or path.startswith("run.") for path in over):
        message, remedy = refusals.RUN_ALIKE
        raise ScenarioError((Problem(PLACE, 0, "run", "", message, remedy),))
    if name:
        message, remedy = refusals.NAMES_SCENARIO
        raise ScenarioError((Problem(PLACE, 0, address.SCENARIO, name, message, remedy),))
    changed = address.overrides({**session.kept_changes, **over})
    return Candidate(line.strip(), load_text(session.text or scenario_text(session.name), changed))


def _assignment(text: str) -> tuple[str, str]:
    path, equals, value = text.partition("=")
    if not equals or not path.strip() or not value.strip():
        raise ScenarioError((Problem(PLACE, 0, "", f'"{text.strip():.60}"', "not an assignment", "write PATH=VALUE"),))
    return path.strip(), value.strip()


def _at_line(problem: Problem, number: int, line: str) -> Problem:
    """The problem at its line of the variations, wherever it came to light."""
    return replace(problem, file=PLACE, line=number, value=problem.value or f'"{line.strip():.60}"')


def _run_like(reference: Scenario, alternative: Candidate) -> Candidate:
    alike = {"run": reference.run, "baseline": None}
    return Candidate(alternative.label, alternative.scenario.model_copy(update=alike))
