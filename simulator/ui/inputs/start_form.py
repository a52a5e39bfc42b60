"""The front door: what is served, how much, how large, to whom, how safe, where; and what else a plan may begin with.

The same questions as `init` asks, judged by the same code, and the scenario that they make is the same text.
"""

from dataclasses import fields, replace
from functools import partial
from typing import Any

import streamlit as st

from models.errors import ScenarioError
from simulator.experiment.results import Unavailable
from simulator.messages.page import form_labels, plan_page
from simulator.messages.page.form_labels import QUESTIONS
from simulator.service.answers import ask_theory
from simulator.studies.init.cheapest_server import CHEAPEST, is_of_the_choice
from simulator.studies.init.first_scenario import Answers, fitting_farms
from simulator.studies.init.five_questions import Prompt, WrongAnswer, check_answer, five_questions, more_questions
from simulator.studies.init.places import PLACES, servers_at
from simulator.studies.init.presets import PRESETS, SAFETIES
from simulator.ui.inputs.value_input import show_button, show_value
from simulator.ui.library import shipped
from simulator.ui.plans.state import PlanState, first_answers
from simulator.ui.session import OWN_FILE, BrowserSession
from simulator.ui.widgets.blocks import with_code

BEGINS = "scenario"
_KEY = "answer "
_SERVED = {"downloads": "Downloads", "video": "Video", "pages": "Web pages", "api": "An API"}
_SAFE = {name: f"{name}: {each.spares} of {each.nodes} spare, {each.reserve} more" for name, each in SAFETIES.items()}
_IN_PLACE_OF = {"peak": "demand", "server": "server", "prices": "datacenter.prices"}


def show_start_form(session: BrowserSession) -> None:
    """What the plan begins with, and the questions where it begins with answers."""
    with st.container(key="door", border=True):
        _show_beginning(session)
        if session.answers is None:
            return
        places = [*st.columns([3, 3, 3, 3]), *st.columns([4, 4, 5])]
        for place, key in zip(places, QUESTIONS, strict=True):
            with place:
                _question(session, session.answers, key)
        with st.container(key="cheapest", horizontal=True, vertical_alignment="center", gap="small"):
            _show_cheapest(session, session.answers)


def _show_cheapest(session: BrowserSession, answers: Answers) -> None:
    """The cheapest farms that fit, and what takes the first of them where another server stands there."""
    found = fitting_farms(answers, session.changes)
    if not found:
        return
    farms = [(each.server, each.servers, each.cost.value) for each in found]
    cheapest = plan_page.cheapest_first(farms, found[0].cost.unit.removesuffix("/month"))
    is_picked = answers.server not in (CHEAPEST, found[0].server) or _is_changed(session)
    changed = plan_page.CHEAPEST_CHANGED if _in_force(session, answers, "server") == CHEAPEST and is_picked else ""
    told = (changed, _more_than_needed(session) if is_picked else "", cheapest)
    st.caption(with_code(" ".join(filter(None, told))))
    if is_picked:
        take = partial(_take_cheapest, session)
        show_button(session, st.button, "take cheapest", take, label=plan_page.TAKE_CHEAPEST)


def _more_than_needed(session: BrowserSession) -> str:
    """By how much the farm whose server was picked is more than its demand needs, in theory; "" where that is not
    known."""
    theory = ask_theory(session.readable, session.kept_changes)
    sizing = None if isinstance(theory, Unavailable) else theory.sizing
    return "" if sizing is None else plan_page.more_than_needed(sizing.supports)


def _take_cheapest(session: BrowserSession) -> None:
    if session.answers is not None:
        answers = replace(session.answers, server=CHEAPEST)
        changes = {path: text for path, text in session.changes.items() if not is_of_the_choice(path)}
        session.revise(replace(session.plan, answers=answers, changes=changes))


def _show_beginning(session: BrowserSession) -> None:
    """What the plan begins with: what is served, each one click, or a scenario."""
    serve, shipped_one = st.columns([8, 5])
    what = session.answers.what if session.answers else None
    how: dict[str, Any] = {"options": list(PRESETS), "default": what, "format_func": _SERVED.get, "of_plan": False}
    with serve:
        show_value(
            session, st.segmented_control, f"{_KEY}what", what, partial(_serve, session), form_labels.SERVE,
            required=what is not None, **how,
        )  # fmt: skip
    names = [*shipped(), *([OWN_FILE] if session.plan.text else [])]
    stands = None if session.answers else session.name
    how = {"options": names, "index": None if stands is None else names.index(stands), "of_plan": False}
    with shipped_one:
        show_value(
            session, st.selectbox, BEGINS, stands, partial(_begin, session), form_labels.BEGINS,
            placeholder=form_labels.CHOOSE_ONE, **how,
        )  # fmt: skip


