"""The page Scenario: the text of the scenario, what is wrong with it at its line, upload and description."""

import random

import pytest

from models.load import load
from simulator.farm.stamp import fingerprint
from simulator.ui.library import shipped
from simulator.ui.pages.scenario import network_description
from simulator.ui.uploads import SHOWN, load_text, scenario_text
from simulator.ui.widgets.problems import MOST
from tests.ui.mutations import BINARY, BOMBS, mutated
from tests.ui.showing import HOSTILE, page, said

SMALL = "extends: single_server.yaml\nscenario: Mine\n"
DAMAGED = 8


def session(shown):
    return shown.session_state["headroom"]


def used(shown, text):
    """The page after a text has been written and used."""
    shown.text_area[0].set_value(text)
    shown.button[0].click()
    return shown.run()


def uploaded(shown, content, name="mine.yaml"):
    shown.file_uploader[0].set_value((name, content, "application/yaml"))
    return shown.run()


def test_it_shows_the_text_of_the_scenario_and_its_network():
    shown = page("scenario")
    assert not shown.exception
    assert shown.text_area[0].value == scenario_text("microsoft_update")
    assert shown.code[0].value == network_description(load(shipped()["microsoft_update"])).strip()


@pytest.mark.parametrize("name", ["web_farm", "published/microsoft_update_x86", "published/daytrader_64"])
def test_what_it_shows_of_a_shipped_scenario_is_that_scenario(name):
    shown = page("scenario", scenario=name)
    assert not shown.exception
    assert fingerprint(load_text(shown.text_area[0].value)) == fingerprint(load(shipped()[name]))


def test_what_was_changed_on_the_plan_page_stands_in_the_text():
    server = {"server": "dl585-2.2ghz-16gb", "server.ram": "8 GiB", "server.cards": "[1 Gbps, 1 Gbps]"}
    shown = page("scenario", scenario="microsoft_update", **server, **{"unit.nodes": "6"})
    assert not shown.exception
    text = shown.text_area[0].value
    assert text.startswith("extends: microsoft_update.yaml\n") and "ram: 8 GiB" in text
    assert fingerprint(load_text(text)) == fingerprint(session(shown).current())


def test_a_change_within_a_list_stays_laid_over_the_text():
    path = "workload.classes[0].cpu"
    shown = page("scenario", scenario="web_farm", **{path: "20 ms"})
    assert shown.text_area[0].value == scenario_text("web_farm")
    assert any(f": 20 ms (`{path}`)" in each and "CPU " in each for each in said(shown))
    used(shown, shown.text_area[0].value + "# mine\n")
    assert session(shown).changes == {}


def test_a_text_that_is_used_is_the_scenario_of_all_pages():
    shown = used(page("scenario"), SMALL + "server: {ram: 8 GiB}\n")
    assert not shown.exception
    assert session(shown).current().name == "Mine" and session(shown).current().server.ram == 8 * 1024.0**3
    assert shown.text_area[0].value == SMALL + "server: {ram: 8 GiB}\n"
    assert session(shown).current().file == SHOWN
    assert any("This is your own scenario." in text for text in said(shown))


def test_each_problem_is_told_at_its_line_with_its_remedy_and_the_last_scenario_stays():
    shown = used(page("scenario"), "extends: single_server.yaml\ndemnad: 3 Gbps\nserver: {ram: 8 pizzas}\n")
    assert not shown.exception
    told = said(shown)
    assert "2 problems:" in told and "Line 2" in told and "Line 3" in told
    assert "demnad: 3 Gbps" in told and "server: {ram: 8 pizzas}" in told
    assert any('did you mean "demand"?' in text for text in told)
    assert session(shown).current().name == "Microsoft Update downloads"
    assert shown.text_area[0].value.startswith("extends: single_server.yaml\ndemnad")


def test_a_text_that_is_mended_is_told_off_no_more():
    shown = used(page("scenario"), "demnad: 3 Gbps\n")
    shown = used(shown, SMALL)
    assert not any(text.endswith(" problems:") or text == "1 problem:" for text in said(shown))
    assert session(shown).current().name == "Mine"


