"""What all tests have in common: none may fail because the machine is slow, so generated examples have no deadline."""

import gc
from functools import cache
from pathlib import Path

import pytest
import vl_convert
from hypothesis import settings

from simulator.engines.kernel.engine import Kernel
from simulator.uncertainty import capacities, draws
from tests.remembered_drawings import RememberedDrawings
from tests.remembered_runs import RememberedRuns, shares
from tests.tiers import is_long, place, run_with

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

ROOT = Path(__file__).parent.parent
REMEMBERED = RememberedRuns()
Kernel.run = lambda kernel, network, plan, seed: REMEMBERED.run(kernel, network, plan, seed)
DRAWINGS = RememberedDrawings()
vl_convert.vegalite_to_svg = DRAWINGS.draw


# Tests make more objects at once than a program does: Python would look through the young ones for rubbish after every
# 700, which is four hundredths of all their time. While tests are read there is none to speak of.
gc.set_threshold(50_000, 20, 100)
gc.disable()


# What is not known is drawn in so few worlds, and theory is held beside the laws of limits in so few of them, but where
# probabilities are looked at, or quoted: that took two thirds of the time, and with 16 worlds still half of a plan's.
USUAL, FEW = (draws.WORLDS, capacities.LOOKED_AT), (4, 1)
IN_FULL = (
    "tests/uncertainty/",
    "tests/docs/test_quotes.py",
    "tests/score/test_score.py",
    "tests/sweep/test_predictions.py",
)


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="leave out the files that take long: see tests/tiers.py")


def pytest_ignore_collect(collection_path, config):
    """Not even read, for that takes longer than to run many others; unless nothing else is asked for."""
    return (config.getoption("--quick") and is_long(_name(collection_path))) or None


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: place(_name(item.path)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Each process gets whole files, one by one, as `--dist loadfile` says, but for those that are run together."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return run_with(nodeid.partition("::")[0])

    return ByFile(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Before the fixtures of a test, which simulate too."""
    full = _name(item.path).startswith(IN_FULL) or any(map(item.get_closest_marker, ("every_world", "proof")))
    draws.WORLDS, capacities.LOOKED_AT = USUAL if full else FEW
    sharing = shares(_name(item.path)) and not any(map(item.get_closest_marker, ("afresh", "proof")))
    REMEMBERED.sharing = DRAWINGS.sharing = sharing


def pytest_collection_finish():
    """What has been read is there to stay: Python need not look for rubbish in it."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    """Nor in what the files before have left: near the end of all tests each look through that took a second."""
    if nextitem is not None and nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@cache
def _name(path):
    """A file or a folder as tests/tiers.py has it."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()
    return f"{name}/" if path.is_dir() else name
