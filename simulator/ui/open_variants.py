"""Variants of the open plan, and variants as plans: a portfolio of other servers, made as a file like any other."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import yaml

from models.reading.catalogue import names
from models.variations.portfolio import load_portfolio
from simulator.questions.init.places import PLACES, servers_at
from simulator.questions.init.servers import is_rented
from simulator.questions.sweep.answer import Answer
from simulator.ui.address import overrides
from simulator.ui.library import shipped
from simulator.ui.plans.state import PlanState
from simulator.ui.session import BrowserSession, value_text
from simulator.ui.uploads import kept, text_of

BASE = "scenario.yaml"  # What the text of the plan is called in a portfolio that somebody takes along.
_SERVER = "server"
_LONGEST_NAME = 80  # Characters.


def portfolio_text(session: BrowserSession, base: str = BASE) -> str:
    """The portfolio of the open plan on every server that may stand where it stands, as YAML."""
    says = {
        "portfolio": f"{session.readable.name} on other servers",
        "base": base,
        "question": "capacity",
        "skip_invalid": True,
        "set": overrides(_without_server(session.kept_changes)),
        "grid": {_SERVER: list(_servers(session))},
    }
    said = {key: value for key, value in says.items() if value != {}}
    return str(yaml.safe_dump(said, sort_keys=False, allow_unicode=True))


def portfolio_file(session: BrowserSession, folder: Path) -> Path:
    """That portfolio in a folder of the session's own, beside the text of its plan."""
    base = kept(folder, session.text or text_of(session.name))
    text = portfolio_text(session, base.name)
    file = folder / f"others-{abs(hash(text)):x}.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def on_server(session: BrowserSession, answer: Answer) -> PlanState:
    """The open plan on the server of one of its variants."""
    server, rest = str(answer.values[_SERVER]), _without_server(session.kept_changes)
    if session.answers is not None:
        return replace(session.plan, answers=replace(session.answers, server=server), changes=rest)
    return replace(session.plan, changes={**rest, _SERVER: server})


def as_plan(path: Path, answer: Answer, everywhere: Mapping[str, object]) -> PlanState:
    """A variant of a shipped portfolio as a plan: a text that extends the base and states what the variant does."""
    portfolio = load_portfolio(str(path))
    name = next(name for name, file in shipped().items() if file.resolve() == Path(portfolio.base).resolve())
    laid = {change.path: change.value for change in portfolio.everywhere} | dict(answer.values) | dict(everywhere)
    said = {"scenario": answer.name[:_LONGEST_NAME], **laid}
    return PlanState(text=text_of(name, {at: _flow(value) for at, value in said.items()}))


def demand_of(session: BrowserSession) -> str:
    """The demand of the open plan as one writes it; "" where it states none."""
    return value_text(session.readable, "demand") if session.readable.demand is not None else ""


def _servers(session: BrowserSession) -> tuple[str, ...]:
    """The servers of the catalogue that may stand in the same place."""
    place = PLACES.get(session.answers.prices) if session.answers else None
    if place is not None:
        return tuple(servers_at(place))
    return tuple(name for name in names("servers") if is_rented(name) == session.readable.server.is_rented)


def _without_server(changes: Mapping[str, str]) -> dict[str, str]:
    return {path: text for path, text in changes.items() if path.split(".")[0] != _SERVER}


def _flow(value: object) -> str:
    return str(yaml.safe_dump(value, default_flow_style=True, width=10_000)).removesuffix("...\n").strip()
