"""Words agree with what they stand beside, by what a limit says of itself and never by how its name is spelt."""

from dataclasses import replace

import pytest

from models.quantities.formatting import count_text
from simulator.experiment.estimate import exact
from simulator.experiment.limits import Limit
from simulator.experiment.results import Unavailable
from simulator.messages.wording import limit_text, verb_for_limit, whose
from simulator.translate.translate import translate
from tests.fabricated import scenario

ONE = Limit("access", "server", "1 bus", "server", exact(99.0, "%"), Unavailable("-"), exact(0.0, "%"))
MANY = replace(ONE, name="data", plural=True)


@pytest.mark.parametrize(
    ("singular", "plural"), [("is", "are"), ("binds", "bind"), ("turns", "turn"), ("comes", "come")]
)
def test_a_verb_agrees_with_its_limit_whatever_the_last_letter(singular, plural):
    assert (verb_for_limit(ONE, singular), verb_for_limit(MANY, singular)) == (singular, plural)


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1 rack"), (2, "2 racks"), (0, "0 racks"), (1_200, "1,200 racks"), (1.5, "1.5 racks")]
)
def test_one_rack_is_no_racks(number, said):
    assert count_text(number, "rack") == said
    assert count_text(2, "process", "processes") == "2 processes"


def test_a_limit_is_told_with_what_it_is():
    assert limit_text(ONE) == "the access (1 bus)" and limit_text(MANY, "The") == "The data (1 bus)"


def test_a_limit_of_another_tier_is_not_a_server_s_own():
    assert (whose(ONE), whose(replace(ONE, origin="tiers[0].servers"))) == ("its", "the")


def test_every_resource_says_whether_its_name_is_a_plural():
    origins = translate(scenario()).origins
    assert {name for name, origin in origins.items() if origin.plural} == {"disks", "network cards"}


@pytest.mark.parametrize(
    ("overrides", "name", "limit"),
    [
        ({"server.cards": [{"rate": "40 Gbps"}, {"rate": "40 Gbps"}]}, "network cards", "2 x 40 Gbps"),
        ({"server.cards": [{"rate": "2.5 Gbps"}] * 2 + [{"rate": "1 Gbps"}]}, "network cards", "2 x 2.5 Gbps + 1 Gbps"),
        ({"server.disks.count": "1"}, "disks", "1 disk, 9 ms a read"),
        ({}, "process memory", "3.75 GiB of RAM beside the system"),
        ({"operating_system.model": "windows-2003-x86"}, "kernel pool", "256 MiB, 20 MiB of it in reserve"),
    ],
)
def test_a_limit_is_told_as_it_is_bought(overrides, name, limit):
    assert translate(scenario(overrides)).origins[name].limit == limit
