"""`grow` on the command line: its answer, its data, and one clear error for each input that cannot be."""

import json

import pytest
import yaml

GROWING = "scenarios/growing_downloads.yaml"
THEORY = ("--engine", "theory")
STATED = {"start": "2026-12", "horizon": "24 months", "a_year": "60 %"}


def test_it_says_what_to_order_by_when(headroom, tmp_path):
    file = tmp_path / "found.json"
    said = headroom("grow", GROWING, *THEORY, "--json", str(file))
    assert said.code == 0 and not said.err
    found = json.loads(file.read_text())
    assert found["answer"] in " ".join(said.out.split())
    assert found["answer"].startswith("Order 1 unit (5 servers) by ")
    assert len(found["months"]) == 36 and found["months"][0]["month"] == "2026-12"
    assert found["orders"][0]["early"] <= found["orders"][0]["order_by"] <= found["orders"][0]["late"]


def test_it_counts_units_as_a_plan_does(headroom, tmp_path):
    """Of a growth of nothing, the farm is the one that is planned with the same probability."""
    none = tmp_path / "none.yaml"
    growth = {"start": "2026-12", "horizon": "4 months", "a_year": "0 %"}
    none.write_text(
        yaml.safe_dump({"scenario": "S", "extends": "microsoft_update.yaml", "confidence": "90 %", "growth": growth})
    )
    grown, planned = tmp_path / "grown.json", tmp_path / "planned.json"
    assert headroom("grow", none, *THEORY, "--json", str(grown)).code == 0
    assert headroom("plan", none, *THEORY, "--json", str(planned)).code in (0, 1), "the baseline misses a target"
    ahead, plan = json.loads(grown.read_text()), json.loads(planned.read_text())
    assert {month["units"] for month in ahead["months"]} == {plan["whole_units"]["value"]}
    bill = plan["cost_per_month"]["value"]
    assert {round(month["total"], 6) for month in ahead["months"]} == {round(bill, 6)}
    assert ahead["unit_carries"] == plan["unit_carries"]
    assert ahead["baseline"]["unit_carries"] == plan["baseline"]["unit_carries"]


def test_theory_answers_before_anything_is_simulated(headroom):
    quick = ("--replications", "2", "--set", "run.warm_up=5 s", "--set", "run.duration=10 s", "--set", "run.window=1 s")
    said = headroom("grow", GROWING, *quick, "--set", "run.precision=50 %")
    assert said.code == 0
    assert said.out.splitlines()[1].startswith("In theory: Order ")


DAY = {"hours": [1] * 24, "minimum": 2, "maximum": 4}
WRONG = [
    ({"growth": STATED, "supply": {"autoscaling": DAY | {"hours": [1] * 23}}},
     "supply.autoscaling.hours: a day of 23 hours; write 24 factors, midnight first"),
    ({"growth": STATED, "supply": {"autoscaling": DAY | {"maximum": 1}}},
     "supply.autoscaling: a maximum of 1 is below the minimum of 2"),
    ({"growth": STATED, "supply": {"autoscaling": DAY | {"target": "0 %"}}},
     "supply.autoscaling.target = "),
    ({"growth": STATED, "supply": {"autoscaling": DAY | {"hours": [1] * 23 + [-1]}}},
     "supply.autoscaling.hours[23]"),
    ({"growth": STATED | {"a_year": "-100 %"}}, 'growth.a_year = "-100 %": at such a growth nothing is left'),
    ({"growth": STATED | {"low": "70 %"}}, "growth: the range does not hold the growth"),
    ({"growth": STATED | {"a_month": "3 %"}}, "growth: the growth is stated in 2 ways: a_month and a_year"),
    ({"growth": {"start": "2026-12"}}, "growth: nothing says how the demand grows"),
    ({"growth": STATED | {"start": "Dec 2026"}}, 'growth.start = "Dec 2026": expected a month'),
    ({"growth": STATED | {"season": [1, 2, 3]}}, "growth.season: a season of 3 months"),
    ({"growth": STATED | {"week": [1, 2, 3]}}, "growth.week: a week of 3 days"),
    ({"growth": STATED | {"events": [{"month": "2030-01", "times": 2}]}}, "growth.events[0].month"),
    ({"growth": {"start": "2026-12", "streams": [{"name": "A", "share": "60 %", "a_year": "1 %"}]}},
     "growth.streams: the shares of the streams sum to 60 %"),
    ({"growth": {"start": "2026-12", "streams": [{"name": "A", "share": "100 %"}]}},
     "growth: nothing says how the stream A grows"),
    ({"growth": {"start": "2026-12", "table": [{"month": "2027-02", "demand": "5 Gbps"}]}},
     "growth: the table ends with 2027-02, before the horizon of 36 months does"),
    ({"growth": STATED | {"table": [{"month": "2027-02", "demand": "500 /s"}]}}, "growth.table[0].demand"),
    ({"growth": STATED | {"table": [{"month": "2027-02", "demand": "5 Gbps", "low": "6 Gbps"}]}},
     "growth.table[0]: the range does not hold the demand"),
    ({"growth": STATED | {"table": [{"month": "2026-11", "demand": "5 Gbps"}]}},
     "growth.table: it begins before the demand does"),
    ({"supply": {"delivery": "24 months"}}, "supply.delivery = \"24 months\": nothing that is ordered arrives"),
    ({"supply": {"today": [{"units": 2, "bought": "2027-06"}]}}, "supply.today[0].bought"),
    ({"supply": {"today": [{"units": 2, "server": "dl855-2.2ghz-4gb"}]}}, 'did you mean "dl585-2.2ghz-4gb"?'),
    ({"supply": {"space": 40}}, "supply.space: the hall never holds what the demand takes: in"),
    ({"supply": {"power": "4 kW"}}, "supply.power: the hall never holds what the demand takes: in"),
    ({"demand": "none"}, "growth: there is no demand that could grow"),
    ({"growth": "none"}, "growth: nothing says how the demand grows"),
]  # fmt: skip


@pytest.mark.parametrize(("parts", "told"), WRONG)
def test_what_cannot_be_is_told_in_one_line(headroom, tmp_path, parts, told):
    file = tmp_path / "wrong.yaml"
    file.write_text(yaml.safe_dump({"scenario": "S", "extends": "first_farm.yaml", "growth": STATED, **parts}))
    said = headroom("grow", file, *THEORY)
    assert said.code == 2
    assert told in said.err and len(said.err.splitlines()) == 1
