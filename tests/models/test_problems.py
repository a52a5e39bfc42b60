"""Every problem of a scenario file is told with its place, its value, what is wrong and what to write."""

import pytest

# One line of the smallest scenario, what replaces it, and what the problem must say.
SPOILT = [
    ("size: 30 kB", "size: 30 ms", ["shop.yaml:4: workload.request.size.mean", '"30 ms"', "got a duration"]),
    ("size: 30 kB", "size: 30", ["which unit? a size needs one", 'write e.g. "30 kB"']),
    ("size: 30 kB", "size: 0 kB", ["must not be zero", "allowed is 1 B to 1 TB"]),
    ("size: 30 kB", "size: -3 kB", ["must not be negative"]),
    ("size: 30 kB", "size: 1e99 kB", ["too large"]),
    ("size: 30 kB", "size: true", ["expected a size, got true or false"]),
    ("size: 30 kB", "size:", ["workload.request.size: nothing is written here", "Payload of a response"]),
    ("size: 30 kB", "size: [30 kB]", ["expected a group of keys", "mean, distribution, shape"]),
    ("size: 30 kB", "siez: 30 kB", ['unknown key; did you mean "size"?', "size: missing; write `size: ...`"]),
    (
        "scenario: One",
        "scenario: One\nprices: us-2026",
        ["it belongs in datacenter; allowed here are baseline"],
    ),
    ("scenario: One", "scenario: One\nseed: 4", ["unknown key; it belongs in run; allowed here are"]),
    (
        "size: 30 kB",
        "size: {mean: 30 kB, distribution: pareto}",
        ["needs its shape", "add e.g. `shape: 1.5`"],
    ),
    (
        "size: 30 kB",
        "size: {mean: 30 kB, shape: 2}",
        ["shape has no meaning for a distribution that is expo"],
    ),
    ("size: 30 kB", "size: {mean: 30 kB, distribution: parteo}", ['did you mean "pareto"?', "uniform"]),
    ("cpu: 0.7 ms", "cpu: {value: 0.7 ms}", ["a value without its source"]),
    ("cpu: 0.7 ms", "cpu: {value: 0.7 ms, assumed: 1 ms}", ["needs its range", "without its reason"]),
    ("cpu: 0.7 ms", "cpu: {value: 0.7 ms, source: a, kind: b}", ["not a kind of source", "vendor"]),
    ("cpu: 0.7 ms", "cpu: {value: 0.7 ms, source: a, where: b}", ["unknown key beside `value`"]),
    ("cpu: 0.7 ms", "cpu: {value: 0.7 ms, kind: measured, source: a, interval: 0.6 ms}", ["write `LOW to HIGH`"]),
    ("cpu: 0.7 ms", "cpu: {value: 0.7 ms, source: a, interval: 0.6 ms to 0.8 ms}", ["add `kind: measured`"]),
    ("requests: 20", "requests: 0.5", ["workload.session.requests = 0.5: too small", "1.0 to"]),
    ("requests: 20", "requests: many", ["expected a number without a unit, got a text"]),
    ("requests: 20", "requests: .nan", ["got a number that is not finite"]),
    ("think_time: 3.5 s", "think_time: 30 s", ["closed after 2 min of silence", "write at most 24 s"]),
    ("{rate: 80 kB/s}", "{rate: 200 B/s}", ["clients[0].rate", "disconnects clients below 240 B/s"]),
    ("{rate: 80 kB/s}", "[{rate: 1 MB/s, share: 50 %}]", ["sum to 50 %", "make them sum to 100 %"]),
    ("{rate: 80 kB/s}", "[]", ["0 groups of clients"]),
    (
        "{rate: 80 kB/s}",
        "[{rate: 1 MB/s}, {rat: 1 MB/s}]",
        ["workload.clients[1].rat", 'did you mean "rate"?'],
    ),
    ("catalogue: 5 GiB", "catalogue: 20 kB", ["smaller than one object, 30 kB"]),
    ("zipf: 0.8", "zipf: 3", ["too large; allowed is 0.0 to 2.0"]),
    ("offered: 2000 /s", "offered: 2000", ["which unit? a request rate needs one"]),
    ("offered: 2000 /s", "ofered: 2000 /s", ['did you mean "offered"?', 'workload.ofered = "2000 /s": unknown key']),
    (
        "server: dl585",
        "server: dl855",
        ["not in the catalogue of servers", 'did you mean "dl585-2.2ghz-4gb"?'],
    ),
    (
        "server: dl585-2.2ghz-4gb",
        "server: 5",
        ["expected a group of keys", "names, such as 2x-epyc-9654-2x200gbe, or its keys"],
    ),
    (
        "server: dl585-2.2ghz-4gb",
        "server: {model: dl585-2.2ghz-4gb, price: 18,000 USD}",
        ["server.000 USD: unknown key; inside braces a value with a comma needs quotes", "which unit?"],
    ),
    ("server: dl585-2.2ghz-4gb", "server:", ["server: nothing is written here"]),
    ("server: dl585-2.2ghz-4gb", "serevr: polywell-2200s", ['did you mean "server"?', "server: missing"]),
    ("server: dl585-2.2ghz-4gb", "server: {sockets: 4}", ["server.ram: missing", "server.price: missing"]),
    (
        "server: dl585-2.2ghz-4gb",
        "server: {model: dl585-2.2ghz-4gb, cards: [1 Gps]}",
        ['shop.yaml:9: server.cards[0].rate = "1 Gps": not a data rate', "; its units are bps, kbps, Mbps, Gbps"],
    ),
    ("server: dl585-2.2ghz-4gb", "server: {model: dl585-2.2ghz-4gb, cards: []}", ["0 network cards"]),
    (
        "server: dl585-2.2ghz-4gb",
        "server: {model: dl585-2.2ghz-4gb, sockets: 2.5}",
        ["expected a whole number"],
    ),
    ("server: dl585-2.2ghz-4gb", "server: {model: dl585-2.2ghz-4gb, name: 5}", ["expected a name"]),
    ("server: dl585-2.2ghz-4gb", 'server: {model: dl585-2.2ghz-4gb, name: ""}', ["not a usable name"]),
    (
        "server: dl585-2.2ghz-4gb",
        "server: {model: dl585-2.2ghz-4gb, ram: 256 MiB}",
        ["too small for the worker"],
    ),
    (
        "server: dl585-2.2ghz-4gb",
        "server: {model: dl585-2.2ghz-4gb, busy_power: 1 W}",
        ["less than when idle"],
    ),
    ("server: dl585-2.2ghz-4gb", "server: {model: dl585-2.2ghz-4gb, rack_units: 48}", ["higher than a rack"]),
    (
        "operating_system: windows-2003-x64",
        "operating_system: {model: windows-2003-x64, bits: 48}",
        ["no such kernel", "write 32 or 64"],
    ),
    (
        "operating_system: windows-2003-x64",
        "operating_system: {model: windows-2003-x86, kernel_pool: 16 MiB}",
        ["leave no room for a connection"],
    ),
    (
        "operating_system: windows-2003-x64",
        "operating_system: {model: windows-2003-x64, address_space: {process_64: 16 MiB}}",
        ["larger than the address space of a process"],
    ),
    (
        "web_server: iis-6",
        "web_server: {model: iis-6, file_cache: 4 GiB}",
        ["larger than the RAM, 4 GiB", "write at most 3.65 GiB, or `{up_to: ...}`"],
    ),
    (
        "web_server: iis-6",
        "web_server: {model: iis-6, file_cache: {up_to: 1 GiB, size: 2 GiB}}",
        ["file_cache.up_to", "it is written beside `size`, which it sets; write either `up_to` or `size`"],
    ),
    ("web_server: iis-6", "web_server: {model: iis-6, file_cache: {size: 1 GiB, fit: 1}}", ["true or false"]),
    ("web_server: iis-6", "web_server: {name: nginx}", ['web_server.name = "nginx": reports', "write `model: nginx`"]),
    ("web_server: iis-6", "web_server: {model: iis-6, time_to_live: none}", ["not a duration"]),
    ("nodes: 1", "nodes: 2, spare_nodes: 2", ["leaves no working node in a unit of 2", "write at most 1"]),
    ("nodes: 1", "nodes: 1, balancer: {model: nlb, affinity: no}", ["affinity", "none, single"]),
    ("scenario: One", "format: 2\nscenario: One", ["unknown format version", "`format: 1`"]),
    ("scenario: One download server", "", ["scenario: missing; write `scenario: ...`"]),
    ("scenario: One", "name: One\nscenario: One", ["unknown key; the name of a scenario is written"]),
    ("scenario: One", "sources: {}\nscenario: One", ["sources: unknown key"]),
    ("scenario: One", "baseline: x86\nscenario: One", ["baseline = x86: expected a group of keys"]),
    ("scenario: One", "baseline: {format: 1}\nscenario: One", ["not possible in a baseline"]),
    (
        "scenario: One",
        "baseline: {srver: polywell-2200s}\nscenario: One",
        ["baseline.srver", 'did you mean "server"?'],
    ),
    ("scenario: One", "chosen_from: 5\nscenario: One", ["chosen_from: expected a group of keys"]),
    (
        "scenario: One",
        "chosen_from: {workload.offred: [a]}\nscenario: One",
        ['did you mean "workload.offered"?'],
    ),
    ("scenario: One", "chosen_from: {workload.offered: a}\nscenario: One", ["expected a list of figures"]),
    (
        "scenario: One",
        "run: {duration: 10 s}\nscenario: One",
        ["shorter than 5 windows", "write at least 25 s"],
    ),
    ("scenario: One", "run: {warm_up: atuo}\nscenario: One", ['run.warm_up = "atuo"', 'did you mean "auto"?']),
    ("scenario: One", "targets: {p95_response: nnoe}\nscenario: One", ['did you mean "none"?']),
    ("scenario: One", "run: {precision: 0.02}\nscenario: One", ["which unit?", 'write e.g. "2 %"']),
    ("scenario: One", "run: {replications: 1}\nscenario: One", ["too small; allowed is 2 to 10,000"]),
    (
        "scenario: One",
        "datacenter: {prices: {model: us-2006, rack_power: 500 W}}\nscenario: One",
        ["may draw"],
    ),
    # What YAML has and a scenario has not.
    ("scenario: One", "unit: {nodes: 3}\nscenario: One", ["this key is there twice", "the one in line 2"]),
    (
        "scenario: One",
        "demand: {from: 1,000 /s, likely: 1,500 /s, to: 2,500 /s}\nscenario: One",
        ["demand: a number is cut at its comma; inside braces", "500 /s: this key is there twice; inside braces"],
    ),
    ("scenario: One", "a: &x 1\nscenario: One", ["anchors (&) and aliases (*) are not used here"]),
    ("scenario: One", "a: *x\nscenario: One", ["anchors (&) and aliases (*) are not used here"]),
    ("scenario: One", "<<: {a: 1}\nscenario: One", ["merge keys (<<) are not used here"]),
    (
        "scenario: One",
        "a: !!python/object:os.system x\nscenario: One",
        ["tag !!python/object:os.system is not"],
    ),
    ("scenario: One", "a: !!set {b}\nscenario: One", ["the tag !!set is not used here"]),
    ("scenario: One", "1: a\nscenario: One", ["a key must be a word, not '1'"]),
    ("scenario: One", "? [a]\n: b\nscenario: One", ["a key must be a word, not a group or list"]),
    ("scenario: One", '"": b\nscenario: One', ["a key must have 1 to 80 characters"]),
    ("scenario: One", f"a: {'[' * 50}{']' * 50}\nscenario: One", ["nested more than 20 deep"]),
    ("scenario: One", "\tformat: 1\nscenario: One", ["a tab is used for indenting"]),
    ("scenario: One", "format: 1: 2\nscenario: One", ["a colon stands where no key can be"]),
    ("scenario: One", "format [1\nscenario: One", ["a colon"]),
    ("scenario: One", "format: [1\nscenario: One", ["a bracket is not closed"]),
    ("scenario: One", "unit\nscenario: One", ["shop.yaml:3: a colon stands where", "colon of the line above"]),
    ("scenario: One", "a:\n  b 1\n  c: 2\nscenario: One", ["shop.yaml:4: a colon stands where"]),
    # The line is that of the key, not the next one.
    ("scenario: One", "a:\n  - x: 1\n    b 1\n    c: [2]\nscenario: One", ["shop.yaml:4: a key without a colon"]),
    (
        "scenario: One",
        "{tiers[0].servers: [1, 2]}\nscenario: One",
        ["shop.yaml:2: a bracket is not closed", "quote a word that has a bracket in it"],
    ),
    ("scenario: One", "format: 'x\nscenario: One", ["a quote is not closed"]),
    ("scenario: One", "format: @x\nscenario: One", ["this is not YAML", "check quotes"]),
    ("nodes: 1}", "nodes: 1}\n---\na: b", ["more than one document"]),
]


