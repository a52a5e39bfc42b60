"""How long and how precisely to simulate."""

from typing import Annotated

from models.quantities.fields import Part, optional, parameter, quantity, whole, words
from models.quantities.units import DURATION, SHARE

AUTO = 120.0  # Seconds of a replication that states none.
MOST_REPLICATIONS = 10_000


class Run(Part):
    """Settings of a simulation run; none of them describes the farm."""

    seed: Annotated[int, whole(0, 2**63 - 1)] = parameter(
        "Seed of all random draws; the same seed gives the same result.", default=1
    )
    precision: Annotated[float, quantity(SHARE, "0.01 %", "50 %")] = parameter(
        "Half width of the confidence interval of a mean (requests, traffic, response time, connections) and of the"
        " capacity, as a fraction of the value, at which a measurement is done.",
        default="2 %",
    )
    tail_precision: Annotated[float, quantity(SHARE, "0.01 %", "50 %")] = parameter(
        "The same for the 95th and the 99th percentile of the response time.", default="5 %"
    )
    confidence: Annotated[float, quantity(SHARE, "50 %", "99.99 %")] = parameter(
        "Confidence of all intervals.", default="95 %"
    )
    replications: Annotated[int | None, optional(whole(2, MOST_REPLICATIONS), "auto")] = parameter(
        "Independent replications, at least 2, without which there is no interval; auto runs 5, and then more until all"
        " figures are as precise as asked.",
        default="auto",
    )
    most_replications: Annotated[int, whole(5, MOST_REPLICATIONS)] = parameter(
        "Replications after which `replications: auto` gives up.", default=100
    )
    warm_up: Annotated[float | None, optional(quantity(DURATION, "0 s", "30 days"), "auto")] = parameter(
        "Simulated seconds that are not measured, at the start of each replication; auto finds them by MSER-5 from a"
        " pilot run, and takes none for a load test. The largest load of a server is sought with what is found at it,"
        " and with what is stated only where nothing is found.",
        default="auto",
    )
    duration: Annotated[float | None, optional(quantity(DURATION, "1 s", "365 days"), "auto")] = parameter(
        "Simulated seconds that are measured in each replication; auto measures 120 s, and where the largest load of a"
        " fast server is sought as long as 400,000 requests take, but at least 10 s and 4 requests of a session; where"
        " a farm is sized, also as long as the longest responses take.",
        default="auto",
    )
    window: Annotated[float, quantity(DURATION, "10 ms", "1 days")] = parameter(
        "Simulated seconds of one point of the time series; the duration has at least 5.", default="5 s"
    )
    start: Annotated[str, words("warm", "cold")] = parameter(
        "warm starts with cache and sessions in their steady state, cold with an empty server.",
        default="warm",
    )
    threads: Annotated[int, whole(1, 1024)] = parameter("Threads that replications run on.", default=2)

    @property
    def seconds(self) -> float:
        """Simulated seconds that are measured in each replication, as stated or those of `auto`."""
        return AUTO if self.duration is None else self.duration
