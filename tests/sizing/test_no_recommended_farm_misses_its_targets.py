"""A farm that is recommended carries its demand within its targets with all spares gone, whatever is asked; where no
load meets them, the answer says why. Scenarios are numbered, and a failure names its own (see generated.py)."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.proven import mostly_proof
from tests.sizing.judging import FARM, UNCLEAR, judged

FIRST, MANY, FEW, FEWER = 1_000, 500, 10, 4
# Requests in a replication of the few that any run of the tests has time for.
SHORT = 3_000
# Of scenarios whose figures cannot be told in the time that is drawn for them, most have sizes with a heavy tail.
MOST_UNCLEAR = 0.05


@pytest.mark.proof
def test_no_farm_of_500_misses_a_target_beyond_its_interval(tmp_path):
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda seed: judged(seed, tmp_path), range(FIRST, FIRST + MANY)))
    outcomes = Counter(each.outcome for each in found)
    print(f"scenarios {FIRST} to {FIRST + MANY - 1}: {dict(outcomes)}")
    assert {each.seed: each.faults for each in found if each.faults} == {}
    assert outcomes[FARM] >= MANY / 2
    unclear = {each.seed: each.said for each in found if each.outcome == UNCLEAR}
    assert len(unclear) <= MOST_UNCLEAR * MANY, unclear


@pytest.mark.parametrize("seed", mostly_proof(range(FEW), range(FEWER)))
def test_a_recommended_farm_meets_its_targets_with_its_spares_gone(seed, tmp_path):
    assert judged(seed, tmp_path, SHORT).faults == []
