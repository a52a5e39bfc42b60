"""Plans are kept on the server's disk for the browser that made them; a link carries a whole plan, unbelieved."""

import json
import sqlite3
import zlib
from base64 import urlsafe_b64encode
from contextlib import closing

import pytest
from streamlit.testing.v1 import AppTest

from models.errors import ScenarioError
from simulator.ui.plans import browser, shelf
from simulator.ui.plans.link import LONGEST_LINK, from_parameters, pack_text, to_parameters
from simulator.ui.plans.shelf import Shelf
from simulator.ui.plans.state import PlanState, first_answers
from simulator.ui.session import begin_session
from simulator.ui.uploads import LARGEST
from tests.ui.whole_app import APP, opened, params_of

OWN = "extends: single_server.yaml\nscenario: Mine\nserver: {ram: 8 GiB}\n"
PLANS = (
    PlanState(name="web_farm", changes={"demand": "20 Gbps", "server.cards": "[1 Gbps, 1 Gbps]"}),
    PlanState(text=OWN, changes={"demand": "5 Gbps"}),
    PlanState(answers=first_answers("api", "eu-2026"), changes={"reserve": "30 %"}),
    PlanState(answers=first_answers()),
)


@pytest.fixture
def mine(tmp_path):
    return Shelf("mine", tmp_path / "plans.sqlite")


def told(params):
    with pytest.raises(ScenarioError) as caught:
        from_parameters(params)
    return str(caught.value.problems[0])


@pytest.mark.parametrize("plan", PLANS)
def test_a_link_carries_the_whole_plan(plan):
    assert from_parameters(to_parameters(plan)) == plan


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_is_kept_as_it_is(mine, plan):
    kept = mine.save(plan, "A plan")
    again = Shelf("mine", mine.file)  # As after a restart.
    assert again.plan(kept.id) == kept and kept.plan == plan and kept.title == "A plan" and kept.named


def test_a_draft_that_is_kept_again_is_the_same_draft(mine):
    first = mine.keep(PLANS[0], "Mine")
    second = mine.keep(PLANS[1], "Mine", first)
    assert second.id == first.id and mine.plans() == (second,)


def test_a_plan_with_a_name_is_not_written_over(mine):
    named = mine.save(PLANS[0], "Mine")
    draft = mine.keep(PLANS[1], "Mine", named)
    assert mine.plan(named.id) == named
    assert [(each.plan, each.named) for each in mine.plans()] == [(PLANS[0], True), (PLANS[1], False)]
    assert mine.keep(PLANS[2], "Mine", draft).id == draft.id


def test_a_draft_knows_the_plan_with_a_name_that_it_was_made_of(mine):
    named = mine.save(PLANS[0], "Mine")
    draft = mine.keep(PLANS[1], "Mine", named)
    later = mine.keep(PLANS[2], "Mine", draft)
    assert mine.base(draft) == mine.base(later) == named and mine.base(named) is None
    assert mine.base(mine.keep(PLANS[1], "Another")) is None
    assert mine.fork_since(named) == later
    kept = mine.save(PLANS[2], "Mine", later, replacing=True)
    assert (kept.id, mine.count()) == (named.id, 2)
    assert [each.plan for each in mine.versions(named.id)] == [PLANS[0]]
    mine.save(PLANS[1], "Under another name", mine.keep(PLANS[1], "Mine", kept))
    assert mine.fork_since(kept) is None


def test_what_another_tab_has_written_is_not_written_over(mine):
    opened = mine.keep(PLANS[0], "Mine")
    mine.keep(PLANS[1], "Mine", opened)
    here = mine.keep(PLANS[2], "Mine", opened)
    assert here.id != opened.id
    assert [each.plan for each in mine.plans()] == [PLANS[2], PLANS[1]]


def test_each_of_two_tabs_finds_what_the_other_has_kept(mine):
    opened = mine.keep(PLANS[0], "Mine")
    newer = mine.keep(PLANS[1], "Mine", opened)
    assert mine.is_as(newer) and not mine.is_as(opened) and mine.fork_since(newer) is None
    fork = mine.keep(PLANS[2], "Mine", opened)
    assert mine.fork_since(newer) == fork and mine.fork_since(fork) is None
    assert mine.fork_since(mine.keep(PLANS[0], "Mine", newer)) is None  # Kept once more since.
    assert Shelf("another browser", mine.file).fork_since(newer) is None
    mine.drop(fork.id)
    assert mine.fork_since(newer) is None


