"""An engine whose runs are made elsewhere: by the workers of an executor, such as a Dask cluster."""

from concurrent.futures import CancelledError, Executor, Future
from threading import Lock

from simulator.engines.engine import Refusal, Stopped, engine_named
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network
from simulator.store.errors import ClusterError
from simulator.store.run_key import model_version

# The version of the model that a worker has, and the tally.
_Answer = Future[tuple[str, Tally]]


class Remote:
    """The engine of a name, asked through a `concurrent.futures` executor: networks go out and tallies come back.

    `address` is what messages call the cluster.
    """

    def __init__(self, name: str, executor: Executor, address: str) -> None:
        self.name = name
        self._executor, self._address = executor, address
        self._here = engine_named(name)
        self._futures: set[_Answer] = set()
        self._lock = Lock()
        self._stopped = False

    def supports(self, network: Network) -> Refusal | None:
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
            raise self._lost("it cancelled a run, or is gone") from None
        except ImportError as error:
            remedy = "start the workers where this checkout can be imported, e.g. with PYTHONPATH=. from its folder"
            raise ClusterError(self._address, f"its workers do not have this program ({error})", remedy) from error
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
                future = self._executor.submit(run_there, self.name, network, plan, seed)
            except RuntimeError as error:
                raise self._lost(str(error)) from error
            self._futures.add(future)
        return future

    def _checked(self, answer: tuple[str, Tally]) -> Tally:
        """The tally of a worker that runs this very program."""
        version, tally = answer
        if version != model_version():
            reason = f"a worker runs another version of this program ({version}, here it is {model_version()})"
            raise ClusterError(self._address, reason, "give all workers this checkout and its pinned packages")
        return tally

    def _lost(self, reason: str) -> ClusterError:
        remedy = "start it again and give the same command: what was finished is kept"
        return ClusterError(self._address, reason, remedy)


def run_there(name: str, network: Network, plan: RunPlan, seed: int) -> tuple[str, Tally]:
    """What a worker does: one replication, and word of the program that made it."""
    return model_version(), engine_named(name).run(network, plan, seed)
