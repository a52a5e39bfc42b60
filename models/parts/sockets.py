"""What connections hold of a system: memory of their sockets, and ports of those that the server opens itself."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator

from models.messages import memory_room
from models.quantities.fields import Part, Switch, optional, parameter, problem, quantity, whole
from models.quantities.units import DURATION, SHARE, SIZE


@dataclass(frozen=True)
class ConnectionMemory:
    """What connections hold of the kernel's memory, in bytes.

    size: of all connections together; idle: of one that sends nothing; sending: of one that sends a response, and for
    ever after unless it is `given_back` with the last byte; reserve: what must stay free for a new one.
    """

    size: float
    idle: float
    sending: float
    reserve: float = 0.0
    given_back: bool = False


class SocketMemory(Part):
    """The memory of sockets, as today's systems bound it: buffers are taken while they are needed.

    Where neither a share of the RAM nor a limit in bytes is stated, a server that caches no files leaves sockets all
    the RAM that is left, and one that does the `default_share`. Raises a validation error where there is none of them.
    """

    share: Annotated[float | None, optional(quantity(SHARE, "0.01 %", "90 %"))] = parameter(
        "Fraction of the RAM that all sockets may hold together; none means that `limit` alone says how much.",
        default="none",
        source="sockets are bounded in bytes",
        setting=True,
    )
    default_share: Annotated[float | None, optional(quantity(SHARE, "0.01 %", "90 %"))] = parameter(
        "Fraction of the RAM that all sockets may hold together beside a cache of files, where neither `share` nor"
        " `limit` is stated; where no files are cached, the system is set to let them have all that is left.",
        default="none",
        source="sockets are bounded as stated",
        setting=True,
    )
    limit: Annotated[float | None, optional(quantity(SIZE, "1 MiB", "64 TiB"))] = parameter(
        "Bytes that all sockets may hold together at the most; none means that `share` alone says how much.",
        default="none",
        source="sockets are bounded by a share of the RAM",
        setting=True,
    )
    idle: Annotated[float, quantity(SIZE, "16 B", "1 MiB")] = parameter(
        "Bytes of a connection that is open and sends nothing."
    )
    sending: Annotated[float, quantity(SIZE, "16 B", "64 MiB")] = parameter(
        "Bytes of a connection while it sends a response, its send buffer included."
    )

    @property
    def is_setting(self) -> bool:
        """Whether nobody stated a bound, so that the system is set to what its RAM allows."""
        return self.share is None and self.limit is None

    @property
    def share_of_ram(self) -> float | None:
        """The share of the RAM that holds, stated or by default; None where only bytes are stated."""
        return self.default_share if self.is_setting else self.share

    def held(self, ram: float) -> ConnectionMemory:
        """What connections hold on a machine with `ram` bytes of memory."""
        share = None if self.share_of_ram is None else self.share_of_ram * ram
        size = min(bound for bound in (self.limit, share) if bound is not None)
        return ConnectionMemory(size, self.idle, max(self.idle, self.sending), given_back=True)

    @field_validator("limit")
    @classmethod
    def _is_bounded(cls, limit: float | None, info: ValidationInfo) -> float | None:
        shares = [info.data.get("share", 0.0), info.data.get("default_share", 0.0)]
        if limit is None and shares == [None, None]:
            raise problem(*memory_room.SOCKETS_UNBOUNDED)
        return limit


class EphemeralPorts(Part):
    """The ports that a system takes for connections that it opens itself, to one address and port of an upstream."""

    shorthand: ClassVar[str] = "count"

    count: Annotated[int, whole(1, 64_512)] = parameter(
        "Ports that connections to one address and port of an upstream may come from.",
        setting=True,
    )
    time_wait: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds for which a port is of no use after its connection was closed, the state TIME-WAIT.",
        default="60 s",
        source="Linux, include/net/tcp.h, TCP_TIMEWAIT_LEN: 60 s, and no setting changes it",
    )


class Upstream(Part):
    """The machines that requests wait for, as the web server connects to them."""

    addresses: Annotated[int, whole(1, 64)] = parameter(
        "Addresses and ports of the upstream, each of which can be reached from every ephemeral port.",
        default=1,
        source="one upstream",
    )
    kept_alive: Switch = parameter(
        "Whether connections to the upstream are kept for further requests, so that no port waits after one.",
        default=False,
        source="nginx, ngx_http_upstream_module, keepalive: no connection is kept unless it is set",
    )
