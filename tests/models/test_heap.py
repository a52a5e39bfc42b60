"""Heaps of a runtime: how large they can be, where they lie, and what is told when they do not fit."""

import pytest

from models.parts.heap import heap_ceiling, heap_is_shifted
from models.parts.operating_system import OperatingSystem
from models.parts.runtime import Runtime
from models.reading import catalogue
from models.reading.source_tree import plain

GIB = 1024.0**3
POINTERS = {"32": "32-bit", "64": "64-bit", "compressed": "compressed"}


def runtime(name: str, **changes) -> Runtime:
    entry = plain(catalogue.catalogue_entry(Runtime, "j9-6", []))
    return Runtime.model_validate({**entry, "pointers": POINTERS[name], **changes})


def system(name: str) -> OperatingSystem:
    return OperatingSystem.model_validate(plain(catalogue.catalogue_entry(OperatingSystem, name, [])))


@pytest.mark.parametrize(
    ("name", "compression", "on", "gib"),
    [
        ("32", "automatic", "sles-10", 3),
        ("32", "automatic", "sles-10-32", 3),
        ("32", "automatic", "windows-2003-x86-3gb", 2),
        ("compressed", "automatic", "sles-10", 25),
        ("compressed", "explicit", "sles-10", 28),
        ("compressed", "explicit", "windows-2003-x64", 28),
        ("compressed", "automatic", "sles-10-32", 0),
        ("64", "automatic", "sles-10", 128 * 1024),
        ("64", "automatic", "windows-2003-x64", 8 * 1024),
        ("64", "automatic", "windows-2003-x86", 0),
    ],
)
def test_the_largest_heap_is_that_of_the_documents(name, compression, on, gib):
    ceiling = heap_ceiling(runtime(name, compression=compression), system(on))
    assert ceiling.bytes == gib * GIB
    assert ceiling.reason and ceiling.remedy


def test_compressed_references_reach_no_further_than_the_process():
    narrow = system("sles-10").model_copy(
        update={"address_space": system("sles-10").address_space.model_copy(update={"process_64": 16 * GIB})}
    )
    assert heap_ceiling(runtime("compressed"), narrow).bytes == 16 * GIB


@pytest.mark.parametrize(
    ("name", "on", "heap", "shifted"),
    [
        ("compressed", "sles-10", 2.9, False),
        ("compressed", "sles-10", 3, True),
        ("compressed", "windows-2003-x64", 1.9, False),
        ("compressed", "windows-2003-x64", 2, True),
        ("compressed", "solaris-10", 3.9, False),
        ("compressed", "solaris-10", 4, True),
        ("64", "sles-10", 12, False),
        ("32", "sles-10", 3, False),
    ],
)
def test_a_heap_that_reaches_the_reservation_moves_above_4_gib(name, on, heap, shifted):
    assert heap_is_shifted(runtime(name, heap=heap * GIB), system(on)) is shifted


def test_objects_grow_with_their_references():
    assert runtime("32").object_growth == 1.0
    assert runtime("64").object_growth == 1.5
    assert runtime("compressed").object_growth == pytest.approx(1.02)
    assert runtime("64").live_size == 1.5 * 150 * 1024**2
    assert runtime("64").garbage_size == pytest.approx(30e3)


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        (
            "{model: j9-6, pointers: 32-bit, heap: 3.5 GiB}",
            [
                'shop.yaml:13: runtime.heap = "3.5 GiB": the largest heap here is 3 GiB, because a 32-bit process',
                "write at most 3 GiB, or use `pointers: compressed` or `pointers: 64-bit`",
            ],
        ),
        (
            "{model: j9-6, heap: 26 GiB}",
            [
                "the largest heap here is 25 GiB, because references are compressed automatically up to this size",
                "write at most 25 GiB, or use `compression: explicit` for up to 28 GiB, or `pointers: 64-bit`",
            ],
        ),
        (
            "{model: j9-6, compression: explicit, heap: 29 GiB}",
            ["the largest heap here is 28 GiB, because compressed references reach 32 GiB", "use `pointers: 64-bit`"],
        ),
        (
            "{model: j9-6, pointers: 64-bit, heap: 200 TiB}",
            ["the largest heap here is 128 TiB", "spread it over more processes"],
        ),
        (
            "{model: j9-6, pointers: 64-bit, heap: 4 GiB}",
            ["larger than the RAM, 4 GiB; write at most 3.75 GiB, or more server.ram"],
        ),
        (
            "{model: j9-6, pointers: 64-bit, live_data: 800 MiB}",
            [
                'shop.yaml:13: runtime.heap = "1 GiB": too small for the live data',
                "with 64-bit pointers",
                "write at least 1.18 GiB",
            ],
        ),
        ("{model: j9-6, pointers: 48-bit}", ["that are known here; allowed are 32-bit, 64-bit, compressed"]),
        (
            "{model: j9-6, pointers: 64-bit, compression: always}",
            ["runtime.compression", "allowed are automatic, explicit"],
        ),
        ("{model: j9-6, pointers: 64-bit, cache_pressure: 0.5}", ["too small; allowed is 1.0 to 10.0"]),
        (
            "j9-7",
            ['runtime = "j9-7"', "not in the catalogue of runtimes", "allowed are j9-6"],
        ),
        ("5", ["runtime", "expected a group of keys; write one of j9-6, or its keys"]),
        ("{heap: 1 GiB}", ["runtime.pointers: missing", "runtime.live_data: missing"]),
    ],
)
def test_a_problem_of_a_heap_says_why_and_what_to_do(text, fragments, smallest, problems_of):
    told = problems_of(smallest.replace("windows-2003-x64", "sles-10") + f"runtime: {text}\n")
    for fragment in fragments:
        assert fragment in told


def test_a_runtime_of_64_bits_needs_processes_of_64_bits(smallest, problems_of):
    told = problems_of(smallest.replace("windows-2003-x64", "windows-2003-x86") + "runtime: j9-6\n")
    assert 'shop.yaml:13: runtime.pointers = "compressed": windows-2003-x86 runs no 64-bit processes' in told
    assert "use `pointers: 32-bit`, or a 64-bit operating system" in told


def test_every_process_of_a_pool_has_a_heap(farm, problems_of):
    told = problems_of(farm + "runtime: {model: j9-6, pointers: 32-bit, heap: 2 GiB}\n")
    assert "one for each of 2 processes, with the system (256 MiB) larger than the RAM, 4 GiB" in told
    assert "write at most 1.87 GiB" in told


def test_a_baseline_may_have_another_runtime(loaded, smallest):
    text = smallest + "runtime: {model: j9-6, heap: 2 GiB}\nbaseline: {runtime: {model: j9-6, pointers: 32-bit}}\n"
    scenario = loaded(text)
    assert (scenario.runtime.heap, scenario.baseline.runtime.heap) == (2 * GIB, 1 * GIB)
