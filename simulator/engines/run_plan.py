"""How long to run and what to keep: the part of a run that is neither the network nor the seed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RunPlan:
    """One replication: `windows` windows of `window` seconds; response times are recorded after `warm_up` seconds.

    `replication` numbers the replication (its random numbers depend on it) and `log` is the number of requests whose
    times are kept one by one, for comparing engines. `by_window` asks for the response times of every window too.
    """

    windows: int
    window: float
    warm_up: float
    replication: int = 0
    log: int = 0
    by_window: bool = False

    @property
    def duration(self) -> float:
        """The length of the run, seconds, warm-up included."""
        return self.windows * self.window
