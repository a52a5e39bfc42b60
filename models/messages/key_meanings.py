"""What keys mean that are no parameters of a farm."""

from models.messages.template import sentence

# Those that steer the reading.
CONTROLS = {
    "format": "Version of the file format.",
    "extends": "A file in this folder, else a shipped scenario, that this one is laid over.",
    "baseline": "What differs in the farm that this one is compared with.",
    "chosen_from": "Parameter -> the published figures that it was chosen from.",
}
NAME_IN_CATALOGUE = "Name in the catalogue."
as_far_as_it_fits = sentence("Like {key}, as far as it fits.")
earlier_for = sentence("Earlier for {key}: true is {true}, false {false}.")
