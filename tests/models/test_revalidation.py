"""`revalidation` of content: what is asked of the origin, and what is wrong with it."""

import pytest

from models.errors import ScenarioError
from simulator.experiment.single_server import network_at
from simulator.network.distribution import constant
from simulator.network.steps import Revalidate, Serve
from simulator.translate.data_path import ORIGIN
from tests.models.test_content_problems import EDGE
from tests.sizing.test_shield import BARE, FARM, farm

AGE = {"max_age": "60 s", "unchanged": "90 %"}
ASKED = {"workload.content.revalidation": AGE}
PAGES = EDGE.replace("life: 60 s", "revalidation: {max_age: 60 s, unchanged: 90 %}")


def asking(changes) -> list[Revalidate]:
    network = network_at(farm(changes), 10.0)
    return [step for kind in network.classes for step in kind.steps if isinstance(step, Revalidate)]


@pytest.mark.parametrize(
    ("changes", "caches"),
    [(BARE, ("page cache", "disk cache")), ({**BARE, "web_server.disk_cache": "none"}, ("page cache",))],
)
def test_the_origin_is_asked_about_what_a_server_holds(changes, caches):
    (ask,) = asking({**changes, **ASKED})
    assert (ask.caches, ask.max_age, ask.unchanged) == (caches, 60.0, 0.9)
    assert ask.on_miss[-1] == Serve(ORIGIN, constant(200.0))


def test_a_class_has_an_age_of_its_own(loaded):
    live, films = network_at(loaded(PAGES), 10.0).classes
    assert [step.max_age for step in live.steps if isinstance(step, Revalidate)] == [60.0]
    assert not [step for step in films.steps if isinstance(step, Revalidate)]


SPOILT = [
    ("origin: {latency: 40 ms, rate: 40 Gbps}", "", ["there is no origin", "write none, or `workload.content.origin`"]),
    ("{max_age: 60 s, unchanged: 90 %}", "{unchanged: 90 %}", ["revalidation.max_age: missing"]),
    ("max_age: 60 s", "max_age: 0 s", ["revalidation.max_age", "allowed is 1 s to 365 days"]),
    ("unchanged: 90 %", "unchanged: 120 %", ["revalidation.unchanged", "too large; allowed is 0 % to 100 %"]),
    ("revalidation:", "life: 60 s, revalidation:", ["another one, whose copies nobody has yet", "`life: for ever`"]),
]


@pytest.mark.parametrize(("piece", "instead", "told"), SPOILT)
def test_what_is_wrong_is_told_with_its_remedy(loaded, piece, instead, told):
    assert piece in PAGES
    with pytest.raises(ScenarioError) as caught:
        loaded(PAGES.replace(piece, instead))
    assert all(each in str(caught.value) for each in told), str(caught.value)


def test_a_shield_is_not_asked_about_old_copies():
    with pytest.raises(ScenarioError) as caught:
        farm({**FARM, **ASKED})
    assert "a shield, shield, stands before the origin" in str(caught.value)
    assert "leave out the calls of shield, so that each node asks the origin" in str(caught.value)
