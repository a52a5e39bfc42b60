"""The page Compare: bars of totals and headroom, what differs chosen by fields, one table, and paired differences."""

import threading
import time
from dataclasses import replace

import pytest

from simulator.experiment.estimate import Estimate
from simulator.experiment.paired_differences import check_pairs
from simulator.experiment.paired_differences import pair_results as paired
from simulator.farm.candidates import outcome_candidate
from simulator.messages.candidates import WHY_NOT
from simulator.output.candidates import candidates_table
from simulator.service import answers
from simulator.studies.compare.differences import difference_blocks
from simulator.ui.inputs import variations
from simulator.ui.inputs.variations import KNOBS, Variation
from simulator.ui.pages import compare
from simulator.ui.plans.shelf import ShelvedPlan
from simulator.ui.plans.state import PlanState
from simulator.ui.session import BrowserSession, shared_desk, value_text
from simulator.ui.widgets.blocks import escaped
from tests.fabricated import results, scenario, x86_results
from tests.ui.showing import HOSTILE, PENDING, QUICK, page, settled, waits
from tests.ui.whole_app import FakeTicket

SERVER = "epyc-9354p-2x100gbe"
DOWNLOADS = {"serve": "downloads", "peak": "40 Gbps"}
INTERVAL = "90 % interval"


@pytest.fixture
def session():
    """A planner with the download farm."""
    one = BrowserSession("somebody")
    one.take("microsoft_update")
    return one


@pytest.fixture
def varied(monkeypatch):
    """Variations of the open plan with these changes."""

    def hold(*changes):
        held = [Variation(number, dict(each)) for number, each in enumerate(changes, start=1)]
        monkeypatch.setattr(compare, "held_variations", lambda: held)

    return hold


def with_server(shown, server=SERVER):
    shown.selectbox(key="vary 1 server").set_value(server)
    return shown.run()


def rows(shown):
    """The table of farms: by name, the cells of a row."""
    (table,) = [each.value for each in shown.table if each.value.columns[0] == "alternative"]
    heads = [read(column) for column in table.columns]
    return {read(row[0]): dict(zip(heads, row, strict=True)) for row in table.to_numpy().tolist()}


def read(markdown):
    return markdown.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")


def difference_table(labels=("baseline",)):
    plan = scenario()
    pairs = [paired(plan, plan.baseline, _with_each(results()), _with_each(x86_results(), 1.5)) for _ in labels]
    return difference_blocks(labels, pairs, results())


def _with_each(found, spread=1.0):
    """Results whose estimates carry what each replication gave, as measured ones do."""

    def each(measure):
        if not isinstance(measure, Estimate):
            return measure
        steps = (-2.0, -1.0, 0.0, 1.0, 2.0)
        return replace(measure, each=tuple(measure.value + spread * step * measure.half_width / 2 for step in steps))

    measures = {name: each(measure) for name, measure in found.measures.items()}
    usages = tuple(replace(usage, utilisation=each(usage.utilisation)) for usage in found.usages)
    return replace(found, measures=measures, usages=usages)


def test_the_baseline_shipped_scenarios_and_variations_are_alternatives(session, varied):
    x86 = "published/microsoft_update_x86"
    varied({"server.ram": "8 GiB", "unit.nodes": "6"})
    found, wrong = compare.alternatives(session, session.kept, ["baseline", x86])
    assert list(found) == ["current", "baseline", x86, "1: RAM 8 GiB, Nodes in a unit 6"] and not wrong
    last = list(found.values())[-1]
    assert last.server.ram == 8 * 1024.0**3 and last.unit.nodes == 6


def test_all_are_run_as_the_current_scenario_is(session, varied):
    varied({"server.core_speed": "1.1"})
    found, _ = compare.alternatives(session, session.kept, ["baseline", "web_farm", "single_server"])
    check_pairs(session.kept, list(found.values()))
    assert len(found) == 5 and all(each.baseline is None for each in found.values())


