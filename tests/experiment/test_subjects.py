"""Measures say what they are of: keys and labels come from roles, whatever a resource is called."""

from dataclasses import replace

import pytest

from simulator.errors import InternalError
from simulator.experiment.subjects import PartQuantity, measure_label, measures_of_parts, measures_of_quantities
from simulator.network.network import Background
from simulator.network.resources import Cache, MemoryRegion
from simulator.network.roles import Role
from simulator.roles import find_role
from tests.experiment.tallies import CPU, network
from tests.fabricated import results, usage


def keys(of, quantity):
    return [measure.key for measure in measures_of_quantities(of, quantity)]


def test_the_file_cache_and_the_memory_of_the_only_process_have_fixed_keys_whatever_they_are_called():
    of = network(CPU, Cache("pages", 1.0, role=Role.CACHE), MemoryRegion("w3wp", 9.0, 1.0, role=Role.MEMORY))
    assert (keys(of, PartQuantity.HIT_RATIO), keys(of, PartQuantity.MEMORY)) == (
        ["cache_hit_ratio"],
        ["process_memory"],
    )


def test_what_is_only_called_like_them_has_a_key_of_its_own():
    lists = Cache("file cache", 1.0, role=Role.FREE_LISTS)
    owned = MemoryRegion("process memory", 9.0, 1.0, role=Role.MEMORY, owner="ASP")
    of = network(CPU, lists, owned)
    assert keys(of, PartQuantity.HIT_RATIO) == ["file cache hit ratio"] and keys(of, PartQuantity.MEMORY) == [
        "process memory"
    ]


def test_classes_that_clients_do_not_tell_apart_are_one_measure():
    of = network(CPU, classes=("ASP 1", "ASP 2", "static"))
    of = replace(of, classes=tuple(replace(each, asked_as=each.name.split()[0]) for each in of.classes))
    (asp, static) = measures_of_quantities(of, PartQuantity.RESPONSE)
    assert (asp.key, asp.label, asp.of) == ("response ASP", "response time, mean, ASP", ("ASP 1", "ASP 2"))
    assert static.of == ("static",)


def test_half_open_connections_are_known_by_their_role():
    jobs = (Background("SYN flood", 1.0, (), role=Role.HALF_OPEN), Background("log writer", 1.0, ()))
    told = {measure.key: measure.label for measure in measures_of_parts(network(CPU, background=jobs))}
    assert told["half_open"] == "SYN flood" and told["half_open_refused"] == "SYN flood refused"
    assert told["log writer"] == "log writer"


def test_results_call_every_measure_by_its_label():
    assert results().label("wire_mbps") == "traffic on the wire"
    assert results().label("process_memory") == "process memory"


def test_a_key_that_is_no_measure_is_an_internal_error():
    with pytest.raises(InternalError, match="speed is no measure of a server"):
        measure_label("speed")


def test_a_missing_role_is_an_internal_error_that_names_it():
    disks = usage("disks", "server", 0.5)
    assert find_role((disks,), Role.DISK, "limits") is disks
    with pytest.raises(InternalError, match="one of the limits must have the role cpu, and none has it"):
        find_role((disks,), Role.CPU, "limits")


def test_a_role_of_several_is_no_answer_to_who_has_it():
    with pytest.raises(InternalError, match="the role disk, and 2 have it"):
        find_role((usage("disks", "server", 0.5), usage("disks", "server", 0.5)), Role.DISK, "limits")
