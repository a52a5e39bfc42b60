"""A demand is stated in exactly one way; a plain value says by its unit in which."""

import pytest
import yaml
from jsonschema import Draft202012Validator

from models.description.schema import scenario_schema
from models.errors import ScenarioError
from models.load import load
from models.parts.demand import Demand
from models.variations.assumptions import assumed_ranges, with_values
from models.variations.portfolio import load_portfolio
from models.variations.portfolio_drafts import drafts

PLAIN = [
    ("12 Gbps", "wire", 1.5e9, "12 Gbps"),
    ("100 MB/s", "wire", 1e8, "800 Mbps"),
    ("20,000 /s", "requests", 20_000.0, "20,000 requests/s"),
    ("20,000 requests/s", "requests", 20_000.0, "20,000 requests/s"),
    ("500 sessions/s", "sessions", 500.0, "500 sessions/s"),
    ("100,000 users", "users", 100_000.0, "100,000 users at once"),
    ("1 user", "users", 1.0, "1 user at once"),
]  # fmt: skip
GROUPS = [
    ("{wire: 12 Gbps}", "wire", 1.5e9, "12 Gbps"),
    ("{payload: 10 Gbps}", "payload", 1.25e9, "10 Gbps of payload"),
    ("{requests: 3 /s}", "requests", 3.0, "3 requests/s"),
    ("{sessions: 500 /s}", "sessions", 500.0, "500 sessions/s"),
    ("{users: 100000}", "users", 100_000.0, "100,000 users at once"),
    ('{users: "100,000"}', "users", 100_000.0, "100,000 users at once"),
    ("{volume_a_day: 80 TB, peak_to_mean: 3}", "volume_a_day", 80e12, "80 TB a day at 3 times its mean"),
    ("{wire: none, users: 5}", "users", 5.0, "5 users at once"),
    ("{requests: 5000 /s, peak_to_mean: 2}", "requests", 5000.0, "5,000 requests/s"),
]
# What is written, and what must be told of it.
SPOILT = [
    ("0 Gbps", ['shop.yaml:13: demand.wire = "0 Gbps": must not be zero; allowed is 1 kbps to']),
    ("0 /s", ['demand.requests = "0 /s": must not be zero; allowed is 0.001 /s to']),
    ("0 sessions/s", ['demand.sessions = "0 sessions/s": must not be zero']),
    ("0 users", ['demand.users = "0 users": must not be zero; allowed is 1 user to 1000000000 users']),
    ("{users: 0}", ["demand.users = 0: must not be zero"]),
    ("-5 users", ['demand.users = "-5 users": must not be negative']),
    ("2e9 users", ['demand.users = "2e9 users": too large']),
    ("2000 Tbps", ['demand.wire = "2000 Tbps": too large']),
    ("12", ["demand.wire = 12: which unit? a demand needs one", '"500 sessions/s" or "100,000 users"']),
    ('"20,000"', ['demand.wire = "20,000": which unit? a demand needs one']),
    ('"1,5 Gbps"', ['demand.wire = "1,5 Gbps": not a data rate', 'write "1.5 Gbps"']),
    ("20k rps", ['demand.wire = "20k rps": a number is written in digits; write "20,000 rps"']),
    ("-5 Gbps", ['demand.wire = "-5 Gbps": must not be negative; allowed is 1 kbps to']),
    ("NaN Gbps", ['demand.wire = "NaN Gbps": not a data rate; write a finite number']),
    ("12 Gbbs", ['demand.wire = "12 Gbbs": not a data rate', "its units are bps, kbps, Mbps, Gbps"]),
    ("1,200 pages/s", ['demand.wire = "1,200 pages/s": no demand has this unit', '"500 sessions/s"']),
    ("nnone", ['demand.wire = "nnone": neither an amount nor "none"; did you mean "none"?']),
    ("5 s", ['demand.wire = "5 s": expected a data rate such as "1 Gbps", got a duration "s"']),
    ("[1 Gbps]", ["shop.yaml:13: demand: expected a group of keys; its keys are wire, payload, requests"]),
    ("{}", ["shop.yaml:13: demand: nothing says how much; state one of wire, payload", "or write `demand: none`"]),
    ("{users: none}", ["demand: nothing says how much"]),
    ("{usres: 5}", ['demand.usres = 5: unknown key; did you mean "users"?']),
    ("{wire: 1 Gbps, users: 5}", ["demand: stated in 2 ways: wire and users; state it in one of them"]),
    ("80 TB", ["demand: volume_a_day says nothing of the busiest time; add `peak_to_mean: ...`"]),
    ("{volume_a_day: 80 TB}", ["demand: volume_a_day says nothing of the busiest time; add `peak_to_mean: ...`"]),
    ("{volume_a_day: 0 B, peak_to_mean: 2}", ['demand.volume_a_day = "0 B": must not be zero']),
    ("{volume_a_day: 80 TB, peak_to_mean: 0.5}", ["demand.peak_to_mean = 0.5: too small; allowed is 1.0 to 1,000.0"]),
    ("{peak_to_mean: 2}", ["demand: nothing says how much"]),
]


