"""Many planners at one server: all are answered, each with what was asked by nobody else."""

import re

import pytest

from tests.ui.browsers.light_browser import LightBrowser, at_once
from tests.ui.test_listening import LOOPBACK, SOCKETS_ARE_LISTED, listening

TWO, TEN = 2, 10
# A second of simulation and less, where only who gets which answer is asked.
LIGHT = ("scenario=single_server&run.replications=2&run.warm_up=5%20s&run.duration=10%20s&run.window=1%20s"
         "&run.precision=50%20%25")  # fmt: skip
HEADLINE = re.compile(r"([\d,]+) Gbps plus [\d.]+ % reserve needs? ")


@pytest.mark.parametrize("planners", [TWO, pytest.param(TEN, marks=pytest.mark.proof)])
def test_planners_at_once_are_all_answered_and_none_sees_another_ones_plan(server, planners):
    demands = [20 + number for number in range(planners)]
    asking = [LightBrowser(server.address, f"{LIGHT}&demand={gbps}%20Gbps&run.seed={gbps}") for gbps in demands]
    at_once(asking)
    for gbps, planner in zip(demands, asking, strict=True):
        shown = {told for text in planner.texts for told in HEADLINE.findall(text)}
        assert shown == {str(gbps)}
        assert 0.0 < planner.first < planner.simulated


@SOCKETS_ARE_LISTED
def test_the_module_of_the_pages_serves_this_machine_only(server):
    assert listening(int(server.address.rpartition(":")[2])) == {LOOPBACK}


@pytest.mark.proof
def test_ten_at_once_take_no_longer_than_one_ten_times(server, capsys):
    """The shipped farm, with another think time for each, so that no run serves two; a first one warms the server."""
    first, alone, *others = [
        LightBrowser(server.address, f"workload.session.think_time={3.0 + 0.1 * number:.1f}%20s")
        for number in range(TEN + 2)
    ]
    at_once([first])
    at_once([alone])
    at_once(others)
    first, simulated = (max(getattr(each, name) for each in others) for name in ("first", "simulated"))
    with capsys.disabled():
        print(
            f"\none alone: theory {alone.first:.2f} s, simulated {alone.simulated:.2f} s; the last of ten:"
            f" theory {first:.2f} s, simulated {simulated:.2f} s, {simulated / alone.simulated:.1f} times"
        )
    assert simulated <= TEN * alone.simulated
    # None has to wait until the others have been simulated: theory is there for all before most of that is.
    assert first <= TEN * alone.simulated / 3.0