def test_a_draft_that_another_tab_has_named_or_deleted_goes_on_as_one_of_its_own(mine):
    opened = mine.keep(PLANS[0], "Mine")
    named = mine.save(PLANS[0], "Named", opened)
    here = mine.keep(PLANS[1], "Mine", opened)
    assert mine.plan(named.id).plan == PLANS[0]
    mine.drop(here.id)
    assert mine.keep(PLANS[2], "Mine", here).id != here.id


def test_a_name_is_given_once_and_replaced_only_where_that_is_asked_for(mine):
    first = mine.save(PLANS[0], "Mine")
    draft = mine.keep(PLANS[1], "Mine", first)
    with pytest.raises(shelf.NameTaken):
        mine.save(PLANS[1], "Mine", draft)
    assert mine.plan(first.id).plan == PLANS[0]
    again = mine.save(PLANS[1], "Mine", draft, replacing=True)
    assert again.id == first.id and mine.plans() == (again,)  # The draft has become it.
    assert mine.save(PLANS[1], "Mine", again).id == again.id and mine.count() == 1


def test_who_only_reads_waits_for_nobody_who_is_about_to_write(mine, monkeypatch):
    monkeypatch.setattr(shelf, "_PATIENCE", 0.0)
    kept = mine.keep(PLANS[0], "Mine")
    with closing(sqlite3.connect(mine.file)) as another:
        another.execute("BEGIN IMMEDIATE")
        assert mine.plan(kept.id) == kept and mine.count() == len(mine.plans()) == 1 and mine.draft(PLANS[0]) == ""
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            mine.keep(PLANS[1], "Mine", kept)


NO_PLANS = ("[]", "null", "3", '"text"', "{", "[" * 100_000, '{"scenario": []}', '{"changes": []}', '{"answers": null}')


@pytest.mark.parametrize("written", NO_PLANS, ids=lambda text: text[:12])
def test_what_is_kept_as_no_plan_is_no_plan_and_hides_no_other_one(mine, written):
    id = mine.save(PLANS[0], "Mine").id
    with closing(sqlite3.connect(mine.file)) as line, line:
        line.execute("INSERT INTO plans VALUES ('mine', 'broken', 'Broken', 1, ?, 0.0)", (written,))
    assert mine.plan("broken") is None
    assert [each.id for each in mine.plans()] == [id]


@pytest.mark.parametrize("written", NO_PLANS[:2])
def test_it_breaks_no_page(written):
    kept = Shelf("browser of a test")
    kept.save(PLANS[0], "Mine")
    with closing(sqlite3.connect(kept.file)) as line, line:
        line.execute("INSERT INTO plans VALUES (?, 'broken', 'Broken', 1, ?, 0.0)", (kept.browser, written))
    for page in ("plans", "compare", "plan"):
        shown = AppTest.from_string(f"from simulator.ui.pages import {page}\n{page}.show()", default_timeout=600)
        shown.query_params["plan"] = "broken"
        assert not shown.run().exception


def test_nobody_finds_the_plans_of_another_browser(mine):
    id = mine.keep(PLANS[0], "Mine").id
    yours = Shelf("yours", mine.file)
    assert yours.plan(id) is None and yours.plans() == ()
    yours.drop(id)
    assert mine.plan(id) is not None


def test_an_export_is_taken_in_by_another_browser(mine):
    for number, plan in enumerate(PLANS):
        mine.save(plan, f"Plan {number}")
    yours = Shelf("yours", mine.file)
    assert yours.take_in(mine.export()) == len(PLANS)
    assert {each.title: each.plan for each in yours.plans()} == {each.title: each.plan for each in mine.plans()}


def test_an_export_has_what_each_plan_was_before(mine):
    draft = mine.keep(PLANS[0], "Mine")
    mine.save(PLANS[2], "Mine", mine.keep(PLANS[1], "Mine", draft))
    (kept,) = mine.plans()
    yours = Shelf("yours", mine.file)
    yours.take_in(mine.export())
    (taken,) = yours.plans()
    assert [each.plan for each in yours.versions(taken.id)] == [PLANS[1], PLANS[0]]
    assert [each.changed for each in yours.versions(taken.id)] == [each.changed for each in mine.versions(kept.id)]