@pytest.mark.parametrize(("written", "way", "amount", "stated"), PLAIN + GROUPS)
def test_a_demand_is_read_as_it_is_stated(loaded, smallest, written, way, amount, stated):
    scenario = loaded(f"{smallest}demand: {written}\n")
    demand = scenario.demand
    assert (demand.way, getattr(demand, way), demand.stated) == (way, amount, stated)
    assert [key for key in Demand.model_fields if getattr(demand, key) is not None][0] == way
    assert f"demand.{way}" in scenario.sources and "demand.peak_to_mean" in scenario.sources or way != "volume_a_day"
    assert loaded(f"{smallest}demand: {demand.on_a_line}\n").demand == demand


@pytest.mark.parametrize(("written", "fragments"), SPOILT, ids=[written for written, _ in SPOILT])
def test_a_problem_of_a_demand_says_where_what_and_how_to_repair(smallest, problems_of, written, fragments):
    told = problems_of(f"{smallest}demand: {written}\n")
    for fragment in fragments:
        assert fragment in told
    assert told.count("shop.yaml:13: demand") == 1


@pytest.mark.parametrize(
    ("session", "fragments"),
    [
        ("{requests: 1, think_time: 3.5 s}", ["users at once ask again after a think time, and a session here is a"]),
        ("{requests: 20, think_time: 0 s}", ["users at once ask again after a think time, and there is none here"]),
    ],
)
def test_users_without_a_think_time_ask_for_no_particular_rate(smallest, problems_of, session, fragments):
    stated = smallest.replace("{requests: 20, think_time: 3.5 s}", session)
    assert stated != smallest
    told = problems_of(f"{stated}demand: 100,000 users\n")
    for fragment in (*fragments, "shop.yaml:13: demand.users", "state the demand as requests/s or sessions/s"):
        assert fragment in told


def test_an_override_and_a_file_above_state_the_demand_anew(tmp_path, monkeypatch, smallest):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(f"{smallest}demand: {{users: 5}}\n")
    (tmp_path / "day.yaml").write_text("extends: base.yaml\ndemand: {volume_a_day: 80 TB, peak_to_mean: 3}\n")
    (tmp_path / "wire.yaml").write_text("extends: day.yaml\ndemand: 12 Gbps\n")
    (tmp_path / "group.yaml").write_text("extends: day.yaml\ndemand: {requests: 7 /s}\n")
    assert load("wire.yaml").demand.stated == "12 Gbps"
    assert load("group.yaml").demand.stated == "7 requests/s"
    assert load("wire.yaml", {"demand.users": "100,000"}).demand.stated == "100,000 users at once"
    assert load("base.yaml", {"demand": "12 Gbps"}).demand.stated == "12 Gbps"
    assert load("base.yaml", {"demand": {"payload": "1 Gbps"}}).demand.stated == "1 Gbps of payload"
    assert load("day.yaml", {"demand.peak_to_mean": "2"}).demand.stated == "80 TB a day at 2 times its mean"
    assert load("day.yaml", {"demand.volume_a_day": "1 TB"}).demand.stated == "1 TB a day at 3 times its mean"
    assert load("day.yaml", {"demand": "none"}).demand is None
    both = {"demand.peak_to_mean": "2", "demand.volume_a_day": "1 TB"}
    assert load("wire.yaml", both).demand == load("wire.yaml", dict(reversed(both.items()))).demand
    with pytest.raises(ScenarioError, match="demand: stated in 2 ways: wire and users"):
        load("base.yaml", {"demand": {"wire": "1 Gbps", "users": 5}})


