"""The command line, for farms that are asked of every command."""

from tests.cli.conftest import headroom

__all__ = ["headroom"]
