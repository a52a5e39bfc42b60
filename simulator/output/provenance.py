"""What makes this result again."""

from collections.abc import Sequence

from simulator.experiment.results import WarmUp
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.farm.stamp import Stamp
from simulator.messages.output import AGAIN, CONFIDENCE
from simulator.messages.run_length import run_length_text, search_text
from simulator.output.blocks import Block, Column, Heading, Preformatted, Report, Table, Text
from simulator.output.figure import Data


def section(outcome: Outcome) -> list[Block]:
    """The stamp of the result, and the command that reproduces it."""
    results = outcome.results
    return stamp_blocks(outcome.stamp, run_length_text(results), results.confidence)


def provenance(stamp: Stamp, how: str, confidence: float) -> list[Block]:
    """The same for a result that is no plan, under its heading; `how` says how long was simulated and how often."""
    return [Heading("Provenance", 2), *stamp_blocks(stamp, how, confidence)]


def report_of_search(title: str, blocks: Sequence[Block], farm: Farm, stamp: Stamp) -> Report:
    """A report of what was made of a farm, with its title and stamp."""
    how, confidence = search_text(farm.carried.mbps.samples), farm.scenario.run.confidence
    return Report((Heading(title, 1), *blocks, *provenance(stamp, how, confidence)), stamp.day, stamp.origin)


def stamp_blocks(stamp: Stamp, how: str, confidence: float) -> list[Block]:
    """The stamp of a result, and the command that makes it again."""
    libraries = ", ".join(f"{name} {version}" for name, version in sorted(stamp.libraries.items()))
    rows = (
        ("scenario", stamp.scenario_file),
        ("SHA-256 of its values", stamp.scenario_sha256),
        ("model version", stamp.model_version),
        ("engine", stamp.engine),
        ("seed", str(stamp.seed)),
        ("how long", how),
        (CONFIDENCE, f"{confidence * 100:g} %"),
        ("libraries", libraries),
        ("day", stamp.day),
    )
    table = Table("Stamp", (Column(""), Column("")), rows)
    return [table, Text(AGAIN), Preformatted(stamp.command)]


def provenance_data(outcome: Outcome) -> Data:
    """The same as data, with the published figures that parameters were chosen from; no date, no machine."""
    stamp, results = outcome.stamp, outcome.results
    return {
        "published": {path: list(chosen) for path, chosen in outcome.scenario.chosen_from.items()},
        "provenance": {
            "scenario_file": stamp.scenario_file,
            "scenario_sha256": stamp.scenario_sha256,
            "model_version": stamp.model_version,
            "seed": stamp.seed,
            "replications": stamp.replications,
            "engine": stamp.engine,
            "libraries": dict(stamp.libraries),
            "command": stamp.command,
            "simulated_requests": results.simulated_requests,
            "warm_up_s": results.warm_up,
            "settled": _settled(results.settled),
            "duration_s": results.duration,
        },
    }


def _settled(settled: WarmUp) -> Data | None:
    """How the warm-up was found; null where it was stated."""
    if not settled.pilot_seconds:
        return None
    return {"rule": "MSER-5", "seconds": settled.seconds, "series": settled.series, "pilot_s": settled.pilot_seconds}
