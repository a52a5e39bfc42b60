"""A page is run as the main module of the program; what was that before is so again after each test."""

import sys

import pytest


@pytest.fixture(autouse=True)
def main_module():
    """Else a process that a later test starts would begin by running a page that is no longer there."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before
