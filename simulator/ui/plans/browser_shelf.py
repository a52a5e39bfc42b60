"""The shelf of the browser that asks, and what is said where nothing can be kept."""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from simulator.messages.page import plans_page
from simulator.ui.plans import browser
from simulator.ui.plans.shelf import Shelf, ShelvedPlan

ON_SHELF = "plan"  # The parameter of an address that names a plan on the shelf.
GONE = "gone"  # The one with which a browser says when somebody has gone to an address, back or forward.
T = TypeVar("T")


def browser_shelf() -> Shelf | None:
    """The shelf of this browser; None where it cannot be known again."""
    who = browser.browser_id()
    return Shelf(who) if who else None


def use_shelf(ask: Callable[[Shelf], T], otherwise: T) -> tuple[T, str]:
    """What the shelf answers, or something else and why: a disk that is full is no reason to answer nothing."""
    there = browser_shelf()
    if there is None:
        return otherwise, plans_page.NO_COOKIES
    try:
        return ask(there), ""
    except (OSError, sqlite3.Error) as error:
        return otherwise, plans_page.not_kept(error)


def plan_on_shelf(id: str) -> ShelvedPlan | None:
    """The plan of an id on the shelf of this browser; None where there is none."""
    return use_shelf(lambda there: there.plan(id), None)[0] if id else None


def newest_plan() -> ShelvedPlan | None:
    """The plan of this browser that was kept last; None where it has none."""
    return use_shelf(lambda there: there.newest(), None)[0]
