"""Written parts that have been judged: the same tree describes the same part, which nobody changes."""

from functools import lru_cache
from typing import TypeVar, cast

from pydantic import ValidationError

from models.quantities.declared import parts_in
from models.quantities.fields import WRITTEN, Part
from models.reading.written import Written, plain
from models.scenario import FarmParts

AnyPart = TypeVar("AnyPart", bound=Part)


def validated(part: type[AnyPart], written: Written) -> AnyPart:
    """The part that a tree describes. Raises ValidationError with all that is wrong in it."""
    return cast(AnyPart, _validated(part, written))


# The server, the system and the software of a sweep stay what they are, and a page asks for the whole catalogue often.
@lru_cache(maxsize=512)
def _validated(part: type[Part], written: Written) -> Part:
    return part.model_validate(plain(written), context=WRITTEN)


def validated_farm(farm: Written) -> FarmParts:
    """The farm that a tree describes. Raises ValidationError with all that is wrong in it."""
    held = parts_in(FarmParts)
    fields = {key: _made(child, *held.get(key, (None, False))) for key, child in farm.value.items()}
    return FarmParts.model_validate(fields, context=WRITTEN)


def _made(written: Written, part: type[Part] | None, is_list: bool) -> object:
    """The part that stands in a field of a farm; where there is none, or it cannot be, what is written, to be judged in
    its place."""
    if part is None or is_list or not written.is_mapping:
        return plain(written)
    try:
        return validated(part, written)
    except ValidationError:
        return plain(written)
