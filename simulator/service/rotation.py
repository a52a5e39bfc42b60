"""Whose turn it is: owners take turns, and what one of them waits for is done in the order in which it was asked."""

from collections.abc import Hashable
from typing import Generic, TypeVar

J = TypeVar("J", bound=Hashable)


class Rotation(Generic[J]):
    """Jobs that wait, by owner. Who is served goes to the end of the line, so nobody waits for more than one job of
    each owner who was there before. A job that several owners wait for is served when the first of them is.
    """

    def __init__(self) -> None:
        # The first key is the next to be served: dicts keep their order.
        self._waiting: dict[str, list[J]] = {}

    def add(self, owner: str, job: J) -> None:
        """The job waits for its owner's turn; an owner without a place in the line gets the last one."""
        waiting = self._waiting.setdefault(owner, [])
        if job not in waiting:
            waiting.append(job)

    def drop(self, owner: str, job: J) -> None:
        """The owner waits for the job no more; without any other job the place in the line is lost."""
        waiting = self._waiting.get(owner, [])
        if job in waiting:
            waiting.remove(job)
        if not waiting:
            self._waiting.pop(owner, None)

    def take(self) -> J | None:
        """The next job, which then waits for nobody; None if there is none."""
        if not self._waiting:
            return None
        owner = next(iter(self._waiting))
        job = self._waiting[owner][0]
        # The owner's place is lost first, so that whatever else it waits for stands at the end.
        left = self._waiting.pop(owner)[1:]
        for other in list(self._waiting):
            self.drop(other, job)
        if left:
            self._waiting[owner] = left
        return job

    def count(self, owner: str) -> int:
        """How many jobs an owner waits for."""
        return len(self._waiting.get(owner, ()))

    def order(self) -> list[J]:
        """All jobs in the order in which they are served if nobody asks for more."""
        copy: Rotation[J] = Rotation()
        copy._waiting = {owner: list(waiting) for owner, waiting in self._waiting.items()}
        return list(iter(copy.take, None))
