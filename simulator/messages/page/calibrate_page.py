"""What the page of a calibration says."""

SERVER = "The server that was measured, or the nearest to it"
SERVER_FIRST = "Choose the server first: how many threads it has is a part of the fit."
IN_USE = "All pages now answer for this scenario."


def about(tools: str) -> str:
    """What is fitted, from which tools."""
    return (
        "A server fitted to what you measured: a table with a row for each load and units in its headings, or what load"
        f" tools and monitoring wrote: {tools}. Nothing leaves this machine."
    )
