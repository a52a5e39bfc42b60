"""A tier that keeps data: what it keeps, the software that keeps it, and the log that its commits are written to."""

from typing import Annotated, ClassVar

from models.parts.popularity import Popularity
from models.quantities.fields import Name, Part, Switch, number, optional, parameter, quantity, whole
from models.quantities.units import DATA_RATE, DURATION, SHARE, SIZE

MOST_COMMITS, MOST_GROUP = 16.0, 1000
ALL_ALIKE = Popularity(zipf=0.0)


class DatabaseSoftware(Part):
    """A database as a set of its settings: pages, buffer pool, and how it flushes and writes back."""

    catalogue_folder: ClassVar[str] = "databases"

    page: Annotated[float, quantity(SIZE, "512 B", "1 MiB")] = parameter(
        "Bytes of a page, which is what is read, kept in the buffer pool and written back as one."
    )
    buffer_pool: Annotated[float | None, optional(quantity(SIZE, "1 MB", "64 TiB"))] = parameter(
        "Bytes of the RAM of each server that keep pages; none means `buffer_pool_share` of it.",
        default="none",
        source="a share of the RAM",
    )
    buffer_pool_share: Annotated[float, quantity(SHARE, "0.1 %", "100 %")] = parameter(
        "Share of the RAM of a server that keeps pages, where `buffer_pool` does not say how many bytes."
    )
    flushes: Annotated[int, whole(1, 4)] = parameter(
        "How often the log device is flushed for a group of commits, one flush after the other."
    )
    page_writes: Annotated[float, number(0.0, 4.0)] = parameter(
        "Writes of the disks for each page that is written back: 2 where each page is written twice."
    )
    checkpoint_log: Annotated[float | None, optional(quantity(SIZE, "1 MB", "16 TiB"))] = parameter(
        "Bytes of log from one checkpoint to the next: a page that commits change several times meanwhile is written"
        " back once. none means that it is written for each of them.",
        default="none",
        source="pages are written for each commit that changes them, which is most",
    )
    checkpoint_timeout: Annotated[float | None, optional(quantity(DURATION, "1 s", "1 days"))] = parameter(
        "Seconds after which a checkpoint begins although less than `checkpoint_log` was written: the shorter, the"
        " fewer changes of a page are written back as one. none means that only the log brings a checkpoint on.",
        default="none",
        source="only the log brings a checkpoint on",
    )
    full_page_writes: Switch = parameter(
        "Whether the first change of a page after a checkpoint writes the whole page to the log, which those of a page"
        " that was half written need.",
        default=False,
        source="the log has changes alone",
    )
    checkpoint_spread: Annotated[float, quantity(SHARE, "1 %", "100 %")] = parameter(
        "Share of the time from one checkpoint to the next in which its pages are written: 100 % evenly, 10 % in bursts"
        " of ten times as many. The disks of a plan are looked at during that time.",
        default="100 %",
        source="pages are written evenly",
    )


class DatabaseContent(Part):
    """What a database keeps: tables and indexes, in pages that are asked for more or less often."""

    shorthand: ClassVar[str] = "size"

    size: Annotated[float, quantity(SIZE, "1 MB", "1 PB")] = parameter(
        "Bytes of the tables and indexes that calls touch, in pages of the software."
    )
    popularity: Popularity = parameter(
        "How unevenly calls fall on the pages.", default=ALL_ALIKE, source="all pages alike, which misses most"
    )


class LogDevice(Part):
    """What commits are written to before they are answered; one flush takes all that wait for it."""

    shorthand: ClassVar[str] = "flush"

    flush: Annotated[float, quantity(DURATION, "1 us", "1 s")] = parameter(
        "Seconds of one flush (fsync) of the log device, without the transfer of its bytes."
    )
    bandwidth: Annotated[float | None, optional(quantity(DATA_RATE, "1 MB/s", "1 TB/s"))] = parameter(
        "Bytes of log that it writes a second; none means that a flush takes as long whatever it writes.",
        default="none",
        source="a flush takes as long whatever it writes",
    )
    group: Annotated[int, whole(1, MOST_GROUP)] = parameter(
        "Commits that one flush takes at most; 1 flushes each commit by itself.",
        default=128,
        source="assumed: neither InnoDB nor PostgreSQL has a limit but the connections that commit at a time",
        low="32",
        high="1000",
        setting=True,
    )


class Lock(Part):
    """What some calls of a database need one after the other: a row that many change, a table that is locked whole."""

    share: Annotated[float, quantity(SHARE, "0.001 %", "100 %")] = parameter(
        "Share of the calls of the tier that need the lock; where replicas read for it, of those that it still gets."
    )
    time: Annotated[float, quantity(DURATION, "1 us", "60 s")] = parameter(
        "Seconds for which a call has the lock by itself while others wait for it in order: with the flush of the log,"
        " where the lock is kept until the commit is written."
    )


class Replication(Part):
    """How a tier of replicas follows the database that takes what is written."""

    shorthand: ClassVar[str] = "tier"

    tier: Name = parameter("Name of the database that takes what is written: the primary.")
    reads: Annotated[float, quantity(SHARE, "0 %", "100 %")] = parameter(
        "Share of what is read that the replicas read; the primary reads the rest.",
        default="100 %",
        source="the primary is left to what is written",
    )
    appliers: Annotated[int, whole(1, 1024)] = parameter(
        "Writes that a replica applies at a time.",
        default=1,
        source="PostgreSQL 16 documentation 27.2: one startup process replays the log; MySQL until 8.0.26",
        setting=True,
    )
    work: Annotated[float, quantity(SHARE, "1 %", "100 %")] = parameter(
        "Work on the processors of applying what a call wrote, as a share of that of the call.",
        default="50 %",
        source="assumed: rows are changed again, but nothing is parsed, planned or answered",
        low="20 %",
        high="100 %",
    )
    latency: Annotated[float, quantity(DURATION, "0 s", "60 s")] = parameter(
        "Seconds that what was written is on the way from the primary to a replica.",
        default="1 ms",
        source="assumed: servers of one site",
        low="0.2 ms",
        high="5 ms",
    )


class CallWrites(Part):
    """What a call of a database changes."""

    shorthand: ClassVar[str] = "commits"

    commits: Annotated[float, number(0.001, MOST_COMMITS)] = parameter(
        "Commits of a call on average, each of which waits for the log: 0.1 where one call in ten changes something.",
        default=1,
        source="a call is a transaction that changes something",
    )
    log: Annotated[float, quantity(SIZE, "1 B", "1 GB")] = parameter(
        "Bytes that a commit writes to the log.",
        default="4 kB",
        source="assumed: a few rows with their index entries, in blocks of the log",
        low="512 B",
        high="32 kB",
    )
    pages: Annotated[float, number(0.0, 1000.0)] = parameter(
        "Pages that a commit changes, which are written back to the disks of the tier later, while nobody waits.",
        default=4,
        source="assumed: a row, its index entries, and the record of how to undo it",
        low="2",
        high="10",
    )
