"""Engines around another one: who wraps says what is different about a run, and nothing else.

One shares the cores with others. One never runs the same twice: it looks into the store first, and keeps at once what
it had to run; behind it may stand what runs nothing, so that a store gives what is kept, and no more. And one has its
runs made elsewhere: by the workers of an executor, such as a Dask cluster.
"""

import time
from concurrent.futures import CancelledError, Executor, Future
from contextlib import AbstractContextManager, nullcontext
from threading import Lock, Semaphore

from simulator.engines.engine import Engine, Stopped, Unsupported, load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.messages.stages import engines
from simulator.network.network import Network
from simulator.store.errors import ClusterError, RunNotStored
from simulator.store.run_key import model_version, run_key
from simulator.store.store import FirstAsker, Store

# The version of the model that a worker has, and the tally.
_Answer = Future[tuple[str, Tally]]


class RemoteEngine:
    """The engine of a name, asked through a `concurrent.futures` executor: networks go out and tallies come back.

    `address` is what messages call the cluster.
    """

    def __init__(self, name: str, executor: Executor, address: str) -> None:
        self.name = name
        self._executor, self._address = executor, address
        self._here = load_engine(name)
        self._futures: set[_Answer] = set()
        self._lock = Lock()
        self._stopped = False

    def supports(self, network: Network) -> Unsupported | None:
        """Why the engine cannot run the network, or None if it can."""
        return self._here.supports(network)

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, by some worker. Raises Stopped after `stop`, and ClusterError."""
        future = self._submitted(network, plan, seed)
        try:
            return self._checked(future.result())
        except CancelledError:
            if self._stopped:
                raise Stopped from None
            raise self._lost(engines.CANCELLED) from None
        except ImportError as error:
            raise ClusterError(self._address, f"{engines.NO_PROGRAM} ({error})", engines.IMPORT_PROGRAM) from error
        except Exception as error:
            # Dask's own: workers that died again and again, a scheduler that went away. It is not imported for them.
            if type(error).__module__.split(".")[0] == "distributed":
                raise self._lost(str(error)) from error
            raise
        finally:
            with self._lock:
                self._futures.discard(future)

    def stop(self) -> None:
        """Gives up the runs under way, from any thread."""
        with self._lock:
            self._stopped = True
            futures = list(self._futures)
        for future in futures:
            future.cancel()

    def _submitted(self, network: Network, plan: RunPlan, seed: int) -> _Answer:
        with self._lock:
            if self._stopped:
                raise Stopped
            try:
                future = self._executor.submit(run_on_worker, self.name, network, plan, seed)
            except RuntimeError as error:
                raise self._lost(str(error)) from error
            self._futures.add(future)
        return future

    def _checked(self, answer: tuple[str, Tally]) -> Tally:
        """The tally of a worker that runs this very program."""
        version, tally = answer
        if version != model_version():
            raise ClusterError(self._address, engines.other_version(version, model_version()), engines.SAME_PROGRAM)
        return tally

    def _lost(self, reason: str) -> ClusterError:
        return ClusterError(self._address, reason, engines.START_AGAIN)


class EngineDecorator:
    """Goes by the name of the engine inside, supports what that supports, and stops it."""

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self._engine = engine

    def supports(self, network: Network) -> Unsupported | None:
        """Why the engine inside cannot run the network, or None if it can."""
        return self._engine.supports(network)

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication. Raises what the engine inside raises, Stopped after `stop`."""
        return self._engine.run(network, plan, seed)

    def stop(self) -> None:
        """Ends the runs under way, from any thread."""
        self._engine.stop()


class SemaphoreEngine(EngineDecorator):
    """Wraps an engine: it runs only while it holds one of the `slots` that several engines share."""

    def __init__(self, engine: Engine, slots: Semaphore) -> None:
        super().__init__(engine)
        self._slots = slots

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, when it is its turn. Raises Stopped after `stop`."""
        with self._slots:
            return self._engine.run(network, plan, seed)


Slots = AbstractContextManager[object]


class StoredRuns(EngineDecorator):
    """Wraps an engine; whatever asks it (a study, a search for the capacity) goes on where it was interrupted.

    `origin` is the scenario that the runs are kept for. A run waits for its place among the `slots`, if there are any;
    one that is found does not.
    """

    def __init__(self, engine: Engine, store: Store, origin: FirstAsker, slots: Slots | None = None) -> None:
        super().__init__(engine)
        self._store, self._origin = store, origin
        self._slots = slots or nullcontext()

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, from the store if it is there. Raises Stopped after `stop`, and StoreError."""
        key = run_key(network, plan, seed, self.name)
        with self._store.turn(key):
            found = self._store.find(key)
            if found is not None:
                return found
            with self._slots:
                started = time.perf_counter()
                tally = self._engine.run(network, plan, seed)
                seconds = time.perf_counter() - started
            self._store.keep(key, tally, self._origin, seconds)
        return tally


class StoredRunsOnly:
    """Stands for the engine of that name where only its kept runs are wanted."""

    def __init__(self, name: str) -> None:
        self.name = name

    def supports(self, network: Network) -> Unsupported | None:
        """None: what is kept was supported."""

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """Raises NotKept."""
        raise RunNotStored(engines.NOT_STORED)

    def stop(self) -> None:
        """Nothing is under way."""


def run_on_worker(name: str, network: Network, plan: RunPlan, seed: int) -> tuple[str, Tally]:
    """What a worker does: one replication, and word of the program that made it."""
    return model_version(), load_engine(name).run(network, plan, seed)