def test_of_many_problems_the_first_are_shown():
    shown = used(page("scenario"), SMALL + "".join(f"unknown{number}: 1\n" for number in range(90)))
    assert not shown.exception
    assert f"90 problems, of which these are the first {MOST}:" in said(shown)
    assert sum(text.startswith("Line ") for text in said(shown)) == MOST


def test_what_is_wrong_with_the_address_is_told_here_too():
    shown = page("scenario", **{"server.ram": "8 pizzas"})
    assert not shown.exception
    assert "Nothing in the address was followed." in said(shown) and any("pizzas" in text for text in said(shown))


def test_no_problem_tells_where_the_text_was_read():
    shown = used(page("scenario"), f"{SMALL}server: {{cards: []}}\nworkload: {{offered: 1 pizza}}\n")
    assert not shown.exception
    assert any(text.endswith((" problems:", "1 problem:")) for text in said(shown))
    assert not any("headroom-" in text for text in said(shown))


def test_an_uploaded_file_becomes_the_text_and_the_scenario():
    shown = uploaded(page("scenario"), b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert not shown.exception
    assert session(shown).current().name == "Mine"
    assert shown.text_area[0].value.splitlines() == SMALL.splitlines()


def test_a_broken_upload_is_shown_with_its_problems():
    shown = uploaded(page("scenario"), b"extends: /etc/passwd\n")
    assert not shown.exception
    assert shown.text_area[0].value == "extends: /etc/passwd\n"
    assert "Line 1" in said(shown)
    assert any("extends only those that are shipped" in text for text in said(shown))
    assert session(shown).current().name == "Microsoft Update downloads"


@pytest.mark.parametrize(("content", "message"), BINARY.values(), ids=BINARY)
def test_an_upload_that_is_no_text_leaves_all_as_it_is(content, message):
    shown = uploaded(page("scenario"), content)
    assert not shown.exception
    assert any(message in text for text in said(shown))
    assert shown.text_area[0].value == scenario_text("microsoft_update")


@pytest.mark.parametrize("name", ["a billion laughs", "braces", "unknown keys", "one key many times", "objects"])
def test_a_bomb_does_not_stop_the_page(name):
    shown = uploaded(page("scenario"), BOMBS[name])
    assert not shown.exception
    assert any(" problem" in text for text in said(shown))
    assert not used(shown, SMALL).exception and session(shown).current().name == "Mine"


def test_damaged_uploads_never_stop_the_page():
    chance = random.Random(20064)
    shown = page("scenario")
    texts = [scenario_text(name) for name in shipped()]
    for _ in range(DAMAGED):
        shown = uploaded(shown, mutated(chance.choice(texts), chance))
        assert not shown.exception
    assert session(used(shown, SMALL)).current().name == "Mine"


@pytest.mark.parametrize("name", [text for text in HOSTILE if len(text) <= 120])
def test_a_hostile_name_is_a_name(name):
    shown = used(page("scenario"), "extends: single_server.yaml\nscenario: '" + name.replace("'", "''") + "'\n")
    assert not shown.exception
    assert session(shown).current().name == name
    assert not any(name in element.value for element in shown.markdown)


def test_a_line_full_of_markup_is_quoted_as_it_is():
    line = "<img src=x onerror=alert(1)>: ![](http://example.org) $x^2$ :material/home:"
    shown = used(page("scenario"), f"{SMALL}{line}\n")
    assert not shown.exception
    assert line in [element.value for element in shown.code]
    assert not any("onerror" in element.value for element in (*shown.markdown, *shown.error, *shown.warning))


def test_what_is_typed_is_judged_before_it_is_used():
    shown = page("scenario")
    shown.text_area[0].set_value("demnad: 3 Gbps\n").run()
    assert any('did you mean "demand"?' in text for text in said(shown))
    assert session(shown).current().name == "Microsoft Update downloads"
    assert shown.text_area[0].value == "demnad: 3 Gbps\n"
