"""How far long work is: what a study says as it goes on, and how a callback or a notebook hears of it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from html import escape
from threading import Lock
from typing import Any

from simulator.experiment.progress import Progress

# Makes, for so many steps of what is done, what is called as each step ends, from any thread.
Watch = Callable[[int, str], AbstractContextManager[Progress]]
# Is told how many steps are done, of how many, and of what.
Callback = Callable[[int, int, str], None]


class StepCounter:
    """Counts steps of work for a callback; `grow` adds steps to come."""

    def __init__(self, total: int, what: str, callback: Callback) -> None:
        self._done, self._total, self._what, self._callback = 0, total, what, callback
        self._lock = Lock()

    def __call__(self) -> None:
        with self._lock:
            self._done += 1
            self._callback(self._done, self._total, self._what)

    def grow(self, steps: int) -> None:
        with self._lock:
            self._total += steps


def watch_with(callback: Callback | None) -> Watch:
    """What tells a callback how far work is; without one a bar in a notebook, and nobody anywhere else."""

    @contextmanager
    def watch(total: int, what: str) -> Iterator[Progress]:
        if callback is not None:
            yield StepCounter(total, what, callback)
        elif in_notebook():
            bar = NotebookBar()
            try:
                yield StepCounter(total, what, bar)
            finally:
                bar.close()
        else:
            yield lambda: None

    return watch


def in_notebook() -> bool:
    """Whether a notebook asks: only there a bar can be shown below the cell."""
    ipython = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


class NotebookBar:
    """A bar below the cell of a notebook, gone when the work is done."""

    def __init__(self) -> None:
        display: Any = sys.modules["IPython"].display
        self._html = display.HTML
        self._shown = display.display(self._html(""), display_id=True)

    def __call__(self, done: int, total: int, what: str) -> None:
        bar = f'<progress value="{done}" max="{max(done, total)}"></progress>'
        self._shown.update(self._html(f"{bar} {escape(what)}: {done} of {total}"))

    def close(self) -> None:
        """Takes the bar away."""
        self._shown.update(self._html(""))
