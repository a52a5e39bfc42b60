"""The scenario of this browser session: which one, what is changed in it, and the last good version of it.

The same object on all pages: `here()`. It begins with what the address says, and the address follows it; when the
browser goes back or forward, it follows the address (plans/address_sync.py).
"""

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import streamlit as st

from models.disk_capacity import disk_cache_bytes
from models.errors import Problem, ScenarioError
from models.load import load
from models.quantities.fields import Part
from models.quantities.units import SIZE, format_quantity, memory_at_most
from models.ram_ledger import file_cache_bytes
from models.scenario import Scenario
from models.suggest import did_you_mean
from models.variations.changes import value_at_path
from simulator.engines.sized_cache import SizedCache
from simulator.errors import require
from simulator.farm.outcome import Outcome
from simulator.messages.page import form_labels, refusals
from simulator.service.answers import Changes
from simulator.service.desk import Desk
from simulator.service.object_size import object_size
from simulator.service.ticket import Ticket
from simulator.studies.init.first_scenario import Answers
from simulator.ui import address
from simulator.ui.library import FOLDER, shipped
from simulator.ui.plans import link
from simulator.ui.plans.browser_shelf import GONE, ON_SHELF, newest_plan, plan_on_shelf
from simulator.ui.plans.shelf import ShelvedPlan, fit_title
from simulator.ui.plans.state import PlanState, first_answers
from simulator.ui.uploads import load_upload, with_logs, write_upload
from simulator.ui.value_widgets import ValueWidgets
from simulator.uncertainty.resolution import resolve

OWN_FILE = form_labels.OWN_FILE
_HERE = "headroom"
# Bytes of scenarios, of all users together; reading one takes about 0.1 s.
_REMEMBERED: SizedCache[tuple[object, ...], Scenario] = SizedCache(64e6, object_size)
_MOST_STEPS = 200  # That can be taken back.

Problems = tuple[Problem, ...]


