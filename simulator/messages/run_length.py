"""How long was simulated, in words: replications, what was measured of each, and the warm-up before it."""

from models.messages.template import sentence
from simulator.experiment.results import LONGEST_RESPONSES, Results


def run_length_text(results: Results) -> str:
    """ "5 replications of 300 s after 35 s of warm-up (found by MSER-5, last to settle: response time)"."""
    measured = f"{results.replications} replications of {results.duration:,g} s"
    return f"{measured} after {results.warm_up:,g} s of warm-up{_warm_up_text(results)}"


def search_text(samples: int) -> str:
    """How what a server carries was found: by so many replications, or by theory where there are none."""
    return _searched(samples) if samples else "by theory"


_searched = sentence("{samples} replications for what a server carries")


def _warm_up_text(results: Results) -> str:
    """Where the warm-up comes from; "" where it was stated."""
    settled = results.settled
    if not settled.pilot_seconds:
        return ""
    if settled.series == LONGEST_RESPONSES:
        return f" (until {LONGEST_RESPONSES} have ended)"
    last = f"last to settle: {settled.series}" if settled.series else "there is nothing to settle"
    return f" (found by MSER-5, {last})"
