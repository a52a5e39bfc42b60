"""What no farm can be sized by is refused through the command line: one problem, its file and line, exit code 2."""

import pytest

from tests.sizing.farms import API

TEXT = API.read_text(encoding="utf-8")
DEMAND, UNIT = "demand: 20,000 requests/s", "unit: {nodes: 4, spare_nodes: 1}"
TARGETS = "targets: {errors: 0.1 %, p99_response: 100 ms, utilisation: 75 %}"
USERS = "demand: 1,000 users"
# What is written, what instead, and what is said of which line of the file.
WRONG = {
    "a demand of no traffic": ([(DEMAND, "demand: 0 Gbps")], "demand", "must not be zero"),
    "a demand of no requests": ([(DEMAND, "demand: 0 requests/s")], "demand", "must not be zero"),
    "a demand of no users": ([(DEMAND, "demand: 0 users")], "demand", "must not be zero"),
    "users who do not think": (
        [(DEMAND, USERS), ("think_time: 1 s", "think_time: 0 s")], "demand", "write workload.session.think_time",
    ),
    "a reserve of all": ([(UNIT, f"{UNIT}\nreserve: 100 %")], "reserve", "allowed is 0 % to 99.9 %"),
    "spares alone": ([("spare_nodes: 1", "spare_nodes: 4")], "unit", "write at most 3"),
    "more spares than nodes": ([("spare_nodes: 1", "spare_nodes: 5")], "unit", "write at most 3"),
    "percentiles the wrong way round": (
        [("p99_response: 100 ms", "p95_response: 200 ms, p99_response: 100 ms")], "targets", "write at least 200 ms",
    ),
    "clients faster than their lines": ([("p99_response: 100 ms", "client_speed: 1 Gbps")], "targets", "at most"),
    "a stated load that is not stated": ([(UNIT, f"{UNIT}\nsized_by: stated load")], "sized_by", "workload.offered"),
}  # fmt: skip


@pytest.mark.parametrize("command", ["plan", "capacity", "optimise", "check"])
@pytest.mark.parametrize("name", WRONG)
def test_what_sizes_no_farm_is_refused_with_its_place_and_its_remedy(headroom, tmp_path, command, name):
    changes, key, fragment = WRONG[name]
    text = TEXT
    for there, instead in changes:
        assert there in text
        text = text.replace(there, instead)
    file = tmp_path / "farm.yaml"
    file.write_text(text, encoding="utf-8")
    line = next(number for number, each in enumerate(text.splitlines(), 1) if each.startswith(f"{key}:"))
    said = headroom(command, file)
    assert said.code == 2 and said.out == "" and "Traceback" not in said.err
    (problem,) = said.err.strip().splitlines()
    assert problem.startswith(f"{file}:{line}: {key}") and fragment in problem


def test_a_farm_whose_targets_no_load_meets_is_not_recommended(headroom, tmp_path):
    """Lines of 2.5 MB/s receive 2.29 MB/s beside headers; no load is so small that 5 ms of work come for nothing."""
    file = tmp_path / "farm.yaml"
    file.write_text(TEXT.replace("utilisation: 75 %", "client_speed: 2.28 MB/s"), encoding="utf-8")
    said = headroom("plan", file, "--engine", "theory")
    assert said.code == 1 and "No farm is recommended" in said.err + said.out
    for told in ("clients receive at", "where at least 2.28 MB/s is asked", "write targets.client_speed of at most"):
        assert told in said.err + said.out
