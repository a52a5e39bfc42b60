"""The share link: what it holds, and that nothing in it is believed."""

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.ui import address
from simulator.ui.library import shipped
from simulator.ui.plans.state import first_answers
from simulator.ui.session import BrowserSession, begin_session

FILE = shipped()["microsoft_update"]


def problems(params):
    with pytest.raises(ScenarioError) as caught:
        address.from_parameters(params)
    return caught.value.problems


def test_what_is_written_is_read_again():
    changes = {"demand": "20 Gbps", "server": "opteron-white-box", "server.cards": "[1 Gbps, 1 Gbps]"}
    assert address.from_parameters(address.to_parameters("web_farm", changes)) == ("web_farm", changes)


def test_an_address_without_a_scenario_names_none():
    assert address.from_parameters({}) == ("", {})


def test_a_part_comes_before_what_lies_in_it_whatever_was_changed_first():
    changes = {"datacenter.prices.pue": "1.5", "server.ram": "8 GiB", "server": "opteron-white-box"}
    assert list(address.order_changes(changes)) == ["server", "server.ram", "datacenter.prices.pue"]
    scenario = load(FILE, address.overrides(changes))
    assert scenario.server.name == "opteron-white-box"
    assert scenario.server.ram == 8 * 1024.0**3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8 GiB", "8 GiB"),
        ("true", True),
        ("[1 Gbps, 1 Gbps]", ["1 Gbps", "1 Gbps"]),
        ("{mean: 30 kB}", {"mean": "30 kB"}),
        ("[1 Gbps", "[1 Gbps"),
        ("[&a [1], *a]", "[&a [1], *a]"),
        ("[[[[[[1]]]]]]", "[[[[[[1]]]]]]"),
        ("[!!python/name:os.system ]", "[!!python/name:os.system ]"),
    ],
)
def test_a_value_is_read_as_after_set_unless_it_is_not_plain(text, value):
    assert address.parse_value(text) == value


@pytest.mark.parametrize(
    "path",
    ["", ".", "[0]", "[0][1]", "server.cards[0][0]", "server..ram", "../../x", "server ram", "<b>", "Server.ram",
     "é", "a" * 201],
)  # fmt: skip
def test_what_is_no_path_is_refused(path):
    (problem,) = problems({path: "1"})
    assert problem.message == "this is not the path of a parameter"
    assert problem.remedy == "write e.g. server.ram=8 GiB, as after --set"


@pytest.mark.parametrize("text", ["x" * 201, "8\nGiB", "8\x00GiB", "\u202e8 GiB"])
def test_what_is_no_value_is_refused_without_being_repeated(text):
    (problem,) = problems({"server.ram": text})
    assert problem.message == "this is not the value of a parameter"
    assert problem.remedy == "write at most 200 characters on one line"
    assert problem.value.isprintable()
    assert len(problem.value) < 70


def test_an_empty_value_is_refused():
    (problem,) = problems({"server.ram": " "})
    assert str(problem) == "address: server.ram: nothing is written here; write server.ram=VALUE, or leave it out"


def test_an_address_does_not_say_how_many_threads_the_server_takes():
    (problem,) = problems({"run.threads": "1024"})
    assert str(problem) == "address: run.threads: how many threads a run takes is not asked for here; leave it out"


def test_too_many_changes_are_refused():
    (problem,) = problems({f"workload.classes[{i}].cpu": "1 ms" for i in range(41)})
    assert str(problem) == "address: 41 changes; write at most 40, or a scenario of your own"


def test_all_that_is_wrong_is_told_at_once():
    assert len(problems({"<b>": "1", "server.ram": "", "demand": "12 Gbps"})) == 2


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"scenario": "../../etc/passwd"}, "there is no such scenario"),
        ({"scenario": "microsoft_updat"}, "there is no such scenario"),
        ({"server.ramm": "8 GiB"}, "unknown key"),
        ({"extends": "single_server.yaml"}, "only the file itself says this"),
        ({"sources": "x"}, "unknown key"),
        ({"server": "../../x"}, "not in the catalogue of servers"),
        ({"demand": "20 Gbps", "server.ram": "8"}, "which unit? a size needs one"),
    ],
)
def test_a_session_follows_nothing_of_an_address_with_anything_wrong_in_it(params, message):
    session = begin_session("me", params)
    assert (session.answers, session.changes) == (first_answers(), {})
    assert [problem.message for problem in session.refused] == [message]


def test_a_misspelt_scenario_is_answered_with_the_nearest():
    (problem,) = begin_session("me", {"scenario": "microsoft_updat"}).refused
    assert problem.remedy.startswith('did you mean "microsoft_update"?')


def test_a_session_begins_as_the_address_says():
    session = begin_session("me", {"scenario": "single_server", "server.ram": "8 GiB"})
    assert (session.name, session.changes, session.refused) == ("single_server", {"server.ram": "8 GiB"}, ())
    assert session.kept.server.ram == 8 * 1024.0**3


def test_a_change_back_to_what_stands_there_is_none():
    session = BrowserSession("me")
    session.take("microsoft_update")
    session.change("server.ram", "8 GiB")
    session.change("server", "dl585-2.2ghz-16gb")
    assert list(session.changes) == ["server", "server.ram"]
    session.change("server.ram", "16 GiB")  # What this server has.
    assert session.changes == {"server": "dl585-2.2ghz-16gb"}
    session.change("server", "dl585-2.2ghz-4gb")
    assert session.changes == {}


def test_what_cannot_be_read_keeps_the_last_good_version():
    session = BrowserSession("me")
    session.take("microsoft_update")
    session.change("demand", "20 Gbps")
    assert session.current().demand.wire == 2.5e9
    session.change("demand", "20 Gbs")
    (problem,) = session.current()
    assert (problem.path, problem.value) == ("demand.wire", '"20 Gbs"')
    assert (session.kept.demand.wire, session.kept_changes) == (2.5e9, {"demand": "20 Gbps"})