def starting_point_text(plan: PlanState) -> str:
    """What a plan begins with, in words."""
    if plan.answers is None:
        return plan.name or form_labels.OWN_TEXT
    server = form_labels.CHEAPEST if plan.answers.server == CHEAPEST else plan.answers.server
    return f"{_SERVED[plan.answers.what]}: {plan.answers.peak} of {plan.answers.size} on {server}"


def _begin(session: BrowserSession, name: str | None) -> None:
    if name is not None and name != session.name:
        session.shelved = None  # What was open stays on the shelf as it was.
        session.take(name)


def _serve(session: BrowserSession, what: str | None) -> None:
    stands = session.answers
    if what is None or (stands is not None and stands.what == what):
        return
    session.shelved = None  # What was open stays on the shelf as it was.
    wanted = first_answers(what, stands.prices if stands else "")
    if stands is not None:  # Where it stands, on what and how safe is asked of any farm.
        wanted = replace(wanted, server=stands.server, safe=stands.safe)
    session.open(PlanState(answers=wanted))


def _question(session: BrowserSession, answers: Answers, key: str) -> None:
    """A question, holding its answer; or what was answered and cannot be used, with the reason."""
    label, helped = QUESTIONS[key]
    typed, reason = session.unusable.get(key, (_in_force(session, answers, key), ""))
    known = _known(answers, key)

    take = partial(_answer, session, key)
    # Another place has other servers: what is chosen there depends on it, and nothing else here on anything.
    how: dict[str, Any] = {"help": helped, "origin": answers.prices if key == "server" else ""}
    if known:
        names = [*([] if typed in known else [typed]), *known]
        how |= {"options": names, "index": names.index(typed), "format_func": lambda name: known.get(name, name)}
        show_value(session, st.selectbox, f"{_KEY}{key}", typed, take, label, **how)
    else:
        how |= {"value": typed, "max_chars": 60, "placeholder": form_labels.AS_THE_PEAK if key == "daily" else None}
        show_value(session, st.text_input, f"{_KEY}{key}", typed, take, label, **how)
    if reason:
        st.error(with_code(reason))


def _in_force(session: BrowserSession, answers: Answers, key: str) -> str:
    """The answer to a question, or the change that stands in its place."""
    answer: str = getattr(answers, key)
    return session.changes.get(_IN_PLACE_OF.get(key, ""), answer)


def _known(answers: Answers, key: str) -> dict[str, str]:
    """The answers that may be chosen, with how they are told; none where an amount is asked for."""
    if key == "safe":
        return _SAFE
    if key == "prices":
        return {name: place.where for name, place in PLACES.items()}
    if key == "server":
        there = PLACES.get(answers.prices)
        offered = servers_at(there) if there else {}
        names = {name: f"{name} ({year})" for name, year in offered.items()}
        return {CHEAPEST: form_labels.CHEAPEST} | names
    return {}


def _is_changed(session: BrowserSession) -> bool:
    """Whether a part of the server that is chosen is not as it was chosen."""
    return any(is_of_the_choice(path) for path in session.changes)


def _answer(session: BrowserSession, key: str, text: str) -> None:
    """Takes an answer, if a scenario can be made with it; else the plan stays, and the question says why."""
    typed = text.strip()
    session.unusable.pop(key, None)
    if session.answers is None or typed == _in_force(session, session.answers, key):
        return
    try:
        # An answer comes in place of a change of the same thing.
        changes = {path: text for path, text in session.changes.items() if path != _IN_PLACE_OF.get(key)}
        answers = _with(session.answers, key, typed)
        session.revise(replace(session.plan, answers=answers, changes=changes))
    except WrongAnswer as error:
        session.unusable[key] = typed, f"{error.why}; {error.remedy}"
    except ScenarioError as error:
        session.unusable[key] = typed, str(error.problems[0])


def _with(answers: Answers, key: str, typed: str) -> Answers:
    """The answers with another one; who goes to another place gets a server that may stand there."""
    question = _prompts()[key]
    found = check_answer(question, typed, answers)
    if key == "prices" and found.server not in servers_at(PLACES[typed]):
        found = replace(found, server=CHEAPEST)
    return found


def _prompts() -> dict[str, Prompt]:
    named = {each.field: each for each in (*five_questions(), *more_questions())}
    return {each.name: named[each.name] for each in fields(Answers) if each.name in named}
