"""Every problem of calls to other tiers is told with its place and its remedy."""

import pytest

from models.errors import ScenarioError
from models.load import load

FARM = "scenarios/three_tiers.yaml"
SERVER = "dl585-2.2ghz-4gb"


def call(tier: str) -> dict[str, str]:
    return {"tier": tier, "cpu": "1 ms"}


def tier(name: str, *calls: str, **more) -> dict:
    return {"name": name, "server": SERVER, "calls": [call(each) for each in calls], **more}


MISSED = {**call("application"), "when": "miss"}
FETCHED = {
    "catalogue": "1 GB",
    "object_size": "1 kB",
    "popularity": {"zipf": 1},
    "origin": {"latency": "1 ms", "rate": "1 Gbps"},
}
GROWTH = {"a_year": "30 %", "start": "2026-12"}
CALLS = {"workload.request.calls": [call("application")]}
SPOILT = [
    (
        {"workload.request.calls": [call("aplication")]},
        "request.calls[0].tier",
        'no such tier; did you mean "application"?',
    ),
    ({"tiers": [], **CALLS}, "request.calls[0].tier", "no such tier; write it among `tiers`, with its server"),
    (
        {"tiers": [tier("application", "database"), tier("database", "application")], **CALLS},
        "tiers[0].calls",
        "calls in a circle: application calls database calls application, so that each could wait for itself for ever",
    ),
    ({"tiers": [tier("application", "application")], **CALLS}, "tiers[0].calls", "application calls application"),
    ({"tiers": [tier("application"), tier("database")], **CALLS}, "tiers[1].name", "no request and no other tier"),
    ({"tiers": [tier("application"), tier("application")], **CALLS}, "tiers[1].name", "another tier is called so too"),
    ({"tiers": [tier(f"tier {n}") for n in range(9)], **CALLS}, "tiers", "9 tiers; write at most 8"),
    ({"application.connections": 5}, "application", "this is the name of a tier; write `tiers[0].KEY`"),
    ({"tiers[0].cpu": "5 ms"}, 'tiers[0].cpu = "5 ms"', "stands where the call is made; write it in `workload.req"),
    ({"tiers": [tier("application", servers=0)], **CALLS}, "tiers[0].servers = 0", "too small"),
    ({"tiers": [tier("application", connections=0)], **CALLS}, "tiers[0].connections = 0", "too small"),
    ({"tiers": [{"name": "application", "server": "dl58"}], **CALLS}, "tiers[0].server", "not in the catalogue"),
    (
        {"workload.request.calls": [{**call("application"), "cpu_distribution": "lognormal"}]},
        "calls[0]",
        "cpu_cv",
    ),
    (
        {"growth": GROWTH, "tiers": [tier("application") | {"server": "c7g.2xlarge"}], **CALLS},
        "tiers[0].server",
        "this server is rented and those of the unit are bought",
    ),
    (
        {"growth": GROWTH, "supply": {"autoscaling": {"hours": [1.0] * 24, "minimum": 1, "maximum": 9}}},
        "supply.autoscaling",
        "how servers of other tiers follow the hour is not known",
    ),
    (
        {"unit.failures": {"timetable": [{"at": "1 s", "lasts": "1 s", "what": "slow", "tier": "databse"}]}},
        "unit.failures.timetable[0].tier",
        'there is no such tier; did you mean "database"?',
    ),
    (
        {"unit.failures": {"timetable": [{"at": "1 s", "lasts": "1 s", "what": "drained", "tier": "database"}]}},
        "unit.failures.timetable[0].what",
        "a server of another tier dies or is slow, not drained; write dies, or slow: one that hangs works at a speed",
    ),
    (
        {"unit.failures": {"timetable": [{"at": "1 s", "lasts": "1 s", "together": 3, "tier": "database"}]}},
        "unit.failures.timetable[0].together",
        "database has 2 servers to a unit; write at most 2",
    ),
    (
        {"unit.failures": {"timetable": [{"at": "5 s", "lasts": "-2 s", "tier": "database"}]}},
        "unit.failures.timetable[0].lasts",
        "must not be negative; allowed is 1 ms to 30 days",
    ),
    (
        {"unit.failures": {"timetable": [{"at": at, "lasts": "9 s", "tier": "database"} for at in ("1 s", "5 s")]}},
        "unit.failures.timetable[1].at",
        "server 1 of database is away until 16 s already, by outage 1; write at least 16 s, or another server",
    ),
    ({"workload.request.calls": [MISSED]}, "request.calls[0].when", "the content has no origin; write e.g."),
    (
        {"workload.request.calls": [MISSED], "workload.content": {"catalogue": "1 GB", "popularity": {"zipf": 1}}},
        "request.calls[0].when",
        "nothing is ever fetched that the caches miss",
    ),
    (
        {"tiers": [tier("application") | {"calls": [MISSED | {"tier": "database"}]}, tier("database")], **CALLS},
        "tiers[0].calls[0].when",
        "a tier has no cache that could miss; write always",
    ),
    (
        {
            "workload.request": "none",
            "workload.content": FETCHED,
            "workload.classes": [
                {"name": "image", "rate": "1 /s", "size": "1 kB", "cpu": "1 ms", "calls": [MISSED]},
                {"name": "page", "pool": "pages", "rate": "1 /s", "size": "1 kB", "cpu": "1 ms"},
            ],
            "web_server.pools": [{"name": "pages", "base_memory": "1 MB", "request_memory": "1 kB", "growth": "0 B"}],
        },
        "classes[0].calls[0].when",
        "the kernel answers this class and looks nothing up; write its `pool`, or always",
    ),
    ({"workload.request.calls": [{**MISSED, "when": "hit"}]}, "calls[0].when", "allowed are always, miss"),
    ({"workload.population": 50}, "workload.population", "how often other servers call a tier is not known"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "where", "told"), SPOILT, ids=[told[:40] for _, _, told in SPOILT])
def test_what_is_wrong_with_a_tier_is_told_once(changes, where, told):
    with pytest.raises(ScenarioError) as error:
        load(FARM, changes)
    assert where in str(error.value) and told in str(error.value)
    assert len([each for each in error.value.problems if told in str(each)]) == 1
