"""What makes the runs of a sweep: theory, the cores of this machine, or a cluster; with a store or without one."""

from threading import Semaphore

from simulator.engines.around.wrapped import Bounded, Nothing, Remote, Stored
from simulator.engines.engine import THEORY, Engine, engine_named
from simulator.questions.sweep.answer import Workers
from simulator.questions.sweep.dask_cluster import Cluster
from simulator.questions.sweep.variants import Variant
from simulator.store.store import FirstAsker, Store


def theory(cores: int) -> Workers:
    """Theory answers at once, so it keeps nothing."""
    return Workers(THEORY, cores)


def here(engine: str, cores: int, store: Store | None) -> Workers:
    """Threads of this process, never more runs at a time than `cores`."""
    slots = Semaphore(cores)

    def engine_for(variant: Variant) -> Engine:
        if store is None:
            return Bounded(engine_named(engine), slots)
        return Stored(engine_named(engine), store, origin(variant), slots)

    return Workers(engine, cores, engine_for)


def kept(engine: str, store: Store) -> Workers:
    """Nothing is run: who has an answer is whose runs are all in the store."""
    return Workers(engine, 1, lambda variant: Stored(Nothing(engine), store, origin(variant)))


def there(engine: str, cluster: Cluster, store: Store | None) -> Workers:
    """The workers of a cluster, whose scheduler sees to it that each has enough to do."""

    def engine_for(variant: Variant) -> Engine:
        remote = Remote(engine, cluster.executor, cluster.address)
        return remote if store is None else Stored(remote, store, origin(variant))

    return Workers(engine, cluster.cores, engine_for)


def origin(variant: Variant) -> FirstAsker:
    """Whom a run is kept for."""
    return FirstAsker(variant.name, variant.sha256)
