"""The page Growth: how the demand of the plan grows, answered by theory."""

from simulator.cli.today import today
from tests.ui.showing import page, said, settled, waits


def rates(shown):
    """The fields of how fast the demand grows."""
    return [each for each in shown.text_input if each.key.startswith("growth ")]


def test_the_page_says_what_to_order_by_when_and_shows_the_demand():
    shown = settled(page("growth", scenario="growing_downloads"), waits)
    assert not shown.exception and not shown.error
    told = " ".join(said(shown))
    assert "Order 1 unit" in told and "by August 2027" in told
    headings = [element.value for element in (*shown.header, *shown.subheader)]
    assert {"Orders", "When each limit is reached", "By quarter"} <= set(headings)
    assert any("headroom grow scenarios/growing_downloads.yaml" in each.value for each in shown.code)


def test_a_rate_makes_the_plan_grow_and_is_a_change_of_it():
    shown = settled(page("growth", scenario="first_farm"), waits)
    assert len(rates(shown)) == 1 and not shown.header
    rates(shown)[0].set_value("40 %").run()
    shown = settled(shown, waits)
    assert dict(shown.session_state["headroom"].changes) == {
        "growth.a_year": "40 %",
        "growth.start": f"{today():%Y-%m}",
    }
    assert "Orders" in [element.value for element in (*shown.header, *shown.subheader)]
    rates(shown)[0].set_value("").run()
    assert dict(shown.session_state["headroom"].changes) == {}


def test_a_rate_that_cannot_be_is_told_and_the_plan_stays():
    shown = settled(page("growth", scenario="first_farm"), waits)
    rates(shown)[0].set_value("much").run()
    told = " ".join(said(shown))
    assert "growth.a_year" in told and "much" in told
