"""What else a plan may be asked."""

from dataclasses import dataclass, fields


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
