"""Why a model does not describe a farm that runs."""

from enum import StrEnum


class Misfit(StrEnum):
    """What of a model is not that of a farm. All but the CPU of other hours leave no verdict."""

    CPU_WITHOUT_REQUESTS = "cpu_without_requests"
    REQUEST_CPU = "request_cpu"
    CALL_CPU = "call_cpu"
    TIER_DISKS = "tier_disks"
    OTHER_BYTES = "other_bytes"
    RESPONSE_BYTES = "response_bytes"
    CPU_AT_PEAK = "cpu_at_peak"
    CPU_BEYOND_PEAK = "cpu_beyond_peak"
    CPU_IN_OTHER_HOURS = "cpu_in_other_hours"

    @property
    def leaves_no_verdict(self) -> bool:
        """Whether nobody knows then whether the farm is enough."""
        return self is not Misfit.CPU_IN_OTHER_HOURS
