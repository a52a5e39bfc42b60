"""Overrides laid over what they override."""

from models.written import Written


def merge(below: Written, above: Written) -> Written:
    """`above` over `below`: groups of keys merge deeply, everything else replaces.

    A plain value, a list, and a group that names a model replace as a whole: who writes `operating_system:
    windows-2003-x86` wants it as the catalogue has it, not with leftovers of another one.
    """
    if not (below.is_mapping and above.is_mapping) or above.whole or "model" in above.value:
        return above
    merged = dict(below.value)
    for key, value in above.value.items():
        merged[key] = merge(merged[key], value) if key in merged else value
    return below.with_value(merged)
