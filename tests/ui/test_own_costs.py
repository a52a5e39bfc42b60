"""What was added to a server by its knobs has a price in the catalogue, and the page says so."""

import pytest

from simulator.ui.parameters import own_costs
from simulator.ui.session import BrowserSession


def costs(**changes):
    session = BrowserSession("me")
    session.take("microsoft_update", {path.replace("__", "."): value for path, value in changes.items()})
    return own_costs(session, session.current())


def test_nothing_added_costs_nothing():
    assert costs() == costs(demand="13 Gbps")
    assert not costs().added and not costs().unpriced and not costs().changes


@pytest.mark.parametrize(
    ("change", "count", "price"),
    [
        ({"server__cards": "[1 Gbps, 1 Gbps]"}, 1, "18,150 USD"),
        ({"server__cards": "[1 Gbps, 1 Gbps, 1 Gbps]"}, 2, "18,300 USD"),
        ({"server__ram": "12 GiB"}, 2, "20,600 USD"),
        ({"server__disks__count": "8"}, 1, "18,700 USD"),
    ],
)
def test_an_added_part_has_the_price_of_the_catalogue(change, count, price):
    found = costs(**change)
    assert [each.count for each in found.added] == [count]
    assert found.changes["server.price"].replace(",", "") == price.replace(",", "")


def test_several_parts_are_added_up_with_their_power():
    found = costs(server__cards="[1 Gbps, 1 Gbps]", server__ram="8 GiB")
    assert found.changes == {"server.price": "19450 USD", "server.idle_power": "428 W", "server.busy_power": "628 W"}


def test_what_was_added_to_the_price_is_not_offered_again():
    paid = {"server__price": "18,150 USD", "server__idle_power": "408 W", "server__busy_power": "608 W"}
    assert not costs(server__cards="[1 Gbps, 1 Gbps]", **paid).changes


@pytest.mark.parametrize(
    ("path", "value"),
    [("server__cards", "[10 Gbps]"), ("server__cards", "[1 Gbps, 10 Gbps]"), ("server__ram", "5 GiB"),
     ("server__ram", "2 GiB"), ("server__cores_per_socket", "4")],
)  # fmt: skip
def test_what_the_catalogue_does_not_price_is_named(path, value):
    found = costs(**{path: value})
    assert found.unpriced == (path.replace("__", "."),) and not found.added and not found.changes
