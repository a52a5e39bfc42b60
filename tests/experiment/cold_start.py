"""A small download server that starts cold: its cache fills, and until then its one disk is overloaded."""

from dataclasses import dataclass

from models.load import load
from models.scenario import Scenario
from simulator.engines.engine import load_engine
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.replications import run_replications, summarise
from simulator.experiment.results import Results
from simulator.experiment.warm_up import find_warm_up
from simulator.translate.translate import translate

SERVER = {
    "workload.offered": "300 /s",
    "workload.content.catalogue": "300 MB",
    "workload.session": {"requests": 5, "think_time": "0.5 s"},
    "server.disks.count": 1,
    "web_server.file_cache": "150 MB",
    "run.duration": "120 s",
    "run.window": "2 s",
}
MEASURES = ("cache_hit_ratio", "response_mean", "wire_mbps")
KERNEL = load_engine("kernel")


@dataclass(frozen=True)
class Bias:
    """How far a measure of the cold server is off, as a share of that of the warm one that saw the same sessions:
    behind the cut that MSER-5 makes, and without a cut."""

    behind_the_cut: Estimate
    uncut: Estimate


def biases(experiments: int, each: int = 4, confidence: float = 0.999) -> dict[str, Bias]:
    """The bias of each measure: `experiments` seeds, each with a pilot run of its own and `each` replications."""
    cut: dict[str, list[float]] = {name: [] for name in MEASURES}
    uncut: dict[str, list[float]] = {name: [] for name in MEASURES}
    for seed in range(1, experiments + 1):
        cold_server = _scenario("cold", seed, each)
        warm_up = find_warm_up(KERNEL, translate(cold_server).network, cold_server.run)[1].seconds
        for found, seconds in ((cut, warm_up), (uncut, 0.0)):
            cold, warm = (_measured(start, seed, each, seconds) for start in ("cold", "warm"))
            for name in MEASURES:
                pairs = zip(cold.estimate(name).each, warm.estimate(name).each, strict=True)
                found[name] += [ours / truth - 1.0 for ours, truth in pairs]
    return {
        name: Bias(from_replications(cut[name], confidence, ""), from_replications(uncut[name], confidence, ""))
        for name in MEASURES
    }


def shows_the_cut(bias: Bias) -> None:
    """Asserts that a measure is within 1 % behind the cut, and that it is not without one; with its interval."""
    assert bias.behind_the_cut.half_width < 0.005, f"too wide to say anything: {bias}"
    assert abs(bias.behind_the_cut.value) + bias.behind_the_cut.half_width < 0.01, f"the start is left: {bias}"
    assert abs(bias.uncut.value) - bias.uncut.half_width > 0.01, f"there is nothing to cut: {bias}"


def _scenario(start: str, seed: int, each: int) -> Scenario:
    settings = {"run.start": start, "run.seed": seed, "run.replications": each}
    return load("scenarios/single_server.yaml", SERVER | settings)


def _measured(start: str, seed: int, each: int, warm_up: float) -> Results:
    """Measured from `warm_up` on, whether the server has settled by then or not."""
    scenario = _scenario(start, seed, each)
    translation, run = translate(scenario), scenario.run.model_copy(update={"warm_up": warm_up})
    return summarise(KERNEL, translation, run, run_replications(KERNEL, translation.network, run))
