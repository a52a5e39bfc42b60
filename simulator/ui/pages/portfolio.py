"""Many variants of a farm at once: what each costs and carries, and which of them are on the front."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote

import streamlit as st
import yaml

from models.errors import ScenarioError
from models.reading.catalogue import names
from models.variations.portfolio import load_portfolio
from simulator.engines.engine import THEORY, Engine
from simulator.machine.resources import usable_cores
from simulator.messages.page import portfolio_page
from simulator.messages.page.portfolio_page import KEPT, OPEN
from simulator.output.blocks import Block, Heading, Preformatted, Text
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.store.store import Store
from simulator.store.store_file import default_store
from simulator.studies.init.places import PLACES, servers_at
from simulator.studies.init.servers import is_rented
from simulator.studies.sweep.answer import run_variants, sweep_steps
from simulator.studies.sweep.document import sweep_page
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer
from simulator.studies.sweep.variants import Variants, expand_portfolio
from simulator.studies.sweep.workers import stored_runs, theory_workers
from simulator.ui.address import overrides
from simulator.ui.answer import show_told
from simulator.ui.inputs.value_input import show_button
from simulator.ui.library import portfolios, shipped
from simulator.ui.plans.state import PlanState
from simulator.ui.session import BrowserSession, current_session, shared_desk, value_text
from simulator.ui.uploads import scenario_text
from simulator.ui.uploads import write_upload as kept_file
from simulator.ui.value_widgets import key_of
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.problems import require_scenario, show_problems
from simulator.ui.widgets.tickets import is_answered

BASE = "scenario.yaml"  # What the text of the plan is called in a portfolio that somebody takes along.
_SERVER = "server"
_LONGEST_NAME = 80  # Characters.

TITLE = "Portfolio"
ICON = ":material/scatter_plot:"

# The names of the choices in the state of a browser session, and who answers.
_NAME, _BY, _DEMANDED = "portfolio name", "portfolio by", "portfolio demanded"
MOST_OFFERED = 8  # Variants that are offered as plans.
NOTHING_YET = Text(portfolio_page.NOTHING_YET)
OWN = f"headroom sweep portfolio.yaml --engine {THEORY}"
SLOT = "portfolio"
ENGINE = "kernel"


def show() -> None:
    """The page: the open plan on other servers, or a shipped portfolio, answered by theory or by what is kept."""
    st.title(TITLE, anchor=False)
    st.text(portfolio_page.ABOUT)
    session = current_session()
    require_scenario(session)
    _show_opened(session)
    name = st.selectbox("Portfolio", _offered(), key=_NAME)
    if name == OPEN:
        _show_open(session)
    else:
        _show_shipped(session, name)


def _show_opened(session: BrowserSession) -> None:
    """What was done last to the open plan, as on the page Plan, and what takes it back."""
    show_told(session)
    if session.told and session.past and not session.is_undone:
        show_button(session, st.button, "undo opened", session.undo, label="Undo", icon=":material/undo:")


def _offered() -> list[str]:
    return [OPEN, *portfolios()]


def _show_open(session: BrowserSession) -> None:
    """The open plan on every server that may stand where it stands."""
    demand = session.readable.demand
    carried = f"for {demand.stated}, " if demand is not None else ""
    st.text(portfolio_page.on_every_server(session.readable.name, carried))

    def ask() -> Ticket[AnswerSet]:
        return ask_theory(shared_desk(), session.owner, portfolio_file(session, session.folder()))

    _show_answers(ask, lambda swept: sweep_page(swept, OWN), partial(on_server, session))
    with st.expander(portfolio_page.ON_COMMAND_LINE):
        st.text(portfolio_page.SAVE_BESIDE)
        show_blocks([Preformatted(portfolio_text(session)), Preformatted(OWN)])


def _show_shipped(session: BrowserSession, name: str) -> None:
    """A shipped portfolio, for the demand of the open plan unless that is not wanted."""
    by = st.segmented_control("Answered by", [THEORY, KEPT], default=THEORY, required=True, key=_BY)
    stated = demand_of(session) if by == THEORY else ""
    wanted = stated and st.checkbox(portfolio_page.for_demand(escaped(stated)), value=True, key=_DEMANDED)
    demand = stated if wanted else ""
    if by == KEPT:
        show_blocks([Preformatted(command(name))])
    path, store, everywhere = portfolios()[name], default_store(), overrides({"demand": demand} if demand else {})
    if by == KEPT and not store.is_file():
        show_blocks([NOTHING_YET])
        return

    def ask() -> Ticket[AnswerSet]:
        if by == KEPT:
            return ask_stored_runs(shared_desk(), session.owner, path, store)
        return ask_theory(shared_desk(), session.owner, path, everywhere)

    def document(swept: AnswerSet) -> list[Block]:
        if by == KEPT and len(swept.failed) == len(swept.answers):
            return [NOTHING_YET]
        return sweep_page(swept, command(name) if by == KEPT else theory_command(name, demand))

    _show_answers(ask, document, lambda answer: variant_plan(path, answer, everywhere))


def _show_answers(
    ask: Callable[[], Ticket[AnswerSet]],
    document: Callable[[AnswerSet], list[Block]],
    plan_of: Callable[[VariantAnswer], PlanState],
) -> None:
    """The answers once they are there, and below the farms those of the front as plans."""
    try:
        ticket = ask()
    except ScenarioError as error:
        show_problems(error.problems)
        return
    if is_answered(ticket, "Answering", key="sweeping"):
        blocks = document(ticket.answer)
        answer = next((at for at, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
        show_blocks(blocks[:answer])
        _offer(ticket.answer.front[:MOST_OFFERED], plan_of)
        show_blocks(blocks[answer:])


def _offer(front: Sequence[VariantAnswer], plan_of: Callable[[VariantAnswer], PlanState]) -> None:
    """A button for each variant of the front: one click, and it is the open plan."""
    if not front:
        return
    st.text(portfolio_page.OPEN_ONE)
    with st.container(horizontal=True):
        for at, answer in enumerate(front):
            key = key_of(f"open variant {at}", answer.name)
            st.button(escaped(answer.name), key=key, on_click=_open, args=(answer, plan_of))


def _open(answer: VariantAnswer, plan_of: Callable[[VariantAnswer], PlanState]) -> None:
    session = current_session()
    try:
        session.open(plan_of(answer))
    except ScenarioError as error:
        session.tell("", str(error.problems[0]))
        return
    session.shelved = None  # What was open stays on the shelf as it was.
    session.tell(portfolio_page.opened(answer.name))


def ask_theory(desk: Desk, owner: str, path: Path, everywhere: Mapping[str, object] | None = None) -> Ticket[AnswerSet]:
    """Asks for the answers of theory to all variants of a portfolio, with `everywhere` laid over each; nothing is
    simulated.

    Raises ScenarioError with all problems of all variants.
    """
    portfolio = load_portfolio(str(path))
    variants = expand_portfolio(portfolio, everywhere=everywhere)

    def work(engine: Engine, progress: Callable[[], None]) -> AnswerSet:
        return _without_place(run_variants(portfolio, variants, theory_workers(usable_cores()), progress), path)

    return desk.ask(owner, SLOT, _key("theory", portfolio.name, variants), 0.0, work, len(variants.found))


def ask_stored_runs(desk: Desk, owner: str, path: Path, store: Path) -> Ticket[AnswerSet]:
    """Asks for the answers that the runs in a store give; a variant whose runs are not all there has none.

    Raises ScenarioError with all problems of all variants.
    """
    portfolio = load_portfolio(str(path))
    variants = expand_portfolio(portfolio)

    def work(engine: Engine, progress: Callable[[], None]) -> AnswerSet:
        with Store(store, create=False) as opened:
            return run_variants(portfolio, variants, stored_runs(ENGINE, opened), progress)

    key = _key(f"kept {_size(store)}", portfolio.name, variants)
    return desk.ask(owner, SLOT, key, 0.0, work, sweep_steps(variants, ENGINE))


def _without_place(swept: AnswerSet, path: Path) -> AnswerSet:
    """The same without where the portfolio lies, which means nothing to anyone who did not put it there."""
    told = (replace(each, problem=each.problem.replace(f"{path.parent}/", "")) for each in swept.left_out)
    return replace(swept, left_out=tuple(told))


def command(name: str, demand: str = "") -> str:
    """What simulates a shipped portfolio, wherever there is time for it; for another demand, if one is named."""
    told = f" --set {quote(f'demand={demand}')}" if demand else ""
    return f"headroom sweep scenarios/{name}.yaml{told}"


def theory_command(name: str, demand: str = "") -> str:
    """What gives the same answers again."""
    return f"{command(name, demand)} --engine {THEORY}"


def _size(store: Path) -> int:
    """Bytes of a store with what has not been worked into it yet: they grow with every run; 0 where there is none."""
    files = (store, store.with_name(f"{store.name}-wal"))
    return sum(file.stat().st_size for file in files if file.is_file())


def _key(by: str, name: str, variants: Variants) -> str:
    """What the answer depends on: every variant by the print of its values."""
    return f"sweep {by} {name} " + " ".join(f"{each.name} {each.sha256}" for each in variants.found)


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
    base = kept_file(folder, session.text or scenario_text(session.name))
    text = portfolio_text(session, base.name)
    file = folder / f"others-{abs(hash(text)):x}.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def on_server(session: BrowserSession, answer: VariantAnswer) -> PlanState:
    """The open plan on the server of one of its variants."""
    server, rest = str(answer.values[_SERVER]), _without_server(session.kept_changes)
    if session.answers is not None:
        return replace(session.plan, answers=replace(session.answers, server=server), changes=rest)
    return replace(session.plan, changes={**rest, _SERVER: server})


def variant_plan(path: Path, answer: VariantAnswer, everywhere: Mapping[str, object]) -> PlanState:
    """A variant of a shipped portfolio as a plan: a text that extends the base and states what the variant does."""
    portfolio = load_portfolio(str(path))
    name = next(name for name, file in shipped().items() if file.resolve() == Path(portfolio.base).resolve())
    laid = {change.path: change.value for change in portfolio.everywhere} | dict(answer.values) | dict(everywhere)
    said = {"scenario": answer.name[:_LONGEST_NAME], **laid}
    return PlanState(text=scenario_text(name, {at: _flow(value) for at, value in said.items()}))


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
