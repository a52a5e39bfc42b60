"""A knob shows what is in force: of a cache what there is room for, of a group what its plain value stands for."""

import pytest

from models.quantities.units import SIZE, parse_quantity
from models.ram_ledger import file_cache_bytes
from models.variations.changes import value_at_path
from simulator.ui.inputs.form import paths, value_origin
from simulator.ui.library import shipped
from simulator.ui.session import begin_session, value_text
from tests.ui.whole_app import opened

CACHE = "web_server.file_cache.size"


def scenario(**params):
    found = begin_session("me", params).current()
    assert not isinstance(found, tuple)
    return found


def test_a_file_cache_that_takes_what_the_ram_leaves_shows_how_much_that_is():
    found = scenario(serve="downloads")
    shown = parse_quantity(value_text(found, CACHE), SIZE)
    assert found.web_server.file_cache.size > found.server.ram > shown
    assert file_cache_bytes(found) - 2.0**30 / 100 <= shown <= file_cache_bytes(found)


@pytest.mark.parametrize("name", shipped())
def test_no_knob_is_empty_where_a_plain_value_is_in_force(name):
    found = scenario(scenario=name)
    for path in paths():
        value = value_at_path(found, path)
        is_plain = value is not None and (not hasattr(value, "shorthand") or value.shorthand)
        assert value_text(found, path) or not is_plain, path
        assert value_origin(found, path) or value is None, path


@pytest.mark.parametrize(("serve", "path"), [("downloads", "workload.session.think_time"), ("api", "server.ram")])
def test_what_is_shown_is_what_the_scenario_has(serve, path):
    found = scenario(serve=serve)
    leaf = path if path in found.sources else f"{path}.mean"
    assert value_text(found, path) == found.sources[leaf].value_text != ""


def test_more_than_there_is_room_for_is_said_at_the_knob(ticket):
    page = opened(serve="downloads")
    in_force = page.text_input(key=f"knob {CACHE}").value
    page.text_input(key=f"knob {CACHE}").set_value("900 GiB").run()
    assert page.text_input(key=f"knob {CACHE}").value == "900 GiB"
    assert any(in_force in each.value.replace("\\", "") for each in page.sidebar.caption)
    page.text_input(key=f"knob {CACHE}").set_value("100 GiB").run()
    assert not any("In force" in each.value for each in page.sidebar.caption)


def test_bits_stay_bits_on_every_page():
    found = scenario(serve="downloads", peak="40 Gbps")
    assert value_text(found, "demand") == "40 Gbps"
    assert value_text(scenario(scenario="single_server", demand="{payload: 40 Gbps}"), "demand") == "{payload: 40 Gbps}"
