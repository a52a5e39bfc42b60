"""How long laws are observed: briefly in `make test`, and for as long as they are written in `make proof`.

Nothing that is asserted differs. An interval of a quarter of the time is twice as wide, and must still be narrow enough
for its comparison to mean something; where it would not be, and where little is saved, a test does not use this.
"""

import pytest

from tests.laws import observing

BRIEFLY = 4.0


@pytest.fixture(params=[pytest.param(BRIEFLY, id="brief"), pytest.param(1.0, id="long", marks=pytest.mark.proof)])
def length(request, monkeypatch):
    """Observes what a test asks for in a fraction of the time; in the proof, for all of it."""
    monkeypatch.setattr(observing, "shortened", request.param)
