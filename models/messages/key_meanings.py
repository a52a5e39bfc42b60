"""What keys mean that are no parameters of a farm."""

# Those that steer the reading.
CONTROLS = {
    "format": "Version of the file format.",
    "extends": "A file in this folder, else a shipped scenario, that this one is laid over.",
    "baseline": "What differs in the farm that this one is compared with.",
    "chosen_from": "Parameter -> the published figures that it was chosen from.",
}
NAME_IN_CATALOGUE = "Name in the catalogue."


def as_far_as_it_fits(key: str) -> str:
    """What a spelling of a key means."""
    return f"Like {key}, as far as it fits."


def earlier_for(key: str, true: str, false: str) -> str:
    """What a key of earlier versions means."""
    return f"Earlier for {key}: true is {true}, false {false}."
