"""The disk reads of MySQL with three sizes of its buffer pool, from those of one.

Percona, github.com/Percona-Lab-results/2026-interactive-metrics @ cd872560, MySQL 8.4.8, sysbench oltp_read_write, 20
tables of 5 million rows, about 24 GB, of which rows are asked for alike; 900 s each. The reads of a transaction with
12 GiB and 1 to 32 threads say how many pages it touches; those with 2 GiB and 32 GiB, and all those of 64 threads and
more, took no part in that.
"""

import pytest

from models.buffer_pool import disk_reads
from models.load import load
from tests.models.test_database_problems import CALL, DATABASE, FARM, TIER

# By the buffer pool in GiB and the threads: transactions/s, and disk reads/s.
MEASURED = {
    (2, 4): (189.94, 4645.95), (2, 16): (345.99, 8285.13), (2, 32): (463.12, 11036.49), (2, 64): (530.93, 12536.13),
    (2, 128): (501.81, 11652.42), (2, 256): (521.44, 12009.12), (2, 512): (495.9, 11434.33),
    (12, 1): (141.7, 1749.86), (12, 4): (315.16, 3777.38), (12, 16): (586.61, 6927.47), (12, 32): (779.64, 9106.96),
    (12, 64): (900.4, 10487.39), (12, 128): (982.97, 11531.65), (12, 256): (972.06, 11395.83),
    (12, 512): (972.95, 11436.49),
    (32, 1): (369.61, 0.0), (32, 32): (4883.09, 0.0), (32, 512): (13325.17, 0.0),
}  # fmt: skip
FITTED = [(12, 1), (12, 4), (12, 16), (12, 32)]
# One thread with 2 GiB read 37.48 pages a transaction, all others 23 to 24.5: as a pool does that is cold for long.
COLD = {(2, 1): (69.14, 2591.71)}


def database(gib: int, pages: float):
    """The call and the tier of a database like this one, whose transactions touch so many pages."""
    changes = {
        **DATABASE,
        f"{TIER}.server.ram": "187.5 GiB",
        f"{TIER}.data": "24 GB",
        f"{TIER}.software.buffer_pool": f"{gib} GiB",
        f"{CALL}.pages": pages,
    }
    scenario = load(FARM, changes)
    return scenario.tiers[1], scenario.tiers[0].calls[0]


def reads(gib: int, pages: float) -> float:
    return disk_reads(*database(gib, pages))


def pages_touched() -> float:
    measured = [MEASURED[row][1] / MEASURED[row][0] for row in FITTED]
    return sum(measured) / len(measured) / reads(12, 1.0)


@pytest.mark.parametrize("row", [row for row in MEASURED if row not in FITTED], ids=str)
def test_reads_of_other_sizes_follow_from_those_of_one(row):
    rate, seen = MEASURED[row]
    assert reads(row[0], pages_touched()) == pytest.approx(seen / rate, rel=0.05)


def test_the_row_that_is_left_out_reads_far_more_than_all_others_of_its_size():
    ((row, (rate, seen)),) = COLD.items()
    assert seen / rate > 1.5 * reads(row[0], pages_touched())
