"""`compare` of servers of very unequal size: at equal shares of what they carry, and money that is not rounded away."""

import json
import re

import pytest

from models.load import load
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.farm.farm import buy_farm
from simulator.messages.cost_difference import money_more
from simulator.messages.numbers import range_texts
from simulator.studies.compare.answer import FAR_LARGER, compare_scenarios
from simulator.studies.compare.result import compared_data

LARGE, SMALL = "tests/farms/b_api.yaml", "tests/farms/b_arm.yaml"
SHORT = {"run.duration": "20 s", "run.window": "2 s", "run.warm_up": "10 s", "run.precision": "50 %",
         "run.replications": 2, "targets.p99_response": None}  # fmt: skip
QUICK = [word for key, value in SHORT.items() for word in ("--set", f"{key}={'none' if value is None else value}")]


def test_a_server_of_a_sixth_of_the_size_is_compared_at_an_equal_share_and_not_overloaded(headroom):
    said = headroom("compare", LARGE, SMALL, *QUICK, "--json", "-")
    found = json.loads(said.out)
    assert said.code == 0 and found["overloaded"] == []
    (small,) = found["at_equal_shares"]
    large_carries, small_carries = (farm["server_mbps"]["value"] for farm in found["farms"])
    assert small["requests"] == pytest.approx(found["load"] * small_carries / large_carries, rel=0.01)
    assert 0.0 < small["share"] < 1.0 and small["requests"] < found["load"] / FAR_LARGER
    used = {row["measure"]: (row["reference_value"]["value"], row["value"]["value"]) for row in found["differences"]}
    assert used["CPU"][0] == pytest.approx(used["CPU"][1], rel=0.1)
    # 481 USD a month more for 51 servers, and not 0.
    more = found["farms"][1]
    told = re.search(r"(\d+) servers more, ([\d,]+) USD a month more", " ".join(said.err.split()))
    assert more["servers_more"] == int(told[1]) == 51
    assert float(told[2].replace(",", "")) == pytest.approx(more["cost_more"], rel=0.005) and more["cost_more"] > 100.0


@pytest.mark.parametrize(("cores", "times"), [(12, None), (7, None), (6, 0.75), (2, 0.25), (32, 4.0)])
def test_only_servers_that_are_far_apart_or_too_small_are_offered_another_load(cores, times):
    """Of cores that are the bottleneck, at 70 %: 8 of them carry 1,400 requests/s, and work at 1,200."""
    base = {**SHORT, "demand": "1,200 requests/s", "server": {"model": "c7a.8xlarge", "cores_per_socket": 8},
            "reserve": "0 %", "unit.nodes": 1, "unit.spare_nodes": 0,
            "workload.request.cpu_distribution": "constant"}  # fmt: skip
    other = {**base, "server": {"model": "c7a.8xlarge", "cores_per_socket": cores}}
    found = compare_scenarios([load(LARGE, base), load(LARGE, other)], _kernel())
    shares = compared_data(found)["at_equal_shares"]
    if times is None:
        assert shares == []
    else:
        (one,) = shares
        assert one["requests"] == pytest.approx(times * found.load, rel=0.05)
    assert not any(side.overloaded for side in found.sides)


def _kernel():
    from simulator.engines.kernel.engine import Kernel

    return Kernel()


def test_money_within_a_range_that_is_far_wider_is_told_with_its_own_digits_and_that_range():
    assert range_texts(-9_000.0, 481.2, 11_000.0)[1] == "481"
    assert range_texts(-9_000.0, -1_481.0, 11_000.0)[1] == "-1,480"
    assert range_texts(-9_000.0, 0.0, 11_000.0)[1] == "0"
    farms = [buy_farm(each, capacity_in_theory(each)) for each in (load(LARGE, SHORT), load(SMALL, SHORT))]
    more = farms[1].whole.value - farms[0].whole.value
    told = money_more(farms[1], farms[0])
    assert float(re.match(r"[\d,]+", told)[0].replace(",", "")) == pytest.approx(abs(more), rel=0.005)
    assert re.search(r"\(from [\d,]+ less to [\d,]+ more over the ranges of the prices\)$", told)
