"""How much CPU time the processes of a server may take in a period: the CPU limit of a container."""

from typing import Annotated, ClassVar

from models.quantities.fields import Part, parameter, quantity, threads
from models.quantities.units import DURATION

CpuPeriod = Annotated[float, quantity(DURATION, "1 ms", "1 s")]
PERIOD = parameter(
    "Seconds of a period of the CPU quota.",
    default="100 ms",
    source="Linux, Documentation/scheduler/sched-bwc.rst: 100 ms; so is --cpu-cfs-quota-period of the kubelet",
    setting=True,
)


class CpuQuota(Part):
    """CPU time that all processes may take together in each period; when it is used up they wait for the next one."""

    shorthand: ClassVar[str] = "cores"

    cores: Annotated[float, threads(0.01, 100_000.0)] = parameter(
        "CPU time of a period, in hardware threads that are busy for all of it: the CPU limit of a container, 0.5 or"
        " 500m, or cpu.max of its control group. All threads of the server may work until it is used up.",
        setting=True,
    )
    period: CpuPeriod = PERIOD
