"""Overrides laid over what they override."""

from models.reading.written import Written


def merge(below: Written, above: Written) -> Written:
    """`above` over `below`: groups of keys merge deeply, everything else replaces.

    A plain value, a list, and a group that names a model replace as a whole: who writes `operating_system:
    windows-2003-x86` wants it as the catalogue has it, not with leftovers of another one. Where one key of several is
    stated, another one of them above takes its place.
    """
    if not (below.is_mapping and above.is_mapping) or above.whole or "model" in above.value:
        return above
    merged = _without_other_ways(below, above)
    for key, value in above.value.items():
        merged[key] = merge(merged[key], value) if key in merged else value
    return below.with_value(merged)


def _without_other_ways(below: Written, above: Written) -> dict[str, Written]:
    """What stands below, without that of which `above` states another one, and without what only goes with it."""
    stated = above.one_of.keys() & above.value.keys()
    others = above.one_of.keys() - stated if stated else set()
    gone = {each for key in others & below.value.keys() for each in (key, *above.one_of[key])}
    return {key: value for key, value in below.value.items() if key not in gone}
