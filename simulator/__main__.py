"""`headroom`, or `python -m headroom`: signals are heeded before anything is loaded that takes long."""

import gc

from simulator.signals import end_at_once


def start() -> None:
    """Runs the command line as a program of its own."""
    end_at_once()
    # A command makes many objects and keeps most: looking through them after every 700 took theory a sixth of its time.
    gc.set_threshold(50_000, 20, 100)
    from simulator.cli.main import start as start_commands

    start_commands()


if __name__ == "__main__":
    start()
