"""A Dask cluster that is there already, as an executor. Dask is imported when one is asked for."""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from simulator.messages.sweep import NO_SCHEDULER, NO_WORKERS, start_workers
from simulator.store.errors import ClusterError

# Seconds to wait for an answer from the scheduler, and for its first worker.
PATIENCE = 10.0
# How often a run is tried again that a worker did not bring to its end; those of workers that died come on top.
RETRIES = 3


@dataclass(frozen=True)
class Cluster:
    """Workers behind an executor; `cores` is how many runs they make side by side."""

    address: str
    executor: Executor
    cores: int


@contextmanager
def connect_cluster(address: str, patience: float = PATIENCE) -> Iterator[Cluster]:
    """The cluster whose scheduler answers at an address, e.g. tcp://127.0.0.1:8786. Raises ClusterError."""
    from simulator.extras import distributed

    # Dask tells of every connection that it loses, with a traceback; we tell of those that matter.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    start = "start one with `dask scheduler` and give its address, e.g. --dask tcp://127.0.0.1:8786"
    try:
        untyped: Any = distributed
        client: Any = untyped.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(f"--dask {address}", NO_SCHEDULER, start) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=patience)
        except (OSError, TimeoutError) as error:
            raise ClusterError(f"--dask {address}", NO_WORKERS, start_workers(address)) from error
        cores = sum(client.nthreads().values())
        yield Cluster(f"--dask {address}", client.get_executor(retries=RETRIES, pure=False), cores)
