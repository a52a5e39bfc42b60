"""What is said of files of the catalogue, and of names that it does not have."""

from models.messages.template import problem, sentence

NO_GROUP_OF_KEYS = ("a file of a catalogue is a group of keys", "remove this one")
name_of_shipped_entry = problem(
    "this file has the name of a shipped entry, {folder}/{group}/{file}",
    "give it a name of its own, so that each name means one thing",
)
not_in_catalogue = sentence("not in the catalogue of {catalogue}")
