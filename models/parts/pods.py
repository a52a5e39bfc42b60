"""Pods: the containers that a unit or a tier runs on its servers, with what each asks for and may use."""

from typing import Annotated, ClassVar

from models.parts.cpu_quota import PERIOD, CpuPeriod
from models.quantities.fields import Part, optional, parameter, quantity, threads, whole
from models.quantities.units import SHARE, SIZE

ROLLING = "Kubernetes, Deployments, Rolling update: maxSurge and maxUnavailable are 25 % where nobody states them"
RESERVED = "counted by what Google Kubernetes Engine keeps of a node, Node allocatable resources"


class PodCpu(Part):
    """The CPU of a pod, in hardware threads: 0.5 or 500m."""

    shorthand: ClassVar[str] = "request"

    request: Annotated[float, threads(0.001, 100_000.0)] = parameter(
        "Threads that a pod asks for: as many pods stand on a server as it has threads for what they ask for."
    )
    limit: Annotated[float | None, optional(threads(0.01, 100_000.0))] = parameter(
        "Threads that a pod may use at the most, by its CPU quota; none means that it may use what others leave.",
        default="none",
        source="a pod without a limit has no CPU quota",
    )
    period: CpuPeriod = PERIOD


class PodMemory(Part):
    """The memory of a pod."""

    shorthand: ClassVar[str] = "request"

    request: Annotated[float, quantity(SIZE, "1 MiB", "64 TiB")] = parameter(
        "Bytes that a pod asks for: as many pods stand on a server as it has RAM for what they ask for."
    )
    limit: Annotated[float | None, optional(quantity(SIZE, "1 MiB", "64 TiB"))] = parameter(
        "Bytes that a pod may use at the most, which its calls in hand share; no more is counted on than its share of a"
        " server full of pods. none means what it asks for.",
        default="none",
        source="assumed: what goes beyond its request is not counted on",
    )


class Rollout(Part):
    """How a new version takes the place of all pods of a tier while the demand is at its peak."""

    surge: Annotated[float, quantity(SHARE, "0 %", "100 %")] = parameter(
        "Pods beyond `replicas` that may stand meanwhile, as a share of these, rounded up: servers are bought for them,"
        " and they keep pools of connections.",
        default="25 %",
        source=ROLLING,
    )
    unavailable: Annotated[float, quantity(SHARE, "0 %", "99 %")] = parameter(
        "Pods that may be missing meanwhile, as a share of `replicas`, rounded down; one where that and `surge` are 0.",
        default="25 %",
        source=ROLLING,
    )


class Pods(Part):
    """What each pod asks for and may use, and how many stand on a server."""

    cpu: PodCpu = parameter("The CPU of a pod.")
    memory: PodMemory = parameter("The memory of a pod.")
    replicas: Annotated[int | None, optional(whole(1, 256))] = parameter(
        "Pods of a unit; none means as many as one of its servers has room for, so that a farm is counted by servers"
        " full of pods.",
        default="none",
        source="as many as a server has room for",
    )
    most: Annotated[int, whole(1, 1000)] = parameter(
        "Pods that a server may have at the most.",
        default=110,
        source="Kubernetes, Considerations for large clusters: no more than 110 pods per node",
    )
    reserved_cpu: Annotated[float | None, optional(threads(0.0, 1000.0))] = parameter(
        "Threads of a server that pods do not get: 6 % of the first, 1 % of the second, 0.5 % of two more and 0.25 % of"
        " the rest where nothing is said.",
        default="none",
        source=RESERVED,
    )
    reserved_memory: Annotated[float | None, optional(quantity(SIZE, "0 B", "1 TiB"))] = parameter(
        "RAM of a server that pods do not get: 25 % of the first 4 GiB, 20 % of 4 more, 10 % of 8 more, 6 % of 112 more"
        " and 2 % of the rest, and 100 MiB, where nothing is said.",
        default="none",
        source=RESERVED,
    )


class TierPods(Pods):
    """What each pod of a tier asks for and may use, and how many stand on a server."""

    replicas: Annotated[int | None, optional(whole(1, 1000))] = parameter(
        "Pods of the tier that each unit has; none means as many as the demand takes.",
        default="none",
        source="as many as the demand takes",
    )
    rollout: Annotated[Rollout | None, optional()] = parameter(
        "How a new version is rolled out, `{}` for what Kubernetes does; none means that none is while the demand is at"
        " its peak.",
        default="none",
        source="new versions are rolled out when there is room",
    )
