"""What the page of a comparison says."""

from models.messages.template import sentence

NO_PLANS = "No other plan of yours is kept yet: what you change on the page Plan stands here then."
VARIATIONS = "Variations of the current scenario, one a line: PATH=VALUE, several with semicolons"
EXAMPLE = "server.ram=8 GiB\nserver.cards=[1 Gbps, 1 Gbps]; unit.nodes=6"
PLANS = "The plans, in theory"
TIMES_DEMAND = "times the demand it carries"
about = sentence("One server of {reference} against one server of each alternative, which sees the same sessions.")
asked_for = sentence("What follows was asked for {reference}.")
