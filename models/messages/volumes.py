"""What is said of disks that are volumes of a cloud."""

NOT_RENTED = ("a server that is bought has disks of its own, which are in its price", "write none")
NO_SIZE = ("a volume is paid by its size, and nobody says how large each is", "write e.g. `size: 200 GB`")


def beyond_most(what: str, most: str) -> tuple[str, str]:
    """More than a volume can be rented with; what: its name."""
    return (f"more than a volume of {what} can be rented with", f"write at most {most}, or more volumes in `count`")
