"""Systems of a table that stop at one rate are named, for the client that they share may have stopped them."""

import pytest

from simulator.studies.validate.gallery.case import read_case
from simulator.studies.validate.gallery.common_ceiling import common_ceiling
from simulator.studies.validate.gallery.document import gallery_blocks
from simulator.studies.validate.gallery.prediction import CasePredictions

HEAD = """gallery: Three servers behind one client
source: made for this test
systems: [server]
read: {users: users, requests/s: rate}
fit: {users: 4}
columns: [server, users, rate]
rows:
"""


def case(tmp_path, rates):
    rows = [f"  - [{name}, {users}, {rate}]" for name, each in rates.items()
            for users, rate in zip((1, 4, 16, 32), each, strict=True)]  # fmt: skip
    (tmp_path / "table.yaml").write_text(HEAD + "\n".join(rows) + "\n")
    return read_case(tmp_path / "table.yaml")


SHARED = {"a": (100, 390, 1000, 1010), "b": (200, 700, 990, 1000), "c": (300, 900, 1005, 1000)}


def test_systems_that_stop_at_one_rate_are_named(tmp_path):
    made = case(tmp_path, SHARED)
    assert common_ceiling(made) == (1010.0, ("a", "b", "c"))
    told = [block.text for block in gallery_blocks([CasePredictions(made, (), {})]) if hasattr(block, "text")]
    assert any(each.startswith("a, b, c of Three servers behind one client stop within 3 % of 1,010") for each in told)


@pytest.mark.parametrize(
    "other",
    [
        (300, 900, 1400, 1405),  # It stops elsewhere.
        (300, 900, 1000, 1400),  # It does not stop.
    ],
)
def test_two_systems_at_one_rate_are_chance(tmp_path, other):
    assert common_ceiling(case(tmp_path, {**SHARED, "c": other})) is None


def test_systems_that_are_alike_at_every_load_are_alike(tmp_path):
    assert common_ceiling(case(tmp_path, dict.fromkeys("abc", SHARED["a"]))) is None
