"""What all tests have in common: none may fail because the machine is slow, so generated examples have no deadline."""

from pathlib import Path

import pytest
from hypothesis import settings

from simulator.engines.kernel.engine import Kernel
from tests.remembered_runs import RememberedRuns, shares

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

# What takes longest is begun first: where files run side by side, none is then left to run alone at the end.
LONGEST = ("tests/published/test_figures.py", "tests/ui/test_in_the_browser.py", "tests/docs/test_how_to.py")
ROOT = Path(__file__).parent.parent


def pytest_collection_modifyitems(items):
    first = {str(ROOT / file): place for place, file in enumerate(LONGEST)}
    items.sort(key=lambda item: first.get(str(item.path), len(first)))


REMEMBERED = RememberedRuns()
Kernel.run = lambda kernel, network, plan, seed: REMEMBERED.run(kernel, network, plan, seed)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Before the fixtures of a test, which simulate too."""
    REMEMBERED.sharing = shares(item.path, ROOT) and not any(map(item.get_closest_marker, ("afresh", "proof")))
