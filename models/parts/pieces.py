"""A response in pieces over time: server-sent events, tokens of a model, a long poll, messages pushed over a socket."""

from typing import Annotated

from models.quantities.fields import Part, Switch, parameter, quantity, whole, words
from models.quantities.units import DURATION, SIZE

# What the field "data: " and the empty line after it add to an event (WHATWG HTML, section 9.2, Server-sent events).
EVENT = 8
# What TLS adds to a record: 5 of its header, 1 of its type and 16 of its tag (RFC 8446, section 5.2; RFC 5116).
TLS_RECORD = 22
# The header of a DATA frame of HTTP/2 (RFC 9113, section 4.1), and the last chunk of HTTP/1.1 (RFC 9112, section 7.1).
_HTTP2_FRAME, _LAST_CHUNK = 9, 5
# The longest messages of a WebSocket whose header has 2 bytes, and 4 (RFC 6455, section 5.2); longer ones have 10.
_SHORT_MESSAGE, _LONG_MESSAGE = 125, 65_535


class ResponsePieces(Part):
    """The pieces of a response, each sent as soon as it is there: in a packet, and a record of TLS, of its own."""

    count: Annotated[int, whole(2, 1_000_000)] = parameter("Pieces of a response, the first one included.")
    pause: Annotated[float, quantity(DURATION, "1 us", "1 days")] = parameter(
        "Seconds from one piece to the next, in which the response does no work and holds its connection."
    )
    size: Annotated[float, quantity(SIZE, "1 B", "1 GB")] = parameter("Payload of a piece in bytes, without framing.")
    cpu: Annotated[float, quantity(DURATION, "0 s", "60 s")] = parameter(
        "Work in seconds of each piece, on the core of the work of the request: waking up, a record of TLS, a packet.",
        default="20 us",
        source="assumed: a wake-up, a write and a packet; nobody published it alone",
        low="5 us",
        high="60 us",
    )
    framing: Annotated[str, words("chunks", "http2", "websocket", "none")] = parameter(
        "What frames a piece: a chunk of HTTP/1.1, a frame of HTTP/2 or a message of a WebSocket.",
        default="chunks",
        source="RFC 9112, section 7.1: a response whose length is not known comes in chunks",
    )
    events: Switch = parameter(
        "Whether each piece is a server-sent event, which adds `data: ` and an empty line: 8 bytes.",
        default=False,
        source="the program's default: `size` is all that is framed",
    )
    memory: Annotated[float, quantity(SIZE, "0 B", "1 GB")] = parameter(
        "Bytes that a connection holds from the first piece to the last, beyond one that is idle.",
        default="8 KiB",
        source="nginx, ngx_http_proxy_module, proxy_buffer_size: a page, 4k or 8k; a piece leaves the socket at once",
        low="4 KiB",
        high="64 KiB",
    )

    @property
    def payload(self) -> float:
        """The bytes of all pieces."""
        return self.count * self.size

    @property
    def lasts(self) -> float:
        """Seconds from the first piece to the last: a pause between each two of them."""
        return (self.count - 1) * self.pause

    @property
    def framed(self) -> float:
        """The bytes of a piece with its event and its frame."""
        content = self.size + (EVENT if self.events else 0)
        if self.framing == "chunks":
            return content + len(f"{int(content):x}\r\n\r\n")
        if self.framing == "http2":
            return content + _HTTP2_FRAME
        if self.framing == "websocket":
            return content + (2 if content <= _SHORT_MESSAGE else 4 if content <= _LONG_MESSAGE else 10)
        return content

    @property
    def last_bytes(self) -> float:
        """What the last piece has in addition: a chunk of no bytes, which ends the response."""
        return _LAST_CHUNK if self.framing == "chunks" else 0
