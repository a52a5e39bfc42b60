"""The scenario of this browser session: which one, what is changed in it, and the last good version of it.

The same object on all pages: `here()`. It begins with what the address says, and the address follows it (`follow`).
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import streamlit as st

from models.errors import Problem, ScenarioError
from models.load import load
from models.scenario import Scenario
from models.suggest import did_you_mean
from simulator.engines.kept import Kept
from simulator.rollup.outcome import Outcome
from simulator.service.desk import Desk, Ticket
from simulator.service.weight import weight
from simulator.ui import address
from simulator.ui.library import FOLDER, shipped
from simulator.ui.uploads import load_upload

FIRST = "microsoft_update"
OWN_FILE = "a file of your own"
_HERE = "headroom"
# Bytes of scenarios, of all users together; reading one takes about 0.1 s.
_REMEMBERED: Kept[tuple, Scenario] = Kept(64e6, weight)

Problems = tuple[Problem, ...]


@dataclass
class BrowserSession:
    """One planner's scenario. owner: who asks, for the Desk. name: of a shipped scenario, or OWN_FILE.

    changes: dotted path to value, as after `--set`. file, text: the planner's own scenario, where the page that took it
    has put it (see `uploads.kept`) and as YAML; None and "" for a shipped one.
    kept, kept_changes: the last version that could be read. simulated: the last simulated outcome of any version.
    asked: by slot, what was asked for by a button: the scenario as it was then, and the ticket.
    refused: what was wrong with the address that the session began with.
    """

    owner: str
    name: str = FIRST
    changes: dict[str, str] = field(default_factory=dict)
    file: Path | None = None
    text: str = ""
    kept: Scenario | None = None
    kept_changes: dict[str, str] = field(default_factory=dict)
    simulated: Outcome | None = None
    asked: dict[str, tuple[Scenario, Ticket]] = field(default_factory=dict)
    refused: Problems = ()

    def take(self, name: str, changes: address.Changes = MappingProxyType({})) -> None:
        """Another shipped scenario, with changes. Raises ScenarioError, and changes nothing, if there is no such."""
        found = read(_shipped_file(name), changes)
        self.name, self.file, self.text, self.kept, self.refused = name, None, "", found, ()
        self.changes = self.kept_changes = address.ordered(changes)

    def take_file(self, file: Path, text: str) -> None:
        """The planner's own scenario, in a file that was `kept`. Raises ScenarioError and changes nothing."""
        found = read(file, {})
        self.name, self.file, self.text, self.kept, self.refused = OWN_FILE, file, text, found, ()
        self.changes = self.kept_changes = {}

    def change(self, path: str, text: str) -> None:
        """Another value at a path; the one that stands there without a change, or nothing, takes the change away."""
        self.refused = ()
        self.changes = {key: value for key, value in self.changes.items() if key != path}
        stands = self.shown_without(path)
        if text and text not in (stands, f"[{stands}]"):
            self.changes = address.ordered({**self.changes, path: text})

    def reset(self) -> None:
        """Takes all changes away."""
        self.refused = ()
        self.changes = {}

    def current(self) -> Scenario | Problems:
        """The scenario as it is now, or everything that is wrong with it; `kept` is then the last good version."""
        try:
            address.read(self.changes)
            self.kept = self._read(self.changes)
        except ScenarioError as error:
            return error.problems
        self.kept_changes = self.changes
        return self.kept

    def shown_without(self, path: str) -> str:
        """What stands at a path, as people write it, if it is not changed; "" where that cannot be said."""
        found = self.without(path)
        return value_text(found, path) if found else ""

    def without(self, path: str) -> Scenario | None:
        """The scenario without the change at a path; None where that cannot be read."""
        try:
            return self._read({key: text for key, text in self.changes.items() if key != path})
        except ScenarioError:
            return None

    def _read(self, changes: address.Changes) -> Scenario:
        return read(self.file or _shipped_file(self.name), changes)


def value_text(scenario: Scenario, path: str) -> str:
    """What stands at a path as people write it; the name of a part of the catalogue; a list with commas."""
    if path == "demand" and scenario.demand is not None:
        return scenario.demand.on_a_line
    known = scenario.sources
    for leaf in (path, f"{path}.name"):
        if leaf in known:
            return known[leaf].value_text
    return ", ".join(source.value_text for leaf, source in known.items() if leaf.startswith(f"{path}["))


def here() -> BrowserSession:
    """This browser session's own; on its first run made from the address."""
    if _HERE not in st.session_state:
        st.session_state[_HERE] = begun(_seat().owner, st.query_params.to_dict())
    return st.session_state[_HERE]


def current() -> Scenario | Problems:
    """The scenario of this browser session as it is now, or everything that is wrong with it."""
    return here().current()


def begun(owner: str, params: Mapping[str, str]) -> BrowserSession:
    """A session as an address asks for it. One with anything wrong in it is refused as a whole, and says why."""
    session = BrowserSession(owner)
    try:
        name, changes = address.read(params)
        session.take(name or FIRST, changes)
    except ScenarioError as error:
        session.take(FIRST)
        session.refused = error.problems
    return session


def follow() -> None:
    """Lets the address follow the session; a file of one's own cannot stand in it."""
    session = here()
    wanted = {} if session.file else address.written(session.name, session.changes)
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


@st.cache_resource(show_spinner=False)
def desk() -> Desk:
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
    return _Seat(secrets.token_hex(8), desk())


def read(file: Path, changes: address.Changes) -> Scenario:
    """The scenario of a file, shipped or kept, with changes; remembered, for all, as long as the file is the same.

    Raises ScenarioError.
    """
    key = (file, _version(file), tuple(address.ordered(changes).items()))
    return _REMEMBERED.get(key, lambda: _read(file, changes))


def _read(file: Path, changes: address.Changes) -> Scenario:
    over = address.overrides(dict(changes))
    if not file.is_relative_to(FOLDER):
        return load_upload(file, over)
    # Called as somebody in the folder of the program calls it, who need not know where that lies.
    return load(file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file, over)


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
        message, remedy = "there is no such scenario", did_you_mean(name, known)
        raise ScenarioError((Problem(address.PLACE, 0, address.SCENARIO, f'"{shown}"', message, remedy),))
    return known[name]
