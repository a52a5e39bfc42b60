"""The answer first: what theory says at once, replaced by what is simulated, and how far the two lie apart."""

from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from models.quantities.formatting import count_text, fixed
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.comparison import Bill, FigureChange
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.messages.decision import (
    baseline_failure,
    headline,
    need_sentence,
    operating_point_sentence,
    other_unit_numbers,
    parts_of_bill,
    sizing_sentence,
    stopping_sentence,
)
from simulator.messages.numbers import (
    PLUS_MINUS,
    cell_text,
    figure_text,
    plain_number,
    range_texts,
    readable,
    value_and_half_width,
)
from simulator.messages.run_length import run_length_text
from simulator.messages.sentences import comparison_sentence, target_text, verdict_text
from simulator.service.answers import NoFarm
from simulator.service.ticket import Ticket
from simulator.studies.plan.theory_check import theory_error, theory_sentence
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.farm_picture import show_farm
from simulator.ui.widgets.progress import is_pending, show_progress

IN_THEORY, SIMULATED, NOT_YET = "In theory", "Simulated", "Not known yet"
BADGES: dict[str, Literal["orange", "green", "gray"]] = {IN_THEORY: "orange", SIMULATED: "green", NOT_YET: "gray"}
OLD = "From before the refused change"
UNKNOWN = "\N{HORIZONTAL ELLIPSIS}"
FARM = ("Servers", "Cost a month", "Stops a server first", "Carries the demand")
SERVER = ("One server carries", "One unit carries", "Requests not completed", "95 % of responses within")
LATER = "comes with the simulation"
BRIEF = 0.1  # Percentage points below which the interval of a change is not written below a figure.
_TONES = {None: "gray", True: "green", False: "red"}
Better = Literal["normal", "inverse"]  # Streamlit's words for "more is good" and "less is good".


@dataclass(frozen=True)
class AnswerFigure:
    """One of the four figures of an answer: a value, a line about it, and the change against the baseline."""

    label: str
    value: str = UNKNOWN
    note: str = ""
    change: FigureChange | None = None
    better: Better = "inverse"


def show_answer(
    scenario: Scenario, theory: Outcome | Unavailable, ticket: Ticket[Any], cut: str, is_old: bool = False
) -> Outcome | None:
    """Shows the best answer that there is, and returns it: the simulated one, else that of theory, else None.

    cut: what was shortened to simulate at once; "" for nothing. is_old: whether something has been refused since.
    """
    found, standing = best_answer(theory, ticket)
    outcome = None if isinstance(found, NoFarm) else found
    with st.container(key="answer"):
        with st.container(key="old-standing" if is_old else "standing", horizontal=True, gap="small"):
            st.badge(standing, color=BADGES[standing])
            if is_old:
                st.badge(OLD, color="red", icon=":material/history:")
        with st.container(key="headline"):
            st.markdown(f"## {escaped(_headline(found, theory))}")
        with st.container(key="figures", horizontal=True, gap="small"):
            for figure in key_figures(outcome, scenario.demand is not None):
                _show_figure(figure)
        picture, said = st.columns([5, 6], gap="medium")
        with said, st.container(key="stops"):
            _show_stop(outcome, scenario.baseline)
        with picture, st.container(key="picture"):
            if outcome is not None:
                show_farm(outcome)
        with st.container(key="progress"):
            show_progress(ticket, "Simulating", _done(ticket), key="simulating")
        with st.container(key="about"):
            st.text(_about(theory, ticket, cut))
        if ticket.state in ("failed", "cancelled"):
            st.error(escaped(ticket.error or "The simulation was stopped; change something to start it again."))
        if outcome is not None:
            _show_targets(outcome)
        if scenario.baseline is not None:
            with st.container(key="compared"):
                st.text(comparison_sentence(outcome) if outcome else "")
    if standing != SIMULATED and ticket.state == "done":
        st.rerun()  # It has ended while this was drawn: no bar moves any more that would tell.
    return outcome


def best_answer(theory: Outcome | Unavailable, ticket: Ticket[Any]) -> tuple[Outcome | NoFarm | None, str]:
    """The best answer there is, and what it stands on."""
    if ticket.state == "done":
        return ticket.result, SIMULATED
    return (None, NOT_YET) if isinstance(theory, Unavailable) else (theory, IN_THEORY)


def key_figures(outcome: Outcome | None, farm: bool) -> tuple[AnswerFigure, ...]:
    """The four figures that a planner reads first; without values as long as there is no outcome."""
    if outcome is None:
        return tuple(AnswerFigure(label) for label in (FARM if farm else SERVER))
    changes = {change.name: change for change in outcome.comparison.changes} if outcome.comparison else {}
    if outcome.farm:
        return _of_farm(outcome, outcome.bought, changes)
    return _of_server(outcome, changes)


def _of_farm(outcome: Outcome, farm: Farm, changes: dict[str, FigureChange]) -> tuple[AnswerFigure, ...]:
    servers, bill, _, carries = FARM
    sizing, currency = farm.sizing, farm.cost.currency
    whole = sizing.units.whole.value
    units = (
        f"{plain_number(whole)} of"
        f" {count_text(sizing.capacity.nodes, 'server')}{other_unit_numbers(sizing.units_between, whole)}"
    )
    racks = "rented" if farm.scenario.server.is_rented else count_text(sizing.racks.value, "rack")
    others = f", with {plain_number(sizing.of_other_tiers)} of other tiers" if sizing.tiers else ""
    over, total = farm.in_all.over, farm.in_all.amount
    low, value, high = range_texts(over.low, total.value, over.high, total.half_width)
    prices = (f"{low} to {high} by its prices",) if over.resting_on else ()
    times, half_width = value_and_half_width(sizing.supports)
    gone = "with its spares gone" if len(outcome.as_bought) > 1 else "as bought"
    interval = f"{PLUS_MINUS} {half_width}, {gone}" if half_width else gone
    costs = changes.get(Bill.WITH_BANDWIDTH.value)
    return (
        _whole(servers, sizing.servers.whole, f"Units: {units}{others}; {racks}", changes.get("servers")),
        AnswerFigure(bill, f"{value} {currency}", ": ".join((*prices, parts_of_bill(farm))), costs),
        _stop(outcome),
        AnswerFigure(carries, f"{times} times", interval),
    )


