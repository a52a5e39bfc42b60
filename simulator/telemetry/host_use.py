"""What a host does beside its load and its CPU: its disks and its memory."""

import re
from enum import Enum

# Devices that stand on others, so that each access would count twice, partitions of a disk, and CD drives.
NO_DISK = r"(dm-|md|loop|sr|ram|zram)[0-9].*|((sd|vd|xvd|hd)[a-z]+|(nvme[0-9]+n[0-9]+|mmcblk[0-9]+)p)[0-9]+"
_NO_DISK = re.compile(NO_DISK)


class HostUse(Enum):
    """A quantity of a host, in SI units. The value is what messages call it."""

    READS = "disk reads/s"
    WRITES = "disk writes/s"
    READ_BYTES = "disk bytes read/s"
    WRITTEN_BYTES = "disk bytes written/s"
    DISKS_BUSY = "busy disks"
    MEMORY = "memory"
    MEMORY_LEFT = "available memory"


OF_DISKS = (HostUse.READS, HostUse.WRITES, HostUse.READ_BYTES, HostUse.WRITTEN_BYTES, HostUse.DISKS_BUSY)


def is_no_disk(device: str) -> bool:
    """Whether a block device is none of the disks of a host."""
    return _NO_DISK.fullmatch(device) is not None
