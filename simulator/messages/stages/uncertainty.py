"""Why nobody knows how sure a farm is, and where its model comes from."""

from models.messages.template import problem, sentence

NO_LAWS = "the laws of its limits do not agree with theory's search, and to search every world takes long"
SEARCH_ALL = "search in every world"
WITHIN_LOADS = "calibrated, within the loads measured"
BEYOND_LOADS = "calibrated, beyond the loads measured"
WRITE_A_RESERVE = "write `reserve: 20 %` in place of `confidence`"
STATED_LOAD = "the farm is sized by a stated load, which no search moves"
NO_DEMAND = "no demand is stated"
NO_ANSWER = "theory has no answer in any world"
taken_with_spot = problem(
    "no number of units is enough with {confidence:g} %: instances at spot prices are gone with {chance:g} %",
    "rent fewer at spot prices (`datacenter.spot_share`, `datacenter.rent`), or ask for less",
)
enough = sentence("enough with {percent:g} % probability, over {worlds} worlds")
no_probability = sentence("no probability can be given: {reason}")
