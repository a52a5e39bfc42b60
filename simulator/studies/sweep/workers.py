"""What makes the runs of a sweep: theory, the cores of this machine, or a cluster; with a store or without one."""

from threading import Semaphore

from simulator.engines.decorators.decorators import RemoteEngine, SemaphoreEngine, StoredRuns, StoredRunsOnly
from simulator.engines.engine import THEORY, Engine, load_engine
from simulator.store.store import FirstAsker, Store
from simulator.studies.sweep.answer import Workers
from simulator.studies.sweep.dask_cluster import Cluster
from simulator.studies.sweep.variants import Variant


def theory_workers(cores: int) -> Workers:
    """Theory answers at once, so it keeps nothing."""
    return Workers(THEORY, cores)


def local_workers(engine: str, cores: int, store: Store | None) -> Workers:
    """Threads of this process, never more runs at a time than `cores`."""
    slots = Semaphore(cores)

    def engine_for(variant: Variant) -> Engine:
        if store is None:
            return SemaphoreEngine(load_engine(engine), slots)
        return StoredRuns(load_engine(engine), store, first_asker(variant), slots)

    return Workers(engine, cores, engine_for)


def stored_runs(engine: str, store: Store) -> Workers:
    """Nothing is run: who has an answer is whose runs are all in the store."""
    return Workers(engine, 1, lambda variant: StoredRuns(StoredRunsOnly(engine), store, first_asker(variant)))


def cluster_workers(engine: str, cluster: Cluster, store: Store | None) -> Workers:
    """The workers of a cluster, whose scheduler sees to it that each has enough to do."""

    def engine_for(variant: Variant) -> Engine:
        remote = RemoteEngine(engine, cluster.executor, cluster.address)
        return remote if store is None else StoredRuns(remote, store, first_asker(variant))

    return Workers(engine, cluster.cores, engine_for)


def first_asker(variant: Variant) -> FirstAsker:
    """Whom a run is kept for."""
    return FirstAsker(variant.name, variant.sha256)
