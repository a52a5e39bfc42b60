"""Reading tallies: sums over the nodes, and growth, to the last digit as each column by itself."""

import numpy as np
import pytest

from simulator.experiment.replication_set import cut_windows, merge_nodes, sum_over_nodes
from tests.experiment.tallies import network, steady

OFFERED, OPEN = ("sessions", "offered"), ("sessions", "open")


@pytest.mark.parametrize("nodes", [1, 2, 7, 8, 9, 19, 130])
def test_nodes_are_summed_to_the_last_digit_as_each_column_by_itself(nodes):
    """From eight numbers on numpy adds them up in another order, by how they lie in memory."""
    edges = np.random.default_rng(nodes).random((5, nodes, 6)) * 1e5
    summed = sum_over_nodes(edges)
    assert all(np.array_equal(summed[:, place], edges[:, :, place].sum(axis=1)) for place in range(6))
    assert np.array_equal(sum_over_nodes(edges[[1, -1]]), summed[[1, -1]])


def test_a_tally_with_its_nodes_as_one_has_the_same_columns():
    (tally,) = steady(network(nodes=3), {OFFERED: [5, 7], (2, *OFFERED): [1, 4]}).tallies
    assert np.array_equal(merge_nodes(tally).column(*OFFERED), tally.column(*OFFERED))
    assert list(tally.column(*OFFERED)) == [0.0, 6.0, 17.0]


def test_growth_is_that_of_the_measured_part_and_of_the_tally_that_is_asked():
    found = steady(network(nodes=2), {OFFERED: [4, 6, 8]}, {OFFERED: [2, 2, 20]}, warm_up=1)
    first, second = found.tallies
    assert [found.total(first, *OFFERED), found.total(second, *OFFERED)] == [7.0, 11.0]
    assert found.after(2).total(first, *OFFERED) == 4.0
    assert found.total(first, *OFFERED) == 7.0
    with pytest.raises(KeyError):
        found.total(first, "sessions", "elsewhere")


def test_a_part_of_a_tally_counts_from_its_first_window_to_its_last():
    found = steady(network(), {OFFERED: [4, 6, 8, 10], OPEN: [1, 0, 0, 0]})
    (tally,) = found.tallies
    part = cut_windows(_by_window(tally), 1, 3)
    assert type(found)(network(), (part,), 0.95).total(part, *OFFERED) == 14.0


def _by_window(tally):
    """The same tally with response times by window, of which there are none."""
    shape = (tally.plan.windows + 1, 1)
    return type(tally)(
        tally.plan, tally.columns, tally.edges, tally.histogram, tally.log, 0, np.zeros(shape, dtype=np.int64)
    )
