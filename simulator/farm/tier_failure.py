"""One server of a tier down, with the spares of the unit gone, or all that stand in its spare zones; or a new version
of its pods rolled out."""

from dataclasses import dataclass

from simulator.experiment.verdicts import Verdict


@dataclass(frozen=True)
class TierFailure:
    """A tier with one server fewer in each unit, without those in spare zones, or with those pods only that are up
    while a new version is rolled out, at the demand that falls to it with the spares of the farm gone.

    tier: its name; state: that in words; left: servers of a unit that are left; used: how much of their processors,
    disks or cards the demand takes, whichever it takes more of, %, more than 100 where they cannot do it, None where
    none is left; enough: servers of a unit of which one, or those zones, may be down, by these. verdicts: of the
    targets then. at: the tier that `used` and `enough` are of: of a cache, which then misses more, the one that is used
    most, be it this or one behind it.
    """

    tier: str
    state: str
    left: int
    used: float | None
    enough: int
    verdicts: tuple[Verdict, ...]
    at: str
    rollout: bool = False

    @property
    def missed(self) -> Verdict | None:
        """The first target that is missed for sure; None where none is."""
        return next((each for each in self.verdicts if each.met is False and each.clear), None)
