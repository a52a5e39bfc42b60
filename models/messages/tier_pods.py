"""What is said of the pods of a tier."""

NO_GROWTH = ("how many servers the pods of further units stand on is not known", "write `growth: none`, or no pods")
KEEPS_DATA = ("what a database or a store keeps has its servers to itself", "write `pods: none`")
LIMIT_OF_PODS = ("each pod has a limit of its own", "write `pods.cpu.limit`, and `cpu_quota: none` here")
NO_READS = ("what pods read of the disks of their server is not known", "write 0, or no `pods`")


def limit_below_request(request: str) -> tuple[str, str]:
    """A pod that may use less than it asks for."""
    return (f"the limit is below the request, {request}", f"write at least {request}")


def no_room(room: str, tier: str) -> tuple[str, str]:
    """A pod that is larger than what a server has for pods."""
    return (
        f"one pod does not fit into the {room} that a server of {tier} has for them",
        "write less, or choose a larger server",
    )