@dataclass
class BrowserSession:
    """One planner's scenario. owner: who asks, for the Desk. plan: what it begins with, and the changes in it.

    kept, kept_changes: the last version that could be read. simulated: the last simulated outcome of any version.
    asked: by slot, what was asked for by a button: the scenario as it was then, and the ticket.
    refused: what was wrong with the address that the session began with.
    past, future: the plans that `undo` and `redo` go to, the nearest last. shelved: the plan on the shelf that this one
    is kept as, as it was when this session read or wrote it last; None where it is on none. unusable: by question, an
    answer that cannot be used, and why. widgets: which widget holds which value of the plan. told: what was done last
    to the plan, until something else is; is_undone: that it was not done, and why. edits: held by an edit until it is
    done: Streamlit takes the next one beside it if that comes at once, and each would begin with the plan before both.
    """

    owner: str
    plan: PlanState = field(default_factory=lambda: PlanState(answers=first_answers()))
    kept: Scenario | None = None
    kept_changes: dict[str, str] = field(default_factory=dict)
    simulated: Outcome | None = None
    asked: dict[str, tuple[Scenario, Ticket[Any]]] = field(default_factory=dict)
    refused: Problems = ()
    past: list[PlanState] = field(default_factory=list)
    future: list[PlanState] = field(default_factory=list)
    shelved: ShelvedPlan | None = None
    unusable: dict[str, tuple[str, str]] = field(default_factory=dict)
    widgets: ValueWidgets = field(default_factory=ValueWidgets)
    told: str = ""
    is_undone: bool = False
    edits: threading.RLock = field(default_factory=threading.RLock, repr=False, compare=False)
    _openings: int = 0
    _folder: TemporaryDirectory[str] | None = None

    @property
    def changes(self) -> Mapping[str, str]:
        """Dotted path to value, as after `--set`."""
        return self.plan.changes

    @property
    def name(self) -> str:
        """The name of the shipped scenario; OWN_FILE for a text of the planner's own, "" for answers."""
        return OWN_FILE if self.plan.text else self.plan.name

    @property
    def answers(self) -> Answers | None:
        """The answers that the plan begins with, if it begins with any."""
        return self.plan.answers

    @property
    def text(self) -> str:
        """The YAML that the plan begins with; "" where that is a shipped scenario."""
        return self.plan.written_out

    @property
    def shelf_id(self) -> str:
        """The id of the plan on the shelf that this one is kept as; "" where it is on none."""
        return self.shelved.id if self.shelved else ""

    @property
    def title(self) -> str:
        """What the plan is called: by the name that it was saved under, or a draft of it; else as its scenario is."""
        before = self.shelved
        try:
            is_own = before is not None and before.title != fit_title(self.read(before.plan).name)
        except ScenarioError:
            is_own = True
        return before.title if before is not None and is_own else self.readable.name

    def take(self, name: str, changes: Changes = MappingProxyType({})) -> None:
        """Another shipped scenario, with changes. Raises ScenarioError, and changes nothing, if there is no such."""
        self.open(PlanState(name=name, changes=address.order_changes(changes)))

    def take_text(self, text: str) -> None:
        """A scenario of the planner's own. Raises ScenarioError and changes nothing."""
        self.judge(text)
        self.open(PlanState(text=text))

    def judge(self, text: str) -> None:
        """Reads a text as a scenario. Raises ScenarioError with all that is wrong with it."""
        read_cached(write_upload(self.folder(), text), {})

    def open(self, plan: PlanState) -> None:
        """Another plan. Raises ScenarioError, and changes nothing, if it cannot be read."""
        self.revise(replace(plan, opening=self._openings + 1))
        self._openings += 1
        self.unusable = {}

    def revise(self, plan: PlanState) -> None:
        """The open plan with other answers or changes. Raises ScenarioError, and changes nothing, as `open` does."""
        found = self.read(plan)
        self._move(plan)
        self.kept, self.kept_changes = found, dict(plan.changes)

    def tell(self, done: str, why_not: str = "") -> None:
        """What was done last to the plan; or why it was not."""
        self.told, self.is_undone = why_not or done, bool(why_not)

    def begin_anew(self) -> None:
        """The plan that everybody begins with; the one that was open stays on the shelf as it was."""
        self.open(PlanState(answers=first_answers()))
        self.shelved = None

    def change(self, path: str, text: str) -> None:
        """Another value at a path; the one that stands there without a change, or nothing, takes the change away."""
        self.change_all({path: text})

    def change_all(self, changes: Changes) -> None:
        """The same at several paths, one after the other, in one step that can be taken back."""
        plan = self.plan
        for path, text in changes.items():
            plan = self._changed(plan, path, text)
        self._move(plan)

    def _changed(self, plan: PlanState, path: str, text: str) -> PlanState:
        without = {key: value for key, value in plan.changes.items() if key != path}
        stands = self._shown_without(plan, path)
        if text and text not in (stands, f"[{stands}]"):
            without = address.order_changes({**plan.changes, path: text})
        return replace(plan, changes=without)

    def reset(self) -> None:
        """Takes all changes away."""
        self._move(replace(self.plan, changes={}))

    def undo(self) -> None:
        """The plan as it was before the last step; `redo` takes that back."""
        with self.edits:
            if self.past:
                self.future.append(self.plan)
                self.plan, self.refused, self.unusable, self.told = self.past.pop(), (), {}, ""

    def redo(self) -> None:
        """The step that was taken back last, once more."""
        with self.edits:
            if self.future:
                self.past.append(self.plan)
                self.plan, self.refused, self.unusable, self.told = self.future.pop(), (), {}, ""

    def current(self) -> Scenario | Problems:
        """The scenario as it is now, or everything that is wrong with it; `kept` is then the last good version."""
        try:
            address.from_parameters(self.changes)
            self.kept = self.read(self.plan)
        except ScenarioError as error:
            return error.problems
        self.kept_changes = dict(self.changes)
        return self.kept

    @property
    def readable(self) -> Scenario:
        """The last version that could be read. Raises InternalError before there is one."""
        return require(self.kept, "readable scenario")

    def shown_without(self, path: str) -> str:
        """What stands at a path, as people write it, if it is not changed; "" where that cannot be said."""
        return self._shown_without(self.plan, path)

    def _shown_without(self, plan: PlanState, path: str) -> str:
        found = self._without(plan, path)
        return value_text(found, path) if found else ""

    def without(self, path: str) -> Scenario | None:
        """The scenario without the change at a path; None where that cannot be read."""
        return self._without(self.plan, path)

    def _without(self, plan: PlanState, path: str) -> Scenario | None:
        others = {key: text for key, text in plan.changes.items() if key != path}
        try:
            return self.read(replace(plan, changes=others))
        except ScenarioError:
            return None

    def _move(self, plan: PlanState) -> None:
        """To another plan, which can be taken back."""
        self.refused = ()
        if plan != self.plan:
            self.told, self.is_undone = "", False
            self.past = [*self.past[1 - _MOST_STEPS :], self.plan]
            self.plan, self.future = plan, []

    def read(self, plan: PlanState) -> Scenario:
        """The scenario of a plan, which need not be this one. Raises ScenarioError."""
        text = plan.written_out
        return read_cached(write_upload(self.folder(), text) if text else _shipped_file(plan.name), plan.changes)

    def folder(self) -> Path:
        """The folder of this session's own texts, which goes when the session does."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="headroom-")
        return Path(self._folder.name).resolve()


def value_text(scenario: Scenario, path: str) -> str:
    """What is in force at a path as people write it: the name of a part of the catalogue, what a part's plain value
    stands for, a list with commas; of a cache that takes what there is room for, how much that is."""
    if path == "demand" and scenario.demand is not None:
        return scenario.demand.on_a_line
    known, leaf = scenario.sources, leaf_of(scenario, path)
    if fitted := _fitted(scenario, leaf):
        return fitted
    if leaf:
        return known[leaf].value_text
    return ", ".join(source.value_text for leaf, source in known.items() if leaf.startswith(f"{path}["))


def leaf_of(scenario: Scenario, path: str) -> str:
    """The parameter that a plain value at a path is: of a part its name, if it has one, or what its shorthand is, which
    may be a part itself; "" for none."""
    try:
        part = None if "[" in path else value_at_path(scenario, path)
    except AttributeError:
        part = None
    is_unnamed = isinstance(part, Part) and getattr(part, "name", "") is None
    leaves = (path,) if is_unnamed else (path, f"{path}.name")
    if leaf := next((leaf for leaf in leaves if leaf in scenario.sources), ""):
        return leaf
    return leaf_of(scenario, f"{path}.{part.shorthand}") if isinstance(part, Part) and part.shorthand else ""


def _fitted(scenario: Scenario, leaf: str) -> str:
    """The size of a cache that was asked to take more than there is room for; "" of all else."""
    file_cache, disk_cache = scenario.web_server.file_cache, scenario.web_server.disk_cache
    if leaf == "web_server.file_cache.size" and file_cache_bytes(scenario) < file_cache.size:
        return memory_at_most(file_cache_bytes(scenario))
    if leaf == "web_server.disk_cache.size" and disk_cache is not None:
        held = disk_cache_bytes(scenario)
        return format_quantity(held, SIZE, digits=3) if held is not None and held < disk_cache.size else ""
    return ""


def current_session() -> BrowserSession:
    """This browser session's own; on its first run made from the address."""
    if _HERE not in st.session_state:
        asked = {key: text for key, text in st.query_params.to_dict().items() if key != GONE}
        st.session_state[_HERE] = begin_session(_seat().owner, asked or _last_plan())
    session: BrowserSession = st.session_state[_HERE]
    return session


