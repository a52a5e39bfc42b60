"""The page Growth: a scenario that states its growth, answered by theory."""

from simulator.ui.library import shipped
from simulator.ui.pages.growth import command, growing_scenarios
from tests.ui.showing import page, said, settled, waits


def test_only_scenarios_that_grow_are_offered():
    assert set(growing_scenarios(shipped())) == {"growing_downloads", "hourly_api", "microsoft_update_growth"}


def test_the_page_says_what_to_order_by_when_and_shows_the_demand():
    shown = settled(page("growth"), waits)
    assert not shown.exception and not shown.error
    told = " ".join(said(shown))
    assert "Order 1 unit" in told and "by August 2027" in told
    headings = [element.value for element in (*shown.header, *shown.subheader)]
    assert {"Orders", "When each limit is reached", "By quarter"} <= set(headings)


def test_the_command_asks_the_same():
    assert command("growing_downloads") == "headroom grow scenarios/growing_downloads.yaml"
