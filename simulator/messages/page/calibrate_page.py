"""What the page of a calibration says."""

from models.messages.template import sentence
from simulator.messages.calibrate.log import Controls

WHAT, ROWS, LOGS = "What you have", "Measurements of a server", "Access logs"
LOG_FILES = "Logs"
ABOUT_LOGS = (
    "What your access logs say of the load: when clients come, how large responses are, which objects are popular, who"
    " asks again. Packed by gzip or zstd, or not. What no log tells is a guess in the scenario, and marked so."
)
GAP, GAP_HELP = "A session ends after", "Silence after which a client that asks again begins a session anew."
TIME_UNIT, FROM_LOG = "Unit of times taken", "as the log states"
CONTROLS = Controls(
    f"The field {TIME_UNIT}",
    f"{TIME_UNIT}: ",
    "write what you know on the page Scenario: `requests: 5` and `think_time: 10 s` of `workload.session`",
)
CLIENT, CLIENT_HELP = "Field of the client", "Where the address is a proxy's: x-forwarded-for."
SERVER = "The server that was measured, or the nearest to it"
SERVER_FIRST = "Choose the server first: how many threads it has is a part of the fit."
IN_USE = "All pages now answer for this scenario."
about = sentence(
    "A server fitted to what you measured: a table with a row for each load and units in its headings, or what load"
    " tools and monitoring wrote: {tools}."
)
