"""Builds what arrives at a node: sessions, and each kind of background job."""

import numpy as np

from simulator.engines.columns import first_column
from simulator.engines.draws import EXPONENTIAL, SESSION, SESSION_DRAWS, first_background, sample, uniforms
from simulator.engines.kernel.state import ARRIVALS, NEVER
from simulator.engines.kernel.tables import Tables
from simulator.engines.profile import corners, time_of
from simulator.network.network import Network


def build_profiles(network: Network) -> np.ndarray:
    """The profiles of all that arrives, one below the other: float64 (arrivals, corners of the longest, 3)."""
    tables = [corners(load.profile) for load in (network.source, *network.background)]
    profiles = np.zeros((len(tables), max(map(len, tables)), 3))
    for row, table in zip(profiles, tables, strict=True):
        row[: len(table)] = table
    return profiles


def build_arrivals(network: Network, tables: Tables, profiles: np.ndarray, key: np.ndarray) -> np.ndarray:
    """The records of all that arrives, each with its first arrival drawn; sessions that are open at the start arrive at
    once. `profiles` are those of build_profiles."""
    arrivals = np.zeros(1 + len(network.background), dtype=ARRIVALS)
    arrivals[0]["rate"] = network.source.rate
    for kind, jobs in enumerate(network.background):
        record = arrivals[kind + 1]
        record["rate"] = jobs.rate
        record["job"] = first_background(kind)
        record["first"] = tables.background[kind]
        record["column"] = first_column(network, "background", jobs.name)
    for record, load, table in zip(arrivals, (network.source, *network.background), profiles, strict=True):
        record["corners"] = max(1, len(load.profile))  # No profile is one corner.
        record["next"] = NEVER
        if load.rate > 0.0:
            u, _, _, _ = uniforms(key, int(record["job"]), SESSION, SESSION_DRAWS)
            record["area"] = sample(EXPONENTIAL, 1.0 / load.rate, 0.0, u)
            record["next"] = time_of(table, record["corners"], record["area"])
    if network.source.open_at_start > 0:
        arrivals[0]["area"] = arrivals[0]["next"] = 0.0
    return arrivals
