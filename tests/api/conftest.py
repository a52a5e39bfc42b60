"""Studies that several tests look at are answered once."""

from functools import cache

import pytest

from tests.api.calls import ASKED
from tests.docs.test_how_to import DAILY, REQUESTS, some_assumed

_answer = cache(lambda name: ASKED[name].call())


@pytest.fixture(autouse=True)
def brief(monkeypatch):
    """What takes long is made smaller, in calls and in commands alike."""
    monkeypatch.setattr("simulator.experiment.warm_up.LONGEST", 1)
    monkeypatch.setattr("simulator.calibration.work_spread.REQUESTS", REQUESTS)
    monkeypatch.setattr("simulator.studies.sensitivity.answer.assumed_ranges", some_assumed)
    monkeypatch.setattr("simulator.studies.sensitivity.answer.RESAMPLES", 99)
    monkeypatch.setattr("simulator.failover.failure_run.MOST_WINDOWS", 24)
    for place, fewer in DAILY.items():
        monkeypatch.setattr(f"simulator.daily.{place}", fewer)


@pytest.fixture
def answer():
    """The result of a study by its name in tests/api/calls.py."""
    return _answer


@pytest.fixture(params=ASKED)
def name(request):
    """The name of each study."""
    return request.param
