"""The shelf: plans that are kept on the server's disk, each for the browser that made it.

Nobody signs in: a browser is known by a token that it was given (see `browser`), and finds its own plans only.
"""

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from itertools import chain, count, repeat
from pathlib import Path
from typing import Any

from models.errors import Problem, ScenarioError
from simulator.messages.page import refusals
from simulator.studies.init.first_scenario import Answers
from simulator.studies.init.presets import PRESETS, SAFETIES
from simulator.ui.address import MOST_CHANGES
from simulator.ui.plans.state import PlanState
from simulator.ui.uploads import LARGEST

FILE = "HEADROOM_PLANS"  # The variable of the environment that says where they are kept.
MOST_PLANS = 10_000  # Of one browser, and what it leaves without a name goes before.
UNNAMED = 30  # Plans without a name that are kept, the newest.
MOST_DRAFTS = 10  # Texts of one browser that were typed and never used, the newest.
MOST_VERSIONS = 20  # Former versions of one plan, the newest.
LARGEST_EXPORT = 20_000_000  # Bytes.
LONGEST_TITLE = 80
_AROUND, _WIDER = 500, 2  # At most so many bytes around a plan of an export, and so many times as many in it.
_FORMAT = "headroom plans 1"
_BRING_BACK = 86_400.0  # Seconds after a plan was deleted for which its former versions stay.
_APART = 1e-3  # Seconds between plans of an export that do not say when they were changed, or say it wrongly.
_PATIENCE = 20.0  # Seconds that another one may keep the file locked: a slow disk is no reason to lose a plan.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS plans (
    browser TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL, named INTEGER NOT NULL, plan TEXT NOT NULL,
    changed REAL NOT NULL, PRIMARY KEY (browser, id)
);
CREATE TABLE IF NOT EXISTS drafts (
    browser TEXT NOT NULL, plan TEXT NOT NULL, text TEXT NOT NULL, changed REAL NOT NULL, PRIMARY KEY (browser, plan)
);
CREATE TABLE IF NOT EXISTS forks (
    browser TEXT NOT NULL, id TEXT NOT NULL, kept_as TEXT NOT NULL, made REAL NOT NULL, PRIMARY KEY (browser, kept_as)
);
CREATE TABLE IF NOT EXISTS origins (
    browser TEXT NOT NULL, draft TEXT NOT NULL, base TEXT NOT NULL, plan TEXT NOT NULL, PRIMARY KEY (browser, draft)
);
CREATE TABLE IF NOT EXISTS versions (
    browser TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL, named INTEGER NOT NULL, plan TEXT NOT NULL,
    changed REAL NOT NULL, PRIMARY KEY (browser, id, changed)
);
CREATE TABLE IF NOT EXISTS deleted (
    browser TEXT NOT NULL, id TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (browser, id)
);
CREATE INDEX IF NOT EXISTS by_time ON plans (browser, changed DESC);
"""


@dataclass(frozen=True)
class ShelvedPlan:
    """A plan on the shelf. named: whether somebody saved it under its title, else it is a draft; changed: seconds since
    1970."""

    id: str
    title: str
    named: bool
    plan: PlanState
    changed: float

    @property
    def label(self) -> str:
        """Its title, and that it is a draft."""
        return _label(self.title, self.named)


def default_file() -> Path:
    """Where plans are kept unless the environment says otherwise: in the user's own folder for data."""
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(os.environ.get(FILE) or Path(root) / "headroom" / "plans.sqlite")


class NameTaken(Exception):  # noqa: N818 - named for what the reader is told
    """Another plan has the name under which one was to be saved."""


