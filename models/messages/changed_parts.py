"""What is said of changes of what is not there."""

from models.messages.template import sentence

NOTHING_TO_CHANGE = ("there is nothing to be changed", "add it first")
no_part = sentence("{part!r} is no part of a scenario")
no_list_of_parts = sentence("{part!r} is no list of parts")
