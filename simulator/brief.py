"""How an answer with thousands of figures in it is shown to whoever looks at it in Python: in a line."""

from collections.abc import Sized
from dataclasses import fields
from typing import Any

_LONGEST = 60  # Characters of a text.


def short_repr(found: Any) -> str:
    """The fields of a dataclass, those that hold others by their kind alone; for the class to have as `__repr__`."""
    shown = ", ".join(f"{field.name}={_brief(getattr(found, field.name))}" for field in fields(found))
    return f"{type(found).__name__}({shown})"


def _brief(value: object) -> str:
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    if isinstance(value, str):
        return repr(value if len(value) <= _LONGEST else f"{value[:_LONGEST]}...")
    kind = type(value).__name__
    return f"<{kind} of {len(value)}>" if isinstance(value, Sized) else f"<{kind}>"
