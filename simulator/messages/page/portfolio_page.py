"""What the page of a portfolio says."""

from models.messages.template import sentence

ABOUT = "Many variants of a farm at once: theory answers all of them here within seconds."
KEPT = "what has been simulated here"
OPEN = "the open plan on other servers"
NOTHING_YET = "No variant has been simulated on this machine yet. Run the command above, and look again."
ON_COMMAND_LINE = "The same on the command line"
SAVE_BESIDE = "Download the text of the plan on the page Scenario as scenario.yaml, and save this beside it:"
OPEN_ONE = "Open one of the front as a plan, the cheapest first:"
on_every_server = sentence("{plan}, {carried}on every server that may stand there.")
for_demand = sentence("For the demand of the open plan, {demand}")
opened = sentence('"{name}" is the open plan now: all pages answer for it.')
