"""What a plan says of the checkpoints of its databases: how far apart they are, and what they write back."""

from datetime import date

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.checkpoints import checkpoints
from simulator.farm.study import study
from simulator.farm.tier_work import LIMITS
from simulator.messages.farm_notes import tier_notes
from simulator.messages.plan.checkpoints import checkpoint_sentences
from simulator.output.data import figures
from tests.models.test_database_problems import CALL, DATABASE, FARM, TIER

STATED = {
    **DATABASE,
    "demand": "100 requests/s",
    "unit.nodes": 2,
    "unit.spare_nodes": 0,
    f"{TIER}.data": "40 GB",
    f"{TIER}.software.buffer_pool": "41 GB",
    f"{TIER}.software.checkpoint_log": "8 GB",
    f"{CALL}.pages": 5,
}


def outcome(**changes):
    return study(load(FARM, {**STATED, **changes}), Theory(), "plan", date(2026, 11, 28))


def test_a_plan_says_how_far_apart_they_are_and_what_they_write():
    """300 calls/s of which a fifth commits three pages and 4 kB: 2 million commits lie 33,333 s apart, in which 6
    million changes fall on 2.44 million pages, all of them held: 37.2 % are written."""
    found = outcome(**{f"{CALL}.writes": {"commits": 0.2, "pages": 3}})
    (each,) = checkpoints(found.farm)
    assert each.seconds == pytest.approx(8e9 / 4e3 / 60) and each.changed == pytest.approx(6e6)
    assert each.written == pytest.approx(0.3720 * 6e6, rel=1e-3)
    (said,) = checkpoint_sentences([each])
    assert "database" in said and "37.2 %" in said
    (data,) = figures(found)["checkpoints"]
    assert data["tier"] == "database" and data["pages_written_back"]["value"] == pytest.approx(each.written)


@pytest.mark.parametrize("changes", [{}, {f"{CALL}.writes": 1, f"{TIER}.software.checkpoint_log": "none"}])
def test_nothing_is_said_where_nothing_is_written_or_each_change_by_itself(changes):
    found = outcome(**changes)
    assert checkpoints(found.farm) == () and "checkpoints" not in figures(found)


def test_a_plan_names_the_limit_that_the_writes_of_each_server_take_most_of():
    """Of 300 calls/s each commits and logs 4 kB: more of the log than of the processors, or of the disks."""
    found = outcome(**{f"{CALL}.writes": {"commits": 1, "pages": 0}})
    (database,) = (each for each in found.farm.sizing.tiers if each.tier.name == "database")
    again = {name: work.again for name, work in zip(LIMITS, database.work, strict=False)}
    most = max(again, key=again.get)
    assert again[most] > 0.0
    units = found.farm.sizing.working_units
    told = f"database does all writes, which take {100.0 * again[most] / units:.3g} % of its {most} at the demand"
    assert told in tier_notes(found)
