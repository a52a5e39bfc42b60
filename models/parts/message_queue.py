"""A tier that takes messages in and hands them to workers: the software, and how large messages are."""

from typing import Annotated, ClassVar

from models.quantities.fields import Part, optional, parameter, quantity
from models.quantities.units import DURATION, SHARE, SIZE


class QueueSoftware(Part):
    """A message broker as a set of its settings: what a message costs it."""

    catalogue_folder: ClassVar[str] = "queues"

    message: Annotated[float, quantity(DURATION, "10 ns", "1 s")] = parameter(
        "Work of taking a message in, handing it to a worker and hearing that it is done, in seconds of a core of speed"
        " 1, a 2.2 GHz Opteron of 2005."
    )
    overhead: Annotated[float, quantity(SIZE, "0 B", "1 MB")] = parameter(
        "Bytes that a message takes beside what is in it, while it waits."
    )
    memory_share: Annotated[float, quantity(SHARE, "0.1 %", "100 %")] = parameter(
        "Share of the RAM of a server that messages may take, where `queue.room` does not say how many bytes."
    )
    redelivery: Annotated[float, quantity(DURATION, "1 ms", "1 h")] = parameter(
        "Seconds after which a job begins anew whose worker has died, or that found none.",
        default="1 s",
        source="assumed: a process that is started again; RabbitMQ hands a message out once its worker's connection is"
        " closed, which is at once where a process dies, and after the heartbeat timeout, 60 s, where a machine is gone"
        " (RabbitMQ documentation, Heartbeats)",
        low="10 ms",
        high="60 s",
    )


class MessageQueue(Part):
    """What a tier of `kind: queue` takes in: a message for each call. Its `calls` are the job that each of them is."""

    shorthand: ClassVar[str] = "software"

    software: QueueSoftware = parameter("The broker software.")
    message: Annotated[float, quantity(SIZE, "1 B", "1 GB")] = parameter(
        "Mean bytes of a message.",
        default="1 kB",
        source="assumed: an identifier with a few fields; what is large lies elsewhere",
        low="200 B",
        high="10 kB",
    )
    room: Annotated[float | None, optional(quantity(SIZE, "1 MB", "1 PB"))] = parameter(
        "Bytes that waiting messages may take at each server, e.g. of its disks where they are kept there; none means"
        " `software.memory_share` of its RAM. Who posts is held up, or refused, when it is full.",
        default="none",
        source="a share of the RAM",
    )
