"""`headroom`, or `python -m headroom`: signals are heeded before anything is loaded that takes long."""

from simulator.machine.garbage import collect_rarely
from simulator.signals import end_at_once


def start() -> None:
    """Runs the command line as a program of its own."""
    end_at_once()
    collect_rarely()
    from simulator.cli.main import start as start_commands

    start_commands()


if __name__ == "__main__":
    start()
