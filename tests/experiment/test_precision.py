"""Replications until all figures are as precise as asked."""

import math
from dataclasses import replace

import numpy as np
import pytest

from models.errors import ScenarioError
from models.load import load
from models.parts.run import Run
from simulator.engines.engine import load_engine
from simulator.errors import InternalError, NotConverged
from simulator.experiment.estimate import Estimate
from simulator.experiment.measurement import measure_server, untargeted_percentiles
from simulator.experiment.precision import (
    FIRST_REPLICATIONS,
    ImpreciseMeasure,
    least_precise,
    least_precise_within_reach,
    out_of_reach,
    replications_to_add,
    sequential_interval,
    too_imprecise,
)
from simulator.experiment.replications import run_plan, run_replications
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Simulation
from simulator.translate.translate import translate
from tests.experiment.tallies import CPU, WINDOW, network, steady

RUN = Run(warm_up=0.0, window=WINDOW, duration=50.0, precision=0.02, tail_precision=0.05)
SERVER = network(CPU)
SMALL = "scenarios/single_server.yaml"
KERNEL = load_engine("kernel")


def known(relative, samples=5, value=100.0):
    return Estimate(value, value * relative, 0.95, samples, "")


def test_what_is_not_precise_needs_replications_by_the_square_of_its_width():
    found = least_precise({"requests": known(0.01), "wire_mbps": known(0.05)}, RUN)
    assert found == ImpreciseMeasure("wire_mbps", 0.05, 0.02, "precision", math.ceil(5 * 2.5**2))


def test_means_and_tails_have_a_precision_each():
    assert (
        least_precise({"response_mean": known(0.02), "response_p95": known(0.05), "response_p99": known(0.05)}, RUN)
        is None
    )
    found = least_precise({"response_mean": known(0.021), "response_p99": known(0.06)}, RUN)
    assert (found.measure, found.setting, found.needed) == ("response_p99", "tail_precision", 8)


def test_one_more_is_needed_at_least():
    assert least_precise({"connections": known(math.nextafter(0.02, 1.0))}, RUN).needed == 6


@pytest.mark.parametrize("measure", [Unavailable("too few"), known(0.0), Estimate(0.0, 1.0, 0.95, 5, "")])
def test_what_is_refused_or_0_is_not_asked(measure):
    assert least_precise({"response_p99": measure}, RUN) is None


def test_other_measures_are_not_asked():
    assert least_precise({"requests_max": known(0.9), "errors": known(0.9), "response ASP": known(0.9)}, RUN) is None


@pytest.mark.parametrize(
    ("needed", "have", "added"), [(6, 5, 1), (14, 10, 4), (400, 10, 5), (400, 80, 20), (400, 100, 0)]
)
def test_a_round_adds_what_is_needed_half_as_many_as_there_are_at_most_and_ends_at_the_most(needed, have, added):
    assert replications_to_add(ImpreciseMeasure("requests", 0.1, 0.02, "precision", needed), have, 100) == added


def rounds(draws, spread):
    """What comes of replications that differ by a normal share, as a search asks for more: "told", "out of reach" once
    as that is clear, or "not told" by as many as are allowed."""
    each = (100.0 * (1.0 + spread * draws.standard_normal(RUN.most_replications))).tolist()
    have = FIRST_REPLICATIONS
    while wide := least_precise({"requests": sequential_interval(each[:have], 0.95, "")}, RUN):
        added = replications_to_add(wide, have, RUN.most_replications)
        if not added:
            return "not told"
        if out_of_reach(wide, have, RUN):
            return "out of reach"
        have += added
    return "told"


@pytest.mark.parametrize(
    ("spread", "found", "least"), [(0.02, "told", 0.999), (0.07, "told", 0.98), (0.3, "out of reach", 0.98)]
)
def test_what_the_allowed_replications_tell_is_hardly_ever_given_up_early_and_what_is_far_off_is(spread, found, least):
    """To 2 % a spread of 7 % takes 50 replications, and one of 30 % takes 900."""
    draws = np.random.default_rng(3)
    assert [rounds(draws, spread) for _ in range(1000)].count(found) >= 1000 * least


class Noisy:
    """An engine whose traffic differs between replications by a share: that of replication r is always the same."""

    name = "noisy"

    def __init__(self, share):
        self.share = share

    def run(self, of, plan, seed):
        traffic = 1.0 + self.share * np.random.default_rng(plan.replication).normal()
        tally = steady(of, {("requests", "wire"): [traffic] * plan.windows}).tallies[0]
        return replace(tally, plan=plan)

    def stop(self):
        pass


def taken(share, **settings):
    """The replications that are run."""
    run = RUN.model_copy(update=settings)
    return [tally.plan.replication for tally in run_replications(Noisy(share), SERVER, run)]


def test_five_are_enough_where_nothing_varies():
    assert taken(0.0) == list(range(FIRST_REPLICATIONS))


def test_replications_are_added_until_the_figures_are_precise():
    assert FIRST_REPLICATIONS < len(taken(0.05)) < 100
    assert taken(0.05) == list(range(len(taken(0.05))))
    assert len(taken(0.05)) < len(taken(0.1))


def test_they_do_not_depend_on_the_number_of_threads():
    assert taken(0.05, threads=1) == taken(0.05, threads=3)


def test_a_stated_number_is_run_however_imprecise_it_is():
    assert taken(0.5, replications=3) == [0, 1, 2]