def test_a_variation_is_laid_over_what_was_changed_on_the_plan_page(session, varied):
    session.take("microsoft_update", {"server.ram": "8 GiB"})
    varied({"unit.nodes": "6"})
    found = list(compare.alternatives(session, session.kept, [])[0].values())[1]
    assert found.server.ram == 8 * 1024.0**3 and found.unit.nodes == 6


def test_a_variation_in_which_nothing_differs_is_no_alternative(session, varied):
    varied({}, {"unit.nodes": "6"})
    assert list(compare.alternatives(session, session.kept, [])[0]) == ["current", "2: Nodes in a unit 6"]


def test_every_wrong_variation_is_told_by_its_number_and_the_others_stay(session, varied):
    varied({"server.ram": "8 pizzas"}, {"unit.nodes": "6"}, {"unit.spare_nodes": "99"})
    found, wrong = compare.alternatives(session, session.kept, [])
    assert list(found)[1:] == ["2: Nodes in a unit 6"] and list(wrong) == [1, 3]
    assert wrong[1][0].path == "server.ram" and "pizzas" in wrong[1][0].value


def test_a_name_that_is_not_shipped_is_no_alternative(session, varied):
    varied({})
    assert list(compare.alternatives(session, session.kept, ["../../etc/passwd"])[0]) == ["current"]


@pytest.fixture
def shelf(monkeypatch):
    """Plans on the shelf of the browser by id, by title and changes of a web farm."""

    def hold(**plans):
        held = {
            id: ShelvedPlan(id, title, True, PlanState(name="web_farm", changes=changes), 0.0)
            for id, (title, changes) in plans.items()
        }
        monkeypatch.setattr(compare, "use_shelf", lambda ask, otherwise: (tuple(held.values()), ""))
        monkeypatch.setattr(compare, "plan_on_shelf", held.get)

    return hold


def test_farms_of_one_name_are_numbered_and_none_vanishes(session, varied, shelf):
    varied({"unit.nodes": "6"})
    names = ("baseline", "web_farm", "current", "1: Nodes in a unit 6")
    shelf(**{f"p{at}": (name, {"demand": f"{at + 1} Gbps"}) for at, name in enumerate(names)})
    found, _ = compare.alternatives(session, session.kept, ["p0", "p1", "p2", "p3", "baseline", "web_farm"])
    assert list(found) == [
        "current", "baseline", "web_farm", "current (2)", "1: Nodes in a unit 6",
        "baseline (2)", "web_farm (2)", "1: Nodes in a unit 6 (2)",
    ]  # fmt: skip


def test_a_kept_plan_that_is_no_longer_read_is_a_row_with_why(shelf):
    shelf(old=("Old", {"server.turbo": "9"}))
    shown = page("compare", **DOWNLOADS)
    shown.multiselect(key="compare with").set_value(["old"]).run()
    assert not shown.exception and list(rows(shown)) == ["current", "Old"]
    assert "turbo" in rows(shown)["Old"][WHY_NOT]


def test_what_is_no_longer_offered_leaves_the_field_and_the_rest_stays(shelf):
    plans = {"one": ("One", {}), "two": ("Two", {"demand": "2 Gbps"})}
    shelf(**plans)
    shown = page("compare")
    shown.multiselect(key="compare with").set_value(["one", "two"]).run()
    shown.session_state["compare first"] = ["baseline", "one"]  # As after another page was shown in between.
    shelf(two=plans["two"])
    shown.run()
    assert not shown.exception and shown.multiselect(key="compare with").value == ["two"]
    assert list(rows(shown)) == ["current", "Two"]


def test_significance_is_marked_and_every_interval_is_drawn():
    picture, heading, lead, table, *_ = difference_table()
    significant = {row[0]: row[5] for row in table.rows}
    assert significant["traffic on the wire"] == "yes" and set(significant.values()) <= {"yes", "no"}
    assert lead.text == f"{list(significant.values()).count('yes')} of {len(table.rows)} measures differ significantly."
    gaps = picture.picture.gaps
    assert gaps and all(gap.low <= gap.value <= gap.high for gap in gaps)
    assert {gap.measure for gap in gaps if gap.significant} <= {row[0] for row in table.rows if row[5] == "yes"}
    assert heading.text == "baseline"


