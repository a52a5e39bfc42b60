"""A demand may be a range, with its likeliest value."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.reading.document import SHIPPED
from models.scenario import Scenario
from models.variations.assumptions import assumed_ranges

BASE = "extends: downloads_today.yaml\nscenario: a range\ndemand: %s\n"
GBPS = 1e9 / 8.0


def read(text: str) -> Scenario:
    return load("range.yaml", text=BASE % text)


@pytest.mark.parametrize(
    ("text", "path", "ends"),
    [
        ("{from: 250 Gbps, to: 400 Gbps, likely: 300 Gbps}", "demand.wire", (250 * GBPS, 300 * GBPS, 400 * GBPS)),
        ("{from: 250 Gbps, to: 400 Gbps}", "demand.wire", (250 * GBPS, 325 * GBPS, 400 * GBPS)),
        ("{payload: {from: 1 Gbps, to: 3 Gbps}}", "demand.payload", (GBPS, 2 * GBPS, 3 * GBPS)),
        ("{from: 20000 requests/s, to: 30000 requests/s}", "demand.requests", (2e4, 2.5e4, 3e4)),
        ("{volume_a_day: {from: 2 TB, to: 4 TB, likely: 3 TB}, peak_to_mean: 3}", "demand.volume_a_day",
         (2e12, 3e12, 4e12)),
    ],
)  # fmt: skip
def test_a_range_is_its_likeliest_value_with_its_ends(text, path, ends):
    (known,) = [each for each in assumed_ranges(read(text))[0] if each.path == path]
    assert (known.low, known.value, known.high) == pytest.approx(ends)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{from: 400 Gbps, to: 250 Gbps}", "`from` is above `to`"),
        ("{from: 250 Gbps, to: 400 Gbps, likely: 500 Gbps}", "`likely`, 500 Gbps, lies outside"),
        ("{from: 250 Gbps, to: 400 Gbps, likely: 200 Gbps}", "`likely`, 200 Gbps, lies outside"),
        ("{from: 250 Gbps, likely: 300 Gbps}", "a range has two ends"),
        ("{from: 250 Gbps, to: 400 Gbps, most: 500 Gbps}", "a range has two ends"),
        ("{from: 250 Gbps, to: 4 bananas}", "4 bananas"),
    ],
)
def test_a_range_that_is_none_has_one_clear_error(text, says):
    with pytest.raises(ScenarioError) as refused:
        read(text)
    (problem,) = refused.value.problems
    assert problem.path.partition(".")[0] == "demand"
    assert says in problem.message
    assert problem.remedy


def test_another_demand_takes_the_place_of_a_range():
    held = load(SHIPPED / "downloads_today.yaml", {"demand": {"from": "1 Gbps", "to": "3 Gbps"}})
    assert held.demand.wire == pytest.approx(2 * GBPS)
    assert held.sources["demand.wire"].low == "1 Gbps"
    assert load(SHIPPED / "downloads_today.yaml").sources["demand.wire"].low is None
