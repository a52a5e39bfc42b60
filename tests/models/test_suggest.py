"""A misspelt name is answered with the name that is near, and never with one that says another number."""

import pytest

from models.suggest import did_you_mean

NAMES = ("ram-4gib", "network-card-1gbps", "dl585-2.2ghz-4gb", "dl585-2.2ghz-16gb", "windows-2003-x64", "p95_response")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("network-crad-1gbps", "network-card-1gbps"),
        ("dl585-2.2gzh-4gb", ""),  # 2.2gzh is no number of any name.
        ("dl855-2.2ghz-4gb", "dl585-2.2ghz-4gb"),
        ("dl585-4gb", "dl585-2.2ghz-4gb"),
        ("windos-2003-x64", "windows-2003-x64"),
        ("ram-8gib", ""),
        ("network-card-10gbps", ""),
        ("network-card-1mbps", ""),
        ("p99_response", ""),
        ("p95", "p95_response"),
        ("p99", ""),
        ("windows", "windows-2003-x64"),
        ("dl585", ""),  # It begins two names.
        ("ram", "ram-4gib"),
    ],
)
def test_a_name_is_suggested_only_with_the_numbers_that_were_written(wrong, right):
    said = did_you_mean(wrong, NAMES)
    assert (f'did you mean "{right}"?' in said) == bool(right)
    assert ("did you mean" in said) == bool(right)
    assert all(name in said for name in NAMES)
