"""What an access log does not tell."""


def too_few_times(count: int, needed: int) -> str:
    """Why a percentile of response times is not told."""
    return f"the log tells {count:,} response times, and it needs {needed:,}"