@pytest.mark.parametrize("changed", [{"changed": 32_503_679_999.0}, {}, {"changed": float("nan")}, {"changed": -1.0}])
def test_former_versions_that_say_wrongly_when_they_were_stay_behind_what_is_changed_later(mine, changed):
    numbers = range(2, 2 + shelf.MOST_VERSIONS)
    former = [{"title": "Mine", "scenario": "api", "changes": {"unit.nodes": f"{at}"}, **changed} for at in numbers]
    mine.take_in(an_export(former))
    (taken,) = mine.plans()
    versions = mine.versions(taken.id)
    assert [each.plan.changes["unit.nodes"] for each in versions] == [f"{at}" for at in numbers]
    assert all(each.changed < taken.changed for each in versions)
    mine.save(PLANS[0], "Mine", replacing=True)
    newest, *others = mine.versions(taken.id)
    assert newest.plan == taken.plan and others == list(versions[:-1])


def an_export(former):
    plan = {"title": "Mine", "scenario": "api", "former": former}
    return json.dumps({"format": "headroom plans 1", "plans": [plan]})


def test_an_export_that_would_be_too_large_to_take_in_leaves_out_the_oldest_versions(mine, monkeypatch):
    for title in ("One", "Two"):
        draft = mine.keep(PLANS[0], title)
        for number in range(3):
            draft = mine.keep(PlanState(text=OWN + f"# {number} " + "\N{GREEK SMALL LETTER OMEGA}" * 500), title, draft)
    gone = mine.keep(PLANS[1], "Gone", mine.keep(PLANS[0], "Gone"))
    mine.drop(gone.id)
    whole = mine.export()
    assert whole.count('"changed"') == 2 + 6
    for more, left in ((20, 8), (-1, 7), (-2_000, 5)):
        most = len(whole.encode()) + more
        monkeypatch.setattr(shelf, "LARGEST_EXPORT", most)
        exported = mine.export()
        assert len(exported.encode()) <= most and exported.count('"changed"') == left
    yours = Shelf("yours", mine.file)
    assert yours.take_in(exported) == 2
    assert [len(yours.versions(each.id)) for each in yours.plans()] == [3, 0]  # What was changed last has them all.


def test_plans_that_do_not_fit_into_an_export_are_left_out_drafts_first_and_counted(mine, monkeypatch):
    draft = mine.keep(PLANS[0], "Draft")
    older, newer = (mine.save(PLANS[1], title) for title in ("Older", "Newer"))
    whole = len(mine.export().encode())
    one = (whole - len(shelf._export([]))) // 3
    yours = Shelf("yours", mine.file)
    for most, kept in ((whole + 8, (newer, older, draft)), (whole - 8, (newer, older)), (whole - 8 - one, (newer,))):
        monkeypatch.setattr(shelf, "LARGEST_EXPORT", most)
        exported = mine.export()
        assert [each["title"] for each in json.loads(exported)["plans"]] == [each.title for each in kept]
        assert mine.left_out() == 3 - len(kept) and len(exported.encode()) <= most
    assert yours.take_in(exported) == 1


def test_an_export_is_measured_in_bytes_as_the_browser_sends_it(mine, monkeypatch):
    mine.save(PlanState(text=OWN + "# " + "\N{GREEK SMALL LETTER OMEGA}" * 500), "Mine")
    exported = mine.export()
    monkeypatch.setattr(shelf, "LARGEST_EXPORT", len(exported.encode()) - 1)
    with pytest.raises(ScenarioError, match="larger than"):
        Shelf("yours", mine.file).take_in(exported)


@pytest.mark.parametrize("former", ["api", {"title": "Mine", "scenario": "api"}, 3, None])
def test_former_versions_of_an_export_that_are_no_list_are_refused(mine, former):
    with pytest.raises(ScenarioError, match="plan 1: its former versions are no list"):
        mine.take_in(an_export(former))
    assert mine.plans() == ()


@pytest.mark.parametrize("former", [3, {"title": "Mine"}])
def test_what_is_no_former_plan_in_an_export_is_refused(mine, former):
    with pytest.raises(ScenarioError, match="plan 1: "):
        mine.take_in(an_export([former]))
    assert mine.plans() == ()


