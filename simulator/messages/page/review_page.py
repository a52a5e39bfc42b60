"""What the page of a review says."""

ABOUT = (
    "Whether the farm that runs is enough, until when, what to change first, and whether the model describes it: by"
    " its counters, as Prometheus, CloudWatch, Grafana, sar, vmstat or perfmon write them, or a table of your own."
    " Theory answers here; nothing leaves this machine."
)


def beside(name: str, nodes: int) -> str:
    """Which plan the counters are held beside."""
    units = f"units of {nodes}" if nodes > 1 else "single servers"
    return f"They are held beside the plan {name}, in {units}."
