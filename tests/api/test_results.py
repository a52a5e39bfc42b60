"""Results: figures with their intervals, tables, one line of text, and what a notebook shows."""

import json
import re
from dataclasses import fields
from html.parser import HTMLParser

import pytest

import headroom


def leaves(data):
    """Every figure in data, as the pairs of value and unit that JSON has."""
    if isinstance(data, dict):
        if {"value", "half_width", "unit"} <= set(data):
            if not isinstance(data["value"], list):  # A time series.
                yield data["value"], data["unit"]
        else:
            for each in data.values():
                yield from leaves(each)
    elif isinstance(data, list):
        for each in data:
            yield from leaves(each)


def test_no_figure_of_the_json_is_missing_from_the_figures(name, answer):
    data = json.loads(answer(name).to_json())
    if isinstance(data, dict):
        data.pop("provenance", None)
    told = [(each.value, each.unit) for each in answer(name).figures()]
    expected = list(leaves(data))
    # JSON has no infinity, which a frame shows as it is.
    finite = [(None if value in (float("inf"), float("-inf")) else value, unit) for value, unit in told]
    missing = [each for each in expected if each not in finite]
    assert not missing and len(told) >= len(expected)
    assert expected or name == "calibrate"  # Whose intervals are no half-widths.


def test_every_figure_has_a_value_or_a_reason(name, answer):
    for figure in answer(name).figures():
        assert (figure.value is None) == bool(figure.reason), figure
        assert figure.samples == 0 or figure.source == "simulated", figure


def test_a_table_has_what_there_is_to_know_of_each_figure(name, answer):
    table = answer(name).to_frame()
    assert len(table) > 0
    if name != "sweep":
        assert len(table) == len(answer(name).figures())
        assert {"key", "subject", "value", "half_width", "unit", "source", "reason"} <= set(table.columns)


def test_a_result_and_its_parts_are_shown_in_few_characters(name, answer):
    found = answer(name)
    assert len(repr(found)) <= 203 and "\n" not in repr(found)
    assert repr(found).startswith(type(found).__name__)
    for field in fields(found):
        assert len(repr(getattr(found, field.name))) < 2_000, field.name


class Tags(HTMLParser):
    """The tags of a page that are open, and whether what is closed was open."""

    VOID = {"meta", "br", "img", "path", "rect", "line", "circle", "stop", "use"}

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_a_notebook_shows_a_piece_of_a_page_whose_styles_touch_nothing_else(name, answer):
    shown = answer(name)._repr_html_()
    tags = Tags()
    tags.feed(shown)
    assert tags.open == [] and tags.seen[0] == "div"
    assert not {"html", "body", "script", "link"} & set(tags.seen)
    rules = re.search(r"<style>(.*?)</style>", shown, re.DOTALL)[1]
    assert all(line.startswith(".headroom ") for line in rules.strip().splitlines())


@pytest.mark.parametrize("study", ["plan", "capacity", "grow", "daily"])
def test_the_answer_has_its_picture(study, answer):
    assert "<svg" in answer(study)._repr_html_()


def test_without_what_draws_pictures_the_answer_is_shown_all_the_same(answer, monkeypatch):
    whole = answer("capacity")._repr_html_()
    monkeypatch.setitem(__import__("sys").modules, "vl_convert", None)
    shown = answer("capacity")._repr_html_()
    assert "<svg" not in shown and 'class="card' in shown and len(shown) < len(whole)


def test_a_farm_has_its_figures_as_attributes(answer):
    farm = answer("plan")
    data = farm.to_dict()
    assert farm.servers == data["servers"]["value"] and farm.units == data["whole_units"]["value"]
    assert farm.cost_per_month == data["cost_per_month"]["value"]
    assert farm.cost_in_all_per_month == data["cost_in_all_per_month"]["value"]
    assert farm.bottleneck == data["binding_limit"] and farm.next_limit == data["next_limit"]


def test_a_figure_is_found_by_its_key_and_subject(answer):
    farm = answer("plan")
    servers = farm.figure("servers")
    assert servers.value == farm.servers and servers.low == servers.high == servers.value
    used = farm.figure("limits.utilisation", farm.bottleneck)
    row = next(each for each in farm.to_dict()["limits"] if each["name"] == farm.bottleneck)
    assert (used.value, used.half_width, used.unit) == tuple(
        row["utilisation"][key] for key in ("value", "half_width", "unit")
    )
    with pytest.raises(KeyError, match="servers"):
        farm.figure("server")


def test_a_sweep_has_a_row_for_each_variant():
    grid = {"server": ["dl585-2.2ghz-4gb", "edge-xeon-d-2x25gbe"], "demand": ["10 Gbps", "20 Gbps"]}
    swept = headroom.sweep("scenarios/first_farm.yaml", grid, engine="theory")
    table = swept.to_frame()
    assert list(zip(table["server"], table["demand"], strict=True)) == [
        (server, demand) for server in grid["server"] for demand in grid["demand"]
    ]
    for row in table.itertuples():
        alone = headroom.plan("scenarios/first_farm.yaml", server=row.server, demand=row.demand, engine="theory")
        assert (row.servers, row.cost_per_month) == (alone.servers, pytest.approx(alone.cost_per_month, rel=1e-12))


def test_infinity_is_told_as_json_tells_it(answer):
    """`to_dict` has it as a number, the text as null."""
    assert "Infinity" not in answer("capacity").to_json()
