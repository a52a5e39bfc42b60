"""Which measured systems resemble a scenario: by what limits it and by its hardware, not by what anything is called."""

from dataclasses import replace

import pytest

from simulator.experiment.limits import rank_limits
from simulator.network.roles import Role
from simulator.output.blocks import Table, Text
from simulator.studies.plan.sections.trust import compare_record, section, similar_systems
from simulator.studies.validate.record import Record, RecordedFigure, RecordedSystem, read_record
from simulator.studies.validate.traits import Hardware, LimitKind, hardware_of, limit_kind
from tests.fabricated import outcome, results, scenario, usage

GIB = 1024.0**3
SERVER = Hardware(4.0, 4 * GIB, 1.25e8, 600.0, 2005)
CARDS = LimitKind("server", "server.cards", Role.CARD)
DISKS = LimitKind("server", "server.disks", Role.DISK)
MODERN = {
    "server.cores_per_socket": 64,
    "server.sockets": 1,
    "server.core_speed": 4,
    "server.ram": "512 GiB",
    "server.cards": ["100 Gbps", "100 Gbps"],
    "operating_system.released": 2022,
}


def figure(system="a", role="predict", verdict="reproduced", error=-3.0, unit="%", case="one"):
    return RecordedFigure(case, system, "x", role, "label", 100.0, 97.0, 1.0, "", error, unit, verdict)


def record(limit=CARDS, hardware=SERVER, figures=None):
    shown = (figure(),) if figures is None else figures
    return Record((RecordedSystem("a", "A", limit, hardware),), shown, {"one": 2, "other": 5})


def text_of(made):
    blocks = section(made)
    texts = [block.text for block in blocks if isinstance(block, Text)]
    cells = [str(cell) for block in blocks if isinstance(block, Table) for row in block.rows for cell in row]
    return " ".join([*texts, *cells])


def test_microsoft_update_finds_the_server_that_was_measured():
    found = similar_systems(outcome())
    names = [each.system.system for each in found.alike]
    assert "scenarios/published/microsoft_update_x64.yaml" in names
    assert all(each.system.limit == CARDS for each in found.alike)
    said = text_of(outcome())
    assert f"{len(names)} of {found.measured} measured systems resemble" in said
    assert "within a factor of 4" in said and "within 5 years" in said
    assert "No measured system" not in said


def test_a_server_of_today_finds_none_and_the_report_says_so_and_what_it_means():
    found = similar_systems(outcome(MODERN))
    assert not found.alike and found.same_limit
    said = text_of(outcome(MODERN))
    assert "No measured system resembles this." in said
    assert "no measurement supports these figures" in said
    assert "200 times the card rate" in said and "64 times the processing" in said
    assert "a system of 2022, not of 2005" in said


def test_a_limit_that_bound_in_no_measured_system_finds_none():
    queue = usage("request queue", "pool", 0.97, origin="web_server.queue_limit")
    found = compare_record(limit_kind(rank_limits(results(usages=(queue,)))[0]), hardware_of(scenario()), read_record())
    assert not found.alike and not found.same_limit


def test_what_a_limit_is_called_does_not_matter_but_what_sets_it_does():
    (called,) = rank_limits(results(usages=(usage("NICs of the farm", "server", 0.9, origin="server.cards"),)))
    assert compare_record(limit_kind(called), SERVER, record()).alike
    (other,) = rank_limits(results(usages=(usage("label", "server", 0.9, origin="server.disks"),)))
    assert not compare_record(limit_kind(other), SERVER, record()).alike
    (held,) = rank_limits(results(usages=(usage("label", "pool", 0.9, origin="server.cards"),)))
    assert not compare_record(limit_kind(held), SERVER, record()).alike


def test_the_pools_of_all_processes_are_limits_of_one_kind():
    pools = [usage(f"threads {n}", "pool", 0.9, origin=f"web_server.pools[{n}].threads") for n in (0, 1)]
    assert len({limit_kind(limit) for limit in rank_limits(results(usages=tuple(pools)))}) == 1


@pytest.mark.parametrize(
    ("change", "alike"),
    [
        ({}, True),
        ({"processing": 16.0}, True),
        ({"processing": 16.1}, False),
        ({"processing": 0.99}, False),
        ({"ram": 16.1 * GIB}, False),
        ({"cards": 5.1e8}, False),
        ({"cards": 5e8}, True),
        ({"reads": 6e5}, True),
        ({"released": 2010}, True),
        ({"released": 2011}, False),
        ({"released": None}, False),
    ],
)
def test_hardware_resembles_within_a_factor_of_4_and_a_system_within_5_years(change, alike):
    found = compare_record(CARDS, replace(SERVER, **change), record())
    assert bool(found.alike) == alike and bool(found.same_limit) != alike
    assert alike or len(found.same_limit[0][1]) == 1


def test_reads_of_the_disks_count_where_the_disks_bind():
    assert compare_record(DISKS, SERVER, record(DISKS)).alike
    assert not compare_record(DISKS, replace(SERVER, reads=6e5), record(DISKS)).alike


def test_a_system_whose_year_nobody_knows_resembles_nothing():
    assert not compare_record(CARDS, SERVER, record(hardware=replace(SERVER, released=None))).alike


def test_the_evidence_is_what_was_predicted_and_audits_are_counted():
    figures = (
        figure(error=-3.0),
        figure(error=7.0, verdict="not reproduced"),
        figure(error=-20.0, role="fit"),
        figure(error=30.0, verdict="audit"),
        figure(error=90.0, unit="points"),
        figure(error=-50.0, role="audit", verdict="audit"),
        figure(system="another", error=99.0),
    )
    found = compare_record(CARDS, SERVER, record(figures=figures))
    assert (found.bounded, found.reproduced, found.audited) == (4, 3, 2)
    assert (found.predicted, found.farthest) == (3, 30.0)
    assert found.contradictions == 2


def test_audits_and_contradictions_stand_in_the_report():
    found = similar_systems(outcome())
    said = text_of(outcome())
    assert found.audited and f"{found.audited} more shown for audit" in said
    assert found.contradictions > 1
    assert f"The published tables contradict themselves {found.contradictions} times" in said