def _last_plan() -> dict[str, str]:
    """What the bare address stands for: the plan that this browser has kept last, if it has any."""
    last = newest_plan()
    return {ON_SHELF: last.id} if last is not None else {}


def begin_session(owner: str, params: Mapping[str, str]) -> BrowserSession:
    """A session as an address asks for it. One with anything wrong in it is refused as a whole, and says why."""
    session = BrowserSession(owner)
    open_address(session, params)
    if session.kept is None:
        problems = session.refused
        session.open(session.plan)
        session.refused = problems
    session.past.clear()
    return session


def open_address(session: BrowserSession, params: Mapping[str, str]) -> None:
    """Opens the plan of an address. Where anything is wrong with that, the plan stays and `refused` says why.

    A plan that an address names is the one on the shelf of this browser; in another browser it is a plan of its own.
    """
    rest = {key: text for key, text in params.items() if key != ON_SHELF}
    try:
        shelved_plan = plan_on_shelf(params.get(ON_SHELF, ""))
        plan = shelved_plan.plan if shelved_plan is not None and not rest else link.from_parameters(rest)
        if session.kept is not None and plan == session.plan:
            return
        session.open(plan)
    except ScenarioError as error:
        session.refused = error.problems
        return
    if shelved_plan is None or shelved_plan.id != session.shelf_id:
        # An address that is older than the plan on the shelf opens what it says, which is kept as a plan of its own.
        session.shelved = shelved_plan if shelved_plan is not None and shelved_plan.plan == plan else None


@st.cache_resource(show_spinner=False)
def shared_desk() -> Desk:
    """The one desk of the server."""
    return Desk()


@dataclass(frozen=True)
class _Seat:
    """Who asks in this browser session, and at which desk."""

    owner: str
    desk: Desk


@st.cache_resource(show_spinner=False, scope="session", on_release=lambda seat: seat.desk.leave(seat.owner))
def _seat() -> _Seat:
    """The seat of this browser session; when the browser has gone, nothing is simulated for it any more."""
    return _Seat(secrets.token_hex(8), shared_desk())


def read_cached(file: Path, changes: Changes) -> Scenario:
    """The scenario of a file, shipped or kept, with changes; remembered, for all, as long as the file is the same.

    Raises ScenarioError.
    """
    # A file of somebody's own is named for what is in it, wherever it lies.
    which = (file, _version(file)) if file.is_relative_to(FOLDER) else (file.name,)
    key = (*which, tuple(address.order_changes(changes).items()))
    return _REMEMBERED.get(key, lambda: _read(file, changes))


def _read(file: Path, changes: Changes) -> Scenario:
    over = address.overrides(dict(changes))
    if not file.is_relative_to(FOLDER):
        return load_upload(file, over)
    # Called as somebody in the folder of the program calls it, who need not know where that lies.
    called = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
    return with_logs(resolve(load(called, over)))


def _version(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0  # `load` says what is wrong.


def _shipped_file(name: str) -> Path:
    """The file of a shipped scenario. Raises ScenarioError for a name that is none."""
    known = shipped()
    if name not in known:
        shown = "".join(each if each.isprintable() else " " for each in name[:60])
        message, remedy = refusals.NO_SCENARIO, did_you_mean(name, known)
        raise ScenarioError((Problem(address.PLACE, 0, address.SCENARIO, f'"{shown}"', message, remedy),))
    return known[name]