def test_alternatives_are_told_apart_by_their_names_on_the_page():
    blocks = difference_table(("one", "two"))
    assert [block.text for block in blocks if block.kind == "heading"] == ["one", "two"]


@pytest.fixture
def predict(monkeypatch):
    """No farm is predicted before this is set, so that a page shows what it waits for with."""
    known, may_begin = answers._predicted, threading.Event()

    def late(scenario):
        may_begin.wait()
        return known(scenario)

    monkeypatch.setattr(answers, "_predicted", late)
    yield may_begin
    may_begin.set()  # Else a job of the desk would stay for ever.


def test_a_field_that_is_moved_gives_a_bar_and_a_row_at_once_and_the_interval_later(predict):
    """Theory answers, without waiting for its prediction; nobody has asked for a simulation."""
    shown = page("compare", **DOWNLOADS | {"peak": "41 Gbps"})  # Of which no other test has the prediction.
    assert not shown.exception and list(rows(shown)) == ["current"]
    shown = with_server(shown)
    assert not shown.exception and not shown.error and waits(shown)
    found = rows(shown)
    assert not any(each.get(INTERVAL) for each in found.values())
    assert set(found) == {"current", f"1: {SERVER}"}
    verdicts = [each[WHY_NOT] for each in found.values()]
    assert verdicts.count("cheapest") == 1 and any("carries it" in each and "more" in each for each in verdicts)
    spoken = [bar.proto.alt for bar in shown.get("vega_lite_chart")]
    assert len(spoken) == 2 and "total a month" in spoken[0] and "headroom" in spoken[1]
    assert all("cheapest" in each and SERVER in each for each in spoken), "said, not only coloured"
    predict.set()
    later = rows(settled(shown, waits))
    assert later.keys() == found.keys() and all(each[INTERVAL] for each in later.values())


def test_a_farm_has_the_figure_and_the_interval_that_its_plan_has():
    shown = settled(page("compare", **DOWNLOADS), waits)
    session = shown.session_state["headroom"]
    plan = answers.ask_simulation(shared_desk(), "plan", session.readable, session.kept_changes)
    while plan.state in PENDING:
        time.sleep(0.05)
    table = candidates_table([outcome_candidate("current", plan.answer)])
    here, planned = rows(shown)["current"], dict(zip([each.name for each in table.columns], table.rows[0], strict=True))
    for told in (INTERVAL, "enough"):
        assert read(here[told]) == planned[told] != ""


def test_the_same_fields_as_on_the_plan_and_any_other_value_in_a_fold():
    shown = page("compare", **DOWNLOADS)
    keys = {getattr(each, "key", None) for each in shown.main}
    assert {f"vary 1 {path}" for path in KNOBS if path != "spare_units"} <= keys
    shown.multiselect(key="others 1").set_value(["reserve"]).run()
    shown.text_input(key="vary 1 reserve").set_value("50 %")
    shown.run()
    assert "1: Reserve, beyond the demand 50 %" in rows(shown)
    shown.multiselect(key="others 1").set_value([]).run()
    assert list(rows(shown)) == ["current"]


def test_what_the_open_plan_has_takes_a_change_away_again():
    shown = with_server(page("compare", **DOWNLOADS))
    with_server(shown, shown.session_state["headroom"].readable.server.name)
    assert list(rows(shown)) == ["current"]


def test_the_fields_of_a_variation_hold_what_its_own_server_has():
    shown = page("compare", **DOWNLOADS)
    session, paths = shown.session_state["headroom"], ("server.cards", "server.ram", "web_server.file_cache.size")
    other = session.read(replace(session.plan, changes={"server": SERVER}))
    shown = with_server(shown)
    held = [shown.text_input(key=f"vary 1 {path}").value for path in paths]
    assert held == [value_text(other, path) for path in paths]
    assert held[0] != value_text(session.readable, paths[0])


