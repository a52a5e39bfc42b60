"""The page Compare: paired differences from the baseline, shipped scenarios and variations, or why there are none."""

from dataclasses import replace

import pytest

from models.errors import ScenarioError
from simulator.experiment.estimate import Estimate
from simulator.experiment.paired_differences import check_pairs
from simulator.experiment.paired_differences import pair_results as paired
from simulator.service import answers
from simulator.studies.compare.differences import difference_blocks
from simulator.ui.library import shipped
from simulator.ui.pages.compare import MOST, alternatives
from simulator.ui.session import BrowserSession
from tests.fabricated import results, scenario, x86_results
from tests.ui.showing import HOSTILE, QUICK, page, said, settled, waits

VARIATION = "server.core_speed=1.1"


@pytest.fixture
def session():
    """A planner with the download farm."""
    one = BrowserSession("somebody")
    one.take("microsoft_update")
    return one


def chosen(session, baseline=False, names=(), variations=""):
    return alternatives(session, session.kept, baseline, names, variations)


def problems(session, **wanted):
    with pytest.raises(ScenarioError) as caught:
        chosen(session, **wanted)
    return [str(problem) for problem in caught.value.problems]


def asked(shown, variations=VARIATION):
    shown.text_area[0].set_value(variations)
    shown.button[0].click()
    return shown.run()


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


def test_the_baseline_shipped_scenarios_and_variations_are_alternatives(session):
    x86, variation = "published/microsoft_update_x86", "server.ram=8 GiB; unit.nodes=6"
    found = chosen(session, True, [x86], f"{variation}\n\n")
    assert [each.label for each in found] == ["baseline", x86, variation]
    assert found[2].scenario.server.ram == 8 * 1024.0**3 and found[2].scenario.unit.nodes == 6


def test_all_are_run_as_the_current_scenario_is(session):
    found = chosen(session, True, ["web_farm", "single_server"], VARIATION)
    check_pairs(session.kept, [each.scenario for each in found])
    assert all(each.scenario.baseline is None for each in found)


def test_a_variation_is_laid_over_what_was_changed_on_the_plan_page(session):
    session.take("microsoft_update", {"server.ram": "8 GiB"})
    (found,) = chosen(session, variations="unit.nodes=6")
    assert found.scenario.server.ram == 8 * 1024.0**3 and found.scenario.unit.nodes == 6


def test_a_group_is_a_value_too(session):
    (found,) = chosen(session, variations="server.cards=[1 Gbps, 1 Gbps]")
    assert len(found.scenario.server.cards) == 2


def test_nothing_to_compare_with_is_told(session):
    remedy = "choose a plan or a scenario, or write a variation such as server.ram=8 GiB"
    assert problems(session, variations=" \n") == [f"variations: nothing to compare with; {remedy}"]


def test_too_many_alternatives_are_told(session):
    names = list(shipped())[:MOST]
    assert problems(session, baseline=True, names=names) == ["variations: 5: more than 4 alternatives; take 1 away"]


def test_every_wrong_variation_is_told_at_its_line(session):
    lines = ("server.rma=8 GiB", "server.ram", "server.ram=8 pizzas", "run.seed=2", "scenario=web_farm")
    found = problems(session, variations="\n".join(lines))
    assert [text.split(": ")[0] for text in found] == [f"variations:{line}" for line in range(1, 6)]
    assert 'did you mean "ram"?' in found[0]
    assert found[1] == 'variations:2: "server.ram": not an assignment; write PATH=VALUE'
    assert "pizzas" in found[2]
    assert "all are run like the current scenario, or their runs would be no pairs; change it there" in found[3]
    assert "a variation changes the current scenario, it cannot name another one; choose that above" in found[4]


def test_a_name_that_is_not_shipped_is_no_alternative(session):
    assert "nothing to compare with" in problems(session, names=["../../etc/passwd"])[0]


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


def test_the_page_compares_and_says_what_differs():
    shown = settled(asked(page("compare", **QUICK)), waits)
    assert not shown.exception and not shown.error
    assert [element.value for element in shown.header] == ["server\\.core\\_speed\\=1\\.1"]
    cells = {row[0]: row for row in shown.table[1].value.to_numpy().tolist()}
    cpu = cells["CPU"]
    assert cpu[5] == "yes" and cpu[3].startswith("\\-")


def test_what_is_wrong_is_told_and_nothing_is_asked(monkeypatch):
    monkeypatch.setattr(answers, "ask_comparison", lambda *question: pytest.fail("it asked"))
    shown = asked(page("compare", **QUICK), "server.rma=1 GiB")
    assert not shown.exception
    assert any('did you mean "ram"?' in text for text in said(shown))
    assert "variations, line 1" in said(shown)


def test_a_scenario_without_a_baseline_offers_none():
    assert not page("compare", **QUICK).checkbox and page("compare").checkbox[0].value is True


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_variations_are_shown_as_texts(text, monkeypatch):
    monkeypatch.setattr(answers, "ask_comparison", lambda *question: pytest.fail("it asked"))
    shown = asked(page("compare", **QUICK), text)
    assert not shown.exception
    assert not any(text in element.value for element in (*shown.markdown, *shown.error, *shown.warning))


def test_the_current_scenario_is_compared_with_each_alternative_in_order(monkeypatch):
    asked_for = []

    class Ticket:
        state, ahead, done_steps, total_steps = "running", 0, 0, 10

    monkeypatch.setattr(
        answers, "ask_comparison", lambda desk, owner, scenarios: asked_for.append(scenarios) or Ticket()
    )
    shown = page("compare")
    shown.multiselect[0].set_value(["single_server"])
    asked(shown)
    assert waits(shown)
    (scenarios,) = asked_for
    assert [each.name for each in scenarios] == [
        "Microsoft Update downloads",
        "Microsoft Update downloads (baseline)",
        "One download server",
        "Microsoft Update downloads",
    ]
    assert scenarios[3].server.core_speed == 1.1