def test_an_export_is_taken_in_once_and_writes_over_nothing(mine):
    named = mine.save(PLANS[0], "Mine")
    mine.keep(PLANS[1], "Mine", named)
    exported = mine.export()
    assert mine.take_in(exported) == 0
    yours = Shelf("yours", mine.file)
    yours.save(PLANS[2], "Mine")
    assert yours.take_in(exported) == 2  # The draft too, as a plan that says so in its name.
    assert {each.title: each.plan for each in yours.plans() if each.named} == {
        "Mine": PLANS[2],
        "Mine (2)": PLANS[0],
        "Mine, draft": PLANS[1],
    }


def test_plans_of_an_export_with_one_title_are_told_apart(mine):
    plans = [{"title": title, "scenario": name} for title, name in TWINS]
    assert mine.take_in(json.dumps({"format": "headroom plans 1", "plans": plans})) == len(TWINS)
    kept = {each.title: each.plan.name for each in mine.plans()}
    assert kept == {"Mine": "web_farm", "Mine (2)": "first_farm", "Mine (3)": "single_server", "Mine (2) (2)": "api"}


TWINS = (("Mine", "web_farm"), ("Mine", "first_farm"), ("Mine", "single_server"), ("Mine (2)", "api"))


def test_a_new_version_is_kept_of_the_plan_that_a_draft_was_made_of_and_not_of_another_with_its_title(mine):
    first = mine.save(PLANS[0], "Mine")
    mine.drop(first.id)
    other = mine.save(PLANS[2], "Mine")
    mine.put_back(first)
    kept = mine.renew(first, mine.keep(PLANS[1], "Mine", first))
    assert kept.id == first.id and mine.plan(first.id).plan == PLANS[1]
    assert mine.plan(other.id) == other and mine.count() == 2


def test_a_draft_knows_of_which_version_it_was_made_and_takes_the_place_of_none_that_is_not_known(mine):
    named = mine.save(PLANS[0], "Mine")
    newer = mine.renew(named, mine.keep(PLANS[1], "Mine", named))
    late = mine.keep(PLANS[2], "Mine", named)  # By a tab that does not know the newer version yet.
    assert mine.base(late) == newer and mine.origin(late, newer) == PLANS[0]
    assert mine.renew(named, late) is None and mine.plan(named.id) == newer and mine.plan(late.id) == late
    assert mine.renew(newer, late).plan == PLANS[2]
    assert [each.plan for each in mine.versions(named.id)] == [PLANS[1], PLANS[0]]


def test_a_draft_of_a_draft_knows_the_plan_with_a_name(mine):
    named = mine.save(PLANS[0], "Mine")
    draft = mine.keep(PLANS[1], "Mine", named)
    mine.keep(PLANS[2], "Mine", draft)
    beside = mine.keep(PLANS[3], "Mine", draft)  # By another tab, which knows the draft as it was.
    assert beside.id != draft.id and mine.base(beside) == named and mine.origin(beside, named) == PLANS[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "this is no JSON"),
        ("[]", "this is no export of plans"),
        ("[" * 100_000, "this is no JSON"),
        (json.dumps({"format": "headroom plans 1", "plans": [{"title": "a", "text": "\ud800"}]}), "this is no JSON"),
        (json.dumps({"format": "headroom plans 1", "plans": [{"title": "a"}]}), "plan 1: a plan begins with"),
        (json.dumps({"format": "headroom plans 1", "plans": [{"title": 1}]}), "plan 1: it has no title"),
        (json.dumps({"format": "headroom plans 1", "plans": [{"title": "a", "answers": {"what": "x"}}]}), "no answers"),
    ],
)
def test_what_is_no_export_is_refused_and_nothing_is_taken_in(mine, text, why):
    with pytest.raises(ScenarioError) as caught:
        mine.take_in(text)
    assert why in str(caught.value.problems[0]) and mine.count() == 0


def test_ten_thousand_plans_are_carried_and_one_more_is_refused_with_words(mine):
    one = {"title": "a", "scenario": "web_farm", "changes": {}}
    many = json.dumps({"format": "headroom plans 1", "plans": [one] * shelf.MOST_PLANS})
    assert mine.take_in(many) == shelf.MOST_PLANS == mine.count()
    assert len(mine.plans()) == 200
    with pytest.raises(ScenarioError) as caught:
        mine.keep(PLANS[0], "One more")
    assert "there is room for 10,000" in str(caught.value.problems[0])
    assert Shelf("yours", mine.file).keep(PLANS[0], "Mine")


