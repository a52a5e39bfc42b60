"""How much is unpacked of logs that somebody else sent."""

from simulator.errors import ReportError
from simulator.messages.stages import traffic


class ByteAllowance:
    """So many bytes for all files of one question together, counted as they are unpacked. A packed array of JSON, which
    only is read whole, is refused where there is such a limit."""

    def __init__(self, most: int) -> None:
        self._most = self._left = most

    def take(self, path: str, count: int) -> None:
        """Counts bytes of a file. Raises ReportError once there are more than all files may have."""
        self._left -= count
        if self._left < 0:
            raise ReportError(path, *traffic.too_long(self._most // 1_000_000))