class Shelf:
    """The plans of one browser in a file. Raises OSError or sqlite3.Error where that cannot be read or written."""

    def __init__(self, browser: str, file: Path | None = None) -> None:
        self.browser, self.file = browser, file or default_file()

    def keep(self, plan: PlanState, title: str, known: ShelvedPlan | None = None) -> ShelvedPlan:
        """Keeps a plan without a name: in place of the one that is known, if that is a draft and still as it is known.

        A plan with a name is never written over, and neither is what another tab has written since: the plan is then
        kept beside it. Raises ScenarioError where there is no room for more.
        """
        with self._open() as line:
            id = known.id if known is not None and self._is_draft(line, known) else ""
            kept = self._put(line, ShelvedPlan(id, fit_title(title), False, plan, time.time()))
            if known is not None and not id:
                row = (self.browser, known.id, kept.id, kept.changed)
                line.execute("INSERT OR REPLACE INTO forks VALUES (?, ?, ?, ?)", row)
                self._note_origin(line, kept, known)
            self._forget_unnamed(line)
        return kept

    def save(
        self, plan: PlanState, title: str, known: ShelvedPlan | None = None, replacing: bool = False
    ) -> ShelvedPlan:
        """Keeps a plan under a name, for good; the draft that it is known as, if it is one, becomes that plan.

        Raises NameTaken where another plan has the name, unless that is to be replaced, and ScenarioError where there
        is no room for more.
        """
        title = fit_title(title)
        with self._open() as line:
            question = f"{_SELECT} AND named = 1 AND title = ? ORDER BY changed DESC"
            row = line.execute(question, (self.browser, title)).fetchone()
            there = _kept(row) if row else None
            if there is not None and there.plan != plan and not replacing:
                raise NameTaken(title)
            draft = known.id if known is not None and self._is_draft(line, known) else ""
            if there is not None and draft:
                line.execute("DELETE FROM plans WHERE browser = ? AND id = ?", (self.browser, draft))
            return self._put(
                line, ShelvedPlan(there.id if there is not None else draft, title, True, plan, time.time())
            )

    def renew(self, base: ShelvedPlan, draft: ShelvedPlan) -> ShelvedPlan | None:
        """Makes a draft the new version of the plan with a name that it was made of; None, and nothing is written,
        where that plan is not as it is known any more."""
        with self._open() as line:
            row = line.execute(f"{_SELECT} AND id = ?", (self.browser, base.id)).fetchone()
            there = _kept(row) if row else None
            if there is None or there.plan != base.plan:
                return None
            if self._is_draft(line, draft):
                line.execute("DELETE FROM plans WHERE browser = ? AND id = ?", (self.browser, draft.id))
            return self._put(line, replace(there, plan=draft.plan, changed=time.time()))

    def _note_origin(self, line: sqlite3.Connection, draft: ShelvedPlan, known: ShelvedPlan) -> None:
        """Notes the plan with a name that a draft was made of, as it was then; a draft of a draft has that one's."""
        if known.named:
            row = (self.browser, draft.id, known.id, _written(known.plan))
            line.execute("INSERT OR REPLACE INTO origins VALUES (?, ?, ?, ?)", row)
        else:
            of = "SELECT browser, ?, base, plan FROM origins WHERE browser = ? AND draft = ?"
            line.execute(f"INSERT OR REPLACE INTO origins {of}", (draft.id, self.browser, known.id))

    def _is_draft(self, line: sqlite3.Connection, known: ShelvedPlan) -> bool:
        """Whether a plan has no name and is still as it is known."""
        row = line.execute(f"{_SELECT} AND id = ?", (self.browser, known.id)).fetchone()
        there = _kept(row) if row else None
        return there is not None and not there.named and there.plan == known.plan

    def _put(self, line: sqlite3.Connection, kept: ShelvedPlan) -> ShelvedPlan:
        """Writes a plan, as a new one where it has no id yet; what stood in its place becomes a former version."""
        if not kept.id:
            self._make_room(line)
            kept = replace(kept, id=new_id())
        former = (self.browser, kept.id, _written(kept.plan))
        line.execute(f"INSERT OR IGNORE INTO versions {_SELECT_ROW} AND id = ? AND plan != ?", former)
        line.execute(f"DELETE FROM versions {_BEYOND}", (self.browser, kept.id, self.browser, kept.id, MOST_VERSIONS))
        row = (self.browser, kept.id, kept.title, kept.named, _written(kept.plan), kept.changed)
        line.execute("INSERT OR REPLACE INTO plans VALUES (?, ?, ?, ?, ?, ?)", row)
        return kept

    def plan(self, id: str) -> ShelvedPlan | None:
        """The plan of an id; None where this browser has none."""
        with self._open(to_read=True) as line:
            found = line.execute(f"{_SELECT} AND id = ?", (self.browser, id)).fetchone()
        return _kept(found) if found else None

    def newest(self) -> ShelvedPlan | None:
        """The plan that was kept last; None where this browser has none."""
        with self._open(to_read=True) as line:
            found = line.execute(f"{_SELECT} ORDER BY changed DESC LIMIT 1", (self.browser,)).fetchone()
        return _kept(found) if found else None

    def versions(self, id: str) -> tuple[ShelvedPlan, ...]:
        """What a plan was before it is what it is, the newest first."""
        with self._open(to_read=True) as line:
            question = f"{_SELECT_VERSION} AND id = ? ORDER BY changed DESC"
            found = line.execute(question, (self.browser, id)).fetchall()
        return tuple(kept for kept in map(_kept, found) if kept is not None)

    def is_as(self, known: ShelvedPlan) -> bool:
        """Whether a plan is there and says what it is known to say."""
        there = self.plan(known.id)
        return there is not None and there.plan == known.plan

    def fork_since(self, known: ShelvedPlan) -> ShelvedPlan | None:
        """The newest draft that was kept beside a plan since that was kept as known; None for none."""
        with self._open(to_read=True) as line:
            since = "SELECT kept_as FROM forks WHERE browser = ? AND id = ? AND made > ?"
            question = f"{_SELECT} AND id IN ({since}) AND named <= ? ORDER BY changed DESC"
            given = (self.browser, self.browser, known.id, known.changed, not known.named)
            found = line.execute(question, given).fetchone()
        return _kept(found) if found else None

    def base(self, draft: ShelvedPlan) -> ShelvedPlan | None:
        """The plan with a name that a draft was made of; None where it was made of none, or that is gone."""
        with self._open(to_read=True) as line:
            of = "SELECT base FROM origins WHERE browser = ? AND draft = ?"
            # Of a draft that was kept before there were origins a fork knows it.
            before = "SELECT id FROM forks WHERE browser = ? AND kept_as = ?"
            given = (self.browser, *(self.browser, draft.id) * 2)
            found = line.execute(f"{_SELECT} AND id = COALESCE(({of}), ({before}))", given).fetchone()
        base = _kept(found) if found else None
        return base if base is not None and base.named and not draft.named else None

    def origin(self, draft: ShelvedPlan, base: ShelvedPlan) -> PlanState:
        """What the base of a draft was when that was made of it, which another draft may have changed since."""
        with self._open(to_read=True) as line:
            question = "SELECT draft, '', 0, plan, 0.0 FROM origins WHERE browser = ? AND draft = ?"
            found = line.execute(question, (self.browser, draft.id)).fetchone()
        known = _kept(found) if found else None
        return known.plan if known is not None else base.plan

    def plans(self, words: str = "", most: int = 200) -> tuple[ShelvedPlan, ...]:
        """The plans whose title has some words in it, the newest first."""
        like = f"%{words.replace('%', '').replace('_', ' ').strip()}%"
        with self._open(to_read=True) as line:
            order = f"{_SELECT} AND title LIKE ? ORDER BY named DESC, changed DESC LIMIT ?"
            found = line.execute(order, (self.browser, like, most)).fetchall()
        return tuple(kept for kept in map(_kept, found) if kept is not None)

    def count(self) -> int:
        """How many plans this browser has."""
        with self._open(to_read=True) as line:
            return self._count(line)

    def drop(self, id: str) -> None:
        """Takes a plan from the shelf; its former versions stay for a day, for whoever puts it back."""
        with self._open() as line:
            line.execute("DELETE FROM plans WHERE browser = ? AND id = ?", (self.browser, id))
            line.execute("INSERT OR REPLACE INTO deleted VALUES (?, ?, ?)", (self.browser, id, time.time()))

    def put_back(self, dropped: ShelvedPlan) -> int:
        """Puts a plan back that was taken from the shelf, and says how many former versions it has. Raises
        ScenarioError where there is no room for it."""
        with self._open() as line:
            self._make_room(line)
            self._put(line, dropped)
            line.execute("DELETE FROM deleted WHERE browser = ? AND id = ?", (self.browser, dropped.id))
            question = "SELECT COUNT(*) FROM versions WHERE browser = ? AND id = ?"
            (found,) = line.execute(question, (self.browser, dropped.id)).fetchone()
        return int(found)

    def export(self) -> str:
        """The plans of this browser with what each was before, as a file that `take_in` reads; the oldest versions, and
        then the oldest plans, drafts before others, are left out where it would be larger than one may be."""
        plans = {each.id: {**_to_data(each), "former": []} for each in _fitting(self.plans(most=MOST_PLANS))}
        room, without = LARGEST_EXPORT - _size(_export([*plans.values()])), _size(_export([{"former": []}]))
        with self._open(to_read=True) as line:
            rows = line.execute(f"{_SELECT_VERSION} ORDER BY changed DESC", (self.browser,))
            for version in filter(None, map(_kept, rows)):
                if version.id not in plans:  # Deleted, and not long ago.
                    continue
                data = _to_data(version)
                room -= _size(_export([{"former": [data]}])) - without
                if room < 0:
                    break
                plans[version.id]["former"].append(data)
        return _export([*plans.values()])

    def left_out(self) -> int:
        """How many plans an export leaves out, because they do not fit into one."""
        with self._open(to_read=True) as line:
            question = "SELECT COUNT(*), SUM(LENGTH(CAST(plan AS BLOB))) FROM plans WHERE browser = ?"
            count, size = line.execute(question, (self.browser,)).fetchone()
        if _AROUND * count + _WIDER * (size or 0) < LARGEST_EXPORT:
            return 0  # Seen at once; to write them all takes seconds where they are many.
        plans = self.plans(most=MOST_PLANS)
        return len(plans) - sum(1 for _ in _fitting(plans))

    def take_in(self, text: str) -> int:
        """Puts the plans of an export beside those that are there, and says how many; all of them, or none.

        One that is there under the same name, or as the same draft, is not put there again, and one whose name is taken
        gets a number. Raises
        ScenarioError for what is no export, and where there is no room for so many.
        """
        exported = _exported(text)
        with self._open() as line:
            question = "SELECT title, named, plan FROM plans WHERE browser = ?"
            rows = line.execute(question, (self.browser,)).fetchall()
            known = {(fit_title(_label(title, named)), plan) for title, named, plan in rows}
            new = [each for each in exported if (each.now.title, _written(each.now.plan)) not in known]
            titles = _free_titles([each.now.title for each in new], {title for title, named, _ in rows if named})
            there = self._count(line)
            if there + len(new) > MOST_PLANS:
                raise _full(there + len(new))
            now = time.time()
            for at, (title, each) in enumerate(zip(titles, new, strict=True)):
                id = new_id()
                when = now - at * _APART
                row = (self.browser, id, title, True, _written(each.now.plan), when)
                line.execute("INSERT INTO plans VALUES (?, ?, ?, ?, ?, ?)", row)
                former = [
                    (self.browser, id, was.title, was.named, _written(was.plan), was.changed)
                    for was in _one_after_another(each.former, when)
                ]
                line.executemany("INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?)", former)
        return len(new)

    def keep_draft(self, plan: PlanState, text: str) -> None:
        """Keeps what has been typed in place of the text of a plan, and of those only the newest; "" forgets it."""
        row = (self.browser, _written(plan))
        with self._open() as line:
            line.execute("DELETE FROM drafts WHERE browser = ? AND plan = ?", row)
            if text:
                line.execute("INSERT INTO drafts VALUES (?, ?, ?, ?)", (*row, text[:LARGEST], time.time()))
            line.execute(
                "DELETE FROM drafts WHERE browser = ? AND plan NOT IN (SELECT plan FROM drafts WHERE browser = ?"
                " ORDER BY changed DESC LIMIT ?)",
                (self.browser, self.browser, MOST_DRAFTS),
            )

    def draft(self, plan: PlanState) -> str:
        """What has been typed in place of the text of a plan and was never used; "" for nothing."""
        with self._open(to_read=True) as line:
            question = "SELECT text FROM drafts WHERE browser = ? AND plan = ?"
            found = line.execute(question, (self.browser, _written(plan))).fetchone()
        return str(found[0]) if found else ""

    def _count(self, line: sqlite3.Connection) -> int:
        (found,) = line.execute("SELECT COUNT(*) FROM plans WHERE browser = ?", (self.browser,)).fetchone()
        return int(found)

    def _make_room(self, line: sqlite3.Connection) -> None:
        there = self._count(line)
        if there >= MOST_PLANS:
            raise _full(there + 1)

    def _forget_unnamed(self, line: sqlite3.Connection) -> None:
        line.execute(
            "DELETE FROM plans WHERE browser = ? AND named = 0 AND id NOT IN (SELECT id FROM plans WHERE browser = ?"
            " AND named = 0 ORDER BY changed DESC LIMIT ?)",
            (self.browser, self.browser, UNNAMED),
        )
        line.execute(
            "DELETE FROM forks WHERE browser = ? AND kept_as NOT IN (SELECT id FROM plans WHERE browser = ?)",
            (self.browser, self.browser),
        )
        line.execute(
            "DELETE FROM origins WHERE browser = ? AND draft NOT IN (SELECT id FROM plans WHERE browser = ?)",
            (self.browser, self.browser),
        )
        line.execute(
            "DELETE FROM versions WHERE browser = ? AND id NOT IN (SELECT id FROM plans WHERE browser = ?)"
            " AND id NOT IN (SELECT id FROM deleted WHERE browser = ?)",
            (self.browser, self.browser, self.browser),
        )

    @contextmanager
    def _open(self, to_read: bool = False) -> Iterator[sqlite3.Connection]:
        """Who only reads waits for nobody who is about to write; whoever writes tidies up for all browsers."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.file, timeout=_PATIENCE)) as line, line:
            line.executescript(_SCHEMA)
            if not to_read:
                line.execute("BEGIN IMMEDIATE")
                _forget_deleted(line)
            yield line


_SELECT = "SELECT id, title, named, plan, changed FROM plans WHERE browser = ?"
_SELECT_VERSION = _SELECT.replace("plans", "versions")
_SELECT_ROW = _SELECT.replace("SELECT", "SELECT browser,")
# Of the versions of one plan, those that are older than the newest few.
_BEYOND = (
    "WHERE browser = ? AND id = ? AND changed NOT IN"
    " (SELECT changed FROM versions WHERE browser = ? AND id = ? ORDER BY changed DESC LIMIT ?)"
)


def _forget_deleted(line: sqlite3.Connection) -> None:
    """Removes the former versions of plans that were deleted too long ago to be put back with them."""
    before = (time.time() - _BRING_BACK,)
    line.execute("DELETE FROM versions WHERE (browser, id) IN (SELECT browser, id FROM deleted WHERE at < ?)", before)
    line.execute("DELETE FROM deleted WHERE at < ?", before)


def new_id() -> str:
    """A name that no other plan has."""
    return secrets.token_hex(6)


def _label(title: str, named: bool) -> str:
    """A title, and that it is that of a draft."""
    return title if named else f"{title}, draft"


def _to_data(shelved_plan: ShelvedPlan) -> dict[str, Any]:
    """A plan on the shelf as an export has it."""
    plan = plan_to_data(shelved_plan.plan)
    return {"title": shelved_plan.title, "named": shelved_plan.named, "changed": shelved_plan.changed, **plan}


def _export(plans: list[dict[str, Any]]) -> str:
    return json.dumps({"format": _FORMAT, "plans": plans}, ensure_ascii=False, indent=1)


def _fitting(plans: Sequence[ShelvedPlan]) -> Iterator[ShelvedPlan]:
    """The first of some plans, as many as fit into one export."""
    without = _size(_export([]))
    room = LARGEST_EXPORT - without
    for each in plans:
        room -= _size(_export([{**_to_data(each), "former": []}])) - without
        if room < 0:
            return
        yield each


def _size(text: str) -> int:
    """Bytes of a text in a file."""
    return len(text.encode("utf-8", "surrogatepass"))


def plan_to_data(plan: PlanState) -> dict[str, Any]:
    """A plan as JSON has it."""
    answers: dict[str, Any] = {"answers": asdict(plan.answers)} if plan.answers else {}
    began: dict[str, Any] = answers or ({"text": plan.text} if plan.text else {"scenario": plan.name})
    return {**began, "changes": dict(plan.changes)}


def plan_from_data(data: object) -> PlanState:
    """The plan that `plan_to_data` wrote. Raises ValueError for anything else; whether it can be read, `load` says."""
    if not isinstance(data, dict):
        raise ValueError(refusals.NO_GROUP)
    changes = data.get("changes", {})
    if not _is_texts(changes) or len(changes) > MOST_CHANGES:
        raise ValueError(refusals.NO_CHANGES)
    if "answers" in data:
        given = data["answers"]
        if not _is_texts(given) or given.get("what") not in PRESETS or given.get("safe") not in SAFETIES:
            raise ValueError(refusals.NO_ANSWERS)
        try:
            return PlanState(answers=Answers(**given), changes=changes)
        except TypeError:
            raise ValueError(refusals.NO_ANSWERS) from None
    name, text = data.get("scenario", ""), data.get("text", "")
    if not isinstance(name, str) or not isinstance(text, str) or bool(name) == bool(text) or len(text) > LARGEST:
        raise ValueError(refusals.NO_BEGINNING)
    return PlanState(name=name, text=text, changes=changes)


def _is_texts(found: object) -> bool:
    return isinstance(found, dict) and all(isinstance(each, str) for pair in found.items() for each in pair)


def _written(plan: PlanState) -> str:
    return json.dumps(plan_to_data(plan), ensure_ascii=False)


def _kept(row: tuple[Any, ...]) -> ShelvedPlan | None:
    """A row of the shelf; None for what another version of the program has written, and this one cannot read."""
    id, title, named, plan, changed = row
    try:
        return ShelvedPlan(id, title, bool(named), plan_from_data(json.loads(plan)), changed)
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True)
class _Exported:
    """A plan of an export, and what it was before."""

    now: ShelvedPlan
    former: tuple[ShelvedPlan, ...]


def _exported(text: str) -> list[_Exported]:
    """The plans of an export; a draft has that it is one in its title."""
    if _size(text) > LARGEST_EXPORT:
        raise _no_export(f"larger than {LARGEST_EXPORT // 1_000_000} MB")
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()  # Half a character can be escaped, and not be kept.
    except (ValueError, RecursionError):
        raise _no_export(refusals.NO_JSON) from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT or not isinstance(data.get("plans"), list):
        raise _no_export(refusals.NO_EXPORT)
    found = []
    for number, each in enumerate(data["plans"], start=1):
        try:
            kept, former = _from_data(each), each.get("former", [])
            if not isinstance(former, list):
                raise ValueError(refusals.NO_HISTORY)
            was = tuple(map(_from_data, former[:MOST_VERSIONS]))
            found.append(_Exported(replace(kept, title=fit_title(kept.label)), was))
        except ValueError as error:
            raise _no_export(f"plan {number:,}: {error}") from None
    return found


def _from_data(data: object) -> ShelvedPlan:
    """A plan of an export. Raises ValueError for what is none."""
    if not isinstance(data, dict) or not isinstance(data.get("title"), str):
        raise ValueError(refusals.NO_TITLE)
    changed = data.get("changed")
    when = changed if isinstance(changed, int | float) and 0 <= changed < time.time() else time.time()
    return ShelvedPlan("", fit_title(data["title"]), data.get("named") is not False, plan_from_data(data), float(when))


def _one_after_another(former: Sequence[ShelvedPlan], before: float) -> Iterator[ShelvedPlan]:
    """Former versions, the newest first, each changed before the one in front of it, whatever an export says."""
    for was in former:
        before = was.changed if was.changed < before else before - _APART
        yield replace(was, changed=before)


def _free_titles(titles: Sequence[str], taken: Collection[str]) -> list[str]:
    """Titles that are not taken and all differ: each itself, or with the first number that makes it such a one."""
    found, gone = [], set(taken)
    # Of each beginning the names that were not tried yet: thousands of plans may have the same.
    numbered: dict[str, Iterator[str]] = {}
    for title in titles:
        start = title[: LONGEST_TITLE - 8]
        names = numbered.setdefault(start, map("{} ({})".format, repeat(start), count(2)))
        free = next(name for name in chain((title,), names) if name not in gone)
        gone.add(free)
        found.append(free)
    return found


def _no_export(why: str) -> ScenarioError:
    return ScenarioError((Problem("import", 0, "", "", why, refusals.CHOOSE_EXPORT),))


def _full(wanted: int) -> ScenarioError:
    return ScenarioError((Problem("plans", 0, "", f"{wanted:,}", *refusals.shelf_full(MOST_PLANS)),))


def fit_title(title: str) -> str:
    """A title as it is kept: on one line, and not longer than it may be."""
    shown = "".join(each if each.isprintable() else " " for each in title).strip()
    return shown[:LONGEST_TITLE] or "Without a name"
