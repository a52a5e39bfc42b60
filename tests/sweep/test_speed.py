"""How a sweep uses cores and a cluster: ratios, measured side by side on one machine."""

import logging
import os
import statistics
import time

import pytest
from distributed import LocalCluster

from simulator.studies.sweep.answer import run_variants
from simulator.studies.sweep.dask_cluster import connect_cluster
from simulator.studies.sweep.workers import cluster_workers, local_workers
from tests.shipped import FOLDER

ROUNDS = 3
# Runs of about a second each.
LONG = f"""
portfolio: long
base: {FOLDER}/single_server.yaml
set: {{run: {{warm_up: 50 s, duration: 600 s, window: 10 s, precision: 50 %, replications: 2}}}}
grid: {{workload.offered: {{low: 1900 /s, high: 2000 /s, points: 4}}}}
"""

pytestmark = [
    pytest.mark.proof,
    pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="two cores cannot be compared with one on one core"),
]


def seconds(portfolio, variants, workers):
    found = variants(LONG)
    started = time.perf_counter()
    run_variants(portfolio(LONG), found, workers)
    return time.perf_counter() - started


def test_two_cores_do_at_least_1_8_times_the_work_of_one(portfolio, variants):
    seconds(portfolio, variants, local_workers("kernel", 2, None))  # Loads the kernel.
    ratios = [
        seconds(portfolio, variants, local_workers("kernel", 1, None))
        / seconds(portfolio, variants, local_workers("kernel", 2, None))
        for _ in range(ROUNDS)
    ]
    print("two cores against one:", [f"{ratio:.2f}" for ratio in ratios])
    assert statistics.median(ratios) >= 1.8


def test_dask_costs_less_than_a_tenth_on_runs_of_a_second(portfolio, variants):
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with (
        LocalCluster(**settings, silence_logs=logging.CRITICAL) as local,
        connect_cluster(local.scheduler_address) as found,
    ):
        seconds(portfolio, variants, cluster_workers("kernel", found, None))  # Loads the kernel there.
        ratios = [
            seconds(portfolio, variants, cluster_workers("kernel", found, None))
            / seconds(portfolio, variants, local_workers("kernel", 2, None))
            for _ in range(ROUNDS)
        ]
    print("Dask against threads:", [f"{ratio:.3f}" for ratio in ratios])
    assert statistics.median(ratios) < 1.1
