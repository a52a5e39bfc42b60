"""What it means that two engines do the same: every request, every count, every sum."""

import numpy as np

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network

RELATIVE = 1e-9
# What is counted one by one, so that no rounding can excuse a difference.
COUNTED = {"offered", "open", "issued", "completed", "lost", "refusals", "gave up", "failed", "tried again", "sent"}
COUNTED |= {"periods", "throttled", "lookups", "hits", "recycles", "failed starts", "collections", "refused"}
IDENTITY = ["session", "request", "node", "kind", "cause"]


def assert_twins(network: Network, plan: RunPlan, seed: int) -> None:
    """Both engines tell the same story of a run, and there is one to tell."""
    assert requests_of_twins(network, plan, seed) > 0


def requests_of_twins(network: Network, plan: RunPlan, seed: int) -> int:
    """How many requests ended in a run of which both engines tell the same story."""
    fast = load_engine("kernel").run(network, plan, seed)
    slow = load_engine("reference").run(network, plan, seed)
    assert_same_log(fast, slow)
    assert_same_edges(fast, slow)
    np.testing.assert_array_equal(fast.histogram, slow.histogram)
    np.testing.assert_array_equal(fast.jobs, slow.jobs)
    np.testing.assert_array_equal(fast.first_pieces, slow.first_pieces)
    assert fast.events == slow.events
    return len(slow.log)


def assert_same_log(fast: Tally, slow: Tally) -> None:
    """The same requests at every node with the same outcome, in the same order, at the same times.

    What happens at one moment in two nodes has no order: nodes do not meet.
    """
    mine, other = (tally.log[np.argsort(tally.log["node"], kind="stable")] for tally in (fast, slow))
    np.testing.assert_array_equal(mine[IDENTITY], other[IDENTITY])
    for time in ("start", "end"):
        np.testing.assert_allclose(mine[time], other[time], rtol=RELATIVE, atol=0.0)


def assert_same_edges(fast: Tally, slow: Tally) -> None:
    """The same counts exactly; the same sums, within the rounding of their terms."""
    assert fast.columns == slow.columns
    assert fast.edges.shape == slow.edges.shape
    # A moment is a small difference of sums with a term for each session or request, each as large as the run is long.
    rounding = 1e-15 * fast.plan.duration * fast.edges[:, :, fast.columns.index(("requests", "issued"))].max()
    for index, name in enumerate(fast.columns):
        mine, other = fast.edges[:, :, index], slow.edges[:, :, index]
        if name[-1] in COUNTED:
            np.testing.assert_array_equal(mine, other, err_msg=str(name))
        else:
            np.testing.assert_allclose(mine, other, rtol=RELATIVE, atol=10 * rounding, err_msg=str(name))
