"""The open plan beside its alternatives: what each costs in all and how far it carries, then what differs."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

import streamlit as st

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.experiment.results import Unavailable
from simulator.farm.candidates import Candidate, OtherReason, outcome_candidate, weigh
from simulator.farm.outcome import Outcome
from simulator.farm.scenario_comparison import ScenarioComparison
from simulator.messages.page import compare_page
from simulator.output.candidates import bars_of, candidates_table
from simulator.service import answers
from simulator.service.ticket import Ticket
from simulator.studies.compare.differences import REFERENCE
from simulator.studies.compare.document import comparison_page
from simulator.ui.inputs.variations import held_variations, show_variations
from simulator.ui.library import shipped
from simulator.ui.plans.browser_shelf import plan_on_shelf, use_shelf
from simulator.ui.plans.shelf import ShelvedPlan
from simulator.ui.session import BrowserSession, current_session, shared_desk
from simulator.ui.uploads import load_text, scenario_text
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.blocks import with_code
from simulator.ui.widgets.problems import problem_words, require_scenario, show_problems
from simulator.ui.widgets.tickets import PLANS, RUNS, is_answered

MOST = 4  # Of what is chosen, beside the variations of the open plan.
TITLE = "Compare"
ICON = ":material/compare_arrows:"
BASELINE = "baseline"  # What it is called among those that may be chosen.

# Names in the state of a browser session.
_ASKED, _WITH, _CHOSEN, _FIRST = "comparison", "compare with", "compare chosen", "compare first"


@dataclass(frozen=True)
class _Asked:
    """What was simulated last: which scenarios, and the ticket."""

    scenarios: tuple[Scenario, ...]
    ticket: Ticket[ScenarioComparison]


Labelled = Mapping[str, Scenario]


def show() -> None:
    """The page."""
    st.title(TITLE, anchor=False)
    session = current_session()
    reference = require_scenario(session)
    st.text(compare_page.about(reference.name))
    offered = _offered(session, reference)
    chosen = _chosen(offered, reference)
    compared, refused = alternatives(session, reference, chosen)
    unread = [_unread(name, found) for name, found in refused.items() if isinstance(name, str)]
    ticket = _ticket(tuple(compared.values()))
    predicted = answers.ask_predictions(shared_desk(), session.owner, tuple(compared.values()))
    known = predicted.result
    with st.container(key="beside"):
        found = (*_candidates(compared, ticket, known), *unread)
        show_blocks(bars_of(found))
    with st.container(key="table"):
        if unread or any(each.total for each in found):
            show_blocks([candidates_table(found)])
        is_predicted = is_answered(predicted, compare_page.PREDICTING, "predicting", PLANS)
    _show_choice(session, offered, {key: found for key, found in refused.items() if isinstance(key, int)})
    _show_simulated(session, compared, ticket)
    if is_predicted and known is None:
        st.rerun()  # It has ended while the bars above were drawn without their intervals.


def _offered(session: BrowserSession, reference: Scenario) -> dict[str, str]:
    """What may be compared with the open plan, with what it is called: its baseline, the plans of this browser but the
    open one, with a number where another one is called so too, and what is shipped."""
    titles: dict[str, str] = {BASELINE: compare_page.BASELINE} if reference.baseline is not None else {}
    nothing: tuple[ShelvedPlan, ...] = ()
    for each in use_shelf(lambda there: there.plans(), nothing)[0]:
        if each.id != session.shelf_id:
            same = sum(title.split(" (")[0] == each.label for title in titles.values())
            titles[each.id] = f"{each.label} ({same + 1})" if same else each.label
    return titles | {name: name for name in shipped()}


def _chosen(offered: Mapping[str, str], reference: Scenario) -> list[str]:
    """What has been chosen of that; at first the baseline. The field stands below what it decides, and is forgotten
    while another page is shown: so what it holds is kept beside it."""
    state = st.session_state
    first = [BASELINE] if reference.baseline is not None else []
    chosen = [each for each in state.get(_WITH, state.get(_CHOSEN, first)) if each in offered]
    state[_CHOSEN] = chosen
    if _WITH not in state:
        state[_FIRST] = chosen
    return chosen


def alternatives(
    session: BrowserSession, reference: Scenario, chosen: Sequence[str]
) -> tuple[dict[str, Scenario], dict[int | str, Sequence[Problem]]]:
    """The open plan and its alternatives by what they are called, each to be run as the open plan is: only so do their
    runs make pairs; and what is wrong with others: with variations by number, with plans that were kept by name. Of
    variations that nothing differs in there are none."""
    found, refused = {REFERENCE: reference.without_baseline()}, dict[int | str, Sequence[Problem]]()
    for name in chosen:
        kept = plan_on_shelf(name)
        if name == BASELINE and reference.baseline is not None:
            found[_free(name, found, refused)] = _run_like(reference, reference.baseline)
        elif name in shipped():
            found[_free(name, found, refused)] = _run_like(reference, load_text(scenario_text(name)))
        elif kept is not None:
            label = _free(kept.label, found, refused)
            try:
                found[label] = _run_like(reference, session.read(kept.plan))
            except ScenarioError as error:  # It may have been kept by a version that knew other parameters.
                refused[label] = error.problems
    for each in held_variations():
        if each.changes:
            try:
                found[_free(each.label, found, refused)] = _run_like(reference, each.scenario(session))
            except ScenarioError as error:
                refused[each.number] = error.problems
    return found, refused


def _free(label: str, *taken: Container[int | str]) -> str:
    """The label, with a number where something else is called so."""
    numbered = chain((label,), (f"{label} ({number})" for number in count(2)))
    return next(name for name in numbered if not any(name in each for each in taken))


def _unread(name: str, problems: Sequence[Problem]) -> Candidate:
    return Candidate(name, why_not=OtherReason(problem_words(problems[0])))


def _run_like(reference: Scenario, alternative: Scenario) -> Scenario:
    return alternative.model_copy(update={"run": reference.run, "baseline": None})


def _ticket(scenarios: tuple[Scenario, ...]) -> Ticket[ScenarioComparison] | None:
    """That of these scenarios, if it is they that were simulated last."""
    asked = st.session_state.get(_ASKED)
    return asked.ticket if asked is not None and asked.scenarios == scenarios else None


def _candidates(
    compared: Labelled, ticket: Ticket[ScenarioComparison] | None, predicted: Sequence[Outcome | Unavailable] | None
) -> tuple[Candidate, ...]:
    """The farms as they were simulated; as theory knows them until then, with their intervals once those are there."""
    if ticket is not None and ticket.state == "done":
        unstated = (_no_demand(label) for label, scenario in compared.items() if scenario.demand is None)
        return (*ticket.answer.ranking(tuple(compared)), *unstated)
    known = predicted or map(answers.ask_theory, compared.values())
    return weigh(_in_theory(label, found) for label, found in zip(compared, known, strict=True))


def _in_theory(label: str, found: Outcome | Unavailable) -> Candidate:
    if isinstance(found, Unavailable):
        return Candidate(label, why_not=OtherReason(found.reason))
    return outcome_candidate(label, found) or _no_demand(label)


def _no_demand(label: str) -> Candidate:
    return Candidate(label, why_not=OtherReason(compare_page.STATES_NO_DEMAND))


def _show_choice(session: BrowserSession, offered: Mapping[str, str], wrong: Mapping[int, Sequence[Problem]]) -> None:
    """What is chosen to compare with, and the variations of the open plan."""
    st.multiselect(
        compare_page.WITH,
        list(offered),
        default=[each for each in st.session_state[_FIRST] if each in offered],
        key=_WITH,
        max_selections=MOST,
        format_func=lambda name: offered.get(name, name),
        placeholder=compare_page.CHOOSE,
    )
    show_variations(session, wrong)


def _show_simulated(session: BrowserSession, compared: Labelled, ticket: Ticket[ScenarioComparison] | None) -> None:
    """What simulates them all on the same sessions, and what differs then of one server."""
    if ticket is None or ticket.state in ("failed", "cancelled"):
        _show_request(session, compared)
    if ticket is None:
        return
    was_done = ticket.state == "done"
    if is_answered(ticket, "Comparing", "comparing", RUNS):
        if not was_done:
            st.rerun()  # It has ended while the bars above were drawn as theory knows them.
        with st.expander(compare_page.ONE_SERVER):
            show_blocks(comparison_page(tuple(compared), ticket.answer), 2)


def _show_request(session: BrowserSession, compared: Labelled) -> None:
    """What asks for the simulation, as soon as something differs."""
    if len(compared) < 2:
        return
    scenarios = tuple(compared.values())
    if st.button(compare_page.SIDE_BY_SIDE, key="side by side", type="primary"):
        try:
            ticket = answers.ask_comparison(shared_desk(), session.owner, scenarios)
        except ScenarioError as error:
            show_problems(error.problems)
            return
        st.session_state[_ASKED] = _Asked(scenarios, ticket)
        st.rerun()
    st.caption(with_code(compare_page.BRINGS))
