"""A plan as the parameters of an address, whatever it begins with, and back.

`?serve=downloads&peak=40 Gbps` are answers, `?scenario=web_farm` is a shipped scenario, and `?yaml=...` holds a text of
the planner's own, compressed; changes follow as in `address`. Nothing in an address is believed: a text is unpacked no
further than a scenario may be long, and then judged like an uploaded one.
"""

import base64
import binascii
import zlib
from collections.abc import Mapping
from dataclasses import fields
from urllib.parse import quote, urlencode, urlsplit

from models.errors import Problem, ScenarioError
from models.suggest import did_you_mean
from simulator.messages.page import refusals
from simulator.studies.init.first_scenario import Answers
from simulator.studies.init.five_questions import Prompt, WrongAnswer, check_answer, five_questions, more_questions
from simulator.studies.init.places import PLACES
from simulator.studies.init.presets import PRESETS
from simulator.ui import address
from simulator.ui.plans.state import PlanState, first_answers
from simulator.ui.uploads import LARGEST

SERVE, YAML = "serve", "yaml"
# What an answer is called in an address; none of them is the path of a parameter.
_SPELT = {
    "peak": "peak",
    "daily": "a_day",
    "size": "size",
    "clients": "to",
    "safe": "safe",
    "prices": "where",
    "server": "on",
}
LONGEST_LINK = 12_000  # Characters of a packed text: what proxies and mail let through in an address.


def to_parameters(plan: PlanState) -> dict[str, str]:
    """The parameters that `read` makes the same plan of; none for the plan that is there from the start."""
    if plan == PlanState(answers=first_answers()):
        return {}
    if plan.answers is not None:
        usual = first_answers(plan.answers.what, plan.answers.prices)
        said = {_SPELT[key]: value for key, value in _given(plan.answers, usual)}
        return {SERVE: plan.answers.what, **said, **address.order_changes(plan.changes)}
    if plan.text:
        held = pack_text(plan.text)
        return {YAML: held, **address.order_changes(plan.changes)} if len(held) <= LONGEST_LINK else {}
    return address.to_parameters(plan.name, plan.changes)


def address_of(plan: PlanState, page: str) -> str:
    """The address of a page with a plan."""
    query = urlencode(to_parameters(plan), quote_via=quote)
    return f"{page}?{query}" if urlsplit(page).path else f"{page}/?{query}"


def _given(answers: Answers, usual: Answers) -> list[tuple[str, str]]:
    first = next(iter(PLACES))
    given = [(each.name, getattr(answers, each.name)) for each in fields(answers) if each.name in _SPELT]
    return [(key, text) for key, text in given if text != (first if key == "prices" else getattr(usual, key))]


def from_parameters(params: Mapping[str, str]) -> PlanState:
    """The plan of an address; one without anything begins with the usual answers.

    Raises ScenarioError with what in it can be no plan.
    """
    if sum(key in params for key in (SERVE, YAML, address.SCENARIO)) > 1:
        raise _refused(f"{SERVE}, {YAML}, {address.SCENARIO}", "", *refusals.ONE_BEGINNING)
    answered = {key: params[spelt].strip() for key, spelt in _SPELT.items() if spelt in params}
    ours = {SERVE, YAML, *(_SPELT.values() if SERVE in params else ())}
    name, changes = address.from_parameters({key: text for key, text in params.items() if key not in ours})
    if YAML in params:
        return PlanState(text=unpack_text(params[YAML]), changes=changes)
    if name:
        return PlanState(name=name, changes=changes)
    what = params.get(SERVE, next(iter(PRESETS)))
    return PlanState(answers=_answers(what, answered if SERVE in params else {}), changes=changes)


def _answers(what: str, answered: Mapping[str, str]) -> Answers:
    """The answers that an address gives, each judged as a typed one is."""
    if what not in PRESETS:
        raise _refused(SERVE, f'"{_plain(what)}"', refusals.NOT_SERVED, did_you_mean(what, PRESETS))
    place = answered.get("prices", "")
    answers = first_answers(what, place if place in PLACES else "")
    for question in (*five_questions(), *more_questions()):
        if question.field in answered:
            answers = _checked(question, answered[question.field], answers)
    return answers


def _checked(question: Prompt, answer: str, before: Answers) -> Answers:
    try:
        return check_answer(question, answer, before)
    except WrongAnswer as error:
        raise _refused(_SPELT[question.field], f'"{_plain(answer)}"', error.why, error.remedy) from None


def pack_text(text: str) -> str:
    """A text as an address holds it."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)).decode().rstrip("=")


def unpack_text(held: str) -> str:
    """The text of `pack_text`. Raises ScenarioError for anything else, and for more than a scenario may be long."""
    remedy = refusals.ASK_AGAIN
    if len(held) > LONGEST_LINK:
        raise _refused(YAML, f"{len(held):,} characters", f"longer than {LONGEST_LINK:,} characters", remedy)
    try:
        reader = zlib.decompressobj()
        content = reader.decompress(base64.b64decode(held + "=" * (-len(held) % 4), "-_", validate=True), LARGEST + 1)
        text = content.decode("utf-8")
    except (binascii.Error, zlib.error, ValueError):
        raise _refused(YAML, "", refusals.NOTHING_PACKED, remedy) from None
    if len(content) > LARGEST:
        raise _refused(YAML, "", *refusals.unpacks_to_more(LARGEST // 1000))
    if not reader.eof or not text.strip():
        raise _refused(YAML, "", refusals.CUT_OFF, remedy)
    return text


def _refused(path: str, value: str, message: str, remedy: str) -> ScenarioError:
    return ScenarioError((Problem(address.PLACE, 0, path, value, message, remedy),))


def _plain(text: str) -> str:
    return "".join(each if each.isprintable() else " " for each in text[:60])
