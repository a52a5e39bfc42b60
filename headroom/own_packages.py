"""Whether the packages that Headroom consists of are its own: others have a `models` or a `simulator` too."""

from importlib.util import find_spec
from pathlib import Path

OWN = ("models", "simulator")


def require_own_packages() -> None:
    """Raises ImportError where Python finds somebody else's package by the name of one of Headroom's."""
    beside = Path(__file__).resolve().parents[1]
    for name in OWN:
        spec = find_spec(name)
        origin = Path(spec.origin).resolve() if spec is not None and spec.origin else None
        if origin is None or origin.parents[1] != beside:
            where = f"finds {origin} by that name" if origin is not None else "finds none"
            raise ImportError(
                f"Headroom needs its own package `{name}` in {beside}, but Python {where}: rename the other one, or"
                " install Headroom into an environment of its own."
            )
