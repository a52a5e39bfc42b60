"""What takes long and is done when it is asked for: the plan in full, what would help, the load curve.

Results are kept.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import streamlit as st

from models.quantities.declared import declared
from models.quantities.fields import Quantity
from models.quantities.units import DATA_RATE, SIZE, format_quantity
from models.reading.sources import leaves
from models.reading.written import dotted
from models.scenario import Scenario
from models.variations.option import option_named
from simulator.questions.daily.document import day_document
from simulator.questions.helps.document import help_blocks
from simulator.questions.plan.sections.load_curve import searched_blocks
from simulator.questions.survive.document import survival_section
from simulator.rollup.option import WhatHelps
from simulator.rollup.outcome import Outcome
from simulator.service import answers
from simulator.service.answers import NoFarm
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.ui.session import BrowserSession, desk
from simulator.ui.shown.blocks import escaped, show
from simulator.ui.shown.progress import is_pending, show_progress

IN_FULL = "plan in full"
MOST_OFFERED = 5
T = TypeVar("T")
# Parts that are bought or set as a whole, by their names in the catalogue.
_WHOLE = ("server", "operating_system")
_CARDS, _DISK_SIZE = "server.cards", "server.disks.size"


def show_in_full(session: BrowserSession, scenario: Scenario) -> None:
    """Where a plan was shortened, the plan as its scenario states it, once asked for; its answer then stands above."""
    times = answers.times_as_long(scenario)
    if times == 1:
        return
    label, how_long = "Simulate in full", f"It takes about {times} times as long as the answer above."

    def ask(desk: Desk, owner: str, scenario: Scenario) -> Ticket[Outcome | NoFarm]:
        return answers.simulate(desk, owner, scenario, session.kept_changes, in_full=True)

    with st.container(key="in_full"):
        _asked(session, scenario, IN_FULL, ask, label, how_long)
    whole = in_full(session, scenario)
    if whole is not None and not isinstance(whole.answer, NoFarm) and whole.answer is not session.simulated:
        st.rerun()  # It has ended while the answer above was drawn: no bar moves any more that would tell.


def in_full(session: BrowserSession, scenario: Scenario) -> Ticket[Outcome | NoFarm] | None:
    """The plan in full, if it was asked for this scenario and is done."""
    of, ticket = session.asked.get(IN_FULL, (None, None))
    return ticket if ticket is not None and of == scenario and ticket.state == "done" else None


def show_helps(session: BrowserSession, scenario: Scenario) -> None:
    """What would help: each option of the catalogue with its gain and its cost, once asked for."""
    label, minutes = "Find out what would help", "It simulates every option of the catalogue, which takes minutes."
    with st.container(key="helps"):
        st.subheader("What would help", anchor=False)
        ticket = _asked(session, scenario, "helps", answers.helps, label, minutes)
        if ticket is not None:
            show(help_blocks(ticket.answer))
            _offer(session, ticket.answer)


def _offer(session: BrowserSession, found: WhatHelps) -> None:
    """A button for each option that helps most for its cost: one click, and the page answers for the farm with it."""
    offered = [each.name for each in found.worths if each.helps and not each.elsewhere][:MOST_OFFERED]
    if offered:
        st.text("Take one, and the plan above answers for the farm with it; Undo takes it back.")
    for name in offered:
        icon = ":material/add:"
        st.button(escaped(name), key=f"apply {name}", icon=icon, on_click=_apply, args=(session, name))


def _apply(session: BrowserSession, name: str) -> None:
    changes = applied(session.readable, name)
    for path, text in (changes or {}).items():
        session.change(path, text)


def show_failure(session: BrowserSession, scenario: Scenario) -> None:
    """A unit of the farm when a node of it fails, over time, once asked for."""
    if scenario.unit.nodes == 1:
        return
    label, seconds = "Fail a node", "It simulates all nodes of a unit behind their balancer: seconds to a minute."
    with st.container(key="failure"):
        st.subheader("When a node fails", anchor=False)
        ticket = _asked(session, scenario, "failure", answers.fail_a_node, label, seconds)
        if ticket is not None:
            show(survival_section(ticket.answer)[1:])


def show_day(session: BrowserSession, scenario: Scenario) -> None:
    """The day that the scenario states, hour by hour and with what happens in it, once asked for."""
    if scenario.workload.day is None:
        return
    label, minutes = "Follow the day", "It simulates a server at many loads, and what happens in full: about a minute."
    with st.container(key="day"):
        st.subheader("A day of the farm", anchor=False)
        ticket = _asked(session, scenario, "day", answers.follow_a_day, label, minutes)
        if ticket is not None:
            show(day_document(ticket.answer)[2:])


def show_curve(session: BrowserSession, scenario: Scenario) -> None:
    """The load curve of a server, with the knee and the present load marked, once asked for."""
    label, seconds = "Find the capacity and draw the curve", "It simulates a server at many loads: about ten seconds."
    with st.container(key="curve"):
        st.subheader("Load curve", anchor=False)
        ticket = _asked(session, scenario, "capacity", answers.capacity, label, seconds)
        if ticket is not None:
            show(searched_blocks(ticket.answer, scenario.workload.offered_rate))


def _asked(
    session: BrowserSession,
    scenario: Scenario,
    slot: str,
    ask: Callable[[Desk, str, Scenario], Ticket[T]],
    label: str,
    how_long: str,
) -> Ticket[T] | None:
    """The button, the progress of what it began, and its ticket once there is a result; a late one says what of.

    A result stays when the scenario is changed: what has taken minutes is not thrown away by a touch of a knob.
    """
    of, ticket = session.asked.get(slot, (None, None))
    same = of == scenario
    busy = same and ticket is not None and is_pending(ticket)
    done = same and ticket is not None and ticket.state == "done"
    if st.button(label, key=f"ask {slot}", disabled=busy or done, help=how_long):
        session.asked[slot] = scenario, ask(desk(), session.owner, scenario)
        st.rerun()
    if ticket is None:
        st.text(how_long)
        return None
    if not same:
        st.text("You have changed something since this was asked for: this is the answer for how it was then.")
    show_progress(ticket, "Simulating", "Simulated" if ticket.state == "done" else "Not simulated", key=f"watch {slot}")
    if ticket.state in ("failed", "cancelled"):
        st.error(escaped(ticket.error or "The simulation was stopped."))
    return ticket if ticket.state == "done" else None


def applied(scenario: Scenario, name: str) -> dict[str, str] | None:
    """The changes that make an option of a scenario, by its name; None where it does not apply to this scenario."""
    found = option_named(scenario, name)
    return None if found is None or found.scenario is None else dict(_changes(scenario, found.scenario))


def _changes(before: Scenario, after: Scenario) -> Iterator[tuple[str, str]]:
    """What differs, path to value; another model of a part by its name."""
    replaced = [part for part in _WHOLE if getattr(before, part).name != getattr(after, part).name]
    for part in replaced:
        yield part, getattr(after, part).name
    kept = after.server.disks.size
    if "server" in replaced and kept is not None and kept == before.server.disks.size:
        yield _DISK_SIZE, format_quantity(kept, SIZE)  # The catalogue may state none.
    if "server" not in replaced and before.server.cards != after.server.cards:
        rates = (format_quantity(card.rate, DATA_RATE) for card in after.server.cards)
        yield _CARDS, f"[{', '.join(rates)}]"
    known = {dotted(path): value for path, _, value in leaves(before)}
    for path, field, value in leaves(after):
        at = dotted(path)
        if path[0] in replaced or at.startswith(f"{_CARDS}[") or known.get(at) == value:
            continue
        kind = next((item.kind for item in declared(field) if isinstance(item, Quantity)), None)
        yield at, format_quantity(_amount(value), kind) if kind and value is not None else _word(value)


def _amount(value: Any) -> float:
    """What a field with a unit holds."""
    return float(value)


def _word(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
