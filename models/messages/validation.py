"""What is said of keys and values that a scenario does not have."""

from models.messages.template import problem, sentence

ONLY_THE_FILE_SAYS_THIS = ("only the file itself says this", "write it in the scenario file")
NOTHING_WRITTEN = "nothing is written here"
GROUP_EXPECTED = "expected a group of keys"
NOTHING_ALLOWED = "nothing is allowed here"
written_beside = problem("it is written beside `{field}`, which it sets", "write either `{key}` or `{field}`")
tier_by_name = problem("this is the name of a tier", "write `tiers[{place}].KEY`, of which KEY is what is meant")
STANDS_AT_CALLS = (
    "what a call takes of a tier stands where the call is made",
    "write it in `workload.request.calls`, or in the `calls` of the tier that makes it",
)
belongs_in = sentence("it belongs in {home}; allowed here are {allowed}")
model_for_name = problem("reports call it that, and nothing else is known of it", "write `model: {model}`")
model_for_key = problem(
    "a model of the catalogue has this, and none is named here", "write `{path}: {model}`, or a `model` beside it"
)
catalogue_names = sentence("the catalogue's names, such as {example}")
one_of = sentence("write one of {listed}, or its keys")
