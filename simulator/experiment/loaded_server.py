"""One server that is searched: run at any load, judged by its targets there, and seen at several of them as a curve."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from models.parts.run import Run
from simulator.engines.engine import Engine
from simulator.engines.tally import Tally
from simulator.engines.theory.bottleneck import offered_rate
from simulator.errors import InternalError
from simulator.experiment.largest_load import LoadPoint
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.replications import run_plan, summarise
from simulator.experiment.results import Results
from simulator.experiment.search import ReplicationCapacity, Trial, search_largest_load
from simulator.experiment.target_strain import measure_strain
from simulator.messages.stages import experiment
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network
from simulator.network.scaling import scale_load
from simulator.targets import TargetValues
from simulator.translate.translate import Translation

# However coarse the figures may be, loads and warm-ups are found for this precision at most.
FINELY = 0.02
# Loads are told apart down to this share of the precision. Where they lie between two trials is interpolated, so that
# the mean over the replications is off by a small part of that.
TOLD_APART = 0.5
# The load curve is drawn from so many replications at each load, each so many times shorter than those of the search.
CURVE_REPLICATIONS, SHORTER = 4, 8.0


@dataclass(frozen=True)
class LoadedServer:
    """What is searched: one server of a scenario at its present load, by an engine, within targets."""

    engine: Engine
    translation: Translation
    asked: TargetValues
    run: Run

    @property
    def warm_up(self) -> float:
        """Seconds of each trial that are not measured. Raises InternalError before they are found."""
        if self.run.warm_up is None:
            raise InternalError(experiment.NOT_WARM)
        return self.run.warm_up

    def loaded(self, load: float) -> Network:
        return scale_load(self.translation.network, load)

    def times(self, requests: float) -> float:
        """Requests a second, in times the present load."""
        return requests / offered_rate(self.translation.network)

    def trial(self, load: float, replication: int) -> Trial:
        """One replication at a load."""
        tally = self.engine.run(self.loaded(load), run_plan(self.run, replication), self.run.seed)
        steady = self.steady(load, tally)
        wanted = steady.total(tally, "requests", "lost") + steady.total(tally, "requests", "completed")
        mbps = MBPS_PER_BYTE * steady.total(tally, "requests", "wire") / steady.seconds
        return Trial(load, *measure_strain(steady, tally, self.asked), wanted / steady.seconds, mbps, tally)

    def steady(self, load: float, tally: Tally) -> ReplicationSet:
        """What a replication at a load is read by."""
        return ReplicationSet(self.loaded(load), (tally,), self.run.confidence)

    def results(self, tallies: Sequence[Tally]) -> Results:
        """What several replications say of it."""
        return summarise(self.engine, self.translation, self.run, tallies)

    def search(self, replication: int, start: float) -> ReplicationCapacity:
        """The largest load of one replication, to a share of it that is small against the precision asked."""
        step = TOLD_APART * min(self.run.precision, FINELY)
        return search_largest_load(lambda load: self.trial(load, replication), start, start / self.times(1.0), step)


def load_curve(
    server: LoadedServer, largest: float, around: Sequence[float], pool: ThreadPoolExecutor
) -> tuple[LoadPoint, ...]:
    """The server at loads that are `around` times its `largest` one, requests/s."""
    loads = {factor: server.times(largest) * factor for factor in around}
    measured = {factor: _measured(server, load, pool) for factor, load in loads.items()}
    return tuple(_point(server, factor, factor * largest, tallies) for factor, tallies in measured.items())


def _measured(server: LoadedServer, load: float, pool: ThreadPoolExecutor) -> list[Tally]:
    """The server at a load, by some replications that are shorter than those of the search."""
    shorter = max(server.run.seconds / SHORTER, 5.0 * server.run.window)
    run = server.run.model_copy(update={"duration": shorter})
    network = server.loaded(load)

    def one(replication: int) -> Tally:
        return server.engine.run(network, run_plan(run, replication), run.seed)

    return list(pool.map(one, range(CURVE_REPLICATIONS)))


def _point(server: LoadedServer, factor: float, offered: float, tallies: list[Tally]) -> LoadPoint:
    results = server.results(tallies)
    return LoadPoint(
        offered=offered,
        wire_mbps=results.estimate("wire_mbps"),
        response_mean=results.measures["response_mean"],
        response_p95=results.measures["response_p95"],
        errors=results.estimate("errors"),
        connections=results.estimate("connections"),
        met=factor <= 1.0,
    )
