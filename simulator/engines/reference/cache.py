"""A cache in bytes, by any policy."""

from collections import OrderedDict
from math import inf

import numpy as np

from simulator.engines.columns import HITS, JOINED, LOOKUPS
from simulator.engines.lives import ObjectLives, life_at
from simulator.engines.reference.clock import Clock
from simulator.engines.reference.memory import Region
from simulator.engines.use_counts import use_counts
from simulator.network.cache_policies import CLOCK, LRU, TINY_LFU
from simulator.network.resources import Cache


class ObjectCache:
    """A Cache of one node: the objects it holds, the first to be dropped first, each with the time of its last use."""

    def __init__(
        self,
        clock: Clock,
        resource: Cache,
        region: Region | None,
        size: np.ndarray,
        lives: ObjectLives,
        totals: list[float],
        column: int,
    ) -> None:
        self._clock = clock
        self._resource = resource
        self._region = region
        self._size = size
        self._used: OrderedDict[int, float] = OrderedDict()
        self._lives, self._life_held = lives, dict[int, float]()
        self._bytes = 0.0
        self._asked: dict[int, float] = {}
        self._referred: set[int] = set()
        self._counts, self._lookups = use_counts(resource, size), 0
        self._totals, self._column = totals, column
        self._fetched: dict[int, float] = {}
        self.renewed: dict[int, float] = {}

    def fill(self, contents: np.ndarray, lives: np.ndarray, marks: np.ndarray) -> None:
        """Puts in what the cache holds before the clock starts, what is dropped first first, each in a life of its own.
        marks: of each whether it was used since it came in; of each object that there is how often it was asked for,
        where that is counted."""
        self._used.update(dict.fromkeys(contents.tolist(), 0.0))
        if self._resource.policy == CLOCK:
            self._referred.update(contents[marks > 0].tolist())
        elif self._resource.policy == TINY_LFU:
            self._counts.set_all(marks)
        if self._lives.end:
            self._life_held.update(zip(contents.tolist(), lives.tolist(), strict=True))
        self._grow(float(self._size[contents].sum()))

    def looked_up(self, when: np.ndarray) -> None:
        """Notes when each object was looked up last before the clock starts, where that is known."""
        self._asked.update(enumerate(when.tolist()))

    def lookup(self, thing: int, asked: float) -> bool:
        """Looks up an object as it was when it was asked for; a hit makes it the most recently used. True if it is
        held."""
        self._expire()
        self._lookups += 1
        self._counts.count(thing, self._lookups)
        hit = thing in self._used and self._is_of_life(thing, asked)
        if hit:
            self._use(thing)
        self._totals[self._column + LOOKUPS] += 1.0
        self._totals[self._column + HITS] += hit
        return hit

    def holds(self, thing: int) -> bool:
        """Whether a request for an object would find it, which leaves the cache as it is."""
        used, limit = self._used.get(thing), self._resource.time_to_live
        if used is None or not self._is_of_life(thing, self._clock.now):
            return False
        return limit is None or self._clock.now - used <= limit

    def joins(self, thing: int, asked: float) -> bool:
        """Whether an object has come in meanwhile that who asked for it has missed."""
        held = thing in self._used and self._is_of_life(thing, asked)
        self._totals[self._column + JOINED] += held
        return held

    def fetches(self, thing: int, age: float) -> bool:
        """Whether somebody fetches an object who began less than `age` seconds ago; if not, somebody does from now."""
        largest = self._resource.largest_object
        fits = self._size[thing] <= min(self._resource.capacity, inf if largest is None else largest)
        if fits and self._clock.now - self._fetched.get(thing, -inf) < age:
            return True
        self._fetched[thing] = self._clock.now
        return False

    def wanted(self, thing: int) -> bool:
        """Whether an object that is asked for now was asked for within the admission window before, in the same
        life."""
        window, now = self._resource.admission_window, self._clock.now
        if window == 0.0:
            return True
        previous = self._asked.get(thing, -inf)
        self._asked[thing] = now
        return now - previous <= window and self._life(thing, now) == self._life(thing, previous)

    def keeps(self, thing: int) -> bool:
        """Whether the cache holds an object, in whichever of its lives."""
        self._expire()
        return thing in self._used

    def drop(self, thing: int) -> None:
        """Drops an object, if it is held."""
        if self._used.pop(thing, None) is not None:
            self._referred.discard(thing)
            self._grow(-float(self._size[thing]))

    def admit(self, thing: int, wanted: bool, asked: float) -> None:
        """Offers an object that has been read, as it was when it was asked for, to the cache, which makes room for it
        or lets it pass."""
        self._fetched.pop(thing, None)
        self.renewed[thing] = self._clock.now
        life = self._life(thing, asked)
        if thing in self._used:  # Another request has brought it in meanwhile, or it was another one.
            if life == self._life_held.get(thing, life):
                self._use(thing)
            elif wanted and life > self._life_held[thing]:
                self._life_held[thing] = life
                self._use(thing)
            return
        size = float(self._size[thing])
        largest = self._resource.largest_object
        if not wanted or size > self._resource.capacity or (largest is not None and size > largest):
            return
        while self._used and self._bytes + size > self._resource.capacity:
            if self._loses(thing):
                return
            self._drop_oldest()
        if self._region is None or self._region.fits(size):
            self._grow(size)
            self._used[thing] = self._clock.now
            if self._lives.end:
                self._life_held[thing] = life

    def clear(self) -> None:
        """Empties the cache, whose memory goes with its process."""
        self._used.clear()
        self._referred.clear()
        self._bytes = 0.0

    def _life(self, thing: int, time: float) -> float:
        """The life that an object is in at a time."""
        if not self._lives.end:
            return 0.0
        return float(life_at(self._lives.frequency[thing], self._lives.passed[thing], time))

    def _is_of_life(self, thing: int, time: float) -> bool:
        """Whether the copy that is held is of the life that the object is in at a time."""
        return not self._lives.end or self._life_held[thing] == self._life(thing, time)

    def _use(self, thing: int) -> None:
        """Records a use of an object that is held: a queue leaves it where it is."""
        if self._resource.policy in (LRU, TINY_LFU):
            self._used[thing] = self._clock.now
            self._used.move_to_end(thing)
        elif self._resource.policy == CLOCK:
            self._referred.add(thing)

    def _loses(self, thing: int) -> bool:
        """Whether a newcomer stays out, for it was asked for no more often of late than what would leave for it."""
        if self._resource.policy != TINY_LFU:
            return False
        oldest = next(iter(self._used))
        return self._counts.of(thing, self._lookups) <= self._counts.of(oldest, self._lookups)

    def _expire(self) -> None:
        """Drops every object whose last use lies longer back than the time to live."""
        limit = self._resource.time_to_live
        while limit is not None and self._used and self._clock.now - next(iter(self._used.values())) > limit:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        """Drops the object whose turn it is."""
        thing, used = self._used.popitem(last=False)
        while self._resource.policy == CLOCK and thing in self._referred:
            self._referred.remove(thing)
            self._used[thing] = used
            thing, used = self._used.popitem(last=False)
        self._grow(-float(self._size[thing]))

    def _grow(self, size: float) -> None:
        """Changes the bytes held by `size`, in the memory region too."""
        self._bytes += size
        if self._region is not None:
            self._region.change(size)