def test_of_plans_without_a_name_the_newest_stay(mine):
    named = mine.save(PLANS[0], "Named")
    for number in range(shelf.UNNAMED + 5):
        mine.keep(PLANS[1], f"{number}")
    assert mine.count() == shelf.UNNAMED + 1 and mine.plan(named.id) is not None


BOMB = urlsafe_b64encode(zlib.compress(b"a" * 9_000_000, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"yaml": "!!!"}, "this holds no scenario"),
        ({"yaml": "x" * (LONGEST_LINK + 1)}, "longer than"),
        ({"yaml": pack_text(OWN)[:-9]}, "no"),
        ({"yaml": BOMB}, f"it unpacks to more than {LARGEST // 1000} kB"),
        ({"yaml": pack_text(OWN), "scenario": "web_farm"}, "a plan begins with one of these"),
        ({"serve": "<script>"}, "nothing of the kind is known here"),
        ({"serve": "downloads", "peak": "9 bananas"}, "bananas"),
        ({"serve": "downloads", "on": "../../etc/passwd"}, "no answer that a scenario can hold"),
    ],
)
def test_a_hostile_link_is_refused_with_words(params, why):
    assert why in told(params)


@pytest.mark.parametrize("text", ["extends: /etc/passwd\n", "a: &a [*a]\n", "scenario: [1\n", "\x00", OWN * 20_000])
def test_a_text_in_a_link_is_judged_like_an_upload(text):
    session = begin_session("me", {"yaml": pack_text(text)})
    assert session.refused and session.answers == first_answers()


def test_what_is_changed_is_kept_and_found_again_after_a_restart(ticket):
    page = opened(scenario="single_server")
    assert "plan" not in params_of(page)  # Who only looks keeps nothing.
    page.text_input(key="knob demand").set_value("5 Gbps").run()
    id = params_of(page)["plan"]
    page.text_input(key="knob demand").set_value("6 Gbps").run()
    (kept,) = Shelf("browser of a test").plans()
    assert kept.id == id and kept.plan.changes == {"demand": "6 Gbps"} and not kept.named
    again = opened(plan=id, scenario="single_server", demand="6 Gbps")
    again.text_input(key="knob demand").set_value("7 Gbps").run()
    assert [each.plan.changes for each in Shelf("browser of a test").plans()] == [{"demand": "7 Gbps"}]


def test_a_link_opened_by_another_browser_is_a_copy(ticket, monkeypatch):
    page = opened(scenario="single_server")
    page.text_input(key="knob demand").set_value("5 Gbps").run()
    monkeypatch.setattr(browser, "browser_id", lambda: "another")
    other = opened(**params_of(page))
    other.text_input(key="knob demand").set_value("9 Gbps").run()
    assert [each.plan.changes for each in Shelf("browser of a test").plans()] == [{"demand": "5 Gbps"}]
    assert [each.plan.changes for each in Shelf("another").plans()] == [{"demand": "9 Gbps"}]


def test_back_and_forward_move_the_page(ticket):
    page = opened(scenario="single_server")
    page.text_input(key="knob demand").set_value("5 Gbps").run()
    at_five = params_of(page)
    page.run()  # The browser has been seen at the address that it was told.
    page.text_input(key="knob demand").set_value("6 Gbps").run()
    page.run()
    page.query_params.clear()
    for key, value in at_five.items():
        page.query_params[key] = value
    page.run()
    assert page.text_input(key="knob demand").value == "5 Gbps"
    assert params_of(page)["demand"] == "5 Gbps"


def test_a_browser_that_has_not_listened_yet_loses_no_change(ticket):
    page = opened(scenario="single_server")
    page.run()
    before = params_of(page)
    page.text_input(key="knob demand").set_value("5 Gbps").run()
    page.query_params.clear()
    for key, value in before.items():
        page.query_params[key] = value
    page.run()
    assert page.text_input(key="knob demand").value == "5 Gbps"


def test_where_nothing_can_be_kept_the_page_goes_on(ticket, monkeypatch):
    monkeypatch.setenv(shelf.FILE, "/proc/nowhere/plans.sqlite")
    page = opened(scenario="single_server")
    page.text_input(key="knob demand").set_value("5 Gbps").run()
    assert not page.exception and ticket.asked[-1].demand.wire == 625e6


