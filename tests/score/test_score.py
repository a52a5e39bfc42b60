"""A kept plan that came true is told so, and one that did not is told so, by kind of figure."""

import pytest

import headroom
from simulator.store.kept_plans import kept_plans
from simulator.studies.score.keep import kept_plan
from simulator.studies.score.kept_plan import from_store
from simulator.studies.score.study import track_record
from tests.printed import printed
from tests.score.conftest import FARM, LOADS, SERVERS
from tests.telemetry.test_tier_hosts import ON, RATES, SHOP, shop
from tests.telemetry.written import START, answer, server

OF_CPU, OF_BYTES = ("CPU at peak", "CPU of a request"), ("network at peak", "bytes of a response")
DAY = 86_400


@pytest.fixture
def scored(store):
    return lambda file, plan="", **others: headroom.score(file, plan, store=store, **others)


def by_kind(found, place=0):
    return {each.kind: each for each in found.plans[place].scores}


def test_a_plan_is_read_as_it_was_kept(keep, store):
    made = kept_plan(headroom.plan(FARM, engine="theory", keep=True, store=store).outcome)
    assert from_store(kept_plans(store)[-1], str(store)) == keep() == made
    assert made.servers == SERVERS and made.scenario["unit"]["nodes"] == 5


def test_what_is_kept_is_what_the_plan_says(keep):
    plan = keep()
    prediction = headroom.plan(FARM, engine="theory").prediction
    assert plan.server_mbps.high == prediction.server.high and plan.cost.low == prediction.cost.low
    # 0.7 ms of four cores a request, by the utilisation law; 33.6 kB and their framing on the wire.
    assert plan.at(plan.cpu, 600.0).middle == pytest.approx(600.0 * 0.7e-3 / 4.0, rel=0.02)
    assert plan.at(plan.sent, 600.0).middle == pytest.approx(600.0 * 35_759.0, rel=0.02)
    for band in (plan.cpu, plan.sent):
        assert all(low < middle < high for low, middle, high in zip(band.low, band.middle, band.high, strict=True))
    assert plan.at(plan.cpu, 2.0 * plan.loads[-1]) is None


def test_a_plan_that_came_true_lies_inside(keep, write, scored):
    found = scored(write(keep()))
    assert (found.inside, found.of) == (4, 4)
    assert all(by_kind(found)[kind].error == pytest.approx(0.0, abs=1e-6) for kind in (*OF_CPU, *OF_BYTES))
    assert found.plans[0].load == pytest.approx(900.0) and found.plans[0].servers == SERVERS
    assert by_kind(found)["CPU of a request"].measured == pytest.approx(0.7, rel=0.02)


def test_requests_that_take_twice_the_cpu_are_told_and_nothing_else(keep, write, scored):
    found = by_kind(scored(write(keep(), cpu=2.0)))
    assert [found[kind].inside for kind in (*OF_CPU, *OF_BYTES)] == [False, False, True, True]
    assert [found[kind].error for kind in OF_CPU] == pytest.approx([-0.5, -0.5], abs=1e-6)


def test_responses_of_half_the_size_are_told_and_nothing_else(keep, write, scored):
    found = by_kind(scored(write(keep(), size=0.5)))
    assert [found[kind].inside for kind in (*OF_CPU, *OF_BYTES)] == [True, True, False, False]
    assert [found[kind].error for kind in OF_BYTES] == pytest.approx([1.0, 1.0], abs=1e-6)


@pytest.mark.parametrize(("band", "just", "inside"), [("low", 1.001, 4), ("low", 0.99, 0), ("high", 0.999, 4),
                                                      ("high", 1.01, 0)])  # fmt: skip
def test_the_ends_of_an_interval_decide(keep, write, scored, band, just, inside):
    found = scored(write(keep(), cpu=just, size=just, band=band))
    assert (found.inside, found.of) == (inside, 4)


def test_a_backup_at_night_moves_nothing(keep, write, scored):
    plan = keep()
    nights = [0.3 / plan.at(plan.cpu, 30.0).middle] * 2
    found = scored(write(plan, loads=(*LOADS, 30.0, 30.0), cpu=[1.0] * len(LOADS) + nights))
    assert by_kind(found)["CPU of a request"].measured == pytest.approx(0.7, rel=0.02) and found.inside == 4


def test_a_demand_that_is_stated_is_no_prediction_and_one_with_a_range_is(keep, write, scored):
    assert by_kind(scored(write(keep())))["demand at peak"].inside is None
    gbps = SERVERS * 900.0 * 35_759.0 * 8e-9
    for factor, inside in ((1.0, True), (2.0, False)):
        middle = factor * gbps
        plan = keep({"demand": {"from": f"{0.8 * middle:.3f} Gbps", "to": f"{1.2 * middle:.3f} Gbps"}})
        demand = by_kind(scored(write(plan)), -1)["demand at peak"]
        assert demand.inside is inside and demand.error == pytest.approx(factor - 1.0, abs=0.1)


