"""Every problem of clients that do not wait for ever is told with its place and its remedy."""

import pytest

# A line of the scenario that says how long clients wait, and what the problem must say.
SPOILT = {
    "patience: {connect: 2 ms}": ["workload.patience.connect = \"2 ms\": a connection takes 5.1 ms", "write more than"],
    "patience: {response: 10 ms}": ["workload.patience.response = \"10 ms\": a response of mean size takes", "none to"],
    "patience: {retries: {count: 1000}}": ["retries.count = 1000: too large; allowed is 0 to 100"],
    "patience: {retries: {count: -1}}": ["retries.count = -1: too small"],
    "patience: {retries: {count: 2, back_off: 0 s}}": ["retries.back_off", "allowed is 1 ms to"],
    "patience: {retries: {count: 2, back_off: 5 s, longest: 1 s}}": ["\"1 s\": shorter than the first pause, 5 s"],
    "patience: {retries: {budget: {share: 10 %}}}": ["retries.budget", "nothing is ever tried again", "`budget: none`"],
    "patience: {retries: {count: 1, budget: {share: 10 %, most: 0}}}": ["budget.most = 0: too small"],
    "patience: {retries: {count: 1, jitter: 120 %}}": ["retries.jitter = \"120 %\": too large"],
    "patience: {breaker: {share: 0 %}}": ["breaker.share", "0.01 % to 100 %"],
    "patience: {breaker: {rest: 0 s}}": ["breaker.rest", "allowed is 1 ms to 1 h"],
    "patience: {response: 0 s}": ["patience.response", "1 ms"],
    "patience: 3 s": ["workload.patience", "expected a group of keys; its keys are connect, response, retries"],
    "patience: {answer: 3 s}": ["workload.patience.answer = \"3 s\": unknown key"],
}  # fmt: skip


@pytest.mark.parametrize(("spoilt", "fragments"), SPOILT.items(), ids=SPOILT)
def test_a_problem_says_where_what_and_how_to_repair(spoilt, fragments, farm, problems_of):
    told = problems_of(farm.replace("  half_open:", f"  {spoilt}\n  half_open:", 1))
    for fragment in fragments:
        assert fragment in told
