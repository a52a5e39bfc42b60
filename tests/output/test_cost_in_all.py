"""All of a month's bill stands first, what traffic costs with it, and each part with its range."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from models.load import load
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Theory
from simulator.farm.alternatives import Alternative, DecisionBasis
from simulator.farm.costs.cost import BANDWIDTH, EGRESS
from simulator.farm.study import study
from simulator.messages.decision import cost_sentence, headline
from simulator.output.blocks import Chart, Linked, Table
from simulator.output.cells import key_figure
from simulator.output.data import figures
from simulator.studies.plan.money.bill import money_table
from simulator.studies.plan.sections import answer, costs, decision
from simulator.uncertainty import predict

CDN, SHOP = "tests/farms/a_cdn.yaml", "tests/farms/c_shop.yaml"
RACK = {"server": "epyc-9354p-2x100gbe"}


def outcome(file, changes=None):
    return study(load(file, changes or {}), Theory(), "", date.min)


@pytest.fixture(scope="module")
def cdn():
    """A farm of which there is no prediction: it has the ends of its prices."""
    found = outcome(CDN)
    return replace(found, farm=replace(found.farm, prediction=Unavailable("no theory")))


def test_bandwidth_is_in_the_headline_with_its_range(cdn):
    """300 Gbps at 0.2 USD a Mbps, 0.05 to 0.5: it stood in the PDF alone, beside 1,900 USD of machines."""
    paid = cdn.farm.paid_for[BANDWIDTH]
    assert (paid.amount.value, paid.over.low, paid.over.high) == pytest.approx((60_000, 15_000, 150_000))
    assert cdn.farm.in_all.amount.value == pytest.approx(cdn.farm.whole.value + 60_000)
    for said in (headline(cdn), _cost(cdn).note):
        assert "60,000 (15,000-150,000)" in said and "1,900 (1,400-3,700)" in said
    assert "62,000 USD/month in all (17,000-152,000, " in headline(cdn)


def _cost(outcome):
    """The key figure of what a farm costs."""
    (block,) = answer.key_figures(outcome)
    return block.cards[1]


def test_the_page_the_report_and_the_data_have_the_same_parts(cdn):
    assert key_figure(_cost(cdn).figure).written == "62,000 USD"
    shown = [cell.content for row in money_table(cdn.farm).rows for cell in row if isinstance(cell, Linked)]
    assert cdn.farm.in_all.amount in shown and cdn.farm.paid_for[BANDWIDTH].amount in shown
    data = figures(cdn)["cost_in_all_per_month"]
    assert data["parts"]["bandwidth"]["high"] == pytest.approx(150_000)
    assert data["value"] == pytest.approx(sum(each["value"] for each in data["parts"].values()))
    assert [row[0] for row in money_table(cdn.farm).rows] == ["once, as capital", "a month, in all", "of it", "of it"]


def chart(found):
    (only,) = [block for block in costs.section(found) if isinstance(block, Chart)]
    return only


@pytest.mark.parametrize(("file", "changes", "traffic"), [
    (CDN, {}, set()),
    (SHOP, {}, {"egress"}),
    (SHOP, RACK, {"bandwidth", "egress of php"}),
    (SHOP, None, {"bandwidth", "egress", "egress of php"}),
])  # fmt: skip
def test_a_chart_has_all_of_what_traffic_costs_or_none(file, changes, traffic, tmp_path):
    """That of a rented farm was called "without bandwidth" and had its egress in it."""
    if changes is None:  # Beside a front in a rack, as the baseline.
        beside = tmp_path / "beside.yaml"
        beside.write_text(f"{Path(file).read_text()}baseline: {{server: epyc-9354p-2x100gbe}}\n")
        file = beside
    found = chart(outcome(file, changes))
    bars = found.picture.parts
    assert {bar.label for bar in bars if BANDWIDTH in bar.label or EGRESS in bar.label} == traffic
    assert ("without bandwidth" in found.title) == (not traffic)
    for total in found.picture.totals:
        assert total.value == pytest.approx(sum(bar.value for bar in bars if bar.side == total.side))


def test_a_farm_beside_a_refused_prediction_has_the_ends_of_its_prices(cdn, monkeypatch):
    refused = Unavailable("no theory")
    monkeypatch.setattr(predict, "study_worlds", lambda *_, **__: refused)
    plan = outcome(CDN)
    found = predict.with_prediction(replace(plan, fits=replace(plan.farm)))
    assert found.farm.prediction == found.fits.prediction == refused
    assert found.fits.has_interval and cost_sentence(found.fits) == cost_sentence(cdn.farm)


def test_a_farm_that_is_not_recommended_has_the_ends_of_its_prices(cdn):
    """Nobody will ask for its prediction."""
    plan = outcome(CDN)
    missed = replace(plan.verdicts[0], met=False, clear=True)
    found = predict.with_prediction(replace(plan, verdicts=(missed,)))
    assert not found.recommended and found.farm.prediction is None and not plan.farm.has_interval
    assert found.bought.has_interval and cost_sentence(found.bought) == cost_sentence(cdn.farm)
    assert _cost(found).note == _cost(cdn).note


def decided(*alternatives):
    return DecisionBasis(alternatives, "", (), "")


def test_a_column_of_prediction_intervals_holds_no_ends_of_prices(cdn):
    plan = replace(cdn, deciding=decided(Alternative("other", predict.with_own_prediction(cdn.farm))))
    found = next(block for block in decision.section(plan) if isinstance(block, Table))
    at = [column.name for column in found.columns].index("90 % interval")
    (_, own), (_, other) = ((row[0], row[at]) for row in found.rows)
    assert own == "" and " to " in other
    alone = next(block for block in decision.section(replace(cdn, deciding=decided())) if isinstance(block, Table))
    assert "over its prices" in [column.name for column in alone.columns] and " to " in alone.rows[0][at]