def test_a_plan_knows_what_it_was_before_the_newest_first(mine, monkeypatch):
    monkeypatch.setattr(shelf, "MOST_VERSIONS", 2)
    draft = mine.keep(PLANS[0], "Mine")
    assert mine.versions(draft.id) == ()
    for plan in (PLANS[1], PLANS[1], PLANS[2], PLANS[3]):  # What is kept twice is one version.
        draft = mine.keep(plan, "Mine", draft)
    assert [each.plan for each in mine.versions(draft.id)] == [PLANS[2], PLANS[1]]
    assert Shelf("yours", mine.file).versions(draft.id) == ()


def test_a_name_that_is_given_again_keeps_what_it_stood_for(mine):
    first = mine.save(PLANS[0], "Mine")
    mine.save(PLANS[1], "Mine", replacing=True)
    (version,) = mine.versions(first.id)
    assert version == first


def test_a_deleted_plan_is_put_back_with_its_history_on_the_same_day(mine, monkeypatch):
    gone = mine.keep(PLANS[1], "Mine", mine.keep(PLANS[0], "Mine"))
    mine.drop(gone.id)
    mine.keep(PLANS[2], "Another")
    mine.put_back(gone)
    assert mine.plan(gone.id) == gone and [each.plan for each in mine.versions(gone.id)] == [PLANS[0]]
    mine.drop(gone.id)
    monkeypatch.setattr(shelf, "_BRING_BACK", -1.0)
    mine.keep(PLANS[2], "A third")
    assert mine.versions(gone.id) == ()


def test_history_of_a_deleted_plan_stays_for_a_day_after_that_however_old_it_is(mine, monkeypatch):
    clock = [1_790_000_000.0]
    monkeypatch.setattr(shelf.time, "time", lambda: clock[0])
    gone = mine.keep(PLANS[1], "Mine", mine.keep(PLANS[0], "Mine"))
    clock[0] += 30 * 86_400.0
    mine.drop(gone.id)
    mine.keep(PLANS[2], "Another")
    assert mine.put_back(gone) == 1 and [each.plan for each in mine.versions(gone.id)] == [PLANS[0]]
    clock[0] += 2 * 86_400.0
    mine.keep(PLANS[0], "A third")
    assert len(mine.versions(gone.id)) == 1  # It is back, so nothing of it is forgotten.
    mine.drop(gone.id)
    clock[0] += 86_401.0
    Shelf("yours", mine.file).keep_draft(PLANS[0], "text")
    assert mine.versions(gone.id) == () and mine.put_back(gone) == 0


def test_history_of_a_draft_that_had_to_go_goes_with_it(mine, monkeypatch):
    monkeypatch.setattr(shelf, "UNNAMED", 1)
    old = mine.keep(PLANS[1], "Mine", mine.keep(PLANS[0], "Mine"))
    assert mine.versions(old.id)
    mine.keep(PLANS[2], "Another")
    assert mine.versions(old.id) == ()


def test_the_newest_plan_is_the_one_that_was_kept_last(mine):
    assert mine.newest() is None
    first = mine.save(PLANS[0], "First")
    mine.keep(PLANS[1], "Second")
    again = mine.save(PLANS[2], "First", replacing=True)
    assert mine.newest() == again and again.id == first.id


def test_the_bare_address_opens_the_last_plan_and_a_new_one_says_that_it_is(ticket):
    began = AppTest.from_file(str(APP), default_timeout=600).run()
    assert params_of(began) == {}  # Nothing is kept yet.
    id = Shelf("browser of a test").save(PLANS[0], "Mine").id
    again = AppTest.from_file(str(APP), default_timeout=600).run()
    assert params_of(again) == {**to_parameters(PLANS[0]), "plan": id}
    again.button(key="new").click().run()
    assert params_of(again) == {"serve": first_answers().what}
    assert Shelf("browser of a test").count() == 1  # What nobody has touched is not kept.


def test_a_draft_from_before_origins_were_noted_knows_its_plan_too(mine):
    named = mine.save(PLANS[0], "Mine")
    draft = mine.keep(PLANS[1], "Mine", named)
    with closing(sqlite3.connect(mine.file)) as line, line:
        line.execute("DROP TABLE origins")
    assert mine.base(draft) == named and mine.origin(draft, named) == PLANS[0]
