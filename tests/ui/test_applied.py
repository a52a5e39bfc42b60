"""An option of what would help becomes changes of a plan, and the plan with them is that option."""

import pytest

from models.scenario import FarmParts
from models.variations.option import options
from simulator.ui.inputs.option_list import option_changes
from simulator.ui.plans.state import PlanState, first_answers
from simulator.ui.session import BrowserSession

EDGE = {
    "server.disks.size": "7.68 TB",
    "web_server.disk_cache.up_to": "200 TB",
    "workload.content.origin": "{latency: 30 ms, rate: 25 Gbps}",
}
PLANS = {
    "2005": PlanState(name="microsoft_update"),
    "today": PlanState(answers=first_answers("downloads")),
    "edge": PlanState(name="downloads_today", changes=EDGE),
}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_every_option_can_be_taken_and_is_the_farm_that_was_offered(plan):
    session = BrowserSession("me")
    session.open(plan)
    before, taken = session.kept, 0
    for option in options(before):
        changes = option_changes(before, option.name)
        assert (changes is None) == (option.scenario is None)
        if changes is None:
            continue
        session.open(plan)
        for path, text in changes.items():
            session.change(path, text)
        found = session.current()
        for part in set(FarmParts.model_fields) - {"name"}:
            assert getattr(found, part) == getattr(option.scenario, part), (option.name, part)
        taken += 1
    assert taken > 3


def test_what_does_not_apply_makes_no_changes():
    session = BrowserSession("me")
    session.take("microsoft_update")
    assert option_changes(session.kept, "a flying saucer") is None
