"""Tests at one server, and most of them in one browser: a package, so that both end with the last of its tests."""
