"""`python -m simulator`."""

from simulator.cli import start

start()
