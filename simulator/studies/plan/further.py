"""What else a plan may be asked, and what theory cannot be asked."""

from dataclasses import dataclass, fields, replace

from models.errors import Remedy
from simulator.engines.engine import THEORY
from simulator.errors import UnsupportedByEngine


@dataclass(frozen=True)
class Further:
    """What else a plan may be asked: what a server carries at other loads, what would raise that, and which assumed
    values move the answer."""

    load_curve: bool = False
    what_would_help: bool = False
    sensitivity: bool = False

    @property
    def flags(self) -> str:
        """The same on a command line."""
        return "".join(f" --{field.name.replace('_', '-')}" for field in fields(self) if getattr(self, field.name))

    @property
    def searches(self) -> bool:
        """Whether something is searched, which theory cannot do."""
        return replace(self, sensitivity=False) != Further()


def refuse_searches(engine: str, further: Further) -> None:
    """Raises UnsupportedByEngine where theory is asked for what has to be searched."""
    if engine == THEORY and further.searches:
        raise UnsupportedByEngine(
            f"--engine {THEORY}: theory searches nothing; leave out --load-curve and --what-would-help, or simulate",
            remedies=(Remedy(engine="kernel"),),
        )
