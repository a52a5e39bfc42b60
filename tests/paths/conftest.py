"""Hand-computed paths hold on every engine that simulates."""

import pytest

from simulator.engines.engine import Engine, engine_named
from tests.networks import SIMULATORS


@pytest.fixture(params=SIMULATORS)
def engine(request) -> Engine:
    return engine_named(request.param)
