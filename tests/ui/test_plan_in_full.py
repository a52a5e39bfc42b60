"""A plan that the page had to shorten is simulated as its scenario states it when somebody asks for that."""

from simulator.service import answers, budget
from tests.ui.showing import settled
from tests.ui.test_plan_page import knob, opened, said

QUICK = {"run.replications": "2", "run.duration": "25 s", "run.warm_up": "5 s"}


def moves(page):
    """Whether a bar of the page is still to move."""
    return any(bar.proto.text.startswith("Simulating") for bar in page.get("progress"))


def test_a_shortened_plan_is_simulated_in_full_when_that_is_asked_for(monkeypatch):
    """Of a server whose requests take long, so that it is simulated in no time."""
    for place in (answers, budget):
        monkeypatch.setattr(place, "BUDGET", 30_000.0)
    quick = {"workload.request.cpu": "20 ms", "workload.session.think_time": "100 ms", "workload.offered": "100 /s",
             "run.duration": "30 s", "run.warm_up": "5 s", "run.replications": "10"}  # fmt: skip
    page = settled(opened(scenario="single_server", **quick), moves)
    assert any("To answer while you wait" in text for text in said(page))
    button = page.button(key="ask plan in full")
    assert button.label == "Simulate in full" and not button.disabled
    page = settled(button.click().run(), moves)
    assert not any("To answer while you wait" in text for text in said(page))
    assert page.button(key="ask plan in full").disabled
    assert page.session_state["headroom"].simulated.stamp.replications == 10
    page = settled(knob(page, "demand").set_value("3 Gbps").run(), moves)
    assert any("You have changed something" in text for text in said(page))
    assert any("To answer while you wait" in text for text in said(page))


def test_a_plan_that_is_not_shortened_has_no_button_for_that():
    assert "ask plan in full" not in [button.key for button in opened(scenario="single_server", **QUICK).button]
