"""Hand-computed paths hold on every engine that simulates."""

import pytest

from simulator.engines.engine import Engine, load_engine
from tests.networks import SIMULATORS


@pytest.fixture(params=SIMULATORS)
def engine(request) -> Engine:
    return load_engine(request.param)
