"""What is kept because it may be asked for again: bounded in bytes, not in number, for one may be as large as many; or
for as long as what it was made of is there."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from threading import Lock
from typing import Generic, TypeVar
from weakref import ref

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SizedCache(Generic[K, V]):
    """Values by key, those that were asked for last, as many as there is `room` for, bytes; `weigh` gives the bytes of
    one. A value that takes more than all the room is not kept, unless `at_least_one` is: then it is, alone.

    Every method may be called from any thread.
    """

    def __init__(self, room: float, weigh: Callable[[V], float], at_least_one: bool = False) -> None:
        self.room, self.taken = room, 0.0
        self._weigh, self._fewest = weigh, int(at_least_one)
        self._values: OrderedDict[K, tuple[V, float]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: K) -> V | None:
        """The value of a key, or None where it is not kept."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def keep(self, key: K, value: V) -> None:
        """Keeps a value, in place of those that were asked for longest ago; the first value of a key stays."""
        weight = self._weigh(value)
        with self._lock:
            if key in self._values:
                return
            self._values[key] = value, weight
            self.taken += weight
            while self.taken > self.room and len(self._values) > self._fewest:
                self.taken -= self._values.popitem(last=False)[1][1]

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made if it is not kept; who asks for it meanwhile makes it too. Raises what `make`
        raises."""
        value = self.find(key)
        if value is None:
            value = make()
            self.keep(key, value)
        return value

    def clear(self) -> None:
        """Keeps nothing of it any more."""
        with self._lock:
            self._values.clear()
            self.taken = 0.0


class WeakMemo(Generic[K, V]):
    """A function of a thing that never changes, called once for each: what it made is kept for as long as that very
    thing is there, and nobody may change it. To find it takes no look at what the thing holds, which a large one has
    much of.

    It may be called from any thread; who asks while it is being made makes it too.
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._made: dict[int, tuple[ref[K], V]] = {}

    def __len__(self) -> int:
        return len(self._made)

    def __call__(self, thing: K) -> V:
        """What the function makes of a thing. Raises what it raises."""
        number = id(thing)
        made = self._made.get(number)
        if made is None:
            made = ref(thing, partial(self._forget, number)), self._make(thing)
            self._made[number] = made
        return made[1]

    def _forget(self, number: int, gone: "ref[K]") -> None:
        """A thing is no more; another one may have its number next."""
        if number in self._made and self._made[number][0] is gone:
            del self._made[number]
