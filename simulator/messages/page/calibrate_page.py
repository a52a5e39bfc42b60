"""What the page of a calibration says."""

from models.messages.template import sentence

SERVER = "The server that was measured, or the nearest to it"
SERVER_FIRST = "Choose the server first: how many threads it has is a part of the fit."
IN_USE = "All pages now answer for this scenario."
about = sentence(
    "A server fitted to what you measured: a table with a row for each load and units in its headings, or what load"
    " tools and monitoring wrote: {tools}. Nothing leaves this machine."
)
