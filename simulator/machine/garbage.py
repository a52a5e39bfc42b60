"""How often Python looks for objects that nobody can reach any more."""

import gc


def collect_rarely() -> None:
    """Looks through the young objects after 50,000 new ones, not after 700: a command makes many and keeps most, and to
    look through them took theory a sixth of its time."""
    gc.set_threshold(50_000, 20, 100)
