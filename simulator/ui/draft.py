"""The draft of a plan with a name: what is changed in it, and what makes it that plan's new version or discards it."""

from collections.abc import Mapping
from dataclasses import asdict

import streamlit as st

from models.errors import ScenarioError
from simulator.messages.page import form_labels, plans_page
from simulator.ui.plans.browser_shelf import use_shelf
from simulator.ui.plans.shelf import ShelvedPlan
from simulator.ui.plans.state import PlanState
from simulator.ui.session import BrowserSession, value_text
from simulator.ui.widgets.blocks import escaped

_LONGEST = 80  # Characters of a value that are shown.


def show_draft(session: BrowserSession) -> bool:
    """Says of which plan the open one is a draft, and behind that what is changed; whether it is one."""
    draft = session.shelved
    base = use_shelf(lambda there: there.base(draft), None)[0] if draft is not None else None
    if draft is None or base is None:
        return False
    changed = draft_changes(session, base.plan, draft.plan)
    number = f"{len(changed)} change{'' if len(changed) == 1 else 's'}"
    with st.popover(escaped(plans_page.draft_of(base.title, number)), icon=":material/edit:"):
        for parameter, (before, value) in changed.items():
            st.text(plans_page.changed(parameter, before, value))
        given = (session, base, draft)
        st.button(plans_page.KEEP_VERSION, key="keep version", on_click=_keep, args=given)
        st.button(plans_page.DISCARD, key="discard draft", on_click=_discard, args=given)
    return True


def draft_changes(session: BrowserSession, before: PlanState, now: PlanState) -> dict[str, tuple[str, str]]:
    """What differs of two plans: the question or the path, with what stood there and what stands there."""
    paths = {**before.changes, **now.changes}
    old, new = (_texts(session, plan, paths) for plan in (before, now))
    differing = [key for key in {**old, **new} if old.get(key, "") != new.get(key, "")]
    return {key: (_short(old.get(key, "")), _short(new.get(key, ""))) for key in differing}


def _short(text: str) -> str:
    return text[:_LONGEST] or "-"


def _texts(session: BrowserSession, plan: PlanState, paths: Mapping[str, str]) -> dict[str, str]:
    """What a plan begins with, by the words of the form, and what is in force at some paths."""
    answers = asdict(plan.answers) if plan.answers else {}
    begins = {form_labels.QUESTIONS[key][0]: text for key, text in answers.items() if key in form_labels.QUESTIONS}
    begins[form_labels.SERVE] = answers.get("what") or plan.name or plan.text
    try:
        scenario = session.read(plan)
    except ScenarioError:
        return begins | dict(plan.changes)
    return begins | {path: value_text(scenario, path) or plan.changes.get(path, "") for path in paths}


def _keep(session: BrowserSession, base: ShelvedPlan, draft: ShelvedPlan) -> None:
    kept, why = use_shelf(lambda there: there.save(draft.plan, base.title, draft, replacing=True), None)
    session.shelved = kept or draft
    st.toast(escaped(why or plans_page.version_kept(base.title)), icon=":material/check:")


def _discard(session: BrowserSession, base: ShelvedPlan, draft: ShelvedPlan) -> None:
    try:
        session.open(base.plan)
    except ScenarioError as error:
        st.toast(escaped(str(error.problems[0])))
        return
    _, why = use_shelf(lambda there: there.drop(draft.id), None)
    session.shelved = base
    st.toast(escaped(why or plans_page.discarded(base.title)), icon=":material/undo:")
