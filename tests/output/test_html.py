"""The report as one page: self-contained, escaped, the same bytes each time, with every figure in it."""

import html
import re
from collections.abc import Iterator

import pytest

from simulator.experiment.estimate import Estimate
from simulator.farm.outcome import roll_up
from simulator.messages.numbers import NOT_RESOLVED, bare, is_resolved, readable, rounded, short_estimate
from simulator.output.blocks import Heading, Report, Text
from simulator.output.data import figures
from simulator.output.renderers.html import to_html
from simulator.studies.plan.document import report_of
from tests.fabricated import network, outcome, results, scenario, stamp

MONEY = ("USD", "USD/month")
ATTACK = '<script>alert("1")</script><img src=x onerror=alert(1)>'


@pytest.fixture(scope="module")
def page():
    return to_html(report_of(outcome()))


def words(page: str) -> str:
    """The page as it reads: no tags, no escapes, single spaces."""
    body = page[page.index("<body>") :]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


def _is_told(figure: Estimate, told: str) -> bool:
    """Whether a figure stands on a page, in full or in short."""
    return bare(readable(figure)) in told or bare(readable(short_estimate(figure))) in told


def estimates(data: object) -> Iterator[Estimate]:
    """Every figure in the data of a plan."""
    if isinstance(data, dict) and "half_width" in data:
        yield Estimate(*(data[name] for name in ("value", "half_width", "confidence", "samples", "unit")))
    elif isinstance(data, dict):
        for part in data.values():
            yield from estimates(part)
    elif isinstance(data, list):
        for part in data:
            yield from estimates(part)


def test_a_name_between_backticks_is_code_and_nothing_in_it_becomes_a_tag():
    told = to_html(Report((Heading("t", 1), Text("write `tiers[1].servers` or `<b>`, 97 % of <i>")), "2026-11-29", ""))
    assert (
        "<p>write <code>tiers[1].servers</code> or <code>&lt;b&gt;</code>, 97\N{NO-BREAK SPACE}% of &lt;i&gt;</p>"
        in told
    )


def test_every_figure_is_in_the_page_at_its_digits(page):
    """Money has no more of them than the ranges of its prices leave; the workbook and the data have all."""
    data = figures(outcome())
    shares = data.pop("saving"), [data["changes"].pop(name) for name in ("cost", "cost with bandwidth")]
    told, found = words(page), list(estimates(data))
    assert len(found) > 150 and shares
    missing = [each for each in found if each.unit not in MONEY and not _is_told(each, told)]
    assert [estimate for estimate in missing if is_resolved(estimate)] == []
    assert len(missing) <= told.count(NOT_RESOLVED)
    farm = outcome().farm
    assert rounded(farm.whole.value, farm.range.half_width) in told
    assert rounded(farm.capital.total.whole.value, farm.capital_range.half_width) in told
    assert bare(farm.whole) not in told


@pytest.mark.afresh
def test_the_same_outcome_gives_the_same_bytes(page):
    assert to_html(report_of(outcome())) == page


def test_nothing_in_a_scenario_becomes_markup():
    attacked = to_html(report_of(outcome(name=ATTACK)))
    assert "<script" not in attacked
    assert "<img" not in attacked
    assert html.escape("<script>", quote=False) in attacked


def test_nothing_is_fetched_and_nothing_runs(page):
    assert not re.search(r"<(script|link|img|iframe|object|embed)\b", page)
    assert not re.search(r"(src|href)=\"(?!#)", page)
    assert not re.search(r"@import|url\((?!#)", page)
    assert not re.search(r"\son\w+=", page)


def test_every_entry_of_the_contents_leads_somewhere(page):
    places = re.findall(r'\bid="([^"]+)"', page)
    assert len(places) == len(set(places))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(places)
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(places)


def test_every_chart_is_drawn_and_described(page):
    assert page.count("<svg") == page.count('role="img"') == 8
    assert "#0b0c0d" not in page


def test_what_is_not_known_is_told_with_its_reason(page):
    assert "not known: needs 1,000 requests in each replication, there are 710" in words(page)


def test_a_scenario_without_demand_and_baseline_has_a_report_too():
    plan = scenario({"demand": "none"}).model_copy(update={"baseline": None})
    page = to_html(report_of(roll_up(plan, network(), results(), stamp())))
    assert "One unit of 5 servers serves 4.88 Gbps, all that it is offered." in words(page)
    assert 'id="costs"' not in page
    assert 'id="against-the-baseline"' not in page


def test_only_what_is_assumed_or_stated_in_the_scenario_is_listed_and_what_is_assumed_comes_first(page):
    start = page.index("Parameters of the plan")
    ledger = page[start : page.index("Parameters chosen from", start)]
    places = {path: ledger.find(f'<th scope="row"><span class="value">{path}</span>') for path in scenario().sources}
    kinds = {path: source.kind for path, source in scenario().sources.items()}
    shown = {path for path, kind in kinds.items() if kind in ("assumed", "scenario")}
    assert {path for path in places if places[path] >= 0} == shown < set(places)
    assumed = [places[path] for path in shown if kinds[path] == "assumed"]
    assert max(assumed) < min(places[path] for path in shown if kinds[path] != "assumed")
    assert "the workbook of this report and its comma-separated values list every one" in words(page)
