""" "Did you mean": the remedy for a misspelt key or name."""

from collections.abc import Iterable
from difflib import get_close_matches

_SHOWN = 24


def did_you_mean(wrong: str, allowed: Iterable[str]) -> str:
    """`did you mean "x"? allowed are a, b, x`, leaving out the question when nothing is near."""
    names = sorted(allowed)
    lowered = {name.lower(): name for name in names}
    nearest = get_close_matches(wrong.lower()[:200], lowered, n=1, cutoff=0.6)
    listing = f"allowed are {', '.join(names)}" if names else "nothing is allowed here"
    if len(names) > _SHOWN:
        near = get_close_matches(wrong.lower()[:200], lowered, n=5, cutoff=0.3) or list(lowered)[:5]
        listing = f"near are {', '.join(lowered[name] for name in near)}"
    return f'did you mean "{lowered[nearest[0]]}"? {listing}' if nearest else listing