@pytest.mark.parametrize(("line", "spoilt", "fragments"), SPOILT, ids=[spoilt[:50] for _, spoilt, _ in SPOILT])
def test_a_problem_says_where_what_and_how_to_repair(line, spoilt, fragments, smallest, problems_of):
    assert line in smallest
    told = problems_of(smallest.replace(line, spoilt, 1))
    assert told.startswith("shop.yaml")
    for fragment in fragments:
        assert fragment in told


def test_all_problems_are_told_at_once_in_the_order_of_lines(smallest, problems_of):
    spoilt = smallest.replace("30 kB", "30").replace("80 kB/s", "80 kB").replace("nodes: 1", "nodes: 0")
    lines = problems_of(spoilt).splitlines()
    assert [line.split(":")[1] for line in lines] == ["4", "6", "12"]


def test_a_name_in_place_of_a_model_is_the_only_problem(smallest, problems_of):
    assert "missing" not in problems_of(smallest.replace("web_server: iis-6", "web_server: {name: nginx}"))


def test_a_mistake_is_told_once_though_the_baseline_shares_it(smallest, problems_of):
    spoilt = smallest.replace("30 kB", "30") + "baseline: {operating_system: windows-2003-x86}\n"
    assert len(problems_of(spoilt).splitlines()) == 1


