"""What the resources and the background jobs of a network are to the program, whatever people call them."""

from enum import StrEnum


class Role(StrEnum):
    """What the program knows a resource, or jobs in the background, by. Nothing is ever recognised by its name.

    Worker processes have resources of their own, so that several may have one role.
    """

    CPU = "cpu"
    DISK = "disk"
    DISK_TRANSFER = "disk transfer"
    MEMORY_BANDWIDTH = "memory bandwidth"
    PCIE = "PCIe"
    ORIGIN = "origin"
    CARD = "card"
    KERNEL_POOL = "kernel pool"
    SOCKET_MEMORY = "socket memory"
    WORKER_CONNECTIONS = "worker connections"
    OPEN_FILES = "file descriptors"
    PORTS = "ephemeral ports"
    CONNECTIONS = "connections"
    BACKLOG = "backlog"
    SET_UP = "connection set-up"
    REQUEST_QUEUE = "request queue"
    SHEDDING = "load shedding"
    THREADS = "threads"
    MEMORY = "memory"
    HEAP = "heap"
    CACHE = "cache"
    DISK_CACHE = "disk cache"
    FREE_LISTS = "free lists"
    PAGE_FAULTS = "page faults"
    HALF_OPEN = "half-open connections"
    WITHOUT_REQUESTS = "work without requests"
    TIER_CPU = "tier CPU"
    TIER_CONNECTIONS = "tier connections"
    CALLER_POOL = "caller pool"
    TIER_DISK = "tier disk"
    TIER_CARD = "tier card"
    TIER_APPLIERS = "tier appliers"
    TIER_LOCK = "tier lock"
    OTHER_CALLERS = "other callers"
    POSTED_JOBS = "posted jobs"


class LimitCategory(StrEnum):
    """What a plan does with a limit: hardware is bought; a setting is written, and costs nothing; what a contract or a
    licence grants is bought or asked for."""

    HARDWARE = "hardware"
    SETTING = "setting"
    CONTRACT = "contract"