def test_a_portfolio_varies_the_demand_in_any_way(tmp_path, monkeypatch, smallest):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(f"{smallest}demand: 12 Gbps\n")
    (tmp_path / "many.yaml").write_text(
        "portfolio: Demands\nbase: base.yaml\ngrid: {demand: [3 Gbps, 100 users, 7 /s]}\n"
        "one_at_a_time: {demand: {low: 1 Gbps, high: 3 Gbps, points: 3}, demand.users: {low: 10, high: 20 users,"
        " points: 2}}\n"
    )
    told = [load(draft.file, draft.overrides).demand.stated for draft in drafts(load_portfolio("many.yaml"))]
    assert told == [
        "12 Gbps", "3 Gbps", "100 users at once", "7 requests/s", "1 Gbps", "2 Gbps", "3 Gbps", "10 users at once",
        "20 users at once",
    ]  # fmt: skip


def test_an_assumed_demand_varies_within_its_range(loaded, smallest):
    written = "{value: 12 Gbps, assumed: 10 Gbps to 15 Gbps, why: a forecast}"
    scenario = loaded(f"{smallest}demand: {written}\n")
    (known,) = [each for each in assumed_ranges(scenario)[0] if each.path.startswith("demand")]
    assert (known.path, known.low, known.high) == ("demand.wire", 1.25e9, 1.875e9)
    assert with_values(scenario, {known.path: known.high}).demand == Demand(wire=1.875e9)


def test_a_baseline_may_have_another_demand(loaded, smallest):
    scenario = loaded(f"{smallest}demand: 12 Gbps\nbaseline: {{demand: {{users: 5}}}}\n")
    assert (scenario.demand.stated, scenario.baseline.demand.stated) == ("12 Gbps", "5 users at once")


@pytest.mark.parametrize("written", [row[0] for row in PLAIN + GROUPS])
def test_the_schema_knows_every_way(smallest, written):
    document = yaml.safe_load(f"{smallest}demand: {written}\n")
    assert Draft202012Validator(scenario_schema()).is_valid(document)


@pytest.mark.parametrize("written", ["12", '"20,000"', "12 s", "{usres: 5}", "[1 Gbps]", "{requests: 3}"])
def test_the_schema_marks_what_is_no_demand(smallest, written):
    document = yaml.safe_load(f"{smallest}demand: {written}\n")
    assert not Draft202012Validator(scenario_schema()).is_valid(document)


@pytest.mark.parametrize("given", [{}, {"wire": 1e9, "users": 5.0}, {"volume_a_day": 1e12}])
def test_in_python_too_a_demand_is_stated_once(given):
    with pytest.raises(ValueError, match=r"demand|state|peak_to_mean"):
        Demand(**given)


def test_traffic_is_told_in_bits():
    told = [Demand(wire=rate).stated for rate in ("24 Gbps", "12.5 Gbps", "100 MB/s", "1 Tbps")]
    assert told == ["24 Gbps", "12.5 Gbps", "800 Mbps", "1 Tbps"]


@pytest.mark.parametrize(("volume", "rate"), [("20 GB", "20 Gbps"), ("80 TB", "80 Tbps"), ("20 GiB", "")])
def test_a_volume_without_its_busiest_time_may_be_a_rate(smallest, problems_of, volume, rate):
    told = problems_of(f"{smallest}demand: {volume}\n")
    assert told.strip().endswith(f"e.g. 3; or did you mean {rate}?" if rate else "e.g. 3")
