"""Which widget of the page holds which value: one holds what it began with and what the planner gives it, and nothing
else.

A browser sends all that its widgets hold along with every click, and a busy one does so before it has heard what the
server has changed. Streamlit calls whatever differs from what the server holds an edit. So no value is ever set in a
widget that is there: where another one is wanted, another widget takes the place, and what the browser still sends of
the one before is what that one was known to hold. An edit is a value which a widget was not known to hold.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any


def key_of(name: str, *held: object) -> str:
    """The key of a widget of something, or of a button that does something: of another it is another."""
    return f"{name} #{sha256(repr(held).encode()).hexdigest()[:8]}"


@dataclass
class ValueWidget:
    """A widget. key: its name for Streamlit, of which none is given twice in a session. plan: the opening of the plan
    that it edits, None for what chooses another plan. value: what it began with, or what it is known to hold since."""

    key: str
    plan: int | None
    value: object


@dataclass
class ValueWidgets:
    """The widgets of a browser session. unheard: edits of which Streamlit has not told: what takes each, its
    widget and the value."""

    unheard: list[tuple[Callable[[Any], None], ValueWidget, object]] = field(default_factory=list)
    _by_name: dict[str, ValueWidget] = field(default_factory=dict)
    _begun: set[str] = field(default_factory=set)

    def holding(self, name: str, value: object, plan: int | None, origin: object) -> ValueWidget:
        """The widget of a name that holds a value of a plan: the one that is there, or a new one.

        origin: what the value comes from, without what the planner has changed there. The first widget of an origin has
        the same key in every session, so that a server which has come back knows an edit of a page that it has not
        shown; any other one has a key that no session has twice.
        """
        there = self._by_name.get(name)
        if there is not None and (there.value, there.plan) == (value, plan):
            return there
        key = key_of(name, origin)
        if key in self._begun:
            key = f"{key}-{secrets.token_hex(4)}"
        self._begun.add(key)
        found = ValueWidget(key, plan, value)
        self._by_name[name] = found
        return found
