"""A check of scenarios, in words."""

NO_FARM = "no load, or no number of units, meets the targets"
NO_ANSWER = "the plan has no answer"
