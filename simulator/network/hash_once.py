"""The hash of what is large and never changes, which caches of theory ask for again and again: found once."""

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def hash_once(thing: "DataclassInstance") -> int:
    """The hash of all fields of a frozen dataclass, kept with it."""
    if "_hash" not in thing.__dict__:
        thing.__dict__["_hash"] = hash(tuple(getattr(thing, each.name) for each in fields(thing)))
    return int(thing.__dict__["_hash"])


def state_without_hash(thing: object) -> dict[str, object]:
    """What is pickled of it: texts have other hashes in other processes."""
    return {name: value for name, value in thing.__dict__.items() if name != "_hash"}
