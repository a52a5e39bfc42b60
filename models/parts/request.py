"""Requests: how large their responses are, what work they are, and which process serves them."""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator, model_validator

from models.messages import workloads
from models.parts.class_content import ClassContent
from models.parts.ladder import Ladder
from models.parts.pieces import ResponsePieces
from models.parts.tier import TierCall
from models.quantities.distribution import BY_VARIATION, DurationDistribution, SizeDistribution, require_variation
from models.quantities.fields import Name, Part, number, optional, parameter, problem, quantity, words
from models.quantities.units import DURATION, REQUEST_RATE, SIZE, format_quantity

# How the classes of the processes of a web garden are told apart, behind the name of the class.
OF_PROCESS = re.compile(r"\s*\(process \d+ of \d+\)$")


class Request(Part):
    """One request and its response."""

    groups: ClassVar[Mapping[str, Mapping[str, str]]] = {"cpu": {"each": "cpu", "per_byte": "cpu_per_byte"}}

    size: SizeDistribution = parameter("Payload of a response in bytes, without headers and framing.")
    header: Annotated[float, quantity(SIZE, "0 B", "64 KiB")] = parameter(
        "Header of a response in bytes, sent before the payload.",
        default="350 B",
        source="assumed: status line and usual fields of a partial response",
        low="200 B",
        high="600 B",
    )
    cpu: Annotated[float, quantity(DURATION, "1 us", "60 s")] = parameter(
        "Work of one request in seconds on one core of the server, or of `workload.cpu_measured_on`."
    )
    cpu_per_byte: Annotated[float, quantity(DURATION, "0 s", "1 ms")] = parameter(
        "Work in seconds of each byte of the payload, on that core too, beside `cpu`.",
        default="0 s",
        source="a byte costs nothing of its own: all work is in `cpu`",
    )
    cpu_distribution: Annotated[str, words("constant", "exponential", *BY_VARIATION)] = parameter(
        "How the work of a request varies; lognormal, gamma and hyperexponential need `cpu_cv`.",
        default="constant",
        source="assumed: requests of one kind run the same code",
    )
    cpu_cv: Annotated[float | None, optional(number(0.01, 10.0))] = parameter(
        "Coefficient of variation of the work. Only for lognormal, gamma and hyperexponential (there at least 1).",
        default="none",
        source="not named by its variation",
    )
    wait: Annotated[DurationDistribution | None, optional()] = parameter(
        "Seconds that the answer waits for other machines, such as a database, holding its thread; none means that it"
        " does not.",
        default="none",
        source="the server answers by itself",
    )
    calls: tuple[TierCall, ...] = parameter(
        "What the request asks of other tiers before it is answered, one after the other.",
        default=(),
        source="the server answers by itself",
    )
    pieces: Annotated[ResponsePieces | None, optional()] = parameter(
        "Pieces that the response is sent in over time; their number times their size is its payload. none sends it as"
        " one.",
        default="none",
        source="a response is sent as one",
    )
    ladder: Annotated[Ladder | None, optional()] = parameter(
        "Bit rates in which viewers watch: a response is a segment of video, as large as its bit rate. none states the"
        " size itself.",
        default="none",
        source="responses are no segments of video",
    )
    origin_writes: Annotated[float, number(0.0, 1e4)] = parameter(
        "Objects that a request writes to the origin of the content, on average, such as the parts of an upload. They"
        " are billed at `content.origin.write_price`; what they ask of server and link is not looked at.",
        default=0,
        source="requests read",
    )
    page_faults: Annotated[float, number(0.0, 1e6)] = parameter(
        "Page faults of one request, each resolved by the system before the request goes on.",
        default=0,
        source="no page faults",
    )

    @property
    def streaming_time(self) -> float:
        """Seconds of the pauses between the pieces of a response; 0 where it is sent as one."""
        return 0.0 if self.pieces is None else self.pieces.lasts

    @field_validator("ladder")
    @classmethod
    def _segments_are_the_response(cls, ladder: Ladder | None, info: ValidationInfo) -> Ladder | None:
        size: SizeDistribution | None = info.data.get("size")
        if ladder is not None and size is not None and size.quantiles != ladder.quantiles:
            raise problem(*workloads.LADDER_UNLIKE_SIZE)
        return ladder

    @field_validator("pieces")
    @classmethod
    def _pieces_are_the_response(cls, pieces: ResponsePieces | None, info: ValidationInfo) -> ResponsePieces | None:
        size: SizeDistribution | None = info.data.get("size")
        if pieces is None or size is None:
            return pieces
        if size.distribution != "constant" or abs(size.mean - pieces.payload) > 0.5:
            piece, payload, said = (format_quantity(each, SIZE) for each in (pieces.size, pieces.payload, size.mean))
            said = said if size.distribution == "constant" else f"{said}, {size.distribution}"
            raise problem(*workloads.pieces_unlike_response(pieces.count, piece, payload, said))
        return pieces

    @model_validator(mode="after")
    def _work_has_what_it_needs(self) -> "Request":
        require_variation(self.cpu_distribution, self.cpu_cv, "cpu_cv", "cpu_distribution")
        return self


class RequestClass(Request):
    """One of several kinds of requests, with its share of the load."""

    name: Name = parameter("Name of the class, for reports; not one that ends in (process 1 of 2) or the like.")
    rate: Annotated[float, quantity(REQUEST_RATE, "0.0001 /s", "100,000,000 /s")] = parameter(
        "Requests of this class per second and server; where the workload says what is offered, their proportion."
    )
    pool: Annotated[Name | None, optional()] = parameter(
        "Application pool that serves the class; none means that the kernel answers and no process is entered, or,"
        " where the web server has no pools and there is content to read, that its own workers serve the class.",
        default="none",
        source="answered in the kernel; files by the web server itself, where it has no pools",
    )
    content: Annotated[ClassContent | None, optional()] = parameter(
        "What requests of the class ask for, where that is not `workload.content`, whose origin it has; none means that"
        " they ask for that.",
        default="none",
        source="all classes ask for the same content",
    )

    @field_validator("name")
    @classmethod
    def _is_no_process(cls, name: str) -> str:
        if OF_PROCESS.search(name):
            raise problem(*workloads.name_of_a_process(OF_PROCESS.sub("", name)))
        return name
