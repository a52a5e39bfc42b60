"""How long work says that it gets on: a call for each step that is done, and word of steps that have come to it."""

from collections.abc import Callable

Progress = Callable[[], None]


def announce_steps(progress: Progress, steps: int) -> None:
    """Says that `steps` more are to come. A plain function, which has no `grow`, is not told."""
    told = getattr(progress, "grow", None)
    if told is not None:
        told(steps)
