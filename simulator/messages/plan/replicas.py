"""How far the replicas of a database lag, in sentences."""

from collections.abc import Iterator, Sequence
from math import inf

from models.quantities.formatting import count_text, duration, long_duration, number
from simulator.farm.replica_lag import HOUR, ReplicaLag


def replica_sentences(lags: Sequence[ReplicaLag], asked: float | None = None) -> Iterator[str]:
    """For each tier of replicas what each of them applies, how far it lags, and how it comes back from an hour away;
    where it lags further than `asked`, that more replicas are no help, and what is."""
    for each in lags:
        applies = f"Each server of {each.tier} applies {number(round(each.writes, 3))} writes/s of {each.primary}"
        appliers = f"its {count_text(each.appliers, 'applier')}"
        if each.lag == inf:
            yield f"{applies}, more than {appliers} can: it falls behind for ever."
        else:
            yield (
                f"{applies} and lags {duration(each.lag)} behind on average, with {appliers} used for"
                f" {100.0 * each.used:.3g} %; after an hour away it catches up in {long_duration(each.catch_up(HOUR))}."
            )
        if asked is not None and each.lag > asked:
            yield _no_help(each, asked)


def _no_help(lag: ReplicaLag, asked: float) -> str:
    """Why more replicas lag as far, and what makes them lag less."""
    same = f"More replicas lag as far, for each applies all writes of {lag.primary}."
    if lag.latency + lag.apply > asked:
        return f"{same} One write alone takes {duration(lag.latency + lag.apply)}: take a faster log, disks or cores."
    return f"{same} Write more `appliers`, or `sharding: even` on {lag.primary}."
