"""The draft of a plan with a name: what is changed in it, and what makes it that plan's new version or discards it."""

from collections.abc import Iterable
from dataclasses import asdict

import streamlit as st

from models.errors import ScenarioError
from models.quantities.formatting import count_text
from simulator.messages.page import form_labels, plans_page
from simulator.ui.inputs.day_shapes import change_text
from simulator.ui.parameters import parameter_label
from simulator.ui.plans.browser_shelf import use_shelf
from simulator.ui.plans.shelf import ShelvedPlan
from simulator.ui.plans.state import PlanState
from simulator.ui.session import BrowserSession, value_text
from simulator.ui.widgets.blocks import escaped, show_text, with_code


def show_draft(session: BrowserSession) -> bool:
    """Says of which plan the open one is a draft, and behind that what is changed; whether it is one."""
    draft = session.shelved
    base = use_shelf(lambda there: there.base(draft), None)[0] if draft is not None else None
    if draft is None or base is None:
        return False
    origin = use_shelf(lambda there: there.origin(draft, base), base.plan)[0]
    changed = draft_changes(session, origin, draft.plan)
    number = count_text(len(changed), "change")
    with st.popover(escaped(plans_page.draft_of(base.title, number)), icon=":material/edit:"):
        for each in changed:
            show_text(each)
        given = (session, base, draft)
        keep = plans_page.KEEP_VERSION
        if origin != base.plan:
            st.warning(with_code(plans_page.base_is_newer(base.title)))
            keep = plans_page.REPLACE_NEWER
        st.button(keep, key="keep version", on_click=_keep, args=given)
        st.button(plans_page.DISCARD, key="discard draft", on_click=_discard, args=given)
    return True


def draft_changes(session: BrowserSession, before: PlanState, now: PlanState) -> list[str]:
    """What differs of two plans, each with what stood there and what stands there; of texts, that they differ."""
    paths = (*before.changes, *now.changes)
    old, new = (_texts(session, plan, paths) for plan in (before, now))
    differing = [key for key in {**old, **new} if old.get(key, "") != new.get(key, "")]
    told = [plans_page.changed(key, old.get(key) or "-", new.get(key) or "-") for key in differing]
    is_other_text = bool(before.text and now.text) and before.text != now.text
    return [*([plans_page.TEXT_CHANGED] if is_other_text else []), *told]


def _texts(session: BrowserSession, plan: PlanState, paths: Iterable[str]) -> dict[str, str]:
    """What a plan begins with and what is in force at some paths, by the words of the form."""
    answers = asdict(plan.answers) if plan.answers else {}
    begins = {
        form_labels.QUESTIONS[key][0].rstrip("?"): text for key, text in answers.items() if key in form_labels.QUESTIONS
    }
    begins[form_labels.SERVE.rstrip("?")] = answers.get("what") or plan.name or form_labels.OWN_TEXT
    changed = {path: change_text(path, text) for path, text in plan.changes.items()}
    try:
        scenario = session.read(plan)
    except ScenarioError:
        return begins | {parameter_label(path): text for path, text in changed.items()}
    return begins | {parameter_label(path): value_text(scenario, path) or changed.get(path, "") for path in paths}


def _keep(session: BrowserSession, base: ShelvedPlan, draft: ShelvedPlan) -> None:
    kept, why = use_shelf(lambda there: there.renew(base, draft), None)
    if kept is None:
        session.tell("", why or plans_page.changed_just_now(base.title))
        return
    session.shelved = kept
    session.tell(plans_page.version_kept(base.title))


def _discard(session: BrowserSession, base: ShelvedPlan, draft: ShelvedPlan) -> None:
    try:
        session.open(base.plan)
    except ScenarioError as error:
        session.tell("", str(error.problems[0]))
        return
    _, why = use_shelf(lambda there: there.drop(draft.id), None)
    session.shelved = base
    session.tell(plans_page.discarded(base.title), why)
