"""The pages that a database writes back, beside a list of pages that is kept, change by change."""

from collections import OrderedDict
from math import exp
from random import Random

import numpy as np
import pytest

from models.checkpoints import commits_between, written_share
from models.load import load
from models.tier_flows import TierFlow, tier_flows
from tests.models.test_database_problems import CALL, DATABASE, FARM, TIER
from tests.proven import mostly_proof

PAGE, PAGES = 16_384, 10_000


def database(zipf: float, held: int, between: int, writing: float) -> TierFlow:
    """A database of which a call touches one page, and a share of them changes it; so many pages are changed from one
    checkpoint to the next."""
    changes = {
        **DATABASE,
        f"{TIER}.data": {"size": f"{PAGE * PAGES} B", "popularity": {"zipf": zipf}},
        f"{TIER}.software.buffer_pool": f"{PAGE * held} B",
        f"{TIER}.software.checkpoint_log": f"{1000 * between} B",
        f"{TIER}.servers": 1,
        f"{CALL}.pages": 1,
        f"{CALL}.writes": {"commits": writing, "pages": 1, "log": "1 kB"},
    }
    return tier_flows(load(FARM, changes))["database"]


def kept(zipf: float, held: int, between: int, writing: float) -> float:
    """Pages that are written for each that is changed, of a list that drops what was not used for longest: from 80,000
    changes on, so many that a checkpoint has just been written."""
    random, dirty, pool, first, last = Random(11), set[int](), OrderedDict[int, None](), 80_000, 240_000
    weights = np.cumsum(np.arange(1.0, PAGES + 1.0) ** -zipf).tolist()
    touched = iter(random.choices(range(PAGES), cum_weights=weights, k=round(1.02 * last / writing)))
    changed = written = 0
    while changed < last:
        page = next(touched)
        pool[page] = None
        pool.move_to_end(page)
        if len(pool) > held:
            dropped, _ = pool.popitem(last=False)
            written += dropped in dirty and changed >= first
            dirty.discard(dropped)
        if random.random() < writing:
            changed += 1
            dirty.add(page)
            if changed % between == 0:
                written += len(dirty) if changed > first else 0
                dirty.clear()
    return written / (last - first)


KEPT = [
    (zipf, held, *rest)
    for zipf in (0.0, 0.9)
    for held in (1_500, 5_000, PAGES)
    for rest in ((2_000, 1.0), (40_000, 1.0), (40_000, 0.3))
]


@pytest.mark.parametrize(("zipf", "held", "between", "writing"), mostly_proof(KEPT, KEPT[::5]))
def test_a_list_that_is_kept_writes_as_many(zipf, held, between, writing):
    """At most 8 % more, where checkpoints and drops end about as many changes: the law takes drops to come at random,
    and a page that is always changed when it is asked for is dropped after the same time. Less by chance alone."""
    expected = kept(zipf, held, between, writing)
    assert 0.985 * expected <= written_share(database(zipf, held, between, writing)) <= 1.085 * expected


def test_of_pages_asked_for_alike_and_all_held_each_is_written_once_for_each_checkpoint():
    """20,000 changes find 10,000 (1 - exp(-2)) pages."""
    found = written_share(database(0.0, PAGES, 20_000, 1.0))
    assert found == pytest.approx((1.0 - exp(-2.0)) / 2.0, rel=1e-6)


def test_log_of_a_commit_says_how_many_lie_between_two_checkpoints():
    assert commits_between(database(0.0, PAGES, 20_000, 0.5)) == pytest.approx(20_000)


def test_without_a_checkpoint_every_change_is_written_for_itself():
    flow = tier_flows(load(FARM, {**DATABASE, f"{TIER}.software.checkpoint_log": "none", f"{CALL}.writes": 1}))
    assert written_share(flow["database"]) == 1.0 and commits_between(flow["database"]) == 0.0