def test_a_load_test_is_run_five_times():
    assert len(run_replications(Noisy(0.5), SERVER, RUN, ramped=True)) == FIRST_REPLICATIONS


def test_figures_that_do_not_become_precise_are_not_converged_and_it_is_told_what_to_write():
    with pytest.raises(NotConverged) as raised:
        taken(0.3, most_replications=20)
    said = str(raised.value)
    assert (
        said.startswith('run.precision = 2 %: "traffic on the wire" is known to ')
        and "after 20 replications, and about" in said
    )
    assert [list(remedy.changes) for remedy in raised.value.remedies] == [["run.precision"], ["run.most_replications"]]


def test_the_remedies_would_do_with_a_margin_for_what_few_replications_say_of_the_variance():
    found = too_imprecise(ImpreciseMeasure("response_p99", 0.0731, 0.05, "tail_precision", 215), 100, RUN)
    said = str(found)
    assert '5 %: "response time, 99th percentile" is known to 7.3 % of its value after 100 replications' in said
    assert "about 215 are needed; --set 'run.tail_precision=8.8 %' or --set 'run.most_replications=260'" in said
    assert [dict(remedy.changes) for remedy in found.remedies] == [
        {"run.tail_precision": "8.8 %"},
        {"run.most_replications": "260"},
    ]


def test_nobody_is_told_to_write_what_decides_nothing_or_cannot_be_written():
    """With 47 % of it a unit carries between half and one and a half of what is told; and 10,800 replications are more
    than may be written: then each must be longer."""
    found = too_imprecise(ImpreciseMeasure("requests", 0.469, 0.02, "precision", 9_000), 100, RUN)
    assert [dict(remedy.changes) for remedy in found.remedies] == [{"run.duration": "150 min"}]


def test_a_tail_that_is_no_target_is_told_as_coarsely_as_it_is_known():
    """Which takes 900 replications to 5 %: nothing rests on it, so that all others being precise is enough. As a target
    it is asked for; and while those that are allowed may do, it is made precise."""
    coarse = {"requests": known(0.01), "response_p99": known(0.05 * 900**0.5 / 5**0.5)}
    assert least_precise_within_reach(coarse, 5, RUN, ("response_p99",)) is None
    assert least_precise_within_reach(coarse, 5, RUN, ()).measure == "response_p99"
    assert (
        least_precise_within_reach(coarse | {"requests": known(0.03)}, 5, RUN, ("response_p99",)).measure == "requests"
    )
    near = {"response_p99": known(0.06)}
    assert least_precise_within_reach(near, 5, RUN, ("response_p99",)).measure == "response_p99"
    assert least_precise_within_reach(near, RUN.most_replications, RUN, ("response_p99",)) is None


@pytest.mark.parametrize(
    ("targets", "spare"),
    [({}, ("response_p95", "response_p99")), ({"p95_response": "1 s"}, ("response_p99",)),
     ({"p95_response": "1 s", "p99_response": "2 s"}, ())],
)  # fmt: skip
def test_percentiles_that_are_no_targets_are_spared(targets, spare):
    none = {"targets.p95_response": "none", "targets.p99_response": "none"}
    stated = {f"targets.{name}": value for name, value in targets.items()}
    assert untargeted_percentiles(load(SMALL, none | stated)) == spare


def test_progress_is_told_of_each_round():
    class Counted:
        done = total = 0

        def __call__(self):
            self.done += 1

        def grow(self, steps):
            self.total += steps

    counted = Counted()
    count = len(run_replications(Noisy(0.05), SERVER, RUN.model_copy(update={"threads": 1}), counted))
    assert (counted.done, counted.total) == (count, count - FIRST_REPLICATIONS)


def test_a_run_cannot_be_planned_before_its_warm_up_is_known():
    with pytest.raises(InternalError):
        run_plan(Run(), 0)


@pytest.fixture(scope="module")
def found():
    """A server measured as it comes, a little shorter."""
    scenario = load(SMALL, {"run.duration": "30 s", "run.window": "1 s", "run.precision": "1 %"})
    return measure_server(Simulation(KERNEL), scenario, translate(scenario))


def test_a_scenario_that_says_nothing_is_settled_and_precise(found):
    assert found.settled.pilot_seconds >= 30.0 and found.warm_up == found.settled.seconds > 0.0
    assert found.replications > FIRST_REPLICATIONS
    for name in ("requests", "wire_mbps", "response_mean", "connections"):
        assert found.estimate(name).relative <= 0.01, name
    for name in ("response_p95", "response_p99"):
        assert found.estimate(name).relative <= 0.05, name


def test_it_is_the_same_on_one_thread(found):
    changes = {"run.duration": "30 s", "run.window": "1 s", "run.precision": "1 %", "run.threads": 1}
    scenario = load(SMALL, changes)
    again = measure_server(Simulation(KERNEL), scenario, translate(scenario))
    assert (again.measures, again.settled, again.replications) == (found.measures, found.settled, found.replications)


@pytest.mark.parametrize(("setting", "value"), [("replications", "1"), ("warm_up", "atuo"), ("most_replications", "4")])
def test_a_setting_that_cannot_be_is_refused(setting, value):
    with pytest.raises(ScenarioError, match=f"run.{setting}"):
        load(SMALL, {f"run.{setting}": value})


def test_auto_can_be_written():
    run = load(SMALL, {"run.replications": "auto", "run.warm_up": "auto"}).run
    assert (run.replications, run.warm_up) == (None, None)
    assert load(SMALL).sources["run.warm_up"].value_text == "auto"
