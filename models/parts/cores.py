"""What a server computes with: its cores, their hardware threads, and what these do together."""

from typing import Annotated

from models.quantities.fields import Name, Part, number, parameter, quantity, whole
from models.quantities.units import FREQUENCY, SHARE


class MeasuredScaling(Part):
    """One row of a measurement: the rate at some number of busy threads, in any unit, the same in all rows."""

    threads: Annotated[int, whole(1, 1_000_000)] = parameter("Threads that were busy.")
    rate: Annotated[float, number(1e-9, 1e15)] = parameter("Work done a second while they were, in a unit of your own.")


class Cores(Part):
    """The cores of a server, under its name."""

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    sockets: Annotated[int, whole(1, 64)] = parameter("Number of processors.")
    cores_per_socket: Annotated[int, whole(1, 1024)] = parameter("Cores in each processor.")
    clock: Annotated[float, quantity(FREQUENCY, "100 MHz", "10 GHz")] = parameter(
        "Clock in hertz; for information, since `core_speed` says how fast a core works."
    )
    core_speed: Annotated[float, number(0.01, 1000.0)] = parameter(
        "Speed of one core relative to one core of a 2.2 GHz Opteron of 2005, which is 1."
    )
    threads_per_core: Annotated[int, whole(1, 8)] = parameter(
        "Hardware threads of each core.", default=1, source="a core runs one thread"
    )
    second_thread: Annotated[float, quantity(SHARE)] = parameter(
        "What each further busy thread of a core adds, as a share of what its first one does alone.",
        default="25 %",
        source="assumed: 20 to 30 % for work on many connections; service-capacity-modeling 0.3.212 counts 60 %",
    )
    contention: Annotated[float, quantity(SHARE)] = parameter(
        "Share of the work that one busy thread does while all others wait, such as for a lock.",
        default="0 %",
        source="threads do not wait for one another",
    )
    coherence: Annotated[float, quantity(SHARE)] = parameter(
        "What each pair of busy threads costs to keep their memory in agreement, as a share of a thread's work.",
        default="0 %",
        source="threads share no memory that they write",
    )
    clock_all_busy: Annotated[float, quantity(SHARE, "10 %", "100 %")] = parameter(
        "Clock with all cores busy, as a share of that with one busy core, which `core_speed` is of.",
        default="100 %",
        source="the clock does not fall",
    )
    measured_scaling: tuple[MeasuredScaling, ...] = parameter(
        "Rates measured at several numbers of busy threads, which contention and coherence are fitted to.",
        default=(),
        source="nothing was measured",
    )

    @property
    def cores(self) -> int:
        """Number of cores of all processors."""
        return self.sockets * self.cores_per_socket
