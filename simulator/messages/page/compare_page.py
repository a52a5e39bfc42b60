"""What the page of a comparison says."""

from models.messages.template import sentence

WITH = "Compare with"
CHOOSE = "Your plans and shipped scenarios"
BASELINE = "its baseline"
ADD = "Add a variation"
TAKE_AWAY = "Take it away"
NOTHING_DIFFERS = "nothing differs yet"
ANY_OTHER = "Any other value"
CHOOSE_VALUES = "Find a value by its name"
PREDICTING = "Working out the intervals"
SIDE_BY_SIDE = "Simulate side by side"
BRINGS = "One server of each sees the same sessions, which takes seconds, so differences are not chance."
ONE_SERVER = "What differs of one server"
STATES_NO_DEMAND = "states no demand"
about = sentence("{reference} beside its alternatives. Choose what differs below: the bars follow.")