def test_counters_from_before_the_plan_are_no_score(keep, write, scored, store):
    plan = keep()
    early = write(plan, start=START - DAY)
    with pytest.raises(headroom.ScenarioError, match="before the plan of 2026-09-22 was made; .*--hindcast"):
        scored(early)
    found = scored(early, hindcast=True)
    assert found.inside == 4 and not found.plans[0].counted
    assert "no entry of the track record" in " ".join(printed(found.blocks()).split())
    assert track_record(plan.name, str(store)) == ""


def test_only_what_came_since_the_plan_counts(keep, write, scored, tmp_path):
    plan = keep()
    early, late = write(plan, cpu=3.0, start=START - DAY), write(plan, name="late.json")
    assert scored([early, late]).inside == 4


def test_each_figure_of_a_plan_counts_once_in_the_track_record(keep, write, scored, store, monkeypatch):
    plan = keep()
    scored(write(plan, cpu=2.0))
    scored(write(plan, cpu=2.0))
    told = "Track record: of 4 figures of 1 earlier plan 2 lay inside their 90 % prediction intervals."
    assert track_record(plan.name, str(store)) == told
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(START + DAY))
    keep()
    found = scored(write(plan))
    assert len(found.plans) == 1 and found.too_early == ("2026-09-23",)
    scored(write(plan, start=START + DAY))
    assert "of 8 figures of 2 earlier plans 8 lay" in track_record(plan.name, str(store))


def test_keeping_a_plan_again_keeps_its_score(keep, write, scored, store):
    plan = keep()
    scored(write(plan))
    keep()
    assert len(kept_plans(store)) == 1 and track_record(plan.name, str(store))


def test_a_server_beyond_all_loads_of_its_plan_is_told(keep, write, scored):
    plan = keep()
    cpu, sent = plan.cpu.middle[-1], plan.sent.middle[-1]
    loads = (2.0 * plan.loads[-1],) * 4
    file = write(plan)
    with open(file, "w", encoding="utf-8") as text:
        text.write(answer(server("web1", loads, [cpu] * 4, [sent] * 4)))
    found = scored(file)
    assert found.plans[0].is_beyond and found.of == 0
    told = printed(found.blocks())
    assert "No figure with an interval could be scored." in told and "the plan predicts up to" in " ".join(told.split())


def test_without_requests_the_bytes_tell_the_load(keep, scored, write):
    plan = keep()
    busy, sent = ([plan.at(band, load).middle for load in LOADS] for band in (plan.cpu, plan.sent))
    file = write(plan)
    farm = [each for n in range(SERVERS) for each in server(f"web{n}", LOADS, busy, sent)]
    with open(file, "w", encoding="utf-8") as text:
        text.write(answer(each for each in farm if each["metric"]["__name__"] != "nginx_http_requests_total"))
    found = scored(file)
    assert [each.kind for each in found.scores] == ["demand at peak", *OF_CPU] and found.inside == 2
    assert found.plans[0].load == pytest.approx(900.0, rel=0.01)


def test_a_page_of_80_columns_holds_the_answer(keep, write, scored):
    lines = printed(scored(write(keep(), cpu=2.0)).blocks(), width=80).splitlines()
    assert max(map(len, lines)) <= 80 and len(lines) <= 50
    assert lines[0] == "2 of 4 figures lay inside their 90 % prediction intervals."
    assert any(line.split()[-1:] == ["outside"] for line in lines)


def test_several_plans_are_told_by_kind(keep, write, scored):
    plan = keep()
    keep({"workload.request.cpu": "1.4 ms"})
    found = scored(write(plan))
    assert len(found.plans) == 2 and (found.inside, found.of) == (6, 8)
    data = found.to_dict()
    assert data["by_kind"][1]["mean_error"] == pytest.approx(0.5, rel=0.05)
    assert data["by_kind"][1]["inside"] == 1 and "By kind of figure" in printed(found.blocks())


def test_a_farm_that_the_kernel_simulates_lies_inside(keep, scored, tmp_path):
    """The plan is made by theory, and what comes is simulated with its very values."""
    short = {"run.warm_up": "60 s", "run.duration": "60 s", "run.window": "5 s", "run.precision": "50 %"}
    run = headroom.run(FARM, {**short, "workload.offered": "900 /s"}, replications=2, seed=11)
    cpu = run.figure("limits.utilisation", "CPU").value / 100.0
    rate, mbps = (run.figure(f"carries.server_{each}").value for each in ("requests", "mbps"))
    keep()
    file = tmp_path / "simulated.json"
    farm = (server(f"web{n}", [rate] * 4, [cpu] * 4, [mbps * 125_000.0] * 4) for n in range(SERVERS))
    file.write_text(answer(each for own in farm for each in own))
    found = scored(str(file))
    assert (found.inside, found.of) == (4, 4)
    assert all(abs(each.error) < 0.05 for each in found.scores if each.inside is not None)


def test_hosts_of_tiers_are_no_servers_of_the_farm(keep, scored, tmp_path):
    """Five hosts of two tiers stand in the same counters, and count ten requests for each of the farm's."""
    plan = keep(ON, SHOP)
    file = tmp_path / "shop.json"
    file.write_text(answer(shop()))
    (found,) = scored(str(file)).plans
    assert [each.name for each in plan.tiers] == ["application", "database"]
    assert found.servers == 2 and found.load == pytest.approx(max(RATES) / 2)
