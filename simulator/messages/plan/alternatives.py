"""Why a plan has no alternatives, and values that are not judged."""

from models.messages.template import sentence

NOTHING_ELSE = "Nothing else in the catalogue carries the demand within the targets."
NOT_BY_LOAD = (
    "The farm is sized by the load that is stated, so values that move what a server carries at most are not judged."
)
months_unknown = sentence("The months ahead are not known. {why}.")
no_farm = sentence("Theory knows no farm to compare with. {why}")
influences_unknown = sentence("Theory cannot say which assumed values matter. {why}.")