def test_another_variation_is_added_and_taken_away_up_to_a_few():
    shown = page("compare", **DOWNLOADS)
    for _ in range(variations.MOST - 1):
        shown.button(key="add variation").click().run()
    assert shown.button(key="add variation").disabled and not shown.exception
    shown.button(key="take away 2").click().run()
    assert not shown.exception and not shown.button(key="add variation").disabled
    assert [each.number for each in shown.session_state["variations"]] == [1, 3, 4]


def test_farms_for_other_demands_are_no_dearer_ones():
    shown = page("compare", **DOWNLOADS)
    shown.text_input(key="vary 1 demand").set_value("80 Gbps").run()
    found = rows(shown)
    assert [each["demand"] for each in found.values()] == ["40 Gbps", "80 Gbps"]
    assert not any(each.get(WHY_NOT) for each in found.values())


def test_the_page_simulates_side_by_side_and_says_what_differs():
    shown = page("compare", **QUICK)
    shown.multiselect(key="others 1").set_value(["server.core_speed"]).run()
    shown.text_input(key="vary 1 server.core_speed").set_value("1.1").run()
    shown.button(key="side by side").click()
    shown = settled(shown.run(), waits)
    assert not shown.exception and not shown.error
    (table,) = [each.value for each in shown.table if "significant" in each.value.columns]
    cpu = next(row for row in table.to_numpy().tolist() if row[0] == "CPU")
    assert cpu[5] == "yes" and cpu[3].startswith("\\-")


def test_what_is_wrong_is_told_at_its_variation_and_the_others_stay():
    shown = page("compare", **DOWNLOADS)
    shown.text_input(key="vary 1 server.ram").set_value("8 pizzas").run()
    assert not shown.exception and list(rows(shown)) == ["current"]
    assert any("pizzas" in each.value for each in shown.error)


def test_nothing_is_simulated_before_something_differs(monkeypatch):
    monkeypatch.setattr(answers, "ask_comparison", lambda *question: pytest.fail("it asked"))
    assert "side by side" not in {button.key for button in page("compare", **QUICK).button}


def test_a_scenario_without_a_baseline_offers_none():
    assert "baseline" not in page("compare", **QUICK).multiselect(key="compare with").value
    assert page("compare").multiselect(key="compare with").value == ["baseline"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_values_are_shown_as_texts(text):
    shown = page("compare", **QUICK)
    shown.text_input(key="vary 1 server.ram").set_value(text[:200]).run()
    assert not shown.exception
    shown_as = escaped(text[:200])  # What has nothing in it that means anything is shown as it is.
    for element in (*shown.markdown, *shown.error, *shown.warning):
        assert shown_as in element.value or text not in element.value


def test_the_current_scenario_is_compared_with_each_alternative_in_order(monkeypatch):
    asked_for = []

    class Ticket:
        state, ahead, done_steps, total_steps = "running", 0, 0, 10

    monkeypatch.setattr(
        answers, "ask_comparison", lambda desk, owner, scenarios: asked_for.append(scenarios) or Ticket()
    )
    shown = page("compare")
    shown.multiselect(key="compare with").set_value(["baseline", "single_server"]).run()
    shown.button(key="side by side").click().run()
    assert waits(shown)
    (scenarios,) = asked_for
    assert [each.name for each in scenarios] == [
        "Microsoft Update downloads",
        "Microsoft Update downloads (baseline)",
        "One download server",
    ]


def test_what_is_predicted_is_counted_as_plans(monkeypatch):
    monkeypatch.setattr(answers, "ask_predictions", lambda *asked: FakeTicket(total_steps=3))
    (bar,) = page("compare", **DOWNLOADS).get("progress")
    assert bar.proto.text == escaped("Working out the intervals: 2 of 3 plans done")


def test_of_a_single_plan_no_share_is_told(monkeypatch):
    monkeypatch.setattr(answers, "ask_predictions", lambda *asked: FakeTicket(total_steps=1))
    (bar,) = page("compare", **DOWNLOADS).get("progress")
    assert bar.proto.text == escaped("Working out the intervals ...")
