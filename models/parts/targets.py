"""What a plan must keep to; capacity is the largest load within the targets."""

from typing import Annotated

from models.quantities.fields import Part, optional, parameter, quantity, whole
from models.quantities.units import DATA_RATE, DURATION, SHARE


class Targets(Part):
    """Targets of a plan; none means that a measure is not a target."""

    errors: Annotated[float, quantity(SHARE)] = parameter(
        "Largest fraction of requests that may be refused or fail.",
        default="1 %",
        source="the rule of the ramped benchmarks: load rises until 1 % of the sessions fail",
    )
    p95_response: Annotated[float | None, optional(quantity(DURATION, "1 us", "1 days"))] = parameter(
        "Largest 95th percentile in seconds of the response time.", default="none", source="no such target"
    )
    p99_response: Annotated[float | None, optional(quantity(DURATION, "1 us", "1 days"))] = parameter(
        "Largest 99th percentile in seconds of the response time.", default="none", source="no such target"
    )
    first_piece: Annotated[float | None, optional(quantity(DURATION, "1 us", "1 days"))] = parameter(
        "Largest time in seconds, on average, from when a request arrives until the first piece of its response is"
        " sent, of responses in `pieces`: the time to the first token of a model.",
        default="none",
        source="no such target",
    )
    client_speed: Annotated[float | None, optional(quantity(DATA_RATE, "1 B/s", "100 Gbps"))] = parameter(
        "Least speed in bytes per second at which clients receive: the payload of all responses over the sum of their"
        " response times, so that waiting counts.",
        default="none",
        source="no such target",
    )
    replica_lag: Annotated[float | None, optional(quantity(DURATION, "1 us", "1 days"))] = parameter(
        "Largest time in seconds, on average, from a commit of a database to when a replica has applied it.",
        default="none",
        source="no such target",
    )
    done_in: Annotated[float | None, optional(quantity(DURATION, "1 us", "30 days"))] = parameter(
        "Largest time in seconds, on average, from when a job is posted to a queue to when it is done.",
        default="none",
        source="no such target",
    )
    queue_room: Annotated[float | None, optional(quantity(DURATION, "1 s", "365 days"))] = parameter(
        "Least time in seconds for which brokers have room for what is posted while no worker takes from them; then a"
        " full one holds up who posts.",
        default="none",
        source="no such target",
    )
    links: Annotated[float, quantity(SHARE, "1 %", "100 %")] = parameter(
        "Largest share in use of any link of the site at the peak, with `datacenter.spare_links` of the others down.",
        default="100 %",
        source="a link carries its capacity",
    )
    utilisation: Annotated[float | None, optional(quantity(SHARE, "1 %", "100 %"))] = parameter(
        "Largest utilisation of any resource of a server that work queues at: CPU, cards, disks, threads.",
        default="none",
        source="no such target",
    )
    ceilings: Annotated[float | None, optional(quantity(SHARE, "1 %", "100 %"))] = parameter(
        "Largest share in use of what nothing queues at: connections, file descriptors, ports and bytes held turn"
        " newcomers away when they are full. Not of memory that turns nothing away, which a cache fills.",
        default="90 %",
        source="the program's default: such a limit is full at 100 %, and what is held varies",
    )
    connections: Annotated[int | None, optional(whole(1))] = parameter(
        "Largest number of sessions that a server has open on average.", default="none", source="no such target"
    )
