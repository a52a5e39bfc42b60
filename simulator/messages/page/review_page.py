"""What the page of a review says."""

from models.messages.template import sentence

ABOUT = (
    "Whether the farm that runs is enough, until when, what to change first, and whether the model describes it: by"
    " its counters, as Prometheus, CloudWatch, Azure, Google Cloud, Datadog, Grafana, sar, vmstat or perfmon write"
    " them, or a table of your own. Theory answers here."
)
ASK, COUNTERS = "Ask Prometheus", "Counters"
ASKED_BY_PAGE = "This page may ask a Prometheus. Where it is, says whoever runs the page; you say of which servers."
LABELS, LABELS_HELP = "Labels of the servers", 'As PromQL has them: job="web". Without any, all servers that it knows.'
DAYS = "Days"
UNTIL, UNTIL_HELP = "Until, UTC", "The end of these days: 2026-11-27 or 2026-11-27T06:00Z."
NOW = "now"
KEEP = "Keep this verdict"
KEEP_HELP = "The next review, of later counters, holds on to it as long as noise alone could have changed it."
kept = sentence("Kept, of counters until {ended} UTC: reviews of later ones hold on to it.")
UNREACHED = "the Prometheus of this page cannot be reached"
REDIRECTED = "the Prometheus of this page leads elsewhere, which is not followed"
NOT_ALLOWED = "the Prometheus of this page does not let it ask"
QUERY_REFUSED = "the Prometheus of this page refuses the question"
WARNED = "Prometheus warns of something: the log of whoever runs this page says of what"
TELL_WHO_RUNS = "tell whoever runs this page, whose log says more"
ASK_FOR_LESS = "ask for fewer days, or by labels for fewer servers"
CHECK_FIELDS = "check the labels, the days and their end"
no_prometheus = sentence(
    "To ask a Prometheus from here, start the page with its address in {variable}; visitors cannot name one."
)


def beside(name: str, nodes: int) -> str:
    """Which plan the counters are held beside."""
    units = f"units of {nodes}" if nodes > 1 else "single servers"
    return f"They are held beside the plan {name}, in {units}."
