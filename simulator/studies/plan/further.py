"""What else a plan may be asked, and what theory cannot be asked."""

from dataclasses import dataclass, fields

from models.errors import Remedy
from simulator.engines.engine import THEORY
from simulator.errors import UnsupportedByEngine


@dataclass(frozen=True)
class Further:
    """What else a plan may be asked: what a server carries at other loads, what would raise that, and which assumed
    values move the answer; worlds: in how many the farm is held against what is not known, None for the usual number.
    """

    load_curve: bool = False
    what_would_help: bool = False
    sensitivity: bool = False
    worlds: int | None = None

    @property
    def flags(self) -> str:
        """The same on a command line."""
        asked = {field.name.replace("_", "-"): getattr(self, field.name) for field in fields(self)}
        return "".join(
            f" --{name}" if value is True else f" --{name} {value}" for name, value in asked.items() if value
        )

    @property
    def searches(self) -> bool:
        """Whether something is searched, which theory cannot do."""
        return self.load_curve or self.what_would_help


def refuse_searches(engine: str, further: Further) -> None:
    """Raises UnsupportedByEngine where theory is asked for what has to be searched."""
    if engine == THEORY and further.searches:
        raise UnsupportedByEngine(
            f"--engine {THEORY}: theory searches nothing; leave out --load-curve and --what-would-help, or simulate",
            remedies=(Remedy(engine="kernel"),),
        )