def test_a_cache_too_large_only_for_the_baseline_is_told_at_its_line(smallest, problems_of):
    text = smallest.replace("web_server: iis-6", "web_server: {model: iis-6, file_cache: 2.9 GiB}")
    told = problems_of(text + "baseline: {operating_system: windows-2003-x86}\n")
    assert 'shop.yaml:11: baseline.web_server.file_cache.size = "2.9 GiB"' in told
    assert "a process of windows-2003-x86 has 2 GiB of address space, of which a file cache can fill 75 %" in told
    assert "write at most 1.5 GiB" in told


def test_no_jargon_of_the_libraries_is_told(smallest, problems_of):
    for line, spoilt, _ in SPOILT:
        told = problems_of(smallest.replace(line, spoilt, 1)).lower()
        for jargon in (
            "pydantic",
            "valid dictionary",
            "input should",
            "nonetype",
            "traceback",
            "yaml.org",
            "<class",
        ):
            assert jargon not in told


BEGUN = {
    "a quotation to the end": ("a: 1\nb: 'x\nc: 2\n", 2, "a quote is not closed, and in line 4"),
    "double quotes to the end": ('a: "x\nc: 2\nd: 3', 1, "a quote is not closed, and in line 3"),
    "a quotation that the next one ends": ('a: 1\nb: "x\nc: 2\nd: "y"\n', 4, "a quote above is not closed"),
    "a list": ("a: 1\nb: [1, 2\nc: 3\nd: 4\n", 2, "a bracket is not closed, and in line 3"),
    "a group": ("a: 1\nb: {c: 1\nd: 3\n", 2, "a bracket is not closed, and in line 3"),
    "a list in a group": ("a: 1\nb: {c: [1,\n  d: 3}\n", 2, "a bracket is not closed, and in line 3"),
    "a group of many lines": (
        "a: {b: 1,\n  c: 2,\n  d: 3\ne: 4\nf: [1]\n",
        1,
        "a bracket is not closed, and in line 4",
    ),
}


@pytest.mark.parametrize("name", BEGUN)
def test_what_is_not_closed_is_told_with_the_line_where_it_begins(name, problems_of):
    text, line, fragment = BEGUN[name]
    told = problems_of(text)
    assert told.startswith(f"shop.yaml:{line}: ") and fragment in told, told


def test_a_character_that_no_yaml_has_is_told_at_its_line(problems_of):
    assert problems_of("a: 1\nb: \x1b[31m\n") == (
        "shop.yaml:2: this is not YAML, for it has a character that no text can have (\\x1b); remove it"
    )
