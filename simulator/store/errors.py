"""What a sweep works with and cannot use: the store of results, a cluster."""

from simulator.errors import ReportError


class StoreError(ReportError):
    """The store of results cannot be used: do what the message says. What it holds is as it was."""


class ClusterError(ReportError):
    """The cluster cannot be used: do what the message says. Runs that were finished are in the store."""


class RunNotStored(Exception):  # noqa: N818 - named for what the reader is told
    """A run that is wanted is not in the store, and nothing may be run: the variant has no answer yet."""
