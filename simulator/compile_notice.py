"""Who is told that the kernel is being compiled, which takes about a minute and happens once on a machine."""

from collections.abc import Callable

from simulator.messages.stages import program

_waiting: list[Callable[[str], None]] = []


def on_first_compile(tell: Callable[[str], None]) -> None:
    """Lets `tell` be called with a sentence when the kernel is first compiled in this process, from any thread. Who
    asked before is forgotten."""
    _waiting[:] = [tell]


def notify_compiling() -> None:
    """Tells whoever asked for it, once."""
    while _waiting:
        _waiting.pop()(program.COMPILING)
