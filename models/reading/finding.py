"""What a check across the parts of a scenario finds."""

from dataclasses import dataclass

from models.reading.source_tree import Path


@dataclass(frozen=True)
class Finding:
    """One contradiction: the path of the value to change, what is wrong and the nearest remedy."""

    path: Path
    message: str
    remedy: str
