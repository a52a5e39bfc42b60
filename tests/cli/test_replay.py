"""`workload.trace`: a scenario that replays a log, in both engines and in theory, and what is wrong with one."""

import json

import pytest

from models.load import load
from simulator.engines.theory.visits import cache_hits
from simulator.translate.translate import translate
from tests.traffic.logs import whole_log

SECONDS = 40


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    folder = tmp_path_factory.mktemp("replayed")
    (folder / "access.log").write_bytes(b"".join(whole_log(SECONDS * 50, seed=4, rate=50.0, objects=300)))
    (folder / "mine.yaml").write_text(
        """scenario: as logged
workload:
  trace: access.log
  request: {size: 20 kB, cpu: 0.5 ms}
  session: {requests: 2, think_time: 2 s}
  clients: {rate: 20 Mbps}
  content: {catalogue: 10 MB, popularity: {zipf: 0.8}}
server: dl585-2.2ghz-4gb
operating_system: windows-2003-x64
web_server: {model: iis-6, file_cache: {up_to: 2 MB}}
unit: {nodes: 1}
targets: {errors: 1 %}
run: {window: 1 s}
"""
    )
    return folder / "mine.yaml"


def test_a_run_replays_the_whole_log(headroom, scenario, tmp_path):
    said = headroom("run", scenario, "--replications", "2", "--json", tmp_path / "out.json")
    assert said.code == 0, said.err
    found = json.loads((tmp_path / "out.json").read_text())["measures"]
    seconds = translate(load(str(scenario))).network.source.trace.span
    assert abs(seconds - SECONDS) < 3
    # Every request of the log is sent, and hardly any is under way when the last second is over.
    assert found["requests"]["value"] * seconds == pytest.approx(SECONDS * 50, abs=25)


def test_theory_says_that_it_does_not_replay(headroom, scenario):
    replay = "Theory does not replay the log"
    assert replay in " ".join(headroom("run", scenario, "--engine", "theory").out.split())
    assert replay not in " ".join(headroom("run", scenario, "--replications", "2").out.split())


def test_theory_takes_the_hits_of_the_log(scenario):
    network = translate(load(str(scenario))).network
    (cache,) = [each for each in network.caches if not each.behind]
    _, _, (found, *_) = cache_hits(network, 50.0)
    room = min([cache.capacity, *(r.ceiling - r.base for r in network.regions if r.cache == cache.name)])
    assert found.hit_ratio == pytest.approx(1.0 - network.source.trace.misses(room), abs=1e-9)
    assert 0.1 < found.hit_ratio < 0.95


def test_a_log_is_replayed_faster(scenario):
    once = translate(load(str(scenario))).network.source
    twice = translate(load(str(scenario), {"workload.trace.rate": "2"})).network.source
    assert twice.rate == pytest.approx(2.0 * once.rate) and twice.trace.rate == 2.0
    assert twice.trace.digest == once.trace.digest and twice.trace != once.trace


def test_a_network_says_what_it_replays(headroom, scenario, tmp_path):
    said = headroom("describe", scenario, "--json", tmp_path / "out.json")
    assert said.code == 0, said.err
    assert "sessions of a log with 2,000 requests, when they came" in said.out
    trace = json.loads((tmp_path / "out.json").read_text())["network"]["source"]["trace"]
    assert sorted(trace) == ["digest", "rate", "span"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("describe", "workload.trace=none.log"), 'workload.trace.file = "none.log": there is no such file'),
        (("describe", "workload.trace=../access.log"), "no file of this folder; name a log beside the scenario"),
        (("describe", "workload.trace=mine.yaml"), "is a request"),
        (("describe", "workload.offered=5 /s"), "there is `offered` too, and the load of a log is what it was"),
        (("describe", "workload.population=5"), "there is `population` too, and clients of a log come when they came"),
        (("capacity", "run.window=1 s"), "the largest load is not sought with a replay; add --set workload.trace=none"),
    ],
)
def test_what_cannot_be_replayed_is_refused(headroom, scenario, words, told):
    verb, setting = words
    said = headroom(verb, scenario, "--set", setting)
    assert said.code == 2 and told in said.err, said.err
