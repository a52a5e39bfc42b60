"""Small portfolios, and what is needed to sweep them."""

import pytest

from models.variations.portfolio import load_portfolio
from simulator.studies.sweep.variants import expand_portfolio
from tests.shipped import FOLDER

# Sized by the load that is stated, so that each load is a variant of its own.
# A run of a tenth of a second; so short a warm-up is long enough only for those who do not ask for precision.
QUICK = "{warm_up: 5 s, duration: 10 s, window: 1 s, precision: 50 %, replications: 2}"
TINY = f"""
portfolio: tiny
base: {FOLDER}/single_server.yaml
set: {{demand: 1 Gbps, sized_by: stated load, run: {QUICK}}}
grid:
  server.cards: [[1 Gbps], [1 Gbps, 1 Gbps]]
  workload.offered: [1000 /s, 2000 /s]
"""

# A server whose processor carries 50 or 100 requests a second, whatever load is stated.
CAPACITY = f"""
portfolio: at capacity
question: capacity
base: {FOLDER}/single_server.yaml
set:
  demand: 1 Gbps
  workload.request.cpu: 40 ms
  workload.session.think_time: 100 ms
  run: {QUICK.replace("duration: 10 s", "duration: 60 s")}
grid:
  server.cores_per_socket: [1, 2]
  workload.offered: [1000 /s, 2000 /s]
"""


@pytest.fixture
def portfolio(tmp_path):
    """Writes a portfolio and reads it."""

    def read(text=TINY):
        file = tmp_path / "portfolio.yaml"
        file.write_text(text)
        return load_portfolio(file)

    return read


@pytest.fixture
def variants(portfolio):
    """The variants of a portfolio."""
    return lambda text=TINY, agreed=False: expand_portfolio(portfolio(text), agreed)
