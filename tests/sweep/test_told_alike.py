"""Whoever sizes a farm names the same limit, tells the same notices, and bills what each row says."""

from datetime import date

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import EGRESS
from simulator.farm.costs.origin_traffic import PRICE_OF_ORIGIN
from simulator.farm.study import study
from simulator.growth.grow import plan_growth
from simulator.messages.grow.when_to_buy import notes
from simulator.output.data import figures
from simulator.studies.plan.money.bill import WITHOUT_BANDWIDTH, bill_table
from simulator.studies.sensitivity.one_at_a_time import one_at_a_time
from simulator.studies.sweep.answer import capacity_figures

CHAT, CDN, SHOP = (f"tests/farms/{name}.yaml" for name in ("h_chat", "a_cdn", "c_shop"))
GROWTH = {"growth": {"start": "2026-12", "horizon": "24 months", "a_year": "20 %"}}


def planned(path, **changes):
    return study(load(path, changes), Theory(), "plan", date(2026, 11, 25))


def test_a_target_that_stops_a_server_is_named_by_all():
    """Of 250,000 open sessions, where nothing else is a target: no limit is full there."""
    sessions = {"targets.utilisation": None}
    scenario = load(CHAT, sessions)
    told = {
        figures(planned(CHAT, **sessions))["carries"]["stopped_by"],
        capacity_figures(scenario, Theory()).binding_limit,
    }
    ends = [end for each in one_at_a_time(scenario, Theory()) for end in (each.low, each.high)]
    assert told == {"target of open sessions"} and ends
    assert told <= {getattr(end, "binding", "") for end in ends}


@pytest.mark.parametrize(("price", "said"), [({}, True), ({PRICE_OF_ORIGIN: "0.01 USD/GB"}, False)])
def test_an_origin_that_nobody_priced_is_said_by_grow_and_kept_by_sweep(price, said):
    scenario = load(CDN, {**GROWTH, **price})
    assert any(PRICE_OF_ORIGIN in note for note in notes(plan_growth(scenario, Theory(), closely=False))) is said
    unpriced = capacity_figures(scenario, Theory()).farm.unpriced
    assert unpriced.value == pytest.approx(52_000.0, rel=0.01) if said else unpriced is None


def test_a_total_without_bandwidth_has_no_egress_in_it():
    found = planned(SHOP)
    rows = {row[0]: row[2] for row in bill_table("plan", found).rows}
    cost = found.bought.cost
    egress = sum(item.amount.whole.value for item in cost.items if item.sort == EGRESS)
    assert egress > 1_000.0
    assert rows[WITHOUT_BANDWIDTH].content.value == pytest.approx(cost.total.whole.value - egress)
    assert rows["total with egress"].content.value == pytest.approx(cost.total.whole.value)
