"""What each class of requests gets."""

from dataclasses import replace

import pytest

from simulator.experiment.measures.server import class_measures
from simulator.experiment.results import Unavailable
from tests.experiment.tallies import CPU, network, steady

TWO = network(CPU, classes=("ASP", "static"))


def counted(name, completed, response):
    return {("class", name, "completed"): completed, ("class", name, "response time"): response}


def test_one_class_is_not_told_apart():
    of = network(CPU)
    assert class_measures(steady(of, counted("request", [1], [1]), counted("request", [1], [1]))) == {}


def test_the_mean_response_and_the_rate_of_each_class():
    one = counted("ASP", [10, 30], [1.0, 5.0]) | counted("static", [50, 50], [0.1, 0.1])
    other = counted("ASP", [10, 10], [4.0, 4.0]) | counted("static", [50, 150], [0.2, 0.2])
    found = class_measures(steady(TWO, one, other))
    assert found["requests ASP"].value == pytest.approx((2.0 + 1.0) / 2)  # 40 and 20 in 20 s.
    assert found["response ASP"].value == pytest.approx((6.0 / 40 + 8.0 / 20) / 2)
    assert found["response static"].value == pytest.approx((0.2 / 100 + 0.4 / 200) / 2)
    assert found["response ASP"].unit == "s"


def test_the_warm_up_does_not_count():
    one = counted("ASP", [1000, 10], [1000.0, 1.0]) | counted("static", [1, 1], [1, 1])
    assert class_measures(steady(TWO, one, one, warm_up=1))["response ASP"].value == pytest.approx(0.1)


def test_the_processes_of_a_pool_are_one_class_to_its_clients():
    of = network(CPU, classes=("ASP (process 1 of 2)", "ASP (process 2 of 2)", "static"))
    of = replace(of, classes=(*(replace(each, asked_as="ASP") for each in of.classes[:2]), of.classes[2]))
    one = counted("ASP (process 1 of 2)", [10], [1.0]) | counted("ASP (process 2 of 2)", [30], [1.0])
    found = class_measures(steady(of, one | counted("static", [1], [1]), one | counted("static", [1], [1])))
    assert set(found) == {"requests ASP", "requests static", "response ASP", "response static"}
    assert found["response ASP"].value == pytest.approx(2.0 / 40)
    assert found["requests ASP"].value == pytest.approx(4.0)


def test_a_class_that_nothing_was_completed_of_in_a_replication_is_refused():
    one = counted("ASP", [10], [1.0]) | counted("static", [1], [1])
    found = class_measures(steady(TWO, one, counted("ASP", [0], [0.0]) | counted("static", [1], [1])))
    assert isinstance(found["response ASP"], Unavailable)
    assert found["requests ASP"].value == pytest.approx(0.5)
