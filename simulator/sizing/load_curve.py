"""One server at loads around its capacity: the load curve, by replications that are shorter than those of a search."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from simulator.engines.tally import Tally
from simulator.measure.replicate import plan_of, results_of
from simulator.rollup.largest_load import LoadPoint
from simulator.sizing.loaded_server import LoadedServer

CURVE_REPLICATIONS, SHORTER = 4, 8.0


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
        return server.engine.run(network, plan_of(run, replication), run.seed)

    return list(pool.map(one, range(CURVE_REPLICATIONS)))


def _point(server: LoadedServer, factor: float, offered: float, tallies: list[Tally]) -> LoadPoint:
    results = results_of(server.engine, server.translation, server.run, tallies)
    return LoadPoint(
        offered=offered,
        goodput=results.estimate("wire_mbps"),
        response_mean=results.measures["response_mean"],
        response_p95=results.measures["response_p95"],
        errors=results.estimate("errors"),
        connections=results.estimate("connections"),
        met=factor <= 1.0,
    )
