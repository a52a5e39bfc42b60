"""`web_server.collapse`: one request fetches, into the last cache that a server has, and others wait."""

import pytest

from models.errors import ScenarioError
from simulator.experiment.single_server import network_at
from simulator.network.steps import Admit, JoinFetch, Serve, flatten
from simulator.translate.data_path import ORIGIN, SHIELD
from tests.sizing.test_shield import BARE, FARM, farm

COLLAPSE = {"web_server.collapse": "500 ms"}


def fetches(changes):
    network = network_at(farm(changes), 10.0)
    return [step for kind in network.classes for step in flatten(kind.steps) if isinstance(step, JoinFetch)]


@pytest.mark.parametrize(("changes", "cache", "link"),
                         [(BARE, "disk cache", ORIGIN),
                          ({**BARE, "web_server.disk_cache": "none"}, "page cache", ORIGIN),
                          (FARM, "disk cache", SHIELD)])  # fmt: skip
def test_one_request_fetches_into_the_last_cache_and_others_look_again(changes, cache, link):
    (fetch,) = fetches({**changes, **COLLAPSE})
    assert (fetch.cache, fetch.every, fetch.age) == (cache, 0.5, 5.0)
    assert fetch.on_miss[-1] == Admit(cache)
    assert any(isinstance(step, Serve) and step.at == link for step in flatten(fetch.on_miss))


def test_each_fetches_by_itself_unless_stated():
    assert fetches(BARE) == []


def test_nobody_waits_where_nothing_is_fetched():
    with pytest.raises(ScenarioError) as error:
        farm({**COLLAPSE, "workload.session.think_time": "0.9 s"})
    assert "web_server.collapse" in str(error.value) and "the content has no origin; write none" in str(error.value)
