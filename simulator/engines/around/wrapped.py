"""Engines around another one: who wraps says what is different about a run, and nothing else.

One shares the cores with others. One never runs the same twice: it looks into the store first, and keeps at once what
it had to run; behind it may stand what runs nothing, so that a store gives what is kept, and no more.
"""

import time
from contextlib import AbstractContextManager, nullcontext
from threading import Semaphore

from simulator.engines.engine import Engine, Refusal
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network
from simulator.store.errors import NotKept
from simulator.store.run_key import run_key
from simulator.store.store import FirstAsker, Store


class Wrapped:
    """Goes by the name of the engine inside, supports what that supports, and stops it."""

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self._engine = engine

    def supports(self, network: Network) -> Refusal | None:
        """Why the engine inside cannot run the network, or None if it can."""
        return self._engine.supports(network)

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication. Raises what the engine inside raises, Stopped after `stop`."""
        return self._engine.run(network, plan, seed)

    def stop(self) -> None:
        """Ends the runs under way, from any thread."""
        self._engine.stop()


class Bounded(Wrapped):
    """Wraps an engine: it runs only while it holds one of the `slots` that several engines share."""

    def __init__(self, engine: Engine, slots: Semaphore) -> None:
        super().__init__(engine)
        self._slots = slots

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, when it is its turn. Raises Stopped after `stop`."""
        with self._slots:
            return self._engine.run(network, plan, seed)


Slots = AbstractContextManager[object]


class Stored(Wrapped):
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


class Nothing:
    """Stands for the engine of that name where only its kept runs are wanted."""

    def __init__(self, name: str) -> None:
        self.name = name

    def supports(self, network: Network) -> Refusal | None:
        """None: what is kept was supported."""

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """Raises NotKept."""
        raise NotKept("not simulated yet, or not to the end")

    def stop(self) -> None:
        """Nothing is under way."""
