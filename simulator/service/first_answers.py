"""Who has no answer yet goes first: where many ask at once, the rest of a page waits until all have been told."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock

# Seconds that the rest of a page waits at most.
PATIENCE = 2.0


class FirstAnswers:
    """The line of those whose page has no answer yet; one at a time, for side by side they would all get theirs late.

    Python runs one thread at a time, and hands over so often between many that nearly all are only ready when the last
    one is.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._line = 0
        self._shorter = Condition()
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits in the line, and stands first in it for as long as the answer takes."""
        with self._shorter:
            self._line += 1
        try:
            with self._turn:
                yield
        finally:
            with self._shorter:
                self._line -= 1
                self._shorter.notify_all()

    def let_pass(self) -> None:
        """Waits until nobody is in the line, but not for ever."""
        with self._shorter:
            self._shorter.wait_for(lambda: self._line == 0, self._patience)


FIRST_ANSWERS = FirstAnswers()