def _stop(outcome: Outcome) -> AnswerFigure:
    """What stops a server, and what would come next."""
    limit, following = outcome.carried.stop or outcome.binding.limit, outcome.binding.next
    after = f"; next the {following.name}" if following else ""
    name = f"{limit.name[:1].upper()}{limit.name[1:]}"
    return AnswerFigure(FARM[2], name, f"{limit.limit}: {figure_text(limit.utilisation)} in use at its most{after}")


def _of_server(outcome: Outcome, changes: dict[str, FigureChange]) -> tuple[AnswerFigure, ...]:
    server, unit, lost, within = SERVER
    capacity, measures = outcome.capacity, outcome.results.measures
    return (
        _measured(server, capacity.server_mbps, changes.get("one server carries"), "normal"),
        _measured(unit, capacity.unit_mbps, changes.get("one unit carries"), "normal"),
        _measured(lost, measures["errors"]),
        _measured(within, measures["response_p95"], note=LATER if outcome.results.standing else ""),
    )


def _whole(label: str, count: Estimate, note: str, change: FigureChange | None) -> AnswerFigure:
    value, half_width = value_and_half_width(count)
    return AnswerFigure(label, f"{value} {PLUS_MINUS} {half_width}" if half_width else value, note, change)


def _measured(
    label: str,
    measure: Estimate | Unavailable,
    change: FigureChange | None = None,
    better: Better = "inverse",
    note: str = "",
) -> AnswerFigure:
    """One figure; `note` stands in place of the reason why it is not known."""
    if isinstance(measure, Unavailable):
        return AnswerFigure(label, cell_text(measure), note or measure.reason, change, better)
    shown = readable(measure)
    value, half_width = value_and_half_width(shown)
    return AnswerFigure(
        label, f"{value} {shown.unit}".rstrip(), f"{PLUS_MINUS} {half_width}" if half_width else "", change, better
    )


def _show_figure(figure: AnswerFigure) -> None:
    percent = figure.change.percent if figure.change else None
    known = percent if isinstance(percent, Estimate) else None
    # What may be chance has neither colour nor arrow.
    same = known is not None and abs(known.value) <= known.half_width
    with st.container(border=True, height="stretch"):
        st.metric(
            figure.label,
            escaped(figure.value),
            # Digits only, so that nothing needs to be escaped, and the minus that decides the arrow comes first.
            delta=_briefly(known) if known is not None else None,
            delta_color="off" if same else figure.better,
            delta_arrow="off" if same else "auto",
        )
        st.caption(escaped(figure.note) or "&nbsp;")


def _briefly(percent: Estimate) -> str:
    """A change as it fits below a figure; its full interval stands in the report."""
    return figure_text(percent) if percent.half_width >= BRIEF else f"{fixed(percent.value, 1)} %"


def _show_targets(outcome: Outcome) -> None:
    for verdict in outcome.verdicts:
        measured = f"{verdict.name}: {cell_text(verdict.measured)}, {target_text(verdict)}"
        st.markdown(f":{_TONES[verdict.met]}-badge[{escaped(verdict_text(verdict))}] {escaped(measured)}")


def _headline(found: Outcome | NoFarm | None, theory: Outcome | Unavailable) -> str:
    """What to buy, or why nothing; what theory says of that where there is no other answer."""
    if isinstance(found, NoFarm):
        return f"No farm is recommended: {found.reason}."
    if found is not None:
        return headline(found)
    return theory_sentence(theory) if isinstance(theory, Unavailable) else ""


def answer_reasons(outcome: Outcome) -> str:
    """What is enough, the bottleneck, how near its limits the farm will be, and which way it was sized."""
    said = (
        need_sentence(outcome),
        stopping_sentence(outcome),
        operating_point_sentence(outcome),
        sizing_sentence(outcome),
    )
    return " ".join(filter(None, said))


def _show_stop(outcome: Outcome | None, baseline: Scenario | None) -> None:
    """What stops a server and how near its limits the farm will be, which way it was sized, and what is wrong with the
    baseline; what the arrows mean."""
    if outcome is not None:
        st.text(answer_reasons(outcome))
        wrong = baseline_failure(outcome)
        if wrong:
            st.markdown(f":red[{escaped(wrong)}]")
    if baseline is not None and outcome is not None and outcome.comparison is not None:
        st.caption(f"Arrows: the change against {escaped(baseline.name)}")


def _done(ticket: Ticket[Any]) -> str:
    if ticket.state != "done":
        return "Not simulated"
    found = ticket.answer
    return "Simulated" if isinstance(found, NoFarm) else f"Simulated: {run_length_text(found.results)}"


def _about(theory: Outcome | Unavailable, ticket: Ticket[Any], cut: str) -> str:
    """How far theory was off once that is known; else what the simulation is going to bring."""
    if ticket.state == "done" and isinstance(ticket.result, NoFarm):
        return cut
    if ticket.state == "done":
        return " ".join(said for said in (theory_error(theory, ticket.answer), cut) if said) or theory_sentence(theory)
    if is_pending(ticket):
        known = "Theory knows means; the" if not isinstance(theory, Unavailable) else "The"
        return f"{known} simulation brings intervals, percentiles and time series in a few seconds."
    return ""
